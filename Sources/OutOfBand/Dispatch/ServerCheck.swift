import TextFormats

/// Checks of what servers exchange, each kind by its own rules.
extension [Diagnostic] {
  mutating func addServerObject(_ object: ServerObject, _ options: MessageCheck.Options) {
    for pointer in object.duplicates {
      add(.duplicateKey, "the member appears more than once", at: .pointer(pointer))
    }
    let json = JSONText(object.value)
    switch object.kind {
    case .dispatchRequest: addRequest(object.value, options)
    case .uafRequest: addUAFRequest(GetUAFRequest(json), at: "", options)
    case .transactionContent:
      self += TransactionCheck(content: object.value.text, at: .message, options.profile).diagnostics
    case .dispatchResponse: addResponse(DispatchResponse(json), options)
    case .statusResponse: addStatus(StatusResponse(json))
    case .redeemResponse: addRedemption(RedeemResponse(json))
    }
  }

  // MARK: Dispatched

  private mutating func addResponse(_ response: DispatchResponse, _ options: MessageCheck.Options) {
    let place = Diagnostic.Place.pointer("/dispatchResult")
    let remark = response.errorText.map { "; the server says: \(PrintableText.quoted($0))" } ?? ""
    guard let result = response.result else {
      let found = response.json["dispatchResult"].map { "the result is \(PrintableText.quoted($0.description))" }
      return add(.unknownDispatchResult, (found ?? "there is no dispatchResult") + remark, at: place)
    }
    guard result == .dispatched else {
      let found = "the result is \(result.rawValue): \(result.meaning); HTTP 200 does not mean dispatched" + remark
      return add(.notDispatched, found, at: place, remedy: result.remedy)
    }
    for (name, value) in [("token", response.token), ("sessionId", response.sessionID)] where (value ?? "").isEmpty {
      add(.incompleteDispatch, "there is no \(name), although the message was dispatched", at: .pointer("/" + name))
    }
    let dispatcher = response.dispatcherName.flatMap(DispatchRequest.Dispatcher.init)
    let carried = Diagnostic.Place.pointer("/dispatcherInformation/response")
    switch (dispatcher, response.carried) {
    case (.linkSymbol, .png), (.rawSymbol, .png): break
    case (let maker?, _) where maker.makesSymbol:
      add(.unreadableDispatch, "the response of \(maker.rawValue) is not a PNG in base64", at: carried)
    case (_, .link(let link)):
      let recognized = RecognizedMessage([UInt8](link.utf8))
      let message = MessageCheck(recognized, options: options)
      if response.hasToken(of: message.payload) == false {
        addDifference(at: carried)
      } else if !recognized.isLink || message.carried == nil {
        add(.unreadableDispatch, "the link carries no payload that can be read", at: carried)
      }
    case (.link, _): add(.unreadableDispatch, "the response of link is not a link", at: carried)
    default: break
    }
  }

  /// Adds that a message was not made for the response that it came with.
  fileprivate mutating func addDifference(at place: Diagnostic.Place) {
    add(.tokenDiffers, "the token in the message is not the one in the response", at: place)
  }

  // MARK: Status and redemption

  private mutating func addStatus(_ response: StatusResponse) {
    switch response.status {
    case nil: addWord("status", response.json["status"], .unknownStatus, at: "/status")
    case .failed: add(.operationFailed, "the operation has failed", at: .pointer("/status"))
    case .unknown: add(.operationFailed, "the server does not know the session", at: .pointer("/status"))
    case .tokenCreated, .clientRegistering, .clientAuthenticating, .succeeded: break
    }
    let token = "/tokenInformation/tokenResult"
    if response.tokenResult == .tokenTimedOut {
      add(.operationFailed, "the token was not redeemed in time", at: .pointer(token))
    } else if response.tokenResult == nil, let other = response.json["tokenInformation", "tokenResult"] {
      addWord("tokenResult", other, .unknownStatus, at: token)
    }
    if let code = response.json["uafStatusCode"] { addCode(code, at: "/uafStatusCode") }
  }

  private mutating func addRedemption(_ response: RedeemResponse) {
    if let number = response.statusCode, number != UAFStatusCode.success, UAFStatusCode.known.contains(number) {
      return add(.notRedeemed, "the status code is \(number)", at: .pointer("/statusCode"))
    }
    addCode(response.json["statusCode"], at: "/statusCode")
    if (response.uafRequest ?? "").isEmpty {
      add(.incompleteRedemption, "the uafRequest is missing or not a non-empty string", at: .pointer("/uafRequest"))
    }
    if response.operation == nil { addWord("op", response.json["op"], .incompleteRedemption, at: "/op") }
    if let lifetime = response.json["lifetimeMillis"], response.lifetimeMillis.map({ $0 <= 0 }) ?? true {
      addWord("lifetimeMillis", lifetime, .incompleteRedemption, at: "/lifetimeMillis")
    }
  }

  private mutating func addCode(_ value: JSONValue?, at pointer: String) {
    if value?.integer.map(UAFStatusCode.known.contains) != true {
      addWord("status code", value == .null ? nil : value, .unknownUAFStatus, at: pointer)
    }
  }

  /// Adds that a value is missing, or is not one of those that are known.
  private mutating func addWord(_ name: String, _ value: JSONValue?, _ rule: Diagnostic.Rule, at pointer: String) {
    let found = value.map { "the \(name) is \(PrintableText.quoted($0.description))" }
    add(rule, found ?? "there is no \(name)", at: .pointer(pointer))
  }
}

extension DispatchResponse {
  /// What is wrong when a message that came with this response, as in the symbol of its picture, has another token.
  ///
  /// - Parameter payload: The payload of the message.
  public func diagnostics(comparing payload: OutOfBandPayload?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if hasToken(of: payload) == false { found.addDifference(at: .pointer("/token")) }
    return found
  }
}
