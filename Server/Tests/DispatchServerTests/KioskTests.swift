import Foundation
import HandsetSimulation
import ImageCoding
import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer
import PhoneSimulation

@Suite struct KioskTests {
  /// A display: what a browser keeps of it.
  struct Display: Sendable {
    let server: RunningServer
    var cookie: String
    var svg: String

    /// Starts a login, on a new display or on one that there is.
    init(_ server: RunningServer, cookie: String? = nil) async throws {
      let answer = try await server.post(
        "/kiosk/operation", "{}", headers: cookie.map { ["Cookie: theme=dark; \($0)"] } ?? [])
      #expect(answer.status == 200)
      let set = try #require(answer.headers["set-cookie"])
      #expect(set.hasSuffix("; Path=/kiosk; HttpOnly; SameSite=Strict"))
      self.server = server
      self.cookie = String(set.split(separator: ";")[0])
      svg = try #require(try JSONDocument(parsing: answer.body).value["svg"]?.text)
    }

    func state() async throws -> String {
      let answer = try await KioskTests.get("/kiosk/state", "application/json", server, cookie: cookie)
      #expect(answer.status == 200)
      return try #require(try JSONDocument(parsing: answer.body).value["state"]?.text)
    }
  }

  static func get(
    _ path: String, _ accept: String, _ server: RunningServer, cookie: String? = nil, headers: [String] = []
  ) async throws -> RawAnswer {
    let lines =
      ["GET \(path) HTTP/1.1", "Host: localhost", "Accept: \(accept)", "Connection: close"] + headers
      + (cookie.map { ["Cookie: \($0)"] } ?? [])
    let answer = try await RawExchange(port: server.port).send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    try OpenAPI.check(answer, "GET", path)
    return answer
  }

  /// Redeems the token of a display's symbol, which is nowhere else.
  static func redeem(_ svg: String, _ server: RunningServer) async throws -> RedeemResponse {
    let picture = try SymbolPicture.of(svg)
    let check = MessageCheck(try PhoneMessage(picture).bytes)
    return try await server.redeem(try #require(check.carried?["nma_data"]?["token"]?.text))
  }

  @Test func `a display sees its login come and succeed`() async throws {
    try await RunningServer.with { server in
      let display = try await Display(server)
      #expect(try await display.state() == "waiting")
      let redeemed = try await Self.redeem(display.svg, server)
      #expect(try await display.state() == "opened")
      _ = try await server.conclude(try server.serverData(redeemed), "approved")
      #expect(try await display.state() == "succeeded")
      // The next login begins from the start.
      let next = try await Display(server, cookie: display.cookie)
      #expect(next.cookie == display.cookie)
      #expect(try await next.state() == "waiting")
    }
  }

  @Test func `a symbol that was scanned just before its renewal still counts`() async throws {
    try await RunningServer.with { server in
      let first = try await Display(server)
      let second = try await Display(server, cookie: first.cookie)
      #expect(first.svg != second.svg)
      let redeemed = try await Self.redeem(first.svg, server)
      #expect(try await second.state() == "opened")
      _ = try await server.conclude(try server.serverData(redeemed), "declined")
      #expect(try await second.state() == "failed")
    }
  }

  @Test func `a login that is started over forgets the one before`() async throws {
    try await RunningServer.with { server in
      let first = try await Display(server)
      let redeemed = try await Self.redeem(first.svg, server)
      // Loading the page again is not enough.
      let second = try await Display(server, cookie: first.cookie)
      #expect(try await second.state() == "opened")
      let headers = ["Cookie: \(first.cookie)"]
      let answer = try await server.post("/kiosk/operation", #"{"startsOver":true}"#, headers: headers)
      #expect(answer.status == 200)
      #expect(try await first.state() == "waiting")
      // Nobody sees how the forgotten login ends.
      _ = try await server.conclude(try server.serverData(redeemed), "approved")
      #expect(try await first.state() == "waiting")
      let wrong = try await server.post("/kiosk/operation", #"{"startsOver":1}"#, headers: headers)
      #expect(wrong.status == 400)
    }
  }

  @Test func `a symbol expires, and says when it is to be renewed`() async throws {
    try await RunningServer.with({ $0.tokenSeconds = 30 }) { server in
      let answer = try await server.post("/kiosk/operation", "{}")
      let json = try JSONDocument(parsing: answer.body).value
      #expect(json["lifetimeMillis"]?.integer == 30_000)
      #expect(json["renewAfterMillis"]?.integer == 27_000)
      let display = try await Display(server)
      server.clock.advance(seconds: 30)
      #expect(try await display.state() == "expired")
    }
  }

  @Test func `events follow the state, and end with the login`() async throws {
    try await RunningServer.with { server in
      let display = try await Display(server)
      async let stream = Self.get("/kiosk/events", "text/event-stream", server, cookie: display.cookie)
      try await Task.sleep(for: .milliseconds(600))
      let redeemed = try await Self.redeem(display.svg, server)
      try await Task.sleep(for: .milliseconds(600))
      _ = try await server.conclude(try server.serverData(redeemed), "approved")
      let answer = try await stream
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "text/event-stream")
      let states = answer.text.matches(of: /data: {"state":"([a-z]+)"}\n\n/).map { String($0.output.1) }
      #expect(states == ["waiting", "opened", "succeeded"])
    }
  }

  @Test func `another display's login is not seen, by state or events`() async throws {
    try await RunningServer.with { server in
      let (one, other) = (try await Display(server), try await Display(server))
      #expect(one.cookie != other.cookie)
      _ = try await Self.redeem(one.svg, server)
      #expect(try await other.state() == "waiting")
      let guesses = [nil, "oobqr-display=", "oobqr-display=x", "oobqr-display=\(String(repeating: "A", count: 43))"]
      for cookie in guesses {
        for (path, accept) in [("/kiosk/state", "application/json"), ("/kiosk/events", "text/event-stream")] {
          let answer = try await Self.get(path, accept, server, cookie: cookie)
          #expect(answer.status == 403)
        }
      }
      // A page of another site cannot read them with the browser's cookie.
      let foreign = try await Self.get(
        "/kiosk/state", "application/json", server, cookie: one.cookie, headers: ["Sec-Fetch-Site: cross-site"])
      #expect(foreign.status == 403)
      // A cookie that somebody planted is replaced.
      let planted = try await Display(server, cookie: "oobqr-display=planted")
      #expect(planted.cookie != "oobqr-display=planted")
    }
  }

  @Test func `the page loads from its own origin alone, and has nothing of an operation`() async throws {
    try await RunningServer.with { server in
      for path in ["/kiosk", "/open", "/open/open.js", "/kiosk/ar", "/kiosk/kiosk.js", "/kiosk/kiosk.css"] {
        let answer = try await Self.get(path, "*/*", server)
        #expect(answer.status == 200)
        #expect(
          answer.headers["content-security-policy"]
            == "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'")
        #expect(answer.headers["referrer-policy"] == "no-referrer")
        #expect(!answer.text.contains(/https?:\/\//))
        #expect(!answer.text.contains(/\sstyle=|\son[a-z]+=|\{\{/))
      }
      // No login was started by any of them.
      #expect(!server.log.text.contains("session"))
    }
  }

  @Test func `no token is in the log, the answers or the cookie of a display`() async throws {
    try await RunningServer.with { server in
      let display = try await Display(server)
      let picture = try SymbolPicture.of(display.svg)
      let check = MessageCheck(try PhoneMessage(picture).bytes)
      let token = try #require(check.carried?["nma_data"]?["token"]?.text)
      #expect(!display.svg.contains(token))
      #expect(!display.cookie.contains(token))
      let secret = String(display.cookie.split(separator: "=")[1])
      #expect(!server.log.text.contains(token))
      #expect(!server.log.text.contains(secret))
    }
  }

  // MARK: Languages

  @Test(arguments: [
    ("", "en"), ("de-CH, en;q=0.5", "de"), ("en;q=0.3, fr;q=0.9", "fr"), ("ar", "ar"), ("it, rm", "en"),
    ("de;q=0, fr;q=0.1", "fr"), ("xx;q=x,;,de", "de"),
  ])
  func `the browser chooses among the languages`(_ accepted: String, _ language: String) {
    #expect(PageTexts.preferred(accepted).language == language)
  }

  @Test func `every language has every text, with its places`() {
    for texts in PageTexts.all {
      #expect(texts.names == PageTexts.all[0].names)
      for name in texts.names {
        let places = texts[name].matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
        let expected = PageTexts.all[0][name].matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
        #expect(places == expected, "\(texts.language) \(name)")
        #expect(!texts[name].isEmpty)
      }
    }
  }

  @Test func `a page is in one language and direction`() async throws {
    try await RunningServer.with { server in
      for (path, start) in [
        ("/kiosk/ar", #"<html lang="ar" dir="rtl">"#), ("/kiosk/fr", #"<html lang="fr" dir="ltr">"#),
      ] {
        let answer = try await Self.get(path, "text/html", server)
        #expect(answer.text.contains(start))
        #expect(answer.text.contains(#" aria-current="page""#))
      }
      let unknown = try await Self.get("/kiosk/xx", "text/html", server)
      #expect(unknown.status == 404)
      let chosen = try await Self.get("/kiosk", "text/html", server, headers: ["Accept-Language: de"])
      #expect(chosen.headers["content-language"] == "de")
    }
  }

  @Test func `phones are told what the simulation knows of them`() {
    let english = PageTexts.all[0]
    let link = ScanInstructions(Array("https://access.example.com/open?dispatchTokenResponse=\(Self.payload)".utf8))
    #expect(
      link.lines(english) == [
        "Android 12 or newer, iOS 17 or newer: point the camera at the code and tap the link that appears."
      ])
    let uri = ScanInstructions(
      Array("myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=\(Self.payload)".utf8))
    #expect(
      uri.lines(english) == [
        "Android 12: point the camera at the code and tap the link that appears.",
        "Android 13 or newer: open the app and scan the code there.",
        "iOS 17 or newer: point the camera at the code and tap the link that appears.",
      ])
  }

  private static let payload = Base64.encodeURL(
    OutOfBandPayload.json(
      token: "b4b07559-f934-4597-a1c5-44d89f691e8f", redeemURL: "https://fido.example.com/token/redeem/authentication"))

  @Test func `displays are of bounded number`() async throws {
    let displays = try KioskDisplays()
    let start = Date(timeIntervalSince1970: 0)
    for number in 0...KioskDisplays.limit {
      try await displays.add("s", replacing: nil, to: "\(number)", now: start + Double(number))
    }
    #expect(await !displays.has("0"))
    #expect(await displays.has("1"))
    #expect(await displays.has("\(KioskDisplays.limit)"))
  }
}
