public import TextFormats

/// The HTTP request that redeems a one-time token (nevisFIDO reference guide: `POST`, `Accept: application/fido+uaf`).
///
/// It spends the token: a token that was redeemed cannot be redeemed again.
public struct RedeemRequest: Hashable, Sendable, CustomStringConvertible {
  public let url: URLText
  /// The one-time token: a bearer secret.
  public let token: Secret

  /// The request that the SDK sends for a payload.
  ///
  /// - Returns: `nil` for an encrypted payload.
  public init?(_ payload: OutOfBandPayload) {
    guard let url = payload.redeemURL, let token = payload.token else { return nil }
    (self.url, self.token) = (URLText(url.text), token)
  }

  /// The request for a message that was checked, if it may be sent.
  ///
  /// Plain http is allowed to this machine alone, as a backend under development uses it; the SDK refuses it.
  ///
  /// - Parameters:
  ///   - check: A check under the same policy.
  ///   - policy: Lists under `redeem_hosts` the hosts that a token may be sent to.
  /// - Throws: ``Refusal``.
  public init(_ check: MessageCheck, allowedBy policy: TrustPolicy) throws(Refusal) {
    guard policy.redeemHosts != nil else {
      throw Refusal("the policy lists no redeem_hosts; a token is sent only to a host that is listed")
    }
    if case .encrypted = check.payload?.content {
      throw Refusal("the payload is encrypted; only the phone that it is for can read its token")
    }
    let data = check.carried?["nma_data"]
    guard let token = data?["token"]?.text, let text = data?["redeem_url"]?.text, !token.isEmpty else {
      let fault = check.errors.first.map { ": \($0.message)" } ?? ""
      throw Refusal("the message has no token and redeem URL\(fault)")
    }
    (url, self.token) = (URLText(text), Secret(token))
    // This machine may reach what a phone does not.
    let isPlain = isPlainHTTP
    if let fault = check.errors.first(where: {
      $0.rule != .privateHost && !(isPlain && $0.rule == .redeemNotHTTPS)
    }) {
      throw Refusal("nothing was sent: \(fault.message) (\(fault.rule.code)); \(fault.remedy)")
    }
    guard policy.allows(redeemHost: host) else {
      throw Refusal("nothing was sent: the policy does not list '\(host)' under redeem_hosts")
    }
  }

  /// The host that the token is sent to, in lower case.
  public var host: String { url.host ?? "" }

  /// Whether it goes to this machine by http.
  public var isPlainHTTP: Bool { url.scheme == "http" && ["127.0.0.1", "localhost", "[::1]"].contains(host) }

  /// Names and values, in order. That the body's type is named is deduced from the body, which is JSON.
  public static let headers = [("Accept", "application/fido+uaf"), ("Content-Type", "application/json")]

  /// JSON: `{"token":"…"}`.
  public var body: [UInt8] { Array(JSONValue.object([.init("token", .string(token.value))]).description.utf8) }

  /// The request with its token shortened.
  public var description: String {
    let headers = Self.headers.map { "\($0.0): \($0.1)" }.joined(separator: "; ")
    let body = JSONValue.object([.init("token", .string("\(token)"))])
    return "POST \(url.text) (\(headers)) \(body)"
  }

  /// The reason why a token is not sent.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
  }
}
