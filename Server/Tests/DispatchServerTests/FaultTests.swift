import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct FaultTests {
  @Test func `a fault happens as often as it was asked for, to its endpoint alone`() async throws {
    try await RunningServer.with { server in
      let added = try await server.post("/faults", #"{"fault":"error","on":"status","times":2}"#)
      #expect(added.text == "{\"faults\":[{\"fault\":\"error\",\"on\":\"status\",\"times\":2}]}\n")
      let other = try await server.dispatch()
      #expect(other.result == .dispatched)
      let codes = try await Self.statuses(3, server)
      #expect(codes == [500, 500, 200])
    }
  }

  private static func statuses(_ count: Int, _ server: RunningServer) async throws -> [Int] {
    var codes: [Int] = []
    for _ in 0..<count { codes.append(try await server.post("/nevisfido/status", #"{"sessionId":"x"}"#).status) }
    return codes
  }

  @Test func `a connection is dropped without an answer`() async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", #"{"fault":"drop","on":"status"}"#)
      let codes = try await Self.statuses(2, server)
      #expect(codes == [0, 200])
      #expect(server.log.text.contains("dropped on demand"))
    }
  }

  @Test func `an answer is late`() async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", #"{"fault":"slow","on":"status","seconds":0.4}"#)
      let start = ContinuousClock.now
      let codes = try await Self.statuses(1, server)
      #expect(codes == [200])
      #expect(ContinuousClock.now - start >= .seconds(0.4))
    }
  }

  @Test func `a token has expired at once`() async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", #"{"fault":"expired","on":"dispatch"}"#)
      let response = try await server.dispatch()
      #expect(response.result == .dispatched)
      #expect(try await server.redeem(try #require(response.token)).statusCode == 1408)
      #expect(try await server.status(try #require(response.sessionID)).tokenResult == .tokenTimedOut)
    }
  }

  @Test(arguments: [#""fault":"expired""#, #""fault":"result","result":"userNotFound""#, #""fault":"content-type""#])
  func `what happens to an answer waits for a request that is answered`(_ fault: String) async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", #"{\#(fault),"on":"dispatch"}"#)
      #expect(try await server.post(DispatchServiceTests.path, "{}").status == 400)
      let left = try await KioskTests.get("/faults", "application/json", server)
      #expect(left.text.contains(#""times":1"#))
      _ = try await server.post(
        DispatchServiceTests.path, DispatchServiceTests.request, isMislabelled: fault.contains("content-type"))
      let none = try await KioskTests.get("/faults", "application/json", server)
      #expect(none.text == "{\"faults\":[]}\n")
    }
  }

  @Test func `an answer has the wrong content type`() async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", #"{"fault":"content-type","on":"redeem"}"#)
      let answer = try await server.post(
        "/nevisfido/token/redeem/authentication", #"{"token":"x"}"#, accept: "application/fido+uaf", isMislabelled: true
      )
      #expect(answer.headers["content-type"] == "text/html")
    }
  }

  @Test(arguments: DispatchResponse.Result.allCases.filter { $0 != .dispatched })
  func `every failure of a dispatcher can be had`(_ result: DispatchResponse.Result) async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", #"{"fault":"result","on":"dispatch","result":"\#(result.rawValue)"}"#)
      let response = try await server.dispatch()
      #expect(response.result == result)
      #expect(response.token == nil)
    }
  }

  @Test(arguments: [
    "{}", #"{"fault":"error"}"#, #"{"fault":"error","on":"faults"}"#, #"{"fault":"fire","on":"status"}"#,
    #"{"fault":"slow","on":"status"}"#, #"{"fault":"slow","on":"status","seconds":61}"#,
    #"{"fault":"error","on":"status","times":0}"#, #"{"fault":"error","on":"status","times":1.5}"#,
    #"{"fault":"error","on":"status","seconds":1}"#, #"{"fault":"expired","on":"redeem"}"#,
    #"{"fault":"result","on":"dispatch","result":"dispatched"}"#, #"{"fault":"drop","on":"status","result":"x"}"#,
    #"{"fault":"error","on":"status","x":1}"#,
  ])
  func `a fault that cannot happen is refused with a remedy`(_ body: String) async throws {
    try await RunningServer.with { server in
      let answer = try await server.post("/faults", body)
      #expect(answer.status == 400)
      #expect(try JSONDocument(parsing: answer.body).value["remedy"]?.text?.isEmpty == false)
    }
  }

  @Test(arguments: ["5", "5.0", "0.5e1"])
  func `a whole number can be written in every way that JSON has`(_ times: String) async throws {
    try await RunningServer.with { server in
      let answer = try await server.post("/faults", #"{"fault":"error","on":"status","times":\#(times)}"#)
      #expect(answer.text == "{\"faults\":[{\"fault\":\"error\",\"on\":\"status\",\"times\":5}]}\n")
    }
  }

  @Test func `faults are listed, removed, and of bounded number`() async throws {
    try await RunningServer.with { server in
      for _ in 0..<100 { _ = try await server.post("/faults", #"{"fault":"error","on":"status"}"#) }
      #expect(try await server.post("/faults", #"{"fault":"error","on":"status"}"#).status == 422)
      let head = "/faults HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
      let list = try await RawExchange(port: server.port).send("GET " + head)
      #expect(try JSONDocument(parsing: list.body).value["faults"]?.elements?.count == 100)
      let empty = try await RawExchange(port: server.port).send("DELETE " + head)
      #expect(empty.text == "{\"faults\":[]}\n")
    }
  }
}
