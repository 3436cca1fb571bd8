import FoundationEssentials
import HTTPTypes
import OutOfBand
import TextFormats

/// Creates and dispatches tokens (nevisFIDO reference guide, *Dispatch Token Service*).
struct DispatchService: Sendable {
  let store: OperationStore
  let settings: ServerSettings

  /// Answers a request.
  ///
  /// Every well-formed request is answered with HTTP 200; `dispatchResult` is the outcome. Well formed is what
  /// `oobqr check` finds no error in, except for a dispatcher or a target that there is not.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and port of redeem URLs.
  ///   - fault: `expired` or `result`; other faults are the caller's.
  /// - Throws: ``Refusal`` with status 400.
  func reply(
    to body: [UInt8], for operation: OutOfBandOperation, origin: String, fault: Fault.Kind?, now: Date
  ) async throws -> Reply {
    let request = try Self.request(body, for: operation)
    if case .result(let result) = fault { return Self.reply(result, by: request.json["dispatcher"]?.text) }
    let target = if let id = request.targetID { await store.target(id) } else { DispatchTarget?.none }
    // The default dispatcher of every target is the one for push messages.
    let named = request.json["dispatcher"]?.text
    guard let dispatcher = request.dispatcher ?? (named == nil && target != nil ? .push : nil) else {
      return Self.reply(.dispatcherNotFound, by: named)
    }
    let uaf = request.uafRequest
    let username = uaf?.username ?? (uaf?.operation == .authentication ? target?.username : nil)
    if let username, let users = settings.users, !users.contains(username) {
      return Self.reply(.userNotFound, by: dispatcher.rawValue)
    }
    // UAF names the user in a registration (UAF Protocol Specification 1.0, 3.4.5), so that there must be one.
    if username == nil, operation == .registration { return Self.reply(.userNotFound, by: dispatcher.rawValue) }
    if dispatcher == .push, target == nil || target?.username != username {
      return Self.reply(.dispatchTargetNotFound, by: dispatcher.rawValue)
    }
    let draft = OperationRequest(
      operation: operation.requestOperation, username: username,
      transactions: uaf?.context?["transaction"]?.elements ?? [], dispatcher: dispatcher,
      targetID: dispatcher == .push ? target?.id : nil,
      tokenSeconds: fault == .expired ? 0 : Double(settings.tokenSeconds))
    guard let session = try await store.start(draft, now: now) else {
      var reply = Self.reply(.internalError, by: dispatcher.rawValue)
      reply.note = "no room: the limit of \(settings.sessionLimit) operations is reached"
      return reply
    }
    let message = DispatchedMessage(
      token: session.token, redeemURL: Endpoint.redeem.url(origin, operation, settings), data: request.data, settings)
    let response: String?
    do { response = try message.response(of: dispatcher) } catch {
      var reply = Self.reply(.dispatchError, by: dispatcher.rawValue)
      reply.note = "\(error)"
      return reply
    }
    if let target, dispatcher == .push {
      try await store.push(message.push(title: request.title, body: request.body), to: target.id)
    }
    return Self.reply(.dispatched, by: dispatcher.rawValue, response: response, session: session)
  }

  /// Reads and checks a body.
  private static func request(_ body: [UInt8], for operation: OutOfBandOperation) throws(Refusal) -> DispatchRequest {
    let request: DispatchRequest
    do { request = try DispatchRequest(json: body) } catch {
      throw Refusal(
        .badRequest, "the body is not a request to the dispatcher: \(error)",
        "write one with: oobqr dispatch request")
    }
    try checkTypes(of: request.json.value)
    // These two have a dispatchResult of their own.
    let findings = MessageCheck(body).errors.filter { ![.unknownDispatcher, .missingTarget].contains($0.rule) }
    if let first = findings.first {
      throw Refusal(.badRequest, "\(first.message) (\(first.rule.code))", first.remedy, findings: findings)
    }
    if request.uafRequest?.operation != operation.requestOperation {
      let meant = operation.requestOperation.rawValue
      throw Refusal(
        .badRequest, "the path is for \(operation.rawValue), but the op is not \(meant)",
        "send op \(meant), or send the request to the path of its operation")
    }
    if request.data.contains(where: { ["token", "redeem_url"].contains($0.name) }) {
      throw Refusal(
        .badRequest, "dispatchInformation.data has a member token or redeem_url, which the payload has already",
        "give it another name")
    }
    return request
  }

  /// Refuses members of another type than they have in nevisFIDO's API; they would count as missing.
  private static func checkTypes(of request: JSONValue) throws(Refusal) {
    let information = request["dispatchInformation"]
    let notification = information?["notification"]
    let objects = [
      ("dispatchInformation", information), ("notification", notification), ("data", information?["data"]),
    ]
    for case (let name, let value?) in objects where value.members == nil {
      throw Refusal(.badRequest, "'\(name)' is not an object", "send an object, or leave it out")
    }
    let texts = [
      ("dispatcher", request["dispatcher"]), ("dispatchTargetId", request["dispatchTargetId"]),
      ("title", notification?["title"]), ("body", notification?["body"]),
    ]
    for case (let name, let value?) in texts where value.text == nil {
      throw Refusal(.badRequest, "'\(name)' is not a string", "send a string, or leave it out")
    }
  }

  private static func reply(
    _ result: DispatchResponse.Result, by dispatcher: String?, response: String? = nil, session: OperationSession? = nil
  ) -> Reply {
    var information: [JSONValue.Member] = []
    if let dispatcher { information.append(.init("name", .string(dispatcher))) }
    if let response { information.append(.init("response", .string(response))) }
    var members: [JSONValue.Member] = []
    if let session {
      members += [.init("token", .string(session.token)), .init("sessionId", .string(session.id))]
    }
    members.append(.init("dispatcherInformation", .object(information)))
    members.append(.init("dispatchResult", .string(result.rawValue)))
    let made = session.map { " token \(Secret.shortened($0.token)) session \(Secret.shortened($0.id))" } ?? ""
    var reply = Reply(.object(members), note: result.rawValue + made)
    reply.event = .dispatch(dispatcher.flatMap(DispatchRequest.Dispatcher.init(rawValue:)), result)
    return reply
  }
}
