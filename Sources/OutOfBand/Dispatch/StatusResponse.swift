public import TextFormats

/// The answer about the status of a session (nevisFIDO reference guide).
///
/// ```swift
/// let response = try StatusResponse(json: bytes)
/// response.status?.isFinal  // true for succeeded and failed
/// ```
public struct StatusResponse: Hashable, Sendable {
  /// The object with all its members, known or not.
  public let json: JSONText

  /// How far an operation has come.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case tokenCreated, clientRegistering, clientAuthenticating, succeeded, failed, unknown

    /// Whether the operation has ended.
    public var isFinal: Bool { self == .succeeded || self == .failed }
  }

  /// What happened to the token.
  public enum TokenResult: String, Hashable, Sendable, CaseIterable {
    case tokenRedeemed, tokenTimedOut
  }

  /// Reads a response.
  ///
  /// - Throws: `Fault`.
  public init(json bytes: [UInt8]) throws(Fault) {
    json = try .reading(bytes, as: .statusResponse)
  }

  /// Takes what has been parsed.
  init(_ json: JSONText) { self.json = json }

  /// The status; `nil` when it is missing or not one of the known words.
  public var status: Status? { json["status"]?.text.flatMap(Status.init) }

  /// What happened to the token; `nil` when that is missing or not one of the known words.
  public var tokenResult: TokenResult? {
    json["tokenInformation", "tokenResult"]?.text.flatMap(TokenResult.init)
  }

  /// A status code of the FIDO UAF HTTP API.
  public var uafStatusCode: Int? { json["uafStatusCode"]?.integer }
}
