import FoundationEssentials
import HTTPTypes
import OutOfBand

/// Where the logins of displays come from.
protocol KioskLogins: Sendable {
  /// What makes the symbols.
  nonisolated var dispatcher: DispatchRequest.Dispatcher { get }

  /// Starts a login.
  ///
  /// - Parameter origin: Scheme, host and port of this server.
  /// - Throws: ``Refusal`` with status 503 when no more operations can be kept, and whatever a source fails with.
  func start(origin: String, now: Date) async throws -> KioskLogin

  /// Whether a login has not ended, as far as it is known without asking.
  func isOpen(_ session: String, now: Date) async -> Bool

  /// How far a login has come; `nil` for one that is not known, or no longer.
  func state(of session: String, now: Date) async throws -> KioskService.State?

  /// How many logins have not ended.
  func liveCount(now: Date) async -> Int

  /// Gives up the requests in flight; nothing is asked afterwards.
  func close() async
}

/// A login that has been started.
struct KioskLogin: Hashable, Sendable {
  let session: String
  /// What the symbol holds: the token is in it.
  let message: [UInt8]
}

/// The logins of the stand-in itself.
struct StandInLogins: KioskLogins {
  let store: OperationStore
  let settings: ServerSettings

  var dispatcher: DispatchRequest.Dispatcher { .linkSymbol }

  func start(origin: String, now: Date) async throws -> KioskLogin {
    let draft = OperationRequest(
      operation: .authentication, dispatcher: .linkSymbol, tokenSeconds: Double(settings.tokenSeconds))
    guard let session = try await store.start(draft, now: now) else { throw Refusal.full(settings) }
    let message = DispatchedMessage(
      token: session.token, redeemURL: Endpoint.redeem.url(origin, .authentication, settings), data: [], settings)
    return KioskLogin(session: session.id, message: Array(message.link.utf8))
  }

  func isOpen(_ session: String, now: Date) async -> Bool {
    await store.session(session, now: now).map { !$0.status.isFinal } ?? false
  }

  func state(of session: String, now: Date) async throws -> KioskService.State? {
    await store.session(session, now: now).flatMap { .init($0.status, $0.tokenResult) }
  }

  func liveCount(now: Date) async -> Int { await store.liveCount(now: now) }

  func close() async {}
}

extension KioskService.State {
  /// What a display shows of a status (nevisFIDO reference guide, *Status Service*); `nil` for `unknown`.
  init?(_ status: StatusResponse.Status, _ tokenResult: StatusResponse.TokenResult?) {
    switch status {
    case .tokenCreated: self = .waiting
    case .clientRegistering, .clientAuthenticating: self = .opened
    case .succeeded: self = .succeeded
    case .failed: self = tokenResult == .tokenTimedOut ? .expired : .failed
    case .unknown: return nil
    }
  }

  /// Whether the login has ended.
  var isEnd: Bool { self != .waiting && self != .opened }
}

extension Refusal {
  /// There is no room for another operation.
  static func full(_ settings: ServerSettings) -> Refusal {
    Refusal(
      .serviceUnavailable, "the limit of \(settings.sessionLimit) operations is reached", "try again later")
  }
}
