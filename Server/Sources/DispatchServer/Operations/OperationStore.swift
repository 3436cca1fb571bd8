import FoundationEssentials
import OutOfBand
import TextFormats

/// All operations and dispatch targets, in memory, of bounded number, and in a file if there is one.
///
/// Time and randomness come from outside: every call has the time in `now`.
actor OperationStore {
  private let settings: ServerSettings
  private let file: StateFile?
  private var random: any RandomNumberGenerator & Sendable
  private var sessions: [String: OperationSession] = [:]
  private var idsByToken: [String: String] = [:]
  private var idsByServerData: [String: String] = [:]
  private var targets: [String: DispatchTarget] = [:]
  private var lastPurge = Date.distantPast

  /// - Parameter file: Whose operations and targets are taken over, and which every change is saved in before it is answered.
  init(
    _ settings: ServerSettings, random: any RandomNumberGenerator & Sendable, file: StateFile? = nil
  ) throws(StateFailure) {
    (self.settings, self.random, self.file) = (settings, random, file)
    guard let file else { return }
    for session in try file.all(.session).compactMap(OperationSession.init(json:)) {
      sessions[session.id] = session
      idsByToken[session.token] = session.id
      idsByServerData[session.serverData] = session.id
    }
    for target in try file.all(.target).compactMap(DispatchTarget.init(json:)) { targets[target.id] = target }
  }

  // MARK: Operations

  /// Starts an operation with a new token.
  ///
  /// - Returns: `nil` when ``ServerSettings/sessionLimit`` operations are kept, none of which can be forgotten yet.
  func start(_ request: OperationRequest, now: Date) throws(StateFailure) -> OperationSession? {
    purge(now: now)
    guard sessions.count < settings.sessionLimit else { return nil }
    let session = OperationSession(
      id: uuid(), token: uuid(), serverData: secret(), operation: request.operation,
      username: request.username, transactions: request.transactions, dispatcher: request.dispatcher,
      targetID: request.targetID, expires: now.addingTimeInterval(request.tokenSeconds), changed: now)
    try keep(session)
    idsByToken[session.token] = session.id
    idsByServerData[session.serverData] = session.id
    return session
  }

  /// Redeems a token: once, in time, and for its own operation alone. Asking for another operation does not spend it.
  func redeem(_ token: String, for operation: GetUAFRequest.Operation, now: Date) throws(StateFailure) -> Redemption {
    guard let id = idsByToken[token], var session = session(id, now: now), session.operation == operation else {
      return .unknown
    }
    switch session.tokenResult {
    case .tokenTimedOut: return .expired
    case .tokenRedeemed: return .alreadyRedeemed
    case nil: break
    }
    session.tokenResult = .tokenRedeemed
    session.changed = now
    session.deadline = now.addingTimeInterval(Double(settings.operationSeconds))
    switch operation {
    case .registration: session.status = .clientRegistering
    case .authentication: session.status = .clientAuthenticating
    // UAF has no answer of the client to a deregistration, so that nothing more is waited for.
    case .deregistration: (session.status, session.uafStatusCode) = (.succeeded, 1200)
    }
    try keep(session)
    return .redeemed(session)
  }

  /// Ends an operation as the phone reports it.
  ///
  /// - Parameter serverData: What the UAF request had under this name.
  /// - Returns: The session, ended or unchanged; `nil` when there is none with this `serverData`. The flag says whether
  ///   this call ended it.
  func conclude(
    serverData: String, _ outcome: OperationOutcome, now: Date
  ) throws(StateFailure) -> (session: OperationSession, isAccepted: Bool)? {
    guard let id = idsByServerData[serverData], var session = session(id, now: now) else { return nil }
    guard [.clientRegistering, .clientAuthenticating].contains(session.status) else { return (session, false) }
    session.changed = now
    switch outcome {
    case .approved: (session.status, session.uafStatusCode) = (.succeeded, 1200)
    case .declined: (session.status, session.asmStatusCode) = (.failed, 3)
    }
    try keep(session)
    return (session, true)
  }

  /// The operation as it is now; `nil` for one that is not known or no longer kept.
  func session(_ id: String, now: Date) -> OperationSession? {
    guard var session = sessions[id] else { return nil }
    session.settle(now: now)
    sessions[id] = session
    if isForgotten(session, now: now) {
      forget(session)
      return nil
    }
    return session
  }

  /// How many operations have not ended.
  func liveCount(now: Date) -> Int {
    sessions.values.count {
      var session = $0
      session.settle(now: now)
      return !session.status.isFinal
    }
  }

  /// Takes a change over once it is saved: what fails to be saved has not happened.
  private func keep(_ session: OperationSession) throws(StateFailure) {
    try file?.save(.session, session.id, session.json)
    sessions[session.id] = session
  }

  private func isForgotten(_ session: OperationSession, now: Date) -> Bool {
    session.status.isFinal && session.changed.addingTimeInterval(Double(settings.retentionSeconds)) <= now
  }

  private func forget(_ session: OperationSession) {
    sessions[session.id] = nil
    idsByToken[session.token] = nil
    idsByServerData[session.serverData] = nil
    // What stays in the file by a failure is forgotten after the next start.
    try? file?.remove(.session, session.id)
  }

  /// Forgets what has ended long ago, at most once a second: it looks at every operation.
  private func purge(now: Date) {
    guard now.timeIntervalSince(lastPurge) >= 1 || now < lastPurge else { return }
    lastPurge = now
    for id in Array(sessions.keys) { _ = session(id, now: now) }
  }

  // MARK: Dispatch targets

  /// The reason why a dispatch target is not made.
  enum TargetRefusal: Error, Hashable, Sendable {
    case nameInUse
    case full(limit: Int)
  }

  /// - Throws: ``TargetRefusal`` or ``StateFailure``.
  func addTarget(username: String, name: String) throws -> DispatchTarget {
    if targets.values.contains(where: { $0.username == username && $0.name == name }) { throw TargetRefusal.nameInUse }
    guard targets.count < settings.targetLimit else { throw TargetRefusal.full(limit: settings.targetLimit) }
    let target = DispatchTarget(id: uuid(), username: username, name: name)
    try keep(target)
    return target
  }

  private func keep(_ target: DispatchTarget) throws(StateFailure) {
    try file?.save(.target, target.id, target.json)
    targets[target.id] = target
  }

  func target(_ id: String) -> DispatchTarget? { targets[id] }

  /// Keeps a message until the phone fetches it.
  func push(_ message: JSONValue, to id: String) throws(StateFailure) {
    guard var target = targets[id] else { return }
    target.messages = (target.messages + [message]).suffix(DispatchTarget.messageLimit)
    try keep(target)
  }

  /// Hands over the messages of a phone, which are then gone; `nil` for a target that does not exist.
  func takeMessages(of id: String) throws(StateFailure) -> [JSONValue]? {
    guard var target = targets[id] else { return nil }
    let messages = target.messages
    target.messages = []
    try keep(target)
    return messages
  }

  // MARK: Randomness

  /// 32 new bytes in base64url, as a secret or as the challenge of a UAF request.
  func secret() -> String { Base64.encodeURL(randomBytes(32)) }

  private func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// A UUID of version 4 (RFC 9562, 5.4) in lower case, as every sample of a token is.
  private func uuid() -> String {
    var bytes = randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]].map { $0.joined() }
      .joined(separator: "-")
  }
}
