import TextFormats

/// Checks a request to the dispatcher: what the server sends, not what the phone gets (AA-3.x, nevisFIDO reference
/// guide).
enum DispatchRequestCheck {
  static func diagnostics(_ object: ServerObject, _ options: MessageCheck.Options) -> [Diagnostic] {
    if object.kind == .uafRequest { return uafRequest(object.value, at: "", options) }
    let request = object.value
    guard let uaf = request["getUafRequest"] else {
      let missing = Diagnostic(.missingUafRequest, "there is no getUafRequest", at: .pointer(""))
      return dispatcher(request) + title(request) + [missing]
    }
    return dispatcher(request) + title(request) + uafRequest(uaf, at: "/getUafRequest", options)
  }

  /// The dispatchers of nevisFIDO.
  static let dispatchers = ["link-png-qr-code", "png-qr-code", "link", push]
  private static let push = "firebase-cloud-messaging"

  private static func dispatcher(_ request: JSONValue) -> [Diagnostic] {
    guard let name = request["dispatcher"]?.text else {
      let found = request["dispatcher"] == nil ? "there is no dispatcher" : "the dispatcher is not a string"
      return [Diagnostic(.unknownDispatcher, found, at: .pointer("/dispatcher"))]
    }
    if !dispatchers.contains(name) {
      return [
        Diagnostic(.unknownDispatcher, "the dispatcher is \(Redaction.quoted(name))", at: .pointer("/dispatcher"))
      ]
    }
    if name != push { return [] }
    var findings: [Diagnostic] = []
    if (request["dispatchTargetId"]?.text ?? "").isEmpty {
      findings.append(Diagnostic(.missingTarget, "there is no dispatchTargetId", at: .pointer("/dispatchTargetId")))
    }
    if request["getUafRequest"]?["op"]?.text == "Reg" {
      findings.append(
        Diagnostic(.pushRegistration, "a registration is to be pushed", at: .pointer("/getUafRequest/op")))
    }
    return findings
  }

  private static func title(_ request: JSONValue) -> [Diagnostic] {
    let pointer = "/dispatchInformation/notification/title"
    guard let title = request["dispatchInformation"]?["notification"]?["title"]?.text,
      title.contains(where: \.isNumber)
    else { return [] }
    return [Diagnostic(.sensitiveTitle, "the title contains digits", at: .pointer(pointer))]
  }

  // MARK: getUafRequest

  private static func uafRequest(
    _ uaf: JSONValue, at pointer: String, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let operation = Diagnostic.Place.pointer(pointer + "/op")
    switch uaf["op"] {
    case nil: findings.append(Diagnostic(.unknownOperation, "there is no op", at: operation, severity: .warning))
    case .string("Reg"), .string("Auth"), .string("Dereg"): break
    case let other?:
      let found = other.text.map { Redaction.quoted($0) } ?? "not a string"
      findings.append(Diagnostic(.unknownOperation, "the op is \(found)", at: operation))
    }
    return findings + context(uaf["context"], at: pointer + "/context", options)
  }

  private static func context(
    _ context: JSONValue?, at pointer: String, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    guard let text = context?.text, let value = try? JSONDocument(parsing: Array(text.utf8)).value, value.members != nil
    else {
      let found = context == nil ? "there is no context" : "the context is not the text of a JSON object"
      return [
        Diagnostic(.contextNotString, found, at: .pointer(pointer), severity: context == nil ? .warning : nil)
      ]
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
      let found = transaction["contentType"].map { Redaction.quoted($0.description) } ?? "missing"
      findings.append(
        Diagnostic(.transactionType, "the content type is \(found)", at: .pointer(pointer + "/contentType")))
    }
    let place = Diagnostic.Place.pointer(pointer + "/content")
    guard let content = transaction["content"]?.text, case .success(let decoded) = Base64.decode(content) else {
      return findings + [Diagnostic(.transactionEncoding, "the content is not base64url", at: place)]
    }
    if decoded.flaws != Base64.Flaws() {
      findings.append(
        Diagnostic(.transactionEncoding, "the content has characters that base64url does not have", at: place))
    }
    guard let text = String(validating: decoded.bytes, as: UTF8.self), !text.isEmpty else {
      let found = decoded.bytes.isEmpty ? "the content is empty" : "the content is not UTF-8"
      return findings + [Diagnostic(.transactionText, found, at: place)]
    }
    return findings + markup(text, at: place, options)
  }

  private static func markup(
    _ text: String, at place: Diagnostic.Place, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    let refuses = options.profile == .authenticationCloud
    let severity: Diagnostic.Severity = refuses ? .error : .warning
    return TransactionMarkup(text).faults.map { fault in
      switch fault {
      case .unsupported(let name):
        Diagnostic(
          .transactionMarkup, "<\(shown(name))> is \(refuses ? "refused with HTTP 400" : "dropped")", at: place,
          severity: severity)
      case .attribute(let name):
        Diagnostic(
          .transactionAttribute,
          refuses
            ? "the attributes of <\(name)> are refused with HTTP 400"
            : "the attributes of <\(name)> are dropped, and the tag stays", at: place, severity: severity)
      case .outside(let name):
        Diagnostic(.markupOutside, "<\(name)> is outside <html></html>", at: place)
      case .unclosed(let name): Diagnostic(.unclosedTag, "<\(name)> is not closed", at: place)
      case .unopened(let name): Diagnostic(.unclosedTag, "</\(name)> closes nothing", at: place)
      }
    }
  }

  private static func shown(_ name: String) -> String { PrintableText.of(String(name.prefix(20))) }
}
