import TextFormats

/// The HTTP request that redeems a one-time token (nevisFIDO reference guide: `POST`, `Accept: application/fido+uaf`).
///
/// It spends the token: a token that was redeemed cannot be redeemed again.
public struct RedeemRequest: Hashable, Sendable, CustomStringConvertible {
  public let url: RedeemURL
  /// The one-time token: a bearer secret.
  public let token: String

  public init(url: RedeemURL, token: String) { (self.url, self.token) = (url, token) }

  /// - Returns: `nil` for an encrypted payload.
  public init?(_ payload: OutOfBandPayload) {
    guard let url = payload.redeemURL, let token = payload.token else { return nil }
    self.init(url: url, token: token)
  }

  /// Names and values, in order. That the body's type is named is deduced from the body, which is JSON.
  public static let headers = [("Accept", "application/fido+uaf"), ("Content-Type", "application/json")]

  /// JSON: `{"token":"…"}`.
  public var body: [UInt8] { Self.body(token: token) }

  /// The body for a token, also for one whose redeem URL is not sound.
  public static func body(token: String) -> [UInt8] {
    Array(JSONValue.object([.init("token", .string(token))]).description.utf8)
  }

  /// The request with its token shortened.
  public var description: String {
    let headers = Self.headers.map { "\($0.0): \($0.1)" }.joined(separator: "; ")
    let body = JSONValue.object([.init("token", .string(SecretText.shortened(token)))])
    return "POST \(SecretText().redacted(url.text)) (\(headers)) \(body)"
  }
}
