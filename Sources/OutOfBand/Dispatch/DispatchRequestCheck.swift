import TextFormats

/// Checks a request to the dispatcher: what the server sends, not what the phone gets (AA-3.x, nevisFIDO reference
/// guide).
enum DispatchRequestCheck {
  static func diagnostics(_ object: ServerObject, _ options: MessageCheck.Options) -> [Diagnostic] {
    if object.kind == .uafRequest { return uafRequest(GetUAFRequest(JSONText(object.value)), at: "", options) }
    let request = object.value
    guard let uaf = request["getUafRequest"] else {
      let missing = Diagnostic(.missingUafRequest, "there is no getUafRequest", at: .pointer(""))
      return dispatcher(request) + notification(request, []) + [missing]
    }
    let body = GetUAFRequest(JSONText(uaf))
    return dispatcher(request) + notification(request, body.transactions)
      + uafRequest(body, at: "/getUafRequest", options)
  }

  private static func dispatcher(_ request: JSONValue) -> [Diagnostic] {
    let place = Diagnostic.Place.pointer("/dispatcher")
    guard let name = request["dispatcher"]?.text else {
      let found = request["dispatcher"] == nil ? "there is no dispatcher" : "the dispatcher is not a string"
      return [Diagnostic(.unknownDispatcher, found, at: place)]
    }
    switch DispatchRequest.Dispatcher(rawValue: name) {
    case nil:
      return [
        Diagnostic(
          .unknownDispatcher, "the dispatcher is \(PrintableText.quoted(name))", at: place,
          remedy: Spelling.nearest(to: name, among: DispatchRequest.Dispatcher.allCases.map(\.rawValue)).map {
            "write \($0), if that is meant"
          })
      ]
    case .rawSymbol: return [Diagnostic(.rawDispatcher, "the symbol will hold the payload without a link", at: place)]
    case .linkSymbol, .link: return []
    case .push: break
    }
    var findings: [Diagnostic] = []
    if (request["dispatchTargetId"]?.text ?? "").isEmpty {
      findings.append(Diagnostic(.missingTarget, "there is no dispatchTargetId", at: .pointer("/dispatchTargetId")))
    }
    if request["getUafRequest"]?["op"]?.text == GetUAFRequest.Operation.registration.rawValue {
      findings.append(
        Diagnostic(.pushRegistration, "a registration cannot be pushed", at: .pointer("/getUafRequest/op")))
    }
    return findings
  }

  private static func notification(_ request: JSONValue, _ transactions: [TransactionText]) -> [Diagnostic] {
    guard let notification = request["dispatchInformation"]?["notification"] else { return [] }
    return LockScreen(title: notification["title"]?.text, body: notification["body"]?.text)
      .diagnostics(repeating: transactions) { name, _ in .pointer("/dispatchInformation/notification/" + name) }
  }

  // MARK: getUafRequest

  private static func uafRequest(
    _ uaf: GetUAFRequest, at pointer: String, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let operation = Diagnostic.Place.pointer(pointer + "/op")
    switch uaf.json["op"] {
    case nil: findings.append(Diagnostic(.unknownOperation, "there is no op", at: operation, severity: .warning))
    case .string(let name) where GetUAFRequest.Operation(rawValue: name) != nil: break
    case let other?:
      let found = other.text.map { PrintableText.quoted($0) } ?? "not a string"
      findings.append(Diagnostic(.unknownOperation, "the op is \(found)", at: operation))
    }
    return findings + context(uaf, at: pointer + "/context", options)
  }

  private static func context(
    _ uaf: GetUAFRequest, at pointer: String, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    guard let value = uaf.context?.value else {
      let found: String
      switch uaf.json["context"] {
      case nil: found = "there is no context"
      case .string: found = "the context is not the text of a JSON object"
      case .object: found = "the context is an object instead of its text"
      default: found = "the context is not a string"
      }
      let severity: Diagnostic.Severity? = uaf.json["context"] == nil ? .warning : nil
      return [Diagnostic(.contextNotString, found, at: .pointer(pointer), severity: severity)]
    }
    guard let transaction = value["transaction"] else { return [] }
    guard let elements = transaction.elements, elements.allSatisfy({ $0.members != nil }) else {
      return [
        Diagnostic(
          .transactionShape, "the transaction is not an array of objects", at: .pointer(pointer + "/transaction"))
      ]
    }
    return elements.enumerated().flatMap { index, transaction in
      check(transaction, at: "\(pointer)/transaction/\(index)", options)
    }
  }

  private static func check(
    _ transaction: JSONValue, at pointer: String, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if transaction["contentType"]?.text != "text/plain" {
      let found = transaction["contentType"].map { PrintableText.quoted($0.description) } ?? "missing"
      findings.append(
        Diagnostic(.transactionType, "the content type is \(found)", at: .pointer(pointer + "/contentType")))
    }
    let content = Diagnostic.Place.pointer(pointer + "/content")
    return findings + TransactionCheck(content: transaction["content"]?.text, at: content, options.profile).diagnostics
  }
}
