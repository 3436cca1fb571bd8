import TextFormats
import UAEPass

/// Shows text without the secrets in it. A token is a bearer secret: anyone who has it can redeem it, and a
/// payload in base64url is worth as much as its token.
public struct SecretText: Hashable, Sendable {
  /// Texts that are known to be secret, the longest first.
  private let secrets: [String]

  /// Without known secrets: shortens only what looks like one.
  public init() { secrets = [] }

  /// Knows the runs of a text that look random, also in lower case, as hosts are shown.
  init(randomIn text: String) {
    let runs = Self.randomRuns(in: text)
    secrets = runs.union(runs.map { $0.lowercased() }).sorted { ($0.count, $0) > ($1.count, $1) }
  }

  /// Finds the secrets of a message, sound or not.
  ///
  /// - Parameter carried: The JSON that the message was found to carry.
  init(of message: OutOfBandMessage, carrying carried: JSONValue?) {
    var found: Set<String> = []
    switch message {
    case .payload(_, .base64(let text, _)), .payload(_, .brokenBase64(let text, _)): found.insert(text)
    case .payload(_, .bareJWE(let jwe)): found.insert(jwe.text)
    case .link(let anatomy):
      // The payload that was read is in `carried`; its duplicates are secret, too.
      Self.addPayloads(of: anatomy, except: anatomy.payload, to: &found)
    case .server(let object):
      // The link in a response of the dispatcher is worth as much as the token.
      if let link = object.value["dispatcherInformation"]?["response"]?.text,
        case .link(let anatomy) = OutOfBandMessage(Array(link.utf8))
      {
        Self.addPayloads(of: anatomy, to: &found)
      }
    default: break
    }
    if let carried { Self.addTokens(in: carried, to: &found) }
    // Where a link is put right, a value may lose the name before it.
    _ = Self.shorteningNamed(in: message.plainText, found: &found)
    found.formUnion(Self.randomRuns(in: message.plainText))
    // Hosts and schemes are shown in lower case.
    found.formUnion(found.map { $0.lowercased() })
    secrets = found.filter { $0.count > 3 }.sorted { ($0.count, $0) > ($1.count, $1) }
  }

  /// Adds the payloads of a link, and the tokens in them but in one that is known.
  private static func addPayloads(
    of anatomy: LinkAnatomy, except known: LinkAnatomy.RawParameter? = nil, to found: inout Set<String>
  ) {
    for value in anatomy.parameters.filter({ $0.known == DispatchLink.payloadParameter }).prefix(16) {
      found.formUnion([value.rawValue, value.value])
      if value != known, case .success(let decoded) = Base64.decode(value.value),
        let json = PayloadJSON(decoded.bytes).value
      {
        addTokens(in: json, to: &found)
      }
    }
  }

  /// Adds the texts of members named `token`, and of those that seem to be meant so.
  private static func addTokens(in value: JSONValue, to found: inout Set<String>) {
    var rest: [(value: JSONValue, leastCount: Int?)] = [(value, nil)]
    while let (next, leastCount) = rest.popLast(), found.count < mostKnown {
      switch next {
      case .object(let members):
        for member in members {
          let own = member.name == "token" ? 4 : Spelling.isToken(member.name) ? leastSecret : nil
          rest.append((member.value, own ?? leastCount))
        }
      case .array(let elements): rest += elements.map { ($0, leastCount) }
      case .string(let text), .number(let text):
        if let leastCount, text.count >= leastCount { found.insert(text) }
      case .boolean, .null: break
      }
    }
  }

  /// How many secrets of a message are looked for by their text, and as many random runs; each costs time for the whole of it.
  static let mostKnown = 64

  /// Shorter values of members whose name only resembles `token` are not taken for secrets.
  static let leastSecret = 8

  /// The most characters of a secret that are shown.
  package static let mostShown = 8

  /// The first eight characters of a secret, and never more than half of its leading letters, digits and `-_~`: what follows may
  /// belong to something else.
  public static func shortened(_ secret: String) -> String {
    let head = secret.utf8.prefix { isRunByte($0) || $0 == UInt8(ascii: "~") }
    return String(Substring(head.prefix(min(mostShown, head.count / 2)))) + "…"
  }

  /// Whether an argument is long and mixed enough to be a token in a form that is not recognised: more than 24 characters, with
  /// letters and digits.
  package static func mayHoldToken(_ text: Substring) -> Bool {
    text.count > Redaction.mostQuoted && text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
  }

  /// A URL without its parameters and fragment, which may hold secrets; `?…` or `#…` stands for them. If more than 200 characters
  /// would remain, the last segments of the path are left out whole, because a piece of a token would not be recognised.
  public static func withoutParameters(_ url: String) -> String {
    let scalars = url.unicodeScalars
    let end = scalars.firstIndex { $0 == "?" || $0 == "#" } ?? scalars.endIndex
    let path = scalars[..<end]
    let start = path.prefix(200)
    let shown =
      start.endIndex == path.endIndex
      ? String(path) : String(start[...(start.lastIndex(of: "/") ?? start.startIndex)]) + "…"
    return shown + (end < scalars.endIndex ? "\(scalars[end])…" : "")
  }

  /// The text with secrets shortened: those that are known, and all that looks like a UUID, base64url of a payload, the value of a
  /// parameter or member named `token`, a password in a URL, or a random run of letters and digits.
  ///
  /// Runs come last: shortened earlier, they could break up a longer form.
  public func redacted(_ text: String) -> String {
    // Encoded or not, such characters mean the same (RFC 3986, 6.2.2.2), but they would divide a run.
    let normal = Self.decodingUnreserved(text)
    if normal != text, case let redacted = redactedAsWritten(normal), redacted != normal { return redacted }
    return redactedAsWritten(text)
  }

  private func redactedAsWritten(_ text: String) -> String {
    func shorteningRest(of shown: String) -> String {
      Self.shorteningOpaqueRuns(in: Self.shorteningRandomRuns(in: shown), namedIn: text)
    }
    let shown = redacted(text, depth: 0)
    // What escapes hide comes after what can be seen: an unescaped quote would end a value early.
    let plain = Self.withoutEscapes(shown)
    if plain != shown, case let redacted = shorteningRest(of: redacted(plain, depth: 1)), redacted != plain {
      return redacted
    }
    return shorteningRest(of: shown)
  }

  /// How often percent-encoding is decoded; what is encoded more often is shortened as a whole.
  static let greatestDepth = 4

  private func redacted(_ text: String, depth: Int) -> String {
    if text.unicodeScalars.contains(where: Self.isOtherDash) {
      // Known secrets may have such dashes themselves.
      let known = secrets.reduce(text) { $0.replacing($1, with: Self.shortened($1)) }
      let plain = String(String.UnicodeScalarView(known.unicodeScalars.map { Self.isOtherDash($0) ? "-" : $0 }))
      let redacted = redacted(plain, depth: depth)
      if redacted != plain { return redacted }
    }
    // First, because a part of what is broken may be known or have a name.
    var shown = Self.shorteningSplit(in: text, knowing: secrets)
    for secret in secrets where shown.utf8.count >= secret.utf8.count && shown.contains(secret) {
      shown = shown.replacing(secret, with: Self.shortened(secret))
    }
    var found: Set<String> = []
    shown = Self.shorteningNamed(in: shown, found: &found)
    shown = Self.shorteningRuns(in: Self.shorteningUserInfo(in: shown))
    return shown.contains("%") ? redactingEncoded(shown, depth: depth) : shown
  }

  /// Whether a scalar is a dash or minus sign that a text processor may have written for a hyphen.
  static func isOtherDash(_ scalar: Unicode.Scalar) -> Bool {
    "\u{2010}"..."\u{2015}" ~= scalar || ["\u{AD}", "\u{2212}", "\u{FF0D}"].contains(scalar)
  }

  /// Redacts percent-encoded pieces that hold a secret once they are decoded.
  private func redactingEncoded(_ text: String, depth: Int) -> String {
    // Beyond ASCII, as the ellipsis of what was shortened is.
    func isURLByte(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "'") }
    var shown = ""
    var rest = text[...].utf8
    while !rest.isEmpty {
      let piece = rest.prefix(while: isURLByte)
      shown += redactingEncodedPiece(String(Substring(piece)), depth: depth)
      rest = rest[piece.endIndex...]
      let between = rest.prefix { !isURLByte($0) }
      shown += String(Substring(between))
      rest = rest[between.endIndex...]
    }
    return shown
  }

  private func redactingEncodedPiece(_ piece: String, depth: Int) -> String {
    let decoded = Self.decodingWhatCanBe(piece)
    if decoded == piece { return piece }
    if depth == Self.greatestDepth { return Self.shortened(piece) }
    // What was encoded twice is decoded here again.
    let normal = Self.withoutEscapes(Self.decodingUnreserved(decoded))
    let redacted = Self.shorteningRandomRuns(in: redacted(normal, depth: depth + 1))
    return redacted == normal ? piece : PrintableText.of(redacted)
  }

  /// Decodes percent-encoding, and leaves a stray `%` as it is: other readers may see the secret behind it. An encoded `&`, `#` or
  /// `;` is part of a value, which it would end if it were decoded.
  static func decodingWhatCanBe(_ text: String) -> String { decoding(text) { !"&#;".utf8.contains($0) } }

  /// Decodes the letters, digits and signs that need no percent-encoding (RFC 3986, 2.3), and hyphens and underscores that were encoded
  /// several times.
  private static func decodingUnreserved(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var plain = text
    if text.contains("%25") {
      for _ in 0..<greatestDepth { plain = plain.replacing("%2525", with: "%25") }
      for sign in ["2D", "2d", "5F", "5f"] { plain = plain.replacing("%25" + sign, with: "%" + sign) }
    }
    return decoding(plain, where: PercentEncoding.isUnreserved)
  }

  /// Decodes the percent-encoded bytes that fulfil a condition.
  private static func decoding(_ text: String, where isDecoded: (UInt8) -> Bool) -> String {
    let pieces = text.split(separator: "%", omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return text }
    var bytes = Array(pieces[0].utf8)
    for piece in pieces.dropFirst() {
      if piece.utf8.count >= 2, let byte = UInt8(String(decoding: piece.utf8.prefix(2), as: UTF8.self), radix: 16),
        piece.utf8.first != UInt8(ascii: "+"), isDecoded(byte)
      {
        bytes.append(byte)
        bytes += piece.utf8.dropFirst(2)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes += piece.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SecretText {
  /// A JSON pointer with long names shortened, as ``Redaction/quoted(_:limit:)`` does; long names without digits are kept.
  fileprivate func redacted(pointer: String) -> String {
    redacted(pointer).split(separator: "/", omittingEmptySubsequences: false).map { name in
      name.count > Redaction.mostQuoted && Self.isOpaque(name.utf8)
        ? Self.shortened(String(name)) : String(name)
    }.joined(separator: "/")
  }
}

extension OutOfBandMessage {
  /// The text of a link, a URI or another text.
  fileprivate var plainText: String {
    switch self {
    case .link(let anatomy): anatomy.url.text
    case .web(let url), .uri(let url): url.text
    case .uaePass(let uri): uri.url.text
    case .text(let text): text
    case .payload, .server, .association, .page, .foreign, .utf16, .binary: ""
    }
  }
}

extension Diagnostic {
  /// The same finding with all its text redacted.
  func redacted(by secrets: SecretText) -> Diagnostic {
    let place: Place =
      switch place {
      case .pointer(let pointer): .pointer(PrintableText.of(secrets.redacted(pointer: pointer)))
      default: place
      }
    // What a message quotes may hold characters that would steer a terminal.
    func shown(_ text: String) -> String { PrintableText.of(secrets.redacted(text)) }
    return Diagnostic(
      rule, shown(message), at: place, remedy: remedy == rule.fix ? remedy : shown(remedy), severity: severity)
  }
}
