import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct RedeemServiceTests {
  @Test func `a token is redeemed once`() async throws {
    try await RunningServer.with { server in
      let token = try #require(try await server.dispatch().token)
      let first = try await server.redeem(token)
      #expect(first.isSuccess)
      #expect(first.operation == .authentication)
      #expect(first.lifetimeMillis == 120_000)
      let second = try await server.redeem(token)
      #expect(second.statusCode == 1403)
      #expect(second.json["error"]?.text == "TokenAlreadyRedeemed")
      #expect(second.uafRequest == nil)
    }
  }

  @Test func `of many redemptions at once, one succeeds`() async throws {
    try await RunningServer.with { server in
      let token = try #require(try await server.dispatch().token)
      let codes = try await withThrowingTaskGroup(of: Int?.self) { group in
        for _ in 0..<40 { group.addTask { try await server.redeem(token).statusCode } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.filter { $0 == 1200 }.count == 1)
      #expect(codes.filter { $0 == 1403 }.count == 39)
    }
  }

  @Test func `a token expires to the millisecond`() async throws {
    try await RunningServer.with({ $0.tokenSeconds = 30 }) { server in
      let early = try #require(try await server.dispatch().token)
      let late = try #require(try await server.dispatch().token)
      server.clock.advance(seconds: 29.999)
      #expect(try await server.redeem(early).isSuccess)
      server.clock.advance(seconds: 0.001)
      let response = try await server.redeem(late)
      #expect(response.statusCode == 1408)
      #expect(response.json["error"]?.text == "TokenExpired")
    }
  }

  @Test func `the status codes of refusals can be changed`() async throws {
    try await RunningServer.with({
      $0.refusals.expired = 1401
      $0.refusals.alreadyRedeemed = 1400
    }) { server in
      let (one, other) = (try await server.dispatch().token ?? "", try await server.dispatch().token ?? "")
      _ = try await server.redeem(one)
      #expect(try await server.redeem(one).statusCode == 1400)
      server.clock.advance(seconds: 500)
      #expect(try await server.redeem(other).statusCode == 1401)
    }
  }

  @Test func `a token is not redeemed for another operation, and not spent by the attempt`() async throws {
    try await RunningServer.with { server in
      let token = try #require(try await server.dispatch().token)
      for other in ["registration", "deregistration"] {
        let refused = try await server.redeem(token, other)
        #expect(refused.statusCode == 1404)
      }
      #expect(try await server.redeem(token).isSuccess)
      #expect(try await server.redeem("b4b07559-f934-4597-a1c5-44d89f691e8f").statusCode == 1404)
    }
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"token":1}"#, #"{"token":""}"#, #"{"token":"x","more":1}"#, #"{"token":"a","token":"b"}"#,
  ])
  func `a body that is not a token is refused`(_ body: String) async throws {
    try await RunningServer.with { server in
      let answer = try await server.post("/nevisfido/token/redeem/authentication", body, accept: "application/fido+uaf")
      #expect(answer.status == 400)
    }
  }

  @Test func `the request must accept UAF`() async throws {
    try await RunningServer.with { server in
      let answer = try await server.post("/nevisfido/token/redeem/authentication", #"{"token":"x"}"#)
      #expect(answer.status == 406)
    }
  }

  /// The redeem response to a registration, authentication or deregistration.
  static func redeemed(_ operation: OutOfBandOperation, _ server: RunningServer) async throws -> RedeemResponse {
    let request = DispatchRequest(
      .link,
      GetUAFRequest(
        operation.requestOperation, username: "jeff",
        transactions: operation == .authentication ? [TransactionText("Pay CHF 200")] : []))
    let answer = try await server.post(
      "/nevisfido/token/dispatch/\(operation.rawValue)", request.json.description)
    let token = try #require(try DispatchResponse(json: answer.body).token)
    return try await server.redeem(token, operation.rawValue)
  }

  @Test(arguments: OutOfBandOperation.allCases)
  func `the UAF request is well formed by the specification`(_ operation: OutOfBandOperation) async throws {
    try await RunningServer.with({ $0.appID = "https://fido.example.com/facets" }) { server in
      let response = try await Self.redeemed(operation, server)
      #expect(MessageCheck(Array(response.json.description.utf8)).errors.isEmpty)
      let requests = try JSONDocument(parsing: Array(try #require(response.uafRequest).utf8)).value.elements ?? []
      // One request for each protocol version, of which there is one.
      #expect(requests.count == 1)
      try UAFSpecification.check(try #require(requests.first), operation)
      let summary = try UAFRequest.all(in: try #require(response.uafRequest))
      #expect(summary.first?.version == "1.0")
      #expect(summary.first?.transactions.first?.text == (operation == .authentication ? "Pay CHF 200" : nil))
    }
  }

  @Test func `challenge and serverData are new for each operation`() async throws {
    try await RunningServer.with { server in
      var challenges: Set<String> = [], serverData: Set<String> = []
      for _ in 0..<5 {
        let response = try await Self.redeemed(.authentication, server)
        challenges.insert(try UAFRequest.all(in: response.uafRequest ?? "").first?.challenge ?? "")
        serverData.insert(try server.serverData(response))
      }
      #expect(challenges.count == 5)
      #expect(serverData.count == 5)
    }
  }
}
