import TextFormats

/// Checks what servers exchange, each kind by its own rules.
enum ServerCheck {
  static func diagnostics(_ object: ServerObject, _ options: MessageCheck.Options) -> [Diagnostic] {
    let json = JSONText(object.value)
    return object.duplicates.map {
      Diagnostic(.duplicateKey, "the member appears more than once", at: .pointer($0))
    } + byKind(object, json, options)
  }

  private static func byKind(
    _ object: ServerObject, _ json: JSONText, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    switch object.kind {
    case .dispatchRequest, .uafRequest: DispatchRequestCheck.diagnostics(object, options)
    case .transactionContent:
      TransactionCheck(content: object.value.text, at: .message, options.profile).diagnostics
    case .dispatchResponse: dispatched(DispatchResponse(json), options)
    case .statusResponse: status(StatusResponse(json))
    case .redeemResponse: redeemed(RedeemResponse(json))
    }
  }

  // MARK: Dispatched

  private static func dispatched(_ response: DispatchResponse, _ options: MessageCheck.Options) -> [Diagnostic] {
    let place = Diagnostic.Place.pointer("/dispatchResult")
    switch response.result {
    case .dispatched: break
    case let result?:
      let found = "the result is \(result.rawValue): \(result.meaning); HTTP 200 does not mean dispatched"
      return [Diagnostic(.notDispatched, found, at: place, remedy: result.remedy)]
    case nil:
      let found = response.json["dispatchResult"].map { "the result is \(PrintableText.quoted($0.description))" }
      return [Diagnostic(.unknownDispatchResult, found ?? "there is no dispatchResult", at: place)]
    }
    var findings: [Diagnostic] = []
    for (name, value) in [("token", response.token), ("sessionId", response.sessionID)] where (value ?? "").isEmpty {
      findings.append(
        Diagnostic(
          .incompleteDispatch, "there is no \(name), although the message was dispatched", at: .pointer("/" + name)))
    }
    return findings + carried(response, options)
  }

  private static func carried(_ response: DispatchResponse, _ options: MessageCheck.Options) -> [Diagnostic] {
    let place = Diagnostic.Place.pointer("/dispatcherInformation/response")
    let dispatcher = response.dispatcherName.flatMap(DispatchRequest.Dispatcher.init)
    func unreadable(_ found: String) -> [Diagnostic] { [Diagnostic(.unreadableDispatch, found, at: place)] }
    switch (dispatcher, response.carried) {
    case (let maker?, let carried) where maker.makesSymbol:
      if case .png = carried { return [] }
      return unreadable("the response of \(maker.rawValue) is not a PNG in base64")
    case (_, .link(let link)):
      let message = MessageCheck(Array(link.utf8), options: options)
      if response.hasToken(of: message.payload) == false { return [differs(at: place)] }
      guard case .link = message.message, message.carried != nil else {
        return unreadable("the link carries no payload that can be read")
      }
      return []
    case (.link, _): return unreadable("the response of link is not a link")
    default: return []
    }
  }

  /// The finding that a message was not made for the response that it came with.
  static func differs(at place: Diagnostic.Place) -> Diagnostic {
    Diagnostic(.tokenDiffers, "the token in the message is not the one in the response", at: place)
  }

  // MARK: Status and redemption

  private static func status(_ response: StatusResponse) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let place = Diagnostic.Place.pointer("/status")
    switch response.status {
    case nil:
      let found = response.json["status"].map { "the status is \(PrintableText.quoted($0.description))" }
      findings.append(Diagnostic(.unknownStatus, found ?? "there is no status", at: place))
    case .failed: findings.append(Diagnostic(.operationFailed, "the operation has failed", at: place))
    case .unknown: findings.append(Diagnostic(.operationFailed, "the server does not know the session", at: place))
    case .tokenCreated, .clientRegistering, .clientAuthenticating, .succeeded: break
    }
    let token = Diagnostic.Place.pointer("/tokenInformation/tokenResult")
    if response.tokenResult == .tokenTimedOut {
      findings.append(Diagnostic(.operationFailed, "the token was not redeemed in time", at: token))
    } else if response.tokenResult == nil, let other = response.json["tokenInformation", "tokenResult"] {
      findings.append(
        Diagnostic(.unknownStatus, "the tokenResult is \(PrintableText.quoted(other.description))", at: token))
    }
    return findings + code(response.json["uafStatusCode"], at: "/uafStatusCode")
  }

  private static func redeemed(_ response: RedeemResponse) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let code = Diagnostic.Place.pointer("/statusCode")
    if let number = response.statusCode, number != UAFStatusCode.success, UAFStatusCode.known.contains(number) {
      return [Diagnostic(.notRedeemed, "the status code is \(number)", at: code)]
    }
    findings += Self.code(response.json["statusCode"] ?? .null, at: "/statusCode")
    if (response.uafRequest ?? "").isEmpty {
      findings.append(
        Diagnostic(
          .incompleteRedemption, "the uafRequest is missing or not a non-empty string", at: .pointer("/uafRequest")))
    }
    if response.operation == nil {
      let found = response.json["op"].map { "the op is \(PrintableText.quoted($0.description))" } ?? "there is no op"
      findings.append(Diagnostic(.incompleteRedemption, found, at: .pointer("/op")))
    }
    if let lifetime = response.json["lifetimeMillis"], response.lifetimeMillis.map({ $0 <= 0 }) ?? true {
      findings.append(
        Diagnostic(
          .incompleteRedemption, "the lifetimeMillis is \(PrintableText.quoted(lifetime.description))",
          at: .pointer("/lifetimeMillis")))
    }
    return findings
  }

  private static func code(_ value: JSONValue?, at pointer: String) -> [Diagnostic] {
    guard let value, UAFStatusCode.number(value).map({ !UAFStatusCode.known.contains($0) }) ?? true else { return [] }
    let found =
      value == .null ? "there is no status code" : "the status code is \(PrintableText.quoted(value.description))"
    return [Diagnostic(.unknownUAFStatus, found, at: .pointer(pointer))]
  }
}

extension DispatchResponse {
  /// What is wrong when a message that came with this response, as in the symbol of its picture, has another token.
  ///
  /// - Parameter payload: The payload of the message.
  public func diagnostics(comparing payload: OutOfBandPayload?) -> [Diagnostic] {
    hasToken(of: payload) == false ? [ServerCheck.differs(at: .pointer("/token"))] : []
  }
}
