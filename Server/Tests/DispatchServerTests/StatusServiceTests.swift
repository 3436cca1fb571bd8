import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct StatusServiceTests {
  @Test func `the status follows the operation, with the time of each change`() async throws {
    try await RunningServer.with { server in
      let response = try await server.dispatch()
      let session = try #require(response.sessionID)
      let created = try await server.status(session)
      #expect(created.status == .tokenCreated)
      #expect(created.tokenResult == nil)
      #expect(created.json["timestamp"]?.text == "2027-01-15T08:00:00.000Z")
      #expect(created.json["userId"]?.text == "jeff")
      server.clock.advance(seconds: 1.5)
      let redeemed = try await server.redeem(try #require(response.token))
      let open = try await server.status(session)
      #expect(open.status == .clientAuthenticating)
      #expect(open.tokenResult == .tokenRedeemed)
      #expect(open.json["timestamp"]?.text == "2027-01-15T08:00:01.500Z")
      server.clock.advance(seconds: 1)
      let answer = try await server.conclude(try server.serverData(redeemed), "approved")
      #expect(answer.text == "{\"status\":\"succeeded\"}\n")
      let ended = try await server.status(session)
      #expect(ended.status == .succeeded)
      #expect(ended.uafStatusCode == 1200)
      #expect(ended.json["timestamp"]?.text == "2027-01-15T08:00:02.500Z")
      #expect(ended.json["tokenInformation", "dispatcherInformation", "name"]?.text == "link")
    }
  }

  @Test func `a user who declines fails the operation, with the status of the authenticator`() async throws {
    try await RunningServer.with { server in
      let response = try await server.dispatch()
      let redeemed = try await server.redeem(try #require(response.token))
      _ = try await server.conclude(try server.serverData(redeemed), "declined")
      let status = try await server.status(try #require(response.sessionID))
      #expect(status.status == .failed)
      #expect(status.json["asmStatusCode"]?.integer == 3)
      #expect(status.uafStatusCode == nil)
    }
  }

  @Test func `a registration is registering, and a deregistration ends with its redemption`() async throws {
    try await RunningServer.with { server in
      for (operation, expected) in [
        (OutOfBandOperation.registration, StatusResponse.Status.clientRegistering), (.deregistration, .succeeded),
      ] {
        let request = DispatchRequest(.link, GetUAFRequest(operation.requestOperation, username: "jeff"))
        let answer = try await server.post(
          "/nevisfido/token/dispatch/\(operation.rawValue)", request.json.description)
        let response = try DispatchResponse(json: answer.body)
        _ = try await server.redeem(try #require(response.token), operation.rawValue)
        let status = try await server.status(try #require(response.sessionID))
        #expect(status.status == expected)
      }
    }
  }

  @Test func `an operation that runs out of time has failed, and is forgotten later`() async throws {
    try await RunningServer.with({
      $0.tokenSeconds = 30
      $0.operationSeconds = 20
      $0.retentionSeconds = 100
    }) { server in
      let unused = try #require(try await server.dispatch().sessionID)
      let response = try await server.dispatch()
      let slow = try #require(response.sessionID)
      let redeemed = try await server.redeem(try #require(response.token))
      server.clock.advance(seconds: 20)
      let late = try await server.status(slow)
      #expect(late.status == .failed)
      #expect(late.uafStatusCode == 1408)
      #expect(try await server.conclude(try server.serverData(redeemed), "approved").status == 409)
      server.clock.advance(seconds: 10)
      let expired = try await server.status(unused)
      #expect(expired.status == .failed)
      #expect(expired.tokenResult == .tokenTimedOut)
      #expect(expired.json["timestamp"]?.text == "2027-01-15T08:00:30.000Z")
      server.clock.advance(seconds: 100)
      #expect(try await server.status(unused).status == .unknown)
    }
  }

  @Test func `an operation ends once, and only for the phone that redeemed it`() async throws {
    try await RunningServer.with { server in
      let response = try await server.dispatch()
      // What else is known of the operation does not end it.
      for guess in [response.token ?? "", response.sessionID ?? "", "x"] {
        let answer = try await server.conclude(guess, "approved")
        #expect(answer.status == 404)
      }
      let serverData = try server.serverData(try await server.redeem(try #require(response.token)))
      #expect(try await server.conclude(serverData, "maybe").status == 400)
      #expect(try await server.conclude(serverData, "declined").status == 200)
      #expect(try await server.conclude(serverData, "approved").status == 409)
      #expect(try await server.status(try #require(response.sessionID)).status == .failed)
    }
  }

  @Test func `a session that is not known has the status unknown`() async throws {
    try await RunningServer.with { server in
      #expect(try await server.status("b4b07559-f934-4597-a1c5-44d89f691e8f").status == .unknown)
      let answer = try await server.post("/nevisfido/status", "{}")
      #expect(answer.status == 400)
    }
  }
}
