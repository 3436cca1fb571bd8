import TextFormats

/// Checks a link or custom URI that carries a payload, or should.
struct LinkCheck {
  var found: [Diagnostic] = []
  private(set) var payload: OutOfBandPayload?
  private(set) var link: DispatchLink?
  /// What each app gets.
  private(set) var readings: [MessageCheck.Reading] = []
  /// What the payload parameter was meant to carry; `nil` when it does not decode to JSON.
  private(set) var carried: PayloadJSON?
  /// Whether the payload is in the link only as it was meant.
  private(set) var isRecovered = false
  let anatomy: LinkAnatomy
  let options: MessageCheck.Options

  /// Checks the link that a message is, or that it holds; `nil` when it does neither.
  init?(in message: OutOfBandMessage, _ options: MessageCheck.Options) {
    let written: LinkAnatomy? = if case .link(let anatomy) = message { anatomy } else { nil }
    if let buried = BuriedLink(in: message) {
      self.init(buried.anatomy, options)
      let isForUnknownApp = buried.layers.contains { if case .badScheme = $0.layer { true } else { false } }
      if isForUnknownApp { link = nil }
      found =
        buried.diagnostics(in: options.channel)
        + found.filter { !isForUnknownApp || !$0.place.isScheme }.map(\.asMeant)
      readings = written.map { readings(of: $0.url) } ?? []
      isRecovered = true
    } else if let written {
      self.init(written, options)
    } else {
      return nil
    }
  }

  private init(_ anatomy: LinkAnatomy, _ options: MessageCheck.Options) {
    self.anatomy = anatomy
    self.options = options
    checkForm()
    checkParameters()
    checkPayload()
    link = try? DispatchLink(anatomy, payload: payload)
    found.addCallbacks(of: anatomy, payload, options)
    checkHosts()
    checkOperation()
    found.addAdvice(on: payload, options)
    found.addDensity(options)
    checkReaders()
  }

  /// Reports the apps that lose the payload, unless an error has been reported.
  private mutating func checkReaders() {
    readings = readings(of: anatomy.url)
    guard carried != nil, !found.contains(where: { $0.severity == .error }) else { return }
    let losing = readings.filter { !$0.isPayload }.map(\.reader.rawValue)
    if losing.isEmpty { return }
    // Then neither the iOS nor the Android example app gets it.
    let isLost = readings.allSatisfy { ![.iOS, .android].contains($0.reader) || !$0.isPayload }
    found.add(
      .readersDiffer, "the example apps for \(losing.joined(separator: ", ")) do not get the payload", "query",
      anatomy.start, severity: isLost ? .error : nil)
  }

  private func readings(of url: URLText) -> [MessageCheck.Reading] {
    LinkReader.allCases.map { reader in
      let result = reader.read(url)
      return MessageCheck.Reading(reader: reader, result: result, isPayload: isPayload(result))
    }
  }

  /// The secrets of the link.
  var secrets: Secrets { Secrets(of: .link(anatomy), carrying: carried?.value) }

  /// Whether a reader got what the link was meant to carry.
  private func isPayload(_ result: LinkReader.Result) -> Bool {
    guard case .text(let text) = result, let carried, case .success(let decoded) = Base64.decode(text) else {
      return false
    }
    // The SDKs take base64url, padded or not.
    return decoded.bytes == carried.bytes && !decoded.flaws.hasWhitespace && !decoded.flaws.usesStandardAlphabet
  }

  // MARK: Form

  private mutating func checkForm() {
    if let prefix = anatomy.prefix {
      // The host of a web address is then `https`, and no app's.
      let isWeb = anatomy.url.isWeb
      found.add(
        .malformedAuthority, "\(PrintableText.quoted(prefix)) precedes a whole link", isWeb ? "host" : "scheme",
        isWeb ? hostOffset : 0, remedy: "remove it")
    } else if anatomy.url.scheme == "http" {
      found.add(.insecureLink, "the link is http", "scheme", 0)
    } else if anatomy.url.scheme != "https" {
      checkCustomURI()
    } else if options.documents == .access24 {
      found.add(
        .recommendedForm, "AA-2.4 recommends custom URIs with x-callback-url", "scheme", 0,
        remedy: "consider a custom URI")
    }
    checkCapitals()
    found.addForm(of: anatomy.url, named: "link", from: anatomy.prefix?.utf8.count ?? 0)
  }

  var hostOffset: Int { anatomy.url.authorityRange?.lowerBound ?? 0 }

  /// Reports capital letters in scheme and host, which URLs may have.
  private mutating func checkCapitals() {
    let url = anatomy.url
    func hasCapitals(_ text: String) -> Bool { text.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } }
    let host = url.writtenHost ?? ""
    var parts = url.schemeRange.map { hasCapitals(url.string($0)) } == true ? ["scheme"] : []
    // Percent-encoding is written in capitals.
    if hasCapitals(host), hasCapitals(host.replacing(#/%[0-9A-Fa-f]{2}/#, with: "")) { parts.append("host") }
    guard let first = parts.first else { return }
    let names = parts.map { "the \($0)" }.joined(separator: " and ")
    found.add(
      .capitals, "\(names) \(parts.count == 1 ? "has" : "have") capital letters", first,
      first == "scheme" ? 0 : hostOffset)
  }

  private mutating func checkCustomURI() {
    let url = anatomy.url
    let scheme = url.scheme ?? ""
    if URLText.systemSchemes.contains(scheme) {
      found.add(.systemScheme, "'\(scheme)' is a scheme of the system, not of an app", "scheme", 0)
    }
    if url.isOpaque {
      found.addMissingSlashes(after: scheme)
    } else if url.host != LinkAnatomy.callbackHost {
      let host = PrintableText.quoted(url.host ?? "")
      found.add(
        .hostNotCallback, "the host is \(host) instead of x-callback-url", "host", hostOffset,
        remedy: Spelling.isMeantAsHTTPS(scheme) ? "write https://, if an app link is meant" : nil)
    } else if DispatchLink.Action(rawValue: anatomy.action) == nil {
      found.add(
        .unknownAction, "the action is \(PrintableText.quoted(anatomy.action))", "path", url.pathRange.lowerBound)
    }
    if options.channel == .qr {
      found.add(
        .customSchemeInSymbol, "the scheme '\(scheme)' is not opened by the camera of Android 13 and later", "scheme",
        0, severity: options.documents == .access28 ? .warning : .note)
    }
    if options.documents == .access28 {
      found.add(.recommendedForm, "AA-2.8 recommends app links", "scheme", 0)
    }
    if let policy = options.policy, !policy.allows(scheme: scheme) {
      found.add(.schemeDenied, "the scheme '\(scheme)' is not among the policy's schemes", "scheme", 0)
    }
  }

  // MARK: Parameters

  private mutating func checkParameters() {
    var seen: Set<String> = []
    for parameter in anatomy.parameters {
      let name = PrintableText.quoted(parameter.name)
      if let known = parameter.known {
        if !seen.insert(known).inserted {
          found.add(.duplicateParameter, "\(name) appears more than once", "query", parameter.offset)
        }
        if parameter.name != known { found.add(.caseVariant, "\(name) is not '\(known)'", "query", parameter.offset) }
      }
      if let meant = parameter.meant {
        found.add(
          .misspelledParameter, "\(name) is not a known parameter", "query", parameter.offset,
          remedy: "write \(meant), if that is meant")
      }
      if parameter.separator == UInt8(ascii: "?"), parameter.offset > anatomy.start {
        found.add(.secondQuestionMark, "a second '?' precedes \(name)", "query", parameter.offset - 1)
      }
    }
    if anatomy.payload != nil, let escaped = anatomy.parameterInHTML { addHTML(.misspelledParameter, escaped) }
    if let payload = anatomy.payload, let last = anatomy.parameters.last, last.offset > payload.offset,
      last.known != DispatchLink.payloadParameter
    {
      found.add(.parameterAfterPayload, "\(PrintableText.quoted(last.name)) follows the payload", "query", last.offset)
    }
  }

  private mutating func addHTML(_ rule: Diagnostic.Rule, _ parameter: LinkAnatomy.RawParameter) {
    found.add(
      rule, "'&amp;' is HTML for '&'", "query", parameter.offset - 1,
      remedy: "copy the link itself, not the source of its page")
  }

  // MARK: Payload

  private mutating func checkPayload() {
    guard let parameter = anatomy.payload else {
      if let escaped = anatomy.parameterInHTML { return addHTML(.missingPayload, escaped) }
      return found.add(
        .missingPayload, "there is no dispatchTokenResponse", "query",
        anatomy.url.queryRange?.lowerBound ?? anatomy.url.bytes.count)
    }
    let offset = parameter.valueOffset
    if let hash = anatomy.url.fragmentRange, hash.lowerBound <= parameter.offset {
      found.add(
        .payloadInFragment,
        anatomy.route.map {
          "\(PrintableText.quoted("#" + $0)) is a route of a page's script: apps do not see a path behind '#'"
        }
          ?? "'#' precedes the payload",
        "fragment", hash.lowerBound - 1,
        remedy: anatomy.route.map { "write the path \(PrintableText.quoted($0)) without '#'" })
    }
    if parameter.rawValue.contains("+") { found.add(.plusSign, "the payload has a '+'", "query", offset) }
    if let mishap = PayloadMishap(parameter.value, decoded: anatomy.json) { return add(mishap, at: offset) }
    guard let json = anatomy.json else {
      if case .failure(let fault) = Base64.decode(parameter.value) {
        found.addBroken(
          parameter.value, offset: fault.offset, at: .component("query", offset: offset + fault.offset))
      }
      return
    }
    found.addFlaws(anatomy.flaws, of: parameter.value) { .component("query", offset: offset + $0) }
    guard json.bytes.contains(UInt8(ascii: "{")) || json.value?.elements != nil else {
      return found.add(
        .notPayload,
        "the \(parameter.value.utf8.count) characters decode to \(json.bytes.count) bytes that are not JSON of a payload",
        "query", offset)
    }
    if json.value != nil { carried = json }
    if let words = json.value.flatMap({ ServerObject.words(for: $0) }) {
      return found.add(
        .notPayload, "the link carries \(words)", "query", offset, remedy: Diagnostic.Rule.serverObject.fix)
    }
    let inspection = PayloadInspection(json)
    found += inspection.diagnostics
    payload = inspection.payload
  }

  private mutating func add(_ mishap: PayloadMishap, at offset: Int) {
    if case .placeholder = mishap {
      // It is not to be mended, but to be replaced.
      found.removeAll { finding in
        guard case .component("link", let start) = finding.place else { return false }
        return start >= offset && [.malformedEncoding, .controlCharacter].contains(finding.rule)
      }
    }
    // What changed the letters of the payload changed those of its name, too.
    if case .recased = mishap { found.removeAll { $0.rule == .caseVariant } }
    found.add(mishap, of: DispatchLink.payloadParameter, at: .component("query", offset: offset))
    guard let json = mishap.json else { return }
    let inspection = PayloadInspection(json)
    found += inspection.diagnostics
    (payload, carried, isRecovered) = (inspection.payload, json, true)
  }

  private mutating func checkOperation() {
    // `authenticate` also serves registrations (AA-2.4, AA-2.8).
    guard let payload, anatomy.action.pieces(at: "/").last == DispatchLink.Action.register.rawValue else { return }
    let place = anatomy.url.pathRange.lowerBound
    if case .encrypted = payload.content {
      found.add(.encryptedRegistration, "a registration carries an encrypted payload", "path", place)
    }
    if let operation = payload.redeemURL?.operation, operation != .registration {
      found.add(
        .operationMismatch, "the action is register, and the redeem URL ends in \(operation.rawValue)", "path", place)
    }
  }
}
