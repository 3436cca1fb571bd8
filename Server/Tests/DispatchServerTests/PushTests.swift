import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct PushTests {
  static let path = "/nevisfido/token/dispatch/targets"

  static func target(
    name: String = "My phone", username: String = "jeff", dispatcher: String = "firebase-cloud-messaging"
  ) -> String {
    #"{"username":"\#(username)","deviceId":"d1","name":"\#(name)","target":"fcm-token","dispatcher":"\#(dispatcher)"}"#
  }

  static func newTarget(_ server: RunningServer) async throws -> String {
    let answer = try await server.post(Self.path, Self.target())
    #expect(answer.status == 201)
    let json = try JSONDocument(parsing: answer.body).value
    #expect(json["id"] == json["extId"])
    return try #require(json["id"]?.text)
  }

  @Test func `a push message reaches its phone, once`() async throws {
    try await RunningServer.with { server in
      let id = try await Self.newTarget(server)
      let request = DispatchRequest(
        .push, GetUAFRequest(.authentication, username: "jeff"), targetID: id, title: "Dirk Gently Bank", body: "Log in"
      )
      let answer = try await server.post(DispatchServiceTests.path, request.json.description)
      let response = try DispatchResponse(json: answer.body)
      #expect(response.result == .dispatched)
      #expect(response.carried == nil)
      let box = try await server.post("/phone/messages", #"{"dispatchTargetId":"\#(id)"}"#)
      let messages = try JSONDocument(parsing: box.body).value["messages"]?.elements ?? []
      #expect(messages.count == 1)
      #expect(messages.first?["notification"] == ["title": "Dirk Gently Bank", "body": "Log in"])
      #expect(messages.first?["payload"]?["nma_data"]?["token"]?.text == response.token)
      #expect(try await server.redeem(try #require(response.token)).isSuccess)
      let status = try await server.status(try #require(response.sessionID))
      #expect(status.json["tokenInformation", "dispatchTargetExtId"]?.text == id)
      let again = try await server.post("/phone/messages", #"{"dispatchTargetId":"\#(id)"}"#)
      #expect(again.text == "{\"messages\":[]}\n")
    }
  }

  @Test func `a target belongs to its user, and is the default way to the phone`() async throws {
    try await RunningServer.with { server in
      let id = try await Self.newTarget(server)
      let other = DispatchRequest(.push, GetUAFRequest(.authentication, username: "kate"), targetID: id)
      let refused = try await server.post(DispatchServiceTests.path, other.json.description)
      #expect(try DispatchResponse(json: refused.body).result == .dispatchTargetNotFound)
      let plain = #"{"dispatchTargetId":"\#(id)","getUafRequest":{"op":"Auth","context":"{}"}}"#
      let answer = try await server.post(DispatchServiceTests.path, plain)
      let response = try DispatchResponse(json: answer.body)
      #expect(response.dispatcherName == "firebase-cloud-messaging")
      #expect(response.result == .dispatched)
    }
  }

  @Test func `a phone keeps its newest messages`() async throws {
    let store = try OperationStore(ServerSettings(), random: SystemRandomNumberGenerator())
    let target = try await store.addTarget(username: "jeff", name: "a")
    for number in 0..<25 { try await store.push(.number(number), to: target.id) }
    let messages = try await store.takeMessages(of: target.id)
    #expect(messages == (5..<25).map { .number($0) })
  }

  @Test func `names are unique for each user, dispatchers known, users known, and targets of bounded number`()
    async throws
  {
    try await RunningServer.with({
      $0.users = ["jeff", "kate"]
      $0.targetLimit = 2
    }) { server in
      _ = try await Self.newTarget(server)
      let answers = [
        (Self.target(), 422), (Self.target(name: "b", dispatcher: "link"), 422), (Self.target(username: "eve"), 403),
        (Self.target(username: "kate"), 201), (Self.target(name: "c"), 422), ("{}", 400),
      ]
      for (body, status) in answers {
        let answer = try await server.post(Self.path, body)
        #expect(answer.status == status, "\(body): \(answer.text)")
      }
      let unknown = try await server.post("/phone/messages", #"{"dispatchTargetId":"x"}"#)
      #expect(unknown.status == 404)
    }
  }
}
