import TextFormats

/// Checks of a request to the dispatcher: what the server sends, not what the phone gets (AA-3.x, nevisFIDO reference
/// guide).
extension [Diagnostic] {
  mutating func addRequest(_ request: JSONValue, _ options: MessageCheck.Options) {
    let body = request["getUafRequest"].map { GetUAFRequest(JSONText($0)) }
    addDispatcher(of: request)
    if let notification = request["dispatchInformation"]?["notification"] {
      self += LockScreen(title: notification["title"]?.text, body: notification["body"]?.text)
        .diagnostics(repeating: body?.transactions ?? []) { name, _ in
          .pointer("/dispatchInformation/notification/" + name)
        }
    }
    if let body {
      addUAFRequest(body, at: "/getUafRequest", options)
    } else {
      add(.missingUafRequest, "there is no getUafRequest", at: .pointer(""))
    }
  }

  private mutating func addDispatcher(of request: JSONValue) {
    let place = Diagnostic.Place.pointer("/dispatcher")
    guard let name = request["dispatcher"]?.text else {
      let found = request["dispatcher"] == nil ? "there is no dispatcher" : "the dispatcher is not a string"
      return add(.unknownDispatcher, found, at: place)
    }
    switch DispatchRequest.Dispatcher(rawValue: name) {
    case nil:
      let meant = Spelling.nearest(to: name, among: DispatchRequest.Dispatcher.allCases.map(\.rawValue))
      add(
        .unknownDispatcher, "the dispatcher is \(PrintableText.quoted(name))", at: place,
        remedy: meant.map { "write \($0), if that is meant" })
    case .rawSymbol: add(.rawDispatcher, "the symbol will hold the payload without a link", at: place)
    case .linkSymbol, .link: break
    case .push:
      if (request["dispatchTargetId"]?.text ?? "").isEmpty {
        add(.missingTarget, "there is no dispatchTargetId", at: .pointer("/dispatchTargetId"))
      }
      if request["getUafRequest"]?["op"]?.text == GetUAFRequest.Operation.registration.rawValue {
        add(.pushRegistration, "a registration cannot be pushed", at: .pointer("/getUafRequest/op"))
      }
    }
  }

  // MARK: getUafRequest

  mutating func addUAFRequest(_ uaf: GetUAFRequest, at pointer: String, _ options: MessageCheck.Options) {
    if uaf.json["op"] == nil {
      add(.unknownOperation, "there is no op", at: .pointer(pointer + "/op"), severity: .warning)
    } else if uaf.operation == nil {
      let found = uaf.json["op"]?.text.map { PrintableText.quoted($0) } ?? "not a string"
      add(.unknownOperation, "the op is \(found)", at: .pointer(pointer + "/op"))
    }
    let context = pointer + "/context"
    guard let value = uaf.context?.value else {
      let found =
        switch uaf.json["context"] {
        case nil: "there is no context"
        case .string: "the context is not the text of a JSON object"
        case .object: "the context is an object instead of its text"
        default: "the context is not a string"
        }
      return add(
        .contextNotString, found, at: .pointer(context), severity: uaf.json["context"] == nil ? .warning : nil)
    }
    guard let transaction = value["transaction"] else { return }
    guard let elements = transaction.elements, elements.allSatisfy({ $0.members != nil }) else {
      return add(
        .transactionShape, "the transaction is not an array of objects", at: .pointer(context + "/transaction"))
    }
    for (index, transaction) in elements.enumerated() {
      let place = "\(context)/transaction/\(index)"
      if transaction["contentType"]?.text != "text/plain" {
        let found = transaction["contentType"].map { PrintableText.quoted($0.description) } ?? "missing"
        add(.transactionType, "the content type is \(found)", at: .pointer(place + "/contentType"))
      }
      self +=
        TransactionCheck(
          content: transaction["content"]?.text, at: .pointer(place + "/content"), options.profile
        ).diagnostics
    }
  }
}
