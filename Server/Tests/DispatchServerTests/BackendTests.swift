#if TLS
import Foundation
import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer
import PhoneSimulation

/// A display whose logins come from a backend: another server of ours, and one of another make.
@Suite final class BackendTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("oobqr-backend-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String, _ text: String? = nil) throws -> String {
    let url = folder.appendingPathComponent(name)
    if let text { try Data(text.utf8).write(to: url) }
    return url.path
  }

  private static let dispatchPath = "/nevisfido/token/dispatch/authentication"

  /// A backend that is asked without pause.
  static func backend(
    _ port: Int, _ dispatchPath: String = dispatchPath, _ statusPath: String = "/nevisfido/status"
  ) -> ServerSettings.Backend {
    var backend = ServerSettings.Backend(
      origin: "http://127.0.0.1:\(port)", dispatchPath: dispatchPath, statusPath: statusPath)
    backend.statusSeconds = 0
    return backend
  }

  /// Whether a display is soon in a state: an answer that is under way may be older than the change.
  static func waits(for state: String, _ display: KioskTests.Display) async throws -> Bool {
    for _ in 0..<40 {
      if try await display.state() == state { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  // MARK: A backend of ours

  @Test(arguments: [
    ("link", "android-14:camera", PhoneUser.approve, "succeeded"),
    ("link-png-qr-code", "ios-18:camera", .decline, "failed"), ("png-qr-code", "access-app", .approve, "succeeded"),
  ])
  func `a display follows a login of the backend to its end`(
    _ dispatcher: String, _ phone: String, _ user: PhoneUser, _ end: String
  ) async throws {
    let request = try file(
      "request.json", #"{"dispatcher":"\#(dispatcher)","getUafRequest":{"op":"Auth","context":"{}"}}"#)
    try await RunningServer.with { backend in
      try await RunningServer.with({
        $0.backend = Self.backend(backend.port)
        $0.backend?.request = request
      }) { front in
        let display = try await KioskTests.Display(front)
        #expect(try await display.state() == "waiting")
        async let stream = KioskTests.get("/kiosk/events", "text/event-stream", front, cookie: display.cookie)
        try await Task.sleep(for: .milliseconds(500))
        let picture = try SymbolPicture.of(display.svg)
        let ignored = try await PhoneTests.act(phone, .ignore, on: picture)
        #expect(ignored.ending == .ignored)
        #expect(try await Self.waits(for: "opened", display))
        // The phone that redeemed the token continues with another login.
        let next = try await KioskTests.Display(front, cookie: display.cookie)
        let report = try await PhoneTests.act(phone, user, on: try SymbolPicture.of(next.svg))
        #expect(report.ending == .reported(status: end))
        // Of the two symbols, the one that has come furthest counts.
        #expect(try await Self.waits(for: end, next))
        let states = try await stream.text.matches(of: /data: {"state":"([a-z]+)"}\n\n/).map { String($0.output.1) }
        // The status is asked for once a second at most: a short "opened" may fall between two questions.
        #expect(states == ["waiting", "opened", end] || states == ["waiting", end])
        // Neither the token nor a whole identifier of a session is in the log.
        let check = MessageCheck(try PhoneMessage(picture).bytes)
        let token = try #require(check.carried?["nma_data"]?["token"]?.text)
        #expect(!display.svg.contains(token) && !front.log.text.contains(token))
        #expect(!front.log.text.contains(/[0-9a-f]{8}-[0-9a-f]{4}-/))
        #expect(front.log.text.contains(/kioskOperation: 200 display .{8}… session [0-9a-f]{8}…/))
        let page = try await KioskTests.get("/kiosk/en", "text/html", front)
        #expect(page.text.contains("open the app and scan") == (dispatcher == "png-qr-code"))
      }
    }
  }

  @Test func `a login expires when the backend says so, or when it is too old`() async throws {
    try await RunningServer.with({ $0.tokenSeconds = 30 }) { backend in
      try await RunningServer.with({ $0.backend = Self.backend(backend.port) }) { front in
        let first = try await KioskTests.Display(front)
        #expect(try await first.state() == "waiting")
        backend.clock.advance(seconds: 30)
        #expect(try await first.state() == "expired")
        let second = try await KioskTests.Display(front)
        let live = try await KioskTests.get("/metrics", "*/*", front)
        #expect(live.text.contains("oobqr_live_sessions 1\n"))
        front.clock.advance(seconds: 240)
        #expect(try await second.state() == "expired")
      }
    }
  }

  @Test func `nothing of the stand-in is served in front of a backend`() async throws {
    try await RunningServer.with { backend in
      try await RunningServer.with({ $0.backend = Self.backend(backend.port) }) { front in
        for endpoint in Endpoint.allCases {
          let path = endpoint.path(ServerSettings()).replacing("{operation}", with: "authentication")
            .replacing("/{language}", with: "")
          for method in endpoint.methods {
            let answer = try await RawExchange(port: front.port).send(
              "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nConnection: close\r\n\r\n")
            let isServed = endpoint.rawValue.hasPrefix("kiosk") || endpoint == .metrics
            #expect((answer.status != 404) == isServed, "\(method) \(path)")
          }
        }
      }
    }
  }

  @Test func `the log has a line when the backend goes away and one when it is back`() async throws {
    let backend = try Program(["--port", "0"])
    let port = try await backend.port()
    let secret = try file("secret", "X-Api-Key: 9f1c-top-secret\n")
    let front = try Program([
      "--port", "0", "--backend", "http://127.0.0.1:\(port)", "--dispatch-path", Self.dispatchPath, "--status-path",
      "/nevisfido/status", "--backend-credentials", secret,
    ])
    let server = RunningServer(port: try await front.port(), clock: TestClock(), log: LogLines())
    let display = try await KioskTests.Display(server)
    #expect(await backend.stop(SIGTERM) == 0)
    // The status was asked for within the last second.
    try await Task.sleep(for: .milliseconds(1100))
    for _ in 0..<2 {
      let state = try await KioskTests.get("/kiosk/state", "application/json", server, cookie: display.cookie)
      #expect(state.status == 502)
      #expect(try await server.post("/kiosk/operation", "{}").status == 502)
    }
    let stream = try await KioskTests.get("/kiosk/events", "text/event-stream", server, cookie: display.cookie)
    #expect(stream.status == 502)
    let again = try Program(["--port", "\(port)"])
    #expect(try await again.port() == port)
    let next = try await KioskTests.Display(server, cookie: display.cookie)
    let report = try await PhoneTests.act("android-14:camera", .approve, on: try SymbolPicture.of(next.svg))
    #expect(report.ending == .reported(status: "succeeded"))
    try await Task.sleep(for: .milliseconds(1100))
    // The restarted backend has forgotten the first login, and the second one has succeeded.
    #expect(try await next.state() == "succeeded")
    let said = front.said
    #expect(said.contains("oobqr-server: logins come from http://127.0.0.1:\(port)\n"))
    for service in ["dispatch", "status"] {
      let away = "the backend's \(service) service cannot be reached: the host refuses the connection"
      #expect(said.components(separatedBy: away).count == 2, "\(said)")
      #expect(said.contains("the backend's \(service) service answers again"), "\(said)")
    }
    #expect(!said.contains("top-secret"))
    #expect(await front.stop(SIGTERM) == 0)
    #expect(await again.stop(SIGTERM) == 0)
  }

  @Test func `a backend by https is trusted by its own certificates alone`() async throws {
    let tls = try file("tls")
    let backend = try Program(["--port", "0", "--tls-local", tls])
    let origin = "https://localhost:\(try await backend.port())"
    for (certificates, status) in [(tls + "/ca.pem", 200), (nil, 502)] {
      try await RunningServer.with({
        $0.backend = .init(origin: origin, dispatchPath: Self.dispatchPath, statusPath: "/nevisfido/status")
        $0.backend?.certificates = certificates
      }) { front in
        let answer = try await front.post("/kiosk/operation", "{}")
        #expect(answer.status == status)
        #expect((status == 200) != front.log.text.contains("its certificate is not trusted"), "\(front.log.text)")
      }
    }
    #expect(await backend.stop(SIGTERM) == 0)
  }

  // MARK: A backend of another make

  @Test func `every answer of a backend gives a login or one clear line`() async throws {
    let foreign = try await ForeignBackend()
    let dispatch: [(String, String)] = [
      ("/redirect", "redirects (HTTP status 307), which is not followed; give its final address"),
      ("/fails", "answered with HTTP status 500"),
      ("/guarded", "refuses the credentials (HTTP status 401); see --backend-credentials"),
      ("/type", "answered with a type other than application/json"),
      ("/huge", "answered with more than 65536 bytes"), ("/endless", "answered with more than 65536 bytes"),
      ("/slow", "did not answer within 0.5 s"), ("/drop", "cannot be reached: the connection broke"),
      ("/text", "gave an unusable answer: not JSON"), ("/other", "instead of a response of the dispatcher"),
      ("/user", "did not dispatch: userNotFound, there is no such user"),
      ("/word", "did not dispatch: a dispatchResult that is not documented"),
      ("/no-session", "answered without a sessionId"), ("/no-message", "answered without a message for a phone"),
      ("/web", "no link and no payload"), ("/script", "no link and no payload"), ("/picture", "cannot be read"),
      ("/long", "bytes do not fit in a symbol"),
    ]
    let status: [(String, String)] = [
      ("/type", "answered with a type other than application/json"),
      ("/slow", "did not answer within 0.5 s"),
      ("/good", "instead of a response about the status"), ("/new-word", "a status that is not documented"),
      ("/unknown", "does not recognise the session just created"), ("/expired", "has expired"),
      ("/drop", "cannot be reached: the connection broke"),
    ]
    let rows =
      dispatch.map { ($0.0, "/created", "the backend's dispatch service ", $0.1) }
      + status.map { ("/good", $0.0, "the backend's status service ", $0.1) }
    for (dispatchPath, statusPath, service, reason) in rows {
      try await RunningServer.with({
        $0.backend = Self.backend(foreign.port, dispatchPath, statusPath)
        $0.backend?.answerLimit = 65_536
        $0.backend?.answerSeconds = 0.5
      }) { front in
        let start = ContinuousClock.now
        let answer = try await front.post("/kiosk/operation", "{}")
        #expect(answer.status == 502, "\(dispatchPath) \(statusPath)")
        #expect(ContinuousClock.now - start < .seconds(5), "\(dispatchPath) \(statusPath)")
        #expect(!answer.text.contains("evil") && answer.headers["set-cookie"] == nil)
        let lines = front.log.text.split(separator: "\n").filter { $0.hasPrefix(service) }
        #expect(lines.count == 1 && lines[0].contains(reason), "\(dispatchPath) \(statusPath): \(front.log.text)")
        #expect(!front.log.text.contains("b4b07559-"))
      }
    }
    // Only what was configured is asked for; a redirect is not followed to /good, nor is anything asked for by GET.
    #expect(foreign.requests.allSatisfy { $0.hasPrefix("POST /") })
    let dispatched = foreign.requests.filter { $0 == "POST /good" }.count
    #expect(dispatched == status.count + 1)
    await foreign.stop()
  }

  @Test func `credentials are sent to the backend alone`() async throws {
    let foreign = try await ForeignBackend()
    for (line, isGood) in [
      ("Authorization: \(ForeignBackend.secret)", true), ("authorization:\(ForeignBackend.secret)\r\n", true),
      ("Authorization: Bearer another\n", false),
    ] {
      let credentials = try file("credentials", line)
      try await RunningServer.with({
        $0.backend = Self.backend(foreign.port, "/guarded", "/created")
        $0.backend?.credentials = credentials
      }) { front in
        let answer = try await front.post("/kiosk/operation", "{}")
        #expect(answer.status == (isGood ? 200 : 502))
        if isGood {
          let display = try await KioskTests.Display(front)
          #expect(try await display.state() == "waiting")
          let message = try PhoneMessage(try SymbolPicture.of(display.svg))
          #expect(MessageCheck(message.bytes).carried?["nma_data"]?["redeem_url"] != nil)
        }
        let page = try await KioskTests.get("/kiosk", "*/*", front)
        for text in [answer.text, page.text, front.log.text] {
          #expect(!text.contains("top-secret") && !text.contains("Bearer"))
        }
      }
    }
    await foreign.stop()
  }

  @Test func `while the status fails, a display that asks again does not get another login`() async throws {
    let foreign = try await ForeignBackend()
    try await RunningServer.with({ $0.backend = Self.backend(foreign.port, "/good", "/unknown") }) { front in
      for _ in 0..<4 {
        let answer = try await front.post("/kiosk/operation", "{}")
        #expect(answer.status == 502)
      }
      #expect(foreign.requests.filter { $0 == "POST /good" }.count == 1)
      front.clock.advance(seconds: BackendLogins.doubtSeconds)
      let answer = try await front.post("/kiosk/operation", "{}")
      #expect(answer.status == 502)
      #expect(foreign.requests.filter { $0 == "POST /good" }.count == 2)
    }
    await foreign.stop()
  }

  @Test func `however many displays ask, the backend is asked once per interval`() async throws {
    let foreign = try await ForeignBackend()
    try await RunningServer.with({
      $0.backend = Self.backend(foreign.port, "/good", "/created")
      $0.backend?.statusSeconds = 60
      $0.sessionLimit = 1
    }) { front in
      let display = try await KioskTests.Display(front)
      for _ in 0..<5 { #expect(try await display.state() == "waiting") }
      #expect(foreign.requests == ["POST /good", "POST /created"])
      // No more logins are kept than was allowed, until they are too old.
      #expect(try await front.post("/kiosk/operation", "{}").status == 503)
      front.clock.advance(seconds: 240)
      #expect(try await front.post("/kiosk/operation", "{}").status == 200)
    }
    await foreign.stop()
  }

  // MARK: Files

  @Test func `a file of the backend that cannot be used is one clear line without its content`() async throws {
    let missing = try file("missing")
    let rows: [(option: String, content: String?, said: String)] = [
      ("--backend-credentials", nil, "cannot read 'PATH': No such file or directory"),
      ("--backend-credentials", "top-secret", "'PATH' is not one ASCII header line, such as Authorization: Bearer "),
      ("--backend-credentials", "A: top-secret\nB: c\n", "'PATH' is not one ASCII header line"),
      ("--backend-credentials", ": top-secret", "'PATH' is not one ASCII header line"),
      ("--backend-credentials", "A b: top-secret", "'PATH' is not one ASCII header line"),
      ("--backend-credentials", "A:", "'PATH' is not one ASCII header line"),
      ("--backend-credentials", "Host: top-secret", "'PATH' has a header that describes the request itself"),
      ("--backend-ca", "top-secret", "'PATH' has no certificate in PEM; give one to --backend-ca"),
      ("--backend-ca", nil, "cannot read 'PATH': No such file or directory"),
      ("--backend-request", "[", "'PATH' cannot be sent to the dispatcher: it is not JSON"),
      (
        "--backend-request",
        #"{"dispatcher":"firebase-cloud-messaging","dispatchTargetId":"x","#
          + #""getUafRequest":{"op":"Auth","context":"{\"username\":\"jeff\"}"}}"#,
        "'PATH' cannot be sent to the dispatcher: its dispatcher makes no link and no symbol"
      ),
      (
        "--backend-request", #"{"dispatcher":"link","getUafRequest":{"op":"Auth","context":{}}}"#,
        "'PATH' cannot be sent to the dispatcher: the context is an object"
      ),
    ]
    for (option, content, said) in rows {
      let path = try content.map { try file("content", $0) } ?? missing
      let program = try Program([
        "--port", "0", "--backend", "https://fido.example.com", "--dispatch-path", "/a", "--status-path", "/b/",
        option,
        path,
      ])
      #expect(await program.ended() == 1)
      let lines = program.said.split(separator: "\n")
      #expect(lines.count == 2 && lines[0] == "oobqr-server: logins come from https://fido.example.com")
      #expect(
        lines.last?.hasPrefix("oobqr-server: " + said.replacing("PATH", with: path)) ?? false, "\(program.said)")
      #expect(!program.said.contains("top-secret"))
    }
  }
}
#endif
