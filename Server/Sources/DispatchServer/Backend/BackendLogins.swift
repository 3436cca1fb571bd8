#if TLS
import FoundationEssentials
import ImageCoding
import Logging
import OutOfBand
import QREncoding
import QRScanning
import QRSymbology
import TextFormats

/// The logins of a real backend. The session of each is kept, its token is not.
actor BackendLogins: KioskLogins {
  private let client: BackendClient
  nonisolated let dispatcher: DispatchRequest.Dispatcher
  private let request: [UInt8]
  private let settings: ServerSettings
  private let interval: Duration
  private let logger: Logger
  private var records: [String: Record] = [:]
  /// A login whose status could not be fetched: until that works, no other is dispatched; otherwise a half-broken backend
  /// would get one every two seconds.
  private var doubtful: (session: String, until: Date)?
  private var failures: [BackendService: BackendFailure] = [:]

  private struct Record {
    let dispatched: Date
    var state = KioskService.State.waiting
    /// Whether the backend has ever reported its status.
    var isConfirmed = false
    var failure: BackendFailure?
    var asked: ContinuousClock.Instant?
    /// The request in flight; everyone who asks meanwhile gets its answer.
    var question: Task<KioskService.State, any Error>?
  }

  /// How long a login whose status cannot be asked for holds up others, in seconds.
  static let doubtSeconds = 30.0
  /// The greatest picture that is scanned, in pixels: a symbol of version 40 with modules of 16 pixels.
  static let pixelLimit = 3000 * 3000

  /// - Parameter logger: Gets a line when a service begins or ceases to fail.
  init(_ backend: ServerSettings.Backend, settings: ServerSettings, logger: Logger) throws(BackendFileFailure) {
    let files = try BackendFiles(backend)
    (client, self.settings, self.logger) = (BackendClient(backend, files), settings, logger)
    dispatcher = files.request.dispatcher ?? .linkSymbol
    request = files.request.json.bytes
    interval = .seconds(backend.statusSeconds)
  }

  func close() async { await client.close() }

  // MARK: Starting

  func start(origin: String, now: Date) async throws -> KioskLogin {
    purge(now: now)
    guard records.count < settings.sessionLimit else { throw Refusal.full(settings) }
    if let doubtful {
      if now < doubtful.until { _ = try await state(of: doubtful.session, now: now) }
      self.doubtful = nil
    }
    let login = try await noting(.dispatch) { try Self.login(try await client.ask(.dispatch, request)) }
    records[login.session] = Record(dispatched: now)
    // A symbol whose login cannot be followed is not shown.
    do { _ = try await state(of: login.session, now: now) } catch {
      doubtful = (login.session, now.addingTimeInterval(Self.doubtSeconds))
      throw error
    }
    return login
  }

  /// Reads the answer of the dispatch service.
  static func login(_ bytes: [UInt8]) throws(BackendFailure.Reason) -> KioskLogin {
    let response: DispatchResponse
    do { response = try DispatchResponse(json: bytes) } catch {
      throw .notResponse("\(error)")
    }
    guard response.result == .dispatched else { throw .notDispatched(response.result) }
    guard let session = response.sessionID, 1...StrictObject.textLimit ~= session.count else { throw .noSession }
    let message: [UInt8]
    switch response.carried {
    case .link(let link): message = Array(link.utf8)
    case .png(let picture): message = try scan(picture)
    case .text(let text): message = Array(text.utf8)
    case nil: throw .noMessage("the response of the dispatcher is missing")
    }
    switch OutOfBandMessage(message) {
    case .link, .payload: break
    default: throw .noMessage("it has no link and no payload of an out-of-band operation")
    }
    guard QREncoder(level: .medium).version(holding: message) != nil else {
      throw .noMessage("its \(message.count) bytes do not fit in a symbol")
    }
    return KioskLogin(session: session, message: message)
  }

  private static func scan(_ picture: [UInt8]) throws(BackendFailure.Reason) -> [UInt8] {
    let detections: [Detection]
    do { detections = try QRScanner().scan(try PNG.decode(picture, maxPixels: pixelLimit)) } catch {
      throw .noMessage("its picture cannot be read")
    }
    guard detections.count == 1 else { throw .noMessage("its picture has \(detections.count) symbols") }
    return detections[0].message
  }

  // MARK: Following

  func isOpen(_ session: String, now: Date) -> Bool {
    records[session].map { !$0.state.isEnd && !isOver($0, now: now) } ?? false
  }

  func liveCount(now: Date) -> Int { records.values.count { !$0.state.isEnd && !isOver($0, now: now) } }

  /// How far a login has come; the backend is asked at most once in an interval, however many want to know.
  func state(of session: String, now: Date) async throws -> KioskService.State? {
    guard let record = records[session], !isOver(record, now: now) else { return nil }
    if record.state.isEnd { return record.state }
    if let question = record.question { return try await question.value }
    if let asked = record.asked, .now - asked < interval {
      if let failure = record.failure { throw failure }
      return record.state
    }
    let question = Task { try await ask(session) }
    records[session]?.question = question
    return try await question.value
  }

  private func ask(_ session: String) async throws -> KioskService.State {
    let body: JSONValue = ["sessionId": .string(session)]
    defer {
      records[session]?.question = nil
      records[session]?.asked = .now
    }
    do {
      let isConfirmed = records[session]?.isConfirmed ?? false
      let state = try await noting(.status) {
        try Self.state(try await client.ask(.status, Array(body.description.utf8)), isConfirmed: isConfirmed)
      }
      records[session]?.state = state
      records[session]?.isConfirmed = true
      records[session]?.failure = nil
      return state
    } catch {
      records[session]?.failure = error as? BackendFailure
      throw error
    }
  }

  /// Reads the answer of the status service.
  ///
  /// - Parameter isConfirmed: Whether the backend recognised the session before; it may then have expired or been forgotten.
  static func state(_ bytes: [UInt8], isConfirmed: Bool) throws(BackendFailure.Reason) -> KioskService.State {
    let response: StatusResponse
    do { response = try StatusResponse(json: bytes) } catch {
      throw .notResponse("\(error)")
    }
    guard let status = response.status else { throw .otherWord }
    let state = KioskService.State(status, response.tokenResult)
    if isConfirmed { return state ?? .expired }
    guard let state else { throw .unknownSession }
    if state == .expired { throw .expiredAtOnce }
    return state
  }

  /// Whether a login is older than its token and its operation can be.
  private func isOver(_ record: Record, now: Date) -> Bool {
    record.dispatched.addingTimeInterval(Double(settings.tokenSeconds + settings.operationSeconds)) <= now
  }

  private func purge(now: Date) { records = records.filter { !isOver($0.value, now: now) } }

  // MARK: Failures

  /// Does something with a service, and logs when it begins or ceases to fail.
  private func noting<Result: Sendable>(
    _ service: BackendService, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body()
      if failures.removeValue(forKey: service) != nil {
        logger.notice("the backend's \(service) service answers again")
      }
      return result
    } catch {
      let reason = error as? BackendFailure.Reason
      let failure = error as? BackendFailure ?? reason.map { .init(service: service, reason: $0) }
      guard let failure else { throw error }
      if failures.updateValue(failure, forKey: service) != failure { logger.error("\(failure)") }
      throw failure
    }
  }
}
#endif
