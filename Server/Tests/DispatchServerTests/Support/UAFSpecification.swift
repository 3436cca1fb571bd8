import OutOfBand
import Testing
import TextFormats

/// The rules of the FIDO UAF Protocol Specification 1.0 for requests, written down a second time.
enum UAFSpecification {
  /// Sections 3.1.3 (header), 3.1.9 (policy), 3.4.4, 3.5.4 and 3.6.2 (requests).
  static func check(_ request: JSONValue, _ operation: OutOfBandOperation) throws {
    let header = try #require(request["header"])
    #expect(header["upv"] == ["major": .number(1), "minor": .number(0)])
    #expect(
      header["op"]?.text
        == ["registration": "Reg", "authentication": "Auth", "deregistration": "Dereg"][operation.rawValue])
    let appID = try #require(header["appID"]?.text)
    #expect(appID.isEmpty || appID.hasPrefix("https://") && appID.count <= 512)
    #expect(1...1536 ~= (header["serverData"]?.text?.count ?? 0))
    let names = request.members?.map(\.name) ?? []
    switch operation {
    case .registration:
      #expect(names == ["header", "challenge", "username", "policy"])
      #expect(1...128 ~= (request["username"]?.text?.count ?? 0))
    case .authentication:
      #expect(names == ["header", "challenge", "transaction", "policy"])
      for transaction in request["transaction"]?.elements ?? [] {
        #expect(transaction["contentType"]?.text == "text/plain")
        guard case .success(let content) = Base64.decode(transaction["content"]?.text ?? "") else {
          Issue.record("the content is not base64url")
          continue
        }
        #expect(1...200 ~= content.bytes.count)
        #expect(content.flaws == Base64.Flaws())
      }
    case .deregistration:
      #expect(names == ["header", "authenticators"])
      let authenticators = try #require(request["authenticators"]?.elements)
      #expect(!authenticators.isEmpty)
      for one in authenticators {
        #expect(one["aaid"]?.text?.wholeMatch(of: /[0-9A-Fa-f]{4}#[0-9A-Fa-f]{4}/) != nil)
        #expect(one["keyID"]?.text?.wholeMatch(of: /[A-Za-z0-9_-]{43,2730}/) != nil)
      }
      return
    }
    guard case .success(let challenge) = Base64.decode(request["challenge"]?.text ?? "") else {
      Issue.record("the challenge is not base64url")
      return
    }
    #expect(8...64 ~= challenge.bytes.count)
    #expect(challenge.flaws == Base64.Flaws())
    try checkPolicy(try #require(request["policy"]))
  }

  private static func checkPolicy(_ policy: JSONValue) throws {
    let accepted = try #require(policy["accepted"]?.elements)
    #expect(!accepted.isEmpty)
    for criteria in accepted.flatMap({ $0.elements ?? [] }) {
      // Without aaid, these two must be present (3.1.7).
      #expect(criteria["authenticationAlgorithms"]?.elements?.isEmpty == false)
      #expect(criteria["assertionSchemes"] == ["UAFV1TLV"])
      let verification = try #require(criteria["userVerification"]?.integer)
      // One bit for a method of verification: presence, fingerprint, passcode, …, pattern (Registry of Predefined Values).
      #expect([1, 2, 4, 8, 16, 32, 64, 128, 256].contains(verification))
    }
  }
}
