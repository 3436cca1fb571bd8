import FoundationEssentials
import HTTPTypes
import OutOfBand
import QREncoding
import QRSymbology
import ServiceLifecycle
import SymbolDrawing
import TextFormats

/// Serves the kiosk display: a page, a login at a time, and how far it has come.
struct KioskService: Sendable {
  let logins: any KioskLogins
  let displays: KioskDisplays
  let settings: ServerSettings
  let brand: KioskBrand
  let metrics: ServerMetrics
  /// What makes the symbols.
  var dispatcher = DispatchRequest.Dispatcher.linkSymbol
  /// Makes the secret of a new display.
  let secret: @Sendable () async -> String
  let clock: @Sendable () -> Date

  /// The name of the cookie.
  static let cookie = "oobqr-display"

  /// What a display shows.
  enum State: String, Hashable, Sendable, CaseIterable {
    case waiting
    /// A phone has redeemed the token.
    case opened
    case succeeded, failed, expired
  }

  // MARK: Answers

  /// The page in a language; `nil` is the browser's choice.
  func page(_ language: String?, accepted: String) -> Reply {
    let texts = PageTexts.all.first { $0.language == language } ?? .preferred(accepted)
    let message = DispatchedMessage(
      token: "t", redeemURL: Endpoint.redeem.url("https://fido.example.com", .authentication, settings), data: [],
      settings)
    return KioskPage.reply(texts, ScanInstructions(Array((hasLinks ? message.link : message.base64).utf8)), brand)
  }

  /// Starts a login, and returns its symbol; the token is nowhere else in the answer. The login before it still counts, unless
  /// the visitor who began it has left.
  ///
  /// - Throws: ``Refusal`` with status 400, or 503 when no more operations can be kept; ``BackendFailure``.
  func start(_ body: [UInt8], cookies: [String], origin: String) async throws -> Reply {
    let startsOver = try StrictObject(parsing: body, allowing: ["startsOver"]).flag("startsOver")
    let now = clock()
    let login = try await logins.start(origin: origin, now: now)
    var secret = Self.secret(in: cookies) ?? ""
    if !(await displays.has(secret)) { secret = await self.secret() }
    var earlier: String?
    if !startsOver, let last = await displays.sessions(of: secret)?.last, await logins.isOpen(last, now: now) {
      earlier = last
    }
    try await displays.add(login.session, replacing: earlier, to: secret, now: now)
    let symbol = try QREncoder(level: .medium).encode(login.message)
    let lifetime = settings.tokenSeconds * 1000
    var reply = Reply(
      [
        "svg": .string(SVG.draw(symbol, scale: 8)), "lifetimeMillis": .number(lifetime),
        // A tenth of its life, and two seconds at least, are left for a phone that is just being taken out; a life too short
        // for that is used up to its half.
        "renewAfterMillis": .number(max(lifetime / 2, lifetime - max(lifetime / 10, 2000))),
      ], note: "display \(Secret.shortened(secret)) session \(Secret.shortened(login.session))")
    reply.event = .symbol(isRenewal: earlier != nil)
    reply.headers[.setCookie] = "\(Self.cookie)=\(secret); Path=/kiosk; HttpOnly; SameSite=Strict"
    return reply
  }

  /// How far the login of a display has come, once.
  ///
  /// - Throws: ``Refusal`` with status 403 for a request without the cookie of a display; ``BackendFailure``.
  func state(cookies: [String]) async throws -> Reply {
    Reply(Self.json(try await state(of: try await display(cookies))))
  }

  /// The same as server-sent events: at once, whenever it changes, and a comment every ten seconds, until the login has ended or
  /// the server stops.
  func events(cookies: [String]) async throws -> Reply {
    let secret = try await display(cookies)
    // Where a backend fails already, there is no stream.
    _ = try await state(of: secret)
    var reply = Reply(type: "text/event-stream", body: [])
    reply.stream = { write in
      metrics.streamOpened()
      defer { metrics.streamClosed() }
      var last: State?
      var silence = 0.0
      while !Task.isCancelled, !Task.isShuttingDownGracefully {
        let state: State
        // A failure of a backend ends the stream; the display then asks for the state, and gets the error.
        do { state = try await self.state(of: secret) } catch is BackendFailure { return }
        if state != last {
          try await write("data: \(Self.json(state))\n\n")
          (last, silence) = (state, 0)
        } else if silence >= 10 {
          try await write(": still there\n\n")
          silence = 0
        }
        if state == .succeeded || state == .failed { return }
        try await Task.sleep(for: .milliseconds(200))
        silence += 0.2
      }
    }
    return reply
  }

  /// Whether symbols have links; without one, a payload is for the app's own scanner.
  private var hasLinks: Bool { dispatcher != .rawSymbol }

  private static func json(_ state: State) -> JSONValue { ["state": .string(state.rawValue)] }

  // MARK: Displays

  private static func secret(in cookies: [String]) -> String? {
    for pair in cookies.flatMap({ $0.split(separator: ";") }) {
      let text = pair.trimmingPrefix(while: { $0 == " " })
      if text.hasPrefix(cookie + "=") { return String(text.dropFirst(cookie.count + 1)) }
    }
    return nil
  }

  private func display(_ cookies: [String]) async throws -> String {
    guard let secret = Self.secret(in: cookies), await displays.has(secret) else {
      throw Refusal(
        .forbidden, "the request has no cookie of a display", "start a login with POST /kiosk/operation")
    }
    return secret
  }

  /// The state of the operation that has come furthest: the phone has at most one of a symbol and the one that it replaced.
  private func state(of secret: String) async throws -> State {
    var states: [State] = []
    for id in await displays.sessions(of: secret) ?? [] {
      if let state = try await logins.state(of: id, now: clock()) { states.append(state) }
    }
    return [.succeeded, .failed, .opened, .waiting].first(where: states.contains) ?? .expired
  }
}
