public import TextFormats

/// The out-of-band payload: what a phone needs to fetch an operation (SDK-3.1).
///
/// ```swift
/// let payload = try OutOfBandPayload(json: bytes)
/// payload.redeemURL?.text  // "https://fido.siven.ch/nevisfido/token/redeem/authentication"
/// payload.json == bytes    // true: nothing is reordered, dropped or respelt
/// payload.base64URL        // what goes into a link or a symbol
/// ```
public struct OutOfBandPayload: Hashable, Sendable {
  /// The payload as it came, or as it was built: compact JSON.
  public let json: [UInt8]
  /// The same as a parsed value.
  public let value: JSONValue
  public let content: Content

  /// The content of a payload, plain or encrypted.
  public enum Content: Hashable, Sendable {
    /// Readable by everyone who sees the message.
    case plain(Redemption)
    /// Readable by one registered phone.
    case encrypted(CompactJWE)
  }

  /// What a plain payload says.
  public struct Redemption: Hashable, Sendable {
    /// The one-time token: a bearer secret.
    public let token: Secret
    /// Where the token is redeemed.
    public let redeemURL: RedeemURL
    /// All other members of `nma_data`, in order.
    public let data: [JSONValue.Member]
  }

  /// Builds a plain payload.
  ///
  /// - Parameters:
  ///   - token: One character or more.
  ///   - redeemURL: Where the token is redeemed.
  ///   - data: Further members of `nma_data`, written in this order after the token and the URL.
  public init(token: Secret, redeemURL: RedeemURL, data: [JSONValue.Member] = []) {
    content = .plain(Redemption(token: token, redeemURL: redeemURL, data: data))
    value = Self.value(token: token.value, redeemURL: redeemURL.text, data: data)
    json = Array(value.description.utf8)
  }

  /// The JSON of a plain payload whose redeem URL is not necessarily sound.
  public static func json(token: String, redeemURL: String, data: [JSONValue.Member] = []) -> [UInt8] {
    Array(value(token: token, redeemURL: redeemURL, data: data).description.utf8)
  }

  /// Wraps an encrypted payload.
  public init(_ jwe: CompactJWE) {
    content = .encrypted(jwe)
    value = Self.value(.string(jwe.text), contentType: "application/jose")
    json = Array(value.description.utf8)
  }

  /// Reads a payload and keeps its bytes.
  ///
  /// - Throws: ``InvalidPayload`` with every diagnostic that is an error.
  public init(json bytes: some Sequence<UInt8>) throws(InvalidPayload) {
    let inspection = PayloadInspection(Array(bytes))
    guard let payload = inspection.payload else {
      throw InvalidPayload(diagnostics: inspection.diagnostics.filter { $0.severity == .error })
    }
    self = payload
  }

  init(json: [UInt8], value: JSONValue, content: Content) {
    (self.json, self.value, self.content) = (json, value, content)
  }

  /// The payload as a link or a symbol carries it (RFC 4648, section 5, unpadded).
  public var base64URL: String { Base64.encodeURL(json) }

  /// The token, or `nil` in an encrypted payload.
  public var token: Secret? {
    if case .plain(let redemption) = content { redemption.token } else { nil }
  }

  /// The redeem URL, or `nil` in an encrypted payload.
  public var redeemURL: RedeemURL? {
    if case .plain(let redemption) = content { redemption.redeemURL } else { nil }
  }

  private static func value(token: String, redeemURL: String, data: [JSONValue.Member]) -> JSONValue {
    let members = [JSONValue.Member("token", .string(token)), .init("redeem_url", .string(redeemURL))] + data
    return value(.object(members), contentType: "application/json")
  }

  private static func value(_ data: JSONValue, contentType: String) -> JSONValue {
    ["nma_data": data, "nma_data_content_type": .string(contentType), "nma_data_version": "1"]
  }
}
