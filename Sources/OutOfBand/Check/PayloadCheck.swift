import TextFormats

/// Checks a payload without a link: JSON, or base64url in a symbol.
struct PayloadCheck {
  var diagnostics: [Diagnostic] = []
  var payload: OutOfBandPayload?

  init(_ json: PayloadJSON, _ carriage: OutOfBandMessage.Carriage, _ options: MessageCheck.Options) {
    switch carriage {
    case .json:
      if options.channel == .qr {
        diagnostics.append(Diagnostic(.rawJSON, "the symbol holds the payload's JSON itself", at: .message))
      }
    case .base64(let text, let flaws):
      diagnostics += Self.diagnostics(flaws, of: text, at: { .component("base64url", offset: $0) })
      if options.channel == .qr {
        diagnostics.append(Diagnostic(.rawPayloadInSymbol, "the symbol holds the payload without a link", at: .message))
      }
    case .brokenBase64(let text, let offset):
      diagnostics.append(Self.broken(text, offset: offset, at: .component("base64url", offset: offset)))
      return
    case .bareJWE:
      diagnostics.append(Self.bareJWE(at: .message))
      return
    }
    let inspection = PayloadInspection(json)
    diagnostics += inspection.diagnostics
    payload = inspection.payload
    diagnostics += Self.advice(on: payload, options)
    diagnostics += Self.density(options)
  }

  /// What is unusual about the base64 text.
  static func diagnostics(
    _ flaws: Base64.Flaws, of text: String, at place: (Int) -> Diagnostic.Place
  ) -> [Diagnostic] {
    func offset(_ isMeant: (UInt8) -> Bool) -> Int {
      text.utf8.firstIndex(where: isMeant).map { text.utf8.distance(from: text.utf8.startIndex, to: $0) } ?? 0
    }
    var findings: [Diagnostic] = []
    if flaws.usesStandardAlphabet {
      let at = offset { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
      findings.append(Diagnostic(.standardBase64, "the text has '+' or '/', of standard base64", at: place(at)))
    }
    if flaws.hasPadding {
      findings.append(
        Diagnostic(
          .padding, flaws.hasWrongPadding ? "the text ends in a wrong number of '='" : "the text ends in '='",
          at: place(offset { $0 == UInt8(ascii: "=") }), severity: flaws.hasWrongPadding ? .error : nil))
    }
    if flaws.hasWhitespace {
      let at = offset { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      findings.append(Diagnostic(.whitespaceInBase64, "the text has a space or a line break", at: place(at)))
    }
    return findings
  }

  static func broken(_ text: String, offset: Int, at place: Diagnostic.Place) -> Diagnostic {
    if text.hasPrefix("eyJ"), text.split(separator: ".", omittingEmptySubsequences: false).count == 5 {
      do throws(CompactJWE.Fault) {
        _ = try CompactJWE(parsing: text)
        return bareJWE(at: place)
      } catch {
        return Diagnostic(.malformedJWE, "the text has the five parts of a compact JWE, but \(error)", at: place)
      }
    }
    let bytes = Array(text.utf8)
    let found =
      offset < bytes.count
      ? "\(PrintableText.quoted(String(decoding: bytes[offset...].prefix(1), as: UTF8.self))) is not a base64url character"
      : "\(bytes.count) \(bytes.count == 1 ? "character is" : "characters are") not a possible length of base64url"
    return Diagnostic(.brokenBase64, found, at: place)
  }

  private static func bareJWE(at place: Diagnostic.Place) -> Diagnostic {
    Diagnostic(.bareJWE, "this is a compact JWE alone, not a payload", at: place)
  }

  /// Findings about a sound payload that hold however it is carried.
  static func advice(on payload: OutOfBandPayload?, _ options: MessageCheck.Options) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if let policy = options.policy {
      if let url = payload?.redeemURL, !TrustPolicy.allows(url.host, by: policy.redeemHosts) {
        findings.append(
          Diagnostic(
            .redeemHostDenied, "\(PrintableText.quoted(url.host)) is not among the redeemHosts",
            at: .pointer("/nma_data/redeem_url")))
      }
    } else {
      findings.append(Diagnostic(.noPolicy, "no policy was given", at: .message))
    }
    if options.channel == .push, case .plain(let redemption) = payload?.content {
      let isRegistration = redemption.redeemURL.operation == .registration
      findings.append(
        Diagnostic(
          .plainPush,
          isRegistration ? "a registration cannot be pushed" : "the payload of a push message is not encrypted",
          at: .pointer("/nma_data"),
          remedy: isRegistration ? "send a symbol or a link: no push identifier is known before the registration" : nil)
      )
    } else if case .plain(let redemption) = payload?.content, redemption.redeemURL.operation == .authentication {
      findings.append(
        Diagnostic(
          .plainAuthentication, "anyone can read the token of an authentication", at: .pointer("/nma_data")))
    }
    if let line = options.earlierLine, case .plain = payload?.content {
      findings.append(TokenRegister.finding(earlier: line))
    }
    return findings
  }

  static func density(_ options: MessageCheck.Options) -> [Diagnostic] {
    let version: Int
    switch options.symbolSize {
    case .unknown: return []
    case .version(let number): version = number
    case .tooLarge: return [Diagnostic(.messageTooLong, "the message is too long for any QR symbol", at: .message)]
    }
    var findings: [Diagnostic] = []
    if version > 15 {
      let found = "version \(version) has \(17 + 4 * version) modules on a side, without the quiet zone"
      findings.append(Diagnostic(version > 25 ? .tooDenseSymbol : .denseSymbol, found, at: .message))
    }
    if let upperCaseVersion = options.upperCaseVersion, upperCaseVersion < version {
      let found =
        "the symbol has version \(version); with scheme and host in upper case it would have \(upperCaseVersion)"
      findings.append(Diagnostic(.smallerInUpperCase, found, at: .message))
    }
    return findings
  }
}
