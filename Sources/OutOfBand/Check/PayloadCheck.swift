import TextFormats

/// Checks a payload without a link: JSON, or base64url in a symbol.
struct PayloadCheck {
  private(set) var found: [Diagnostic] = []
  private(set) var payload: OutOfBandPayload?

  init(_ json: PayloadJSON, _ carriage: OutOfBandMessage.Carriage, _ options: MessageCheck.Options) {
    check(json, carriage, options)
  }

  private mutating func check(
    _ json: PayloadJSON, _ carriage: OutOfBandMessage.Carriage, _ options: MessageCheck.Options
  ) {
    switch carriage {
    case .json:
      if options.channel == .qr { found.add(.rawJSON, "the symbol holds the payload's JSON itself", at: .message) }
      if let text = String(utf8: json.bytes),
        case .encoded(let layers, _)? = PayloadMishap(text, decoded: json),
        !layers.isEmpty
      {
        return found.add(.encoded(layers, json), of: "the text", at: .message)
      }
    case .base64(let text, let flaws):
      found.addFlaws(flaws, of: text, at: { .component("base64url", offset: $0) })
      if options.channel == .qr {
        found.add(.rawPayloadInSymbol, "the symbol holds the payload without a link", at: .message)
      }
      if let mishap = PayloadMishap(text, decoded: json) { return found.add(mishap, of: "the text", at: .message) }
    case .brokenBase64(let text, let offset):
      if let mishap = PayloadMishap(text, decoded: nil) { return found.add(mishap, of: "the text", at: .message) }
      return found.addBroken(text, offset: offset, at: .component("base64url", offset: offset))
    case .bareJWE: return found.addBareJWE(at: .message)
    }
    let inspection = PayloadInspection(json)
    found += inspection.diagnostics
    payload = inspection.payload
    found.addAdvice(on: payload, options)
    found.addDensity(options)
  }
}

extension [Diagnostic] {
  /// Adds what is unusual about a base64 text.
  mutating func addFlaws(_ flaws: Base64.Flaws, of text: String, at place: (Int) -> Diagnostic.Place) {
    func first(_ characters: String) -> Diagnostic.Place {
      place(text.utf8.prefix { !characters.utf8.contains($0) }.count)
    }
    if flaws.usesStandardAlphabet {
      add(.standardBase64, "the text has '+' or '/', of standard base64", at: first("+/"))
    }
    if flaws.hasPadding {
      add(
        .padding, flaws.hasWrongPadding ? "the text ends in a wrong number of '='" : "the text ends in '='",
        at: first("="), severity: flaws.hasWrongPadding ? .error : nil)
    }
    if flaws.hasWhitespace {
      add(.whitespaceInBase64, "the text has a space or a line break", at: first(" \t\n\r"))
    }
  }

  /// Adds why a text is not base64url.
  mutating func addBroken(_ text: String, offset: Int, at place: Diagnostic.Place) {
    if text.hasPrefix("eyJ"), text.split(separator: ".", omittingEmptySubsequences: false).count == 5 {
      do throws(Fault) {
        _ = try CompactJWE(parsing: text)
        return addBareJWE(at: place)
      } catch {
        return add(.malformedJWE, "the text has the five parts of a compact JWE, but \(error)", at: place)
      }
    }
    let bytes = text.utf8
    let character = text[text.utf8.index(text.startIndex, offsetBy: Swift.min(offset, bytes.count))...].prefix(1)
    let isBytes = ["b'", "b\""].contains(text.prefix(2))
    let isQuoted = text.first.map { "\"'`“”„‘’«»".contains($0) } ?? false
    add(
      .brokenBase64,
      offset < bytes.count
        ? "\(PrintableText.quoted(character)) is not a base64url character"
        : "\(bytes.count) \(bytes.count == 1 ? "character is" : "characters are") not a possible length of base64url",
      at: place,
      remedy: isBytes
        ? "write it without b and quotation marks, which Python prints around bytes: decode the bytes first"
        : isQuoted ? "remove the quotation marks around it" : nil)
  }

  mutating func addBareJWE(at place: Diagnostic.Place) {
    add(.bareJWE, "this is a compact JWE alone, not a payload", at: place)
  }

  /// Adds what is to be said about a sound payload, however it is carried.
  mutating func addAdvice(on payload: OutOfBandPayload?, _ options: MessageCheck.Options) {
    if options.policy == nil { add(.noPolicy, "no policy was given", at: .message) }
    guard case .plain(let redemption) = payload?.content else { return }
    let host = redemption.redeemURL.host
    // On a developer's machine, a simulator reaches what no phone does: who lists it knows that.
    if let hosts = options.policy?.redeemHosts, TrustPolicy.allows(host, by: hosts) {
      for index in indices where self[index].rule == .privateHost && self[index].severity == .error {
        let found = self[index]
        self[index] = Diagnostic(.privateHost, found.message, at: found.place, remedy: found.remedy, severity: .warning)
      }
    }
    if let policy = options.policy, !TrustPolicy.allows(host, by: policy.redeemHosts) {
      let meant = Spelling.nearest(to: host, among: policy.redeemHosts ?? [])
      add(
        .redeemHostDenied, "\(PrintableText.quoted(host)) is not among the policy's redeem_hosts",
        at: .pointer("/nma_data/redeem_url"),
        remedy: meant.map { "did you mean \($0)? otherwise \(Diagnostic.Rule.redeemHostDenied.fix)" })
    }
    let operation = redemption.redeemURL.operation
    if options.channel == .push {
      let isRegistration = operation == .registration
      add(
        .plainPush,
        isRegistration ? "a registration cannot be pushed" : "the payload of a push message is not encrypted",
        at: .pointer("/nma_data"),
        remedy: isRegistration ? "send a symbol or a link: no push identifier is known before the registration" : nil)
    } else if operation == .authentication {
      add(.plainAuthentication, "anyone can read the token of an authentication", at: .pointer("/nma_data"))
    }
    if let line = options.earlierLine { append(TokenRegister.finding(earlier: line)) }
  }

  mutating func addDensity(_ options: MessageCheck.Options) {
    switch options.symbolSize {
    case .unknown: return
    case .tooLarge: add(.messageTooLong, "the message is too long for any QR symbol", at: .message)
    case .version(let version):
      if version > 15 {
        add(
          version > 25 ? .tooDenseSymbol : .denseSymbol,
          "version \(version) has \(17 + 4 * version) modules on a side, without the quiet zone", at: .message)
      }
      if let upperCase = options.upperCaseVersion, upperCase < version {
        add(
          .smallerInUpperCase,
          "the symbol has version \(version); with scheme and host in upper case it would have \(upperCase)",
          at: .message)
      }
    }
  }
}
