public import TextFormats

/// The answer to the redemption of a token: what the phone is to do (nevisFIDO reference guide).
///
/// ```swift
/// let response = try RedeemResponse(json: bytes)
/// response.operation       // .authentication
/// response.lifetimeMillis  // how long the phone may take
/// ```
public struct RedeemResponse: Hashable, Sendable {
  /// The object with all its members, known or not.
  public let json: JSONText

  /// Reads a response.
  ///
  /// - Throws: `Fault`.
  public init(json bytes: [UInt8]) throws(Fault) {
    json = try .reading(bytes, as: .redeemResponse)
  }

  /// Takes what has been parsed.
  init(_ json: JSONText) { self.json = json }

  /// A status code of the FIDO UAF HTTP API.
  public var statusCode: Int? { json["statusCode"]?.integer }

  /// Whether the status code is 1200: the token was redeemed.
  public var isSuccess: Bool { statusCode == UAFStatusCode.success }

  /// The text of the UAF request.
  public var uafRequest: String? { json["uafRequest"]?.text }

  /// The operation; `nil` when it is missing or none of those known.
  public var operation: GetUAFRequest.Operation? { json["op"]?.text.flatMap(GetUAFRequest.Operation.init) }

  /// How long the phone may take, in milliseconds.
  public var lifetimeMillis: Int? { json["lifetimeMillis"]?.integer }
}
