import ImageCoding
import OutOfBand
import QRScanning
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct DispatchServiceTests {
  static let path = "/nevisfido/token/dispatch/authentication"
  static let request = #"{"dispatcher":"link","getUafRequest":{"op":"Auth","context":"{\"username\":\"jeff\"}"}}"#

  /// The payload that a response carries, with the message that carries it.
  static func message(_ response: DispatchResponse) throws -> [UInt8] {
    switch response.carried {
    case .png(let picture):
      let detections = try QRScanner().scan(try PNG.decode(picture))
      return try #require(detections.count == 1 ? detections.first?.message : nil)
    case .link(let link): return Array(link.utf8)
    default: throw RawExchange.Failure(reason: "nothing is carried")
    }
  }

  @Test(arguments: ["link", "link-png-qr-code", "png-qr-code"])
  func `the message of each dispatcher carries the token of its response`(_ dispatcher: String) async throws {
    try await RunningServer.with { server in
      let response = try await server.dispatch(dispatcher)
      #expect(response.result == .dispatched)
      #expect(response.dispatcherName == dispatcher)
      let check = MessageCheck(try Self.message(response))
      #expect(check.carried?["nma_data"]?["token"]?.text == response.token)
      let url = "http://127.0.0.1:\(server.port)/nevisfido/token/redeem/authentication"
      #expect(check.carried?["nma_data"]?["redeem_url"]?.text == url)
      // The only faults are that a server under development is on this machine, and reached by http.
      #expect(check.errors.map(\.rule) == [.privateHost, .redeemNotHTTPS])
      #expect((check.message.kind == "link") == (dispatcher != "png-qr-code"))
    }
  }

  @Test func `behind a public origin the message has no fault`() async throws {
    try await RunningServer.with({ $0.publicOrigin = "https://fido.example.com" }) { server in
      let check = MessageCheck(try Self.message(try await server.dispatch("link-png-qr-code")))
      #expect(check.errors.isEmpty)
      #expect(check.payload?.redeemURL?.text == "https://fido.example.com/nevisfido/token/redeem/authentication")
      // As a proxy passes it on that keeps the name, also from the kiosk's page.
      let body = #"{"token":"\#(check.payload?.token ?? "")"}"#
      let redeemed = try await AttackTests.raw(
        server, "POST /nevisfido/token/redeem/authentication HTTP/1.1",
        [
          "Host: fido.example.com", "Origin: https://fido.example.com", "Accept: application/fido+uaf",
          "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
        ], body: body)
      #expect(redeemed.status == 200)
    }
  }

  @Test func `a scheme is written in lower case, as everywhere`() async throws {
    try await RunningServer.with({ $0.link = .customURI(scheme: "MyAccessApp") }) { server in
      let link = try #require(try await server.dispatch().json["dispatcherInformation", "response"]?.text)
      #expect(try DispatchLink(parsing: link).description == link)
    }
  }

  @Test func `a picture can be a data URI, and the message a custom URI`() async throws {
    try await RunningServer.with({
      $0.pictures = .dataURI
      $0.link = .customURI(scheme: "myaccessapp")
    }) { server in
      let response = try await server.dispatch("link-png-qr-code")
      #expect(
        response.json["dispatcherInformation", "response"]?.text?.hasPrefix("data:image/png;base64,iVBOR") == true)
      let text = String(decoding: try Self.message(response), as: UTF8.self)
      #expect(text.hasPrefix("myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=eyJ"))
    }
  }

  @Test func `the data of the request is merged into the payload`() async throws {
    try await RunningServer.with { server in
      let request = DispatchRequest(
        .link, GetUAFRequest(.authentication), data: [.init("correlationId", "17"), .init("n", .number(2))])
      let answer = try await server.post(Self.path, request.json.description)
      let data = MessageCheck(try Self.message(try DispatchResponse(json: answer.body))).carried?["nma_data"]
      #expect(data?["correlationId"]?.text == "17")
      #expect(data?["n"] == .number(2))
    }
  }

  @Test func `a message that is too long for a symbol is a dispatch error`() async throws {
    try await RunningServer.with { server in
      let request = DispatchRequest(
        .linkSymbol, GetUAFRequest(.authentication), data: [.init("x", .string(String(repeating: "x", count: 4000)))])
      let answer = try await server.post(Self.path, request.json.description)
      #expect(try DispatchResponse(json: answer.body).result == .dispatchError)
      #expect(answer.status == 200)
    }
  }

  @Test func `a dispatcher, user or target that there is not has its own result`() async throws {
    try await RunningServer.with({ $0.users = ["jeff"] }) { server in
      let other = try await server.post(Self.path, Self.request.replacing("\"link\"", with: "\"pigeon\""))
      #expect(try DispatchResponse(json: other.body).result == .dispatcherNotFound)
      #expect(try await server.dispatch(username: "kate").result == .userNotFound)
      #expect(try await server.dispatch("firebase-cloud-messaging").result == .dispatchTargetNotFound)
      #expect(try await server.dispatch(username: nil).result == .dispatched)
      let nobody = try await server.post(
        "/nevisfido/token/dispatch/registration",
        Self.request.replacing("Auth", with: "Reg").replacing("jeff", with: "x"))
      #expect(try DispatchResponse(json: nobody.body).result == .userNotFound)
      let unnamed = #"{"dispatcher":"link","getUafRequest":{"op":"Reg","context":"{}"}}"#
      let registration = try await server.post("/nevisfido/token/dispatch/registration", unnamed)
      #expect(try DispatchResponse(json: registration.body).result == .userNotFound)
    }
  }

  /// Requests that are not well formed, and what the answer says of them.
  static let faulty: [(String, String)] = [
    ("", "not JSON"), ("[]", "not a request"), ("{}", "a payload or other JSON"),
    (#"{"dispatcher":"link"}"#, "OOB"),
    (#"{"dispatcher":"link","getUafRequest":{"op":"Auth","context":{}}}"#, "context is an object"),
    (#"{"dispatcher":"link","getUafRequest":{"op":"Login","context":"{}"}}"#, "op is"),
    (#"{"dispatcher":"link","getUafRequest":{"op":"Reg","context":"{}"}}"#, "the op is not Auth"),
    (
      #"{"dispatcher":"link","dispatcher":"link","getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "appears more than once"
    ),
    (
      #"{"dispatcher":"link","dispatchInformation":{"data":{"token":"x"}},"getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "has a member token"
    ),
    (
      #"{"dispatcher":"link","dispatchInformation":[],"getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "'dispatchInformation' is not an object"
    ),
    (
      #"{"dispatcher":"link","dispatchInformation":{"notification":"x"},"getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "'notification' is not an object"
    ),
    (
      #"{"dispatcher":"link","dispatchInformation":{"data":[null]},"getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "'data' is not an object"
    ),
    (
      #"{"dispatcher":"link","dispatchInformation":{"notification":{"title":1}},"getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "'title' is not a string"
    ),
    (#"{"dispatcher":1,"getUafRequest":{"op":"Auth","context":"{}"}}"#, "'dispatcher' is not a string"),
    (
      #"{"dispatcher":"link","dispatchTargetId":null,"getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "'dispatchTargetId' is not a string"
    ),
    (
      #"{"dispatcher":"link","dispatchInformation":{"notification":{"title":"Pay CHF 200"}},"getUafRequest":{"op":"Auth","context":"{}"}}"#,
      "OOB322"
    ),
  ]

  @Test(arguments: faulty)
  func `a request that is not well formed is refused with a reason`(_ body: String, _ reason: String) async throws {
    try await RunningServer.with { server in
      let answer = try await server.post(Self.path, body)
      #expect(answer.status == 400)
      let json = try JSONDocument(parsing: answer.body).value
      #expect(json["error"]?.text?.contains(reason) == true, "\(answer.text)")
      #expect(json["remedy"]?.text != nil)
    }
  }

  @Test func `findings are those of a check`() async throws {
    try await RunningServer.with { server in
      let answer = try await server.post(Self.path, Self.faulty[3].0)
      let found = try JSONDocument(parsing: answer.body).value["findings"]?.elements
      #expect(found == MessageCheck(Self.faulty[3].0).errors.map(\.json))
      #expect(found?.isEmpty == false)
    }
  }

  @Test func `methods, media types and paths are as documented`() async throws {
    try await RunningServer.with { server in
      let wildcard = try await server.post(Self.path, Self.request, accept: "*/*")
      #expect(wildcard.status == 406)
      #expect(try await server.post(Self.path, Self.request, type: "text/plain").status == 415)
      let ranges = try await server.post(
        Self.path, Self.request, accept: "text/html, application/json;q=0.9", type: "application/json; charset=UTF-8")
      #expect(ranges.status == 200)
      #expect(try await server.post(Self.path + "/", Self.request).status == 200)
      #expect(try await server.post("/nevisfido/token/dispatch", Self.request).status == 404)
      let get = try await RawExchange(port: server.port).send(
        "GET \(Self.path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(get.status == 405)
      #expect(get.headers["allow"] == "POST")
    }
  }

  @Test func `the path of the service can be changed`() async throws {
    try await RunningServer.with({ $0.dispatchPath = "/my/dispatch" }) { server in
      let moved = try await AttackTests.raw(
        server, "POST /my/dispatch/authentication HTTP/1.1",
        AttackTests.usual.dropLast() + ["Content-Length: \(Self.request.utf8.count)"], body: Self.request)
      #expect(moved.status == 200)
      let old = try await server.post(Self.path, Self.request)
      #expect(old.status == 404)
    }
  }

  @Test func `more operations than the limit are refused until some can be forgotten`() async throws {
    try await RunningServer.with({
      $0.sessionLimit = 3
      $0.tokenSeconds = 60
      $0.retentionSeconds = 10
    }) { server in
      for _ in 0..<3 {
        let response = try await server.dispatch()
        #expect(response.result == .dispatched)
      }
      #expect(try await server.dispatch().result == .internalError)
      server.clock.advance(seconds: 65)
      #expect(try await server.dispatch().result == .internalError)
      server.clock.advance(seconds: 6)
      #expect(try await server.dispatch().result == .dispatched)
    }
  }
}
