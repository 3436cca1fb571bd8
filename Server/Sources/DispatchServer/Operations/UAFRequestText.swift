import OutOfBand
import TextFormats

/// Writes UAF requests: well formed by the UAF Protocol Specification 1.0, and for no real authenticator.
enum UAFRequestText {
  /// The text that a redeem response carries under `uafRequest`: an array with one request of version 1.0.
  ///
  /// - Parameters:
  ///   - session: Whom and what the request is about.
  ///   - appID: Empty lets the phone decide.
  ///   - challenge: Base64url of 8 to 64 bytes.
  static func text(for session: OperationSession, appID: String, challenge: String) -> String {
    let header: JSONValue = [
      "upv": ["major": .number(1), "minor": .number(0)], "op": .string(session.operation.rawValue),
      "appID": .string(appID), "serverData": .string(session.serverData),
    ]
    var members: [JSONValue.Member] = [.init("header", header)]
    switch session.operation {
    case .registration:
      members += [
        .init("challenge", .string(challenge)), .init("username", .string(session.username ?? "")),
        .init("policy", policy),
      ]
    case .authentication:
      members.append(.init("challenge", .string(challenge)))
      if !session.transactions.isEmpty { members.append(.init("transaction", .array(session.transactions))) }
      members.append(.init("policy", policy))
    case .deregistration:
      // Without a registration there is no key to name: the AAID of no vendor, and the challenge's bytes as key identifier.
      members.append(
        .init("authenticators", [["aaid": "FFFF#FFFF", "keyID": .string(challenge)]]))
    }
    return JSONValue.array([.object(members)]).description
  }

  /// Accepts a fingerprint or a passcode (`userVerification` 2 and 4) with ECDSA on P-256 (`authenticationAlgorithms` 1) and
  /// either attestation of the specification (UAF Registry of Predefined Values 1.0).
  private static let policy: JSONValue = [
    "accepted": .array(
      [2, 4].map { verification in
        [
          [
            "userVerification": .number(verification), "authenticationAlgorithms": [.number(1)],
            "assertionSchemes": ["UAFV1TLV"], "attestationTypes": [.number(15_879), .number(15_880)],
          ]
        ]
      })
  ]
}
