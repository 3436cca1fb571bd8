import HTTPTypes
import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

/// What somebody else than a front end would send.
@Suite struct AttackTests {
  static let status = "/nevisfido/status"
  static let body = #"{"sessionId":"x"}"#

  /// A request as it is written, without the help of a library.
  static func raw(_ server: RunningServer, _ line: String, _ headers: [String], body: String = body) async throws
    -> RawAnswer
  {
    try await RawExchange(port: server.port).send(
      ([line] + headers + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  static let usual = [
    "Host: localhost", "Accept: application/json", "Content-Type: application/json",
    "Content-Length: \(body.utf8.count)",
  ]

  @Test(arguments: [
    "/../../etc/passwd", "/nevisfido/../nevisfido/status", "/nevisfido//status", "/nevisfido/%2e%2e/nevisfido/status",
    "/nevisfido/./status", "/nevisfido/status/..", "/nevisfido/status%00", "/NEVISFIDO/STATUS", "//nevisfido/status",
    "/nevisfido/status/%2e%2e%2f", "*", "/nevisfido/token/redeem/..",
  ])
  func `a path is taken literally`(_ path: String) async throws {
    try await RunningServer.with { server in
      let answer = try await Self.raw(server, "POST \(path) HTTP/1.1", Self.usual)
      #expect([400, 404].contains(answer.status), "\(answer)")
      #expect(!answer.text.contains("etc"))
    }
  }

  @Test func `a body that is too long is refused before or while it is read`() async throws {
    try await RunningServer.with { server in
      let long = String(repeating: "x", count: 65_537)
      let announced = try await server.post(Self.status, long)
      #expect(announced.status == 413)
      let chunks = String(repeating: "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n", count: 40)
      let chunked = try await Self.raw(
        server, "POST \(Self.status) HTTP/1.1", Array(Self.usual.dropLast()) + ["Transfer-Encoding: chunked"],
        body: chunks + "0\r\n\r\n")
      #expect(chunked.status == 413)
      // A length that is only announced.
      let huge = try await Self.raw(
        server, "POST \(Self.status) HTTP/1.1", Array(Self.usual.dropLast()) + ["Content-Length: 99999999999"])
      #expect(huge.status == 413)
      let fits = try await server.post(Self.status, #"{"sessionId":"x"}"# + String(repeating: " ", count: 65_000))
      #expect(fits.status == 200)
    }
  }

  @Test func `a body that trickles in is given up`() async throws {
    try await RunningServer.with({ $0.bodySeconds = 0.5 }) { server in
      let head = "POST \(Self.status) HTTP/1.1\r\n" + Self.usual.joined(separator: "\r\n") + "\r\n\r\n"
      // The head at once, then a byte every 0.4 s: a busy machine is not slower than the whole body.
      var exchange = RawExchange(port: server.port)
      (exchange.first, exchange.piece, exchange.pause) = (head.utf8.count, 1, 0.4)
      let slow = try await exchange.send(head + Self.body)
      #expect(slow.status == 408)
    }
  }

  @Test func `a body that nobody reads ends the connection`() async throws {
    try await RunningServer.with { server in
      let heads = [
        "POST /elsewhere", "POST \(Self.status)?x", "PUT \(Self.status)", "GET /kiosk", "DELETE /faults",
      ].map { "\($0) HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" }
      for head in heads {
        let start = ContinuousClock.now
        var exchange = RawExchange(port: server.port)
        (exchange.first, exchange.piece, exchange.pause) = (head.utf8.count, 6, 0.1)
        let answer = try await exchange.send(head + String(repeating: "1\r\nx\r\n", count: 200))
        #expect(400..<500 ~= answer.status, "\(head): \(answer)")
        #expect(answer.headers["connection"] == "close")
        #expect(ContinuousClock.now - start < .seconds(8))
      }
    }
  }

  @Test func `a connection that says nothing, or never ends its head, is closed`() async throws {
    try await RunningServer.with({ $0.idleSeconds = 0.5 }) { server in
      let start = ContinuousClock.now
      let silent = try await RawExchange(port: server.port).send("")
      #expect(silent.status == 0)
      let head = try await RawExchange(port: server.port, piece: 6, pause: 0.2).send(
        "POST /nevisfido/status HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "y", count: 60))")
      #expect(head.status == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test func `headers that could be read in two ways are refused`() async throws {
    try await RunningServer.with { server in
      let smuggled: [[String]] = [
        Self.usual + ["Transfer-Encoding: chunked"], Self.usual + ["Content-Length: 3"],
        Self.usual + ["X: a\u{0}b"], Self.usual + ["X : b"], Self.usual + ["Content-Length : 3"],
        Self.usual + ["X: " + String(repeating: "y", count: 9000)],
        Self.usual + (0..<100).map { "X-\($0): y" },
      ]
      for headers in smuggled {
        let answer = try await Self.raw(server, "POST \(Self.status) HTTP/1.1", headers)
        #expect(answer.status == 400, "\(headers.last ?? ""): \(answer)")
      }
    }
  }

  @Test func `nothing that is sent gets into a header of the answer`() async throws {
    try await RunningServer.with { server in
      let text = #"a\r\nSet-Cookie: x=1"#
      let request = #"{"dispatcher":"\#(text)","getUafRequest":{"op":"Auth","context":"{}"}}"#
      let answer = try await server.post(DispatchServiceTests.path, request)
      #expect(answer.status == 200)
      #expect(answer.headers["set-cookie"] == nil)
      #expect(!server.log.text.contains("Set-Cookie"))
      let names = Set(answer.headers.keys)
      #expect(
        names == [
          "content-type", "cache-control", "x-content-type-options", "referrer-policy", "content-security-policy",
          "cross-origin-resource-policy",
          "content-length", "date",
        ])
    }
  }

  @Test(arguments: Endpoint.allCases.filter { $0.methods.contains(.post) })
  func `what a page of another site makes a browser send is refused`(_ endpoint: Endpoint) async throws {
    try await RunningServer.with { server in
      let path = endpoint.path(ServerSettings()).replacing("{operation}", with: "authentication")
      let own = "http://127.0.0.1:\(server.port)"
      let foreign = [
        ["Origin: https://evil.example"], ["Origin: null"], ["Origin: http://127.0.0.1:1"],
        ["Origin: http://localhost"],
        ["Origin: \(own).evil.example"], ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"],
        ["Origin: \(own)", "Sec-Fetch-Site: cross-site"],
      ]
      for headers in foreign {
        let answer = try await server.post(path, "{}", accept: endpoint.mediaType ?? "", headers: headers)
        #expect(answer.status == 403, "\(headers)")
        #expect(answer.headers["access-control-allow-origin"] == nil)
      }
      // What a form can send without asking first.
      for type in [
        "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=latin1",
      ] {
        let answer = try await server.post(path, "{}", accept: endpoint.mediaType ?? "", type: type)
        #expect(answer.status == 415)
      }
      let same = try await server.post(
        path, "{}", accept: endpoint.mediaType ?? "", headers: ["Origin: \(own)", "Sec-Fetch-Site: same-origin"])
      // It gets as far as the check of its body, which is good for a display alone.
      #expect(same.status == (endpoint == .kioskOperation ? 200 : 400))
    }
  }

  @Test func `a page of another site cannot make a browser read or delete anything`() async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", #"{"fault":"error","on":"redeem"}"#)
      let display = try await KioskTests.Display(server)
      for (method, path, accept) in [
        ("DELETE", "/faults", "application/json"), ("GET", "/faults", "application/json"),
        ("GET", "/kiosk/state", "application/json"), ("GET", "/kiosk/events", "text/event-stream"),
      ] {
        for header in ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"] {
          let answer = try await Self.raw(
            server, "\(method) \(path) HTTP/1.1",
            ["Host: localhost", "Accept: \(accept)", "Cookie: \(display.cookie)", header], body: "")
          #expect(answer.status == 403, "\(method) \(path) \(header)")
        }
      }
      let faults = try await KioskTests.get("/faults", "application/json", server)
      #expect(faults.text.contains("redeem"))
    }
  }

  @Test func `the browser's question whether another site may send is answered with no`() async throws {
    try await RunningServer.with { server in
      let answer = try await Self.raw(
        server, "OPTIONS /nevisfido/token/redeem/authentication HTTP/1.1",
        ["Host: localhost", "Origin: https://evil.example", "Access-Control-Request-Method: POST"], body: "")
      #expect(answer.status == 405)
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test(arguments: [
    (";", 406), ("a,;", 406), (",", 406), ("application/json,;", 200), ("text/html, application/json;q=1", 200),
  ])
  func `an Accept header of separators does not stop the server`(_ accept: String, _ status: Int) async throws {
    try await RunningServer.with { server in
      let answer = try await server.post(Self.status, Self.body, accept: accept)
      #expect(answer.status == status)
    }
  }

  @Test func `the log names the endpoint of what is refused`() async throws {
    try await RunningServer.with { server in
      let refused = [
        (try await server.post(Self.status, Self.body, accept: "text/html"), "POST status: 406"),
        (try await server.post(Self.status, Self.body, type: "text/plain"), "POST status: 415"),
        (try await server.post(Self.status, Self.body, headers: ["Origin: https://evil.example"]), "POST status: 403"),
        (try await Self.raw(server, "PUT \(Self.status) HTTP/1.1", Self.usual), "PUT status: 405"),
        (try await Self.raw(server, "POST /x HTTP/1.1", Self.usual), "POST elsewhere: 404"),
      ]
      let lines = server.log.text.split(separator: "\n")
      #expect(lines.count == refused.count)
      for ((answer, start), line) in zip(refused, lines) {
        #expect(line.hasPrefix(start), "\(line)")
        #expect(answer.headers["connection"] == "close")
      }
    }
  }

  @Test func `a client that leaves in the middle of its body is logged`() async throws {
    try await RunningServer.with { server in
      let head = "POST \(Self.status) HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
      let rest = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
      try await RawExchange(port: server.port).leave(after: head + rest)
      for _ in 0..<100 where server.log.text.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
      #expect(server.log.text.hasPrefix("POST status: "), "\(server.log.text)")
    }
  }

  @Test func `an IPv6 address is a name of the server as URLs have it`() throws {
    var settings = ServerSettings()
    settings.host = "FD00::1"
    #expect(settings.authority(port: 9080) == "[FD00::1]:9080")
    let request = HTTPRequest(method: .post, scheme: "http", authority: "[fd00::1]:9080", path: Self.status)
    #expect(try RequestGuard(settings).route(of: request).endpoint == .status)
  }

  @Test(arguments: ["evil.example", "127.0.0.1.evil.example", "localhost.", "", "evil.example:9080"])
  func `a name that was made to lead here is refused`(_ host: String) async throws {
    try await RunningServer.with { server in
      let answer = try await Self.raw(
        server, "POST \(Self.status) HTTP/1.1", ["Host: \(host)"] + Self.usual.dropFirst())
      #expect([400, 421].contains(answer.status))
    }
  }

  @Test func `two names for the server are refused`() async throws {
    try await RunningServer.with { server in
      let answer = try await Self.raw(server, "POST \(Self.status) HTTP/1.1", Self.usual + ["Host: evil.example"])
      #expect(answer.status == 400)
      let line = try await Self.raw(server, "POST //evil.example\(Self.status) HTTP/1.1", Self.usual)
      #expect(line.status == 404)
    }
  }

  @Test func `a name that the server was given is taken`() async throws {
    try await RunningServer.with({ $0.hostNames = ["fido.example.com"] }) { server in
      for host in ["fido.example.com", "FIDO.example.com:9080", "[::1]:9080", "localhost:1"] {
        let answer = try await Self.raw(
          server, "POST \(Self.status) HTTP/1.1", ["Host: \(host)"] + Self.usual.dropFirst())
        #expect(answer.status == 200)
      }
    }
  }

  @Test func `a token in a URL is refused, and neither repeated nor logged`() async throws {
    try await RunningServer.with { server in
      let token = try #require(try await server.dispatch().token)
      let redeem = "/nevisfido/token/redeem/authentication"
      for path in [
        "\(redeem)?token=\(token)", "\(redeem)/\(token)", "\(redeem)?", "/kiosk?dispatchTokenResponse=\(token)",
        "/\(token)",
      ] {
        let answer = try await server.post(path, #"{"token":"\#(token)"}"#, accept: "application/fido+uaf")
        #expect([400, 404].contains(answer.status))
        #expect(!answer.text.contains(token))
      }
      #expect(!server.log.text.contains(token))
      // It was not spent.
      #expect(try await server.redeem(token).isSuccess)
    }
  }

  @Test func `no secret is in the log`() async throws {
    try await RunningServer.with { server in
      let response = try await server.dispatch()
      let (token, session) = (try #require(response.token), try #require(response.sessionID))
      let redeemed = try await server.redeem(token)
      let serverData = try server.serverData(redeemed)
      _ = try await server.redeem(token)
      _ = try await server.status(session)
      _ = try await server.conclude(serverData, "approved")
      _ = try await server.post(Self.status, #"{"sessionId":"\#(session)","token":"\#(token)"}"#)
      _ = try await server.post(DispatchServiceTests.path, #"{"getUafRequest":{"op":"Nothing","context":"{}"}}"#)
      let log = server.log.text
      for secret in [token, session, serverData, String(serverData.prefix(20))] { #expect(!log.contains(secret)) }
      #expect(log.contains("token \(token.prefix(8))…"))
      #expect(log.split(separator: "\n").count == 7, "\(log)")
    }
  }

  @Test func `JSON that is deep or large does not stop the server`() async throws {
    try await RunningServer.with { server in
      let deep = String(repeating: "[", count: 30_000)
      let answer = try await server.post(DispatchServiceTests.path, deep)
      #expect(answer.status == 400)
      let members = (0..<3000).map { #""k\#($0)":1"# }.joined(separator: ",")
      let wide = try await server.post(Self.status, "{\(members)}")
      #expect(wide.status == 400)
      let after = try await server.post(Self.status, Self.body)
      #expect(after.status == 200)
    }
  }
}
