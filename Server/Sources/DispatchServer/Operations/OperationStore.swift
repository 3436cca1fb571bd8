import FoundationEssentials
import OutOfBand
import TextFormats

/// All operations and dispatch targets, in memory and of bounded number.
///
/// Time and randomness come from outside: every call has the time in `now`.
actor OperationStore {
  private let settings: ServerSettings
  private var random: any RandomNumberGenerator & Sendable
  private var sessions: [String: OperationSession] = [:]
  private var idsByToken: [String: String] = [:]
  private var idsByServerData: [String: String] = [:]
  private var targets: [String: DispatchTarget] = [:]
  private var lastPurge = Date.distantPast

  init(_ settings: ServerSettings, random: any RandomNumberGenerator & Sendable) {
    (self.settings, self.random) = (settings, random)
  }

  // MARK: Operations

  /// Starts an operation with a new token.
  ///
  /// - Returns: `nil` when ``ServerSettings/sessionLimit`` operations are kept, none of which can be forgotten yet.
  func start(_ request: OperationRequest, now: Date) -> OperationSession? {
    purge(now: now)
    guard sessions.count < settings.sessionLimit else { return nil }
    let session = OperationSession(
      id: uuid(), token: uuid(), serverData: secret(), operation: request.operation,
      username: request.username, transactions: request.transactions, dispatcher: request.dispatcher,
      targetID: request.targetID, expires: now.addingTimeInterval(request.tokenSeconds), changed: now)
    sessions[session.id] = session
    idsByToken[session.token] = session.id
    idsByServerData[session.serverData] = session.id
    return session
  }

  /// Redeems a token: once, in time, and for its own operation alone. Asking for another operation does not spend it.
  func redeem(_ token: String, for operation: GetUAFRequest.Operation, now: Date) -> Redemption {
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
    sessions[id] = session
    return .redeemed(session)
  }

  /// Ends an operation as the phone reports it.
  ///
  /// - Parameter serverData: What the UAF request had under this name.
  /// - Returns: The session, ended or unchanged; `nil` when there is none with this `serverData`. The flag says whether
  ///   this call ended it.
  func conclude(
    serverData: String, _ outcome: OperationOutcome, now: Date
  ) -> (session: OperationSession, isAccepted: Bool)? {
    guard let id = idsByServerData[serverData], var session = session(id, now: now) else { return nil }
    guard [.clientRegistering, .clientAuthenticating].contains(session.status) else { return (session, false) }
    session.changed = now
    switch outcome {
    case .approved: (session.status, session.uafStatusCode) = (.succeeded, 1200)
    case .declined: (session.status, session.asmStatusCode) = (.failed, 3)
    }
    sessions[id] = session
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

  private func isForgotten(_ session: OperationSession, now: Date) -> Bool {
    session.status.isFinal && session.changed.addingTimeInterval(Double(settings.retentionSeconds)) <= now
  }

  private func forget(_ session: OperationSession) {
    sessions[session.id] = nil
    idsByToken[session.token] = nil
    idsByServerData[session.serverData] = nil
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

  func addTarget(username: String, name: String) throws(TargetRefusal) -> DispatchTarget {
    if targets.values.contains(where: { $0.username == username && $0.name == name }) { throw .nameInUse }
    guard targets.count < settings.targetLimit else { throw .full(limit: settings.targetLimit) }
    let target = DispatchTarget(id: uuid(), username: username, name: name)
    targets[target.id] = target
    return target
  }

  func target(_ id: String) -> DispatchTarget? { targets[id] }

  /// Keeps a message until the phone fetches it.
  func push(_ message: JSONValue, to id: String) {
    targets[id]?.messages.append(message)
    if let count = targets[id]?.messages.count, count > DispatchTarget.messageLimit {
      targets[id]?.messages.removeFirst(count - DispatchTarget.messageLimit)
    }
  }

  /// Hands over the messages of a phone, which are then gone; `nil` for a target that does not exist.
  func takeMessages(of id: String) -> [JSONValue]? {
    guard let messages = targets[id]?.messages else { return nil }
    targets[id]?.messages = []
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
