import TextFormats

/// A link with a payload that a message holds but is not: what is around it or was done to it, from the outside in.
///
/// No phone takes these layers off; a check does, to say what they are and to judge the link in them.
struct BuriedLink {
  /// Each with its offset, in bytes, in the text that is left when those before it are off.
  private(set) var layers: [(layer: Layer, offset: Int)] = []
  /// The link without its layers; `nil` when it cannot be told what it was.
  let anatomy: LinkAnatomy

  /// One thing that keeps a text from being the link.
  enum Layer: Hashable, Sendable {
    /// Blanks at the ends, and what cannot be seen: the first, and how many there are.
    case hidden(Unicode.Scalar, count: Int)
    case around(before: String, after: String)
    case quotedPrintable
    case noScheme
    /// A scheme with a character that none may have.
    case badScheme(String, Unicode.Scalar)
    case intent(scheme: String, package: String?)
    /// The host, the service if it is known, and the member that holds the link.
    case wrapped(host: String, name: String?, member: String?)
    /// `%3A` for `:`, `%2F` for `/`, `%3F` for `?`.
    case encodedSign(String)
    case semicolon
    /// Blanks where base64 had a `+`.
    case lostPlus(count: Int)
    /// The payload in a parameter of another name; `nil` for the end of the path.
    case elsewhere(String?)
  }

  fileprivate typealias Peeled = (layer: Layer, offset: Int, text: String)

  /// The longest text that is searched.
  static let limit = 1 << 16

  /// Looks for the link in a message that is not a sound link itself; `nil` when there is none.
  init?(in message: OutOfBandMessage) {
    var text: String
    switch message {
    case .text(let written): text = written
    case .web(let url), .uri(let url): text = url.text
    case .link(let anatomy) where !anatomy.isPlain: text = anatomy.url.text
    default: return nil
    }
    guard text.utf8.count <= Self.limit,
      text.utf8.contains(UInt8(ascii: "=")) || text.contains("%") || text.contains("/eyJ")
    else { return nil }
    var last: LinkAnatomy?
    while layers.count < 8, last?.isPlain != true, let next = Self.peeled(text) {
      layers.append((next.layer, next.offset))
      text = next.text
      last = if case .link(let anatomy) = OutOfBandMessage(text) { anatomy } else { nil }
    }
    guard let last, last.payload != nil, !layers.isEmpty else { return nil }
    // What is wrong with a link may be its payload alone.
    if case .link = message, !last.carriesObject { return nil }
    anatomy = last
  }

  /// Takes off one layer. Plain comparisons come first where they can: a regular expression is compiled each time it is used.
  private static func peeled(_ text: String) -> Peeled? {
    for peel in [
      hidden, quotedPrintable, badScheme, intent, wrapper, encodedSign, around, noScheme, semicolon, lostPlus,
      elsewhere,
    ] {
      if let peeled = peel(text) { return peeled }
    }
    return nil
  }

  private static let parameter = DispatchLink.payloadParameter

  private static func carriesObject(_ text: String) -> Bool {
    if case .link(let anatomy) = OutOfBandMessage(text) { anatomy.carriesObject } else { false }
  }

  // MARK: Around the link

  private static func hidden(_ text: String) -> Peeled? {
    let scalars = Array(text.unicodeScalars)
    let first = scalars.firstIndex { !isBlank($0) } ?? 0
    let last = scalars.lastIndex { !isBlank($0) } ?? 0
    var (kept, found, count) = (String.UnicodeScalarView(), Int?.none, 0)
    for (index, scalar) in scalars.enumerated() {
      // Blanks of ASCII inside a link are left to the checks of its parts.
      if index < first || index > last || !scalar.isASCII && isBlank(scalar) {
        if found == nil { found = index }
        count += 1
      } else {
        kept.append(scalar)
      }
    }
    guard let found else { return nil }
    let offset = scalars[..<found].reduce(0) { $0 + $1.utf8.count }
    return (.hidden(scalars[found], count: count), offset, String(kept))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    PrintableText.isHidden(scalar) || scalar.properties.generalCategory == .spaceSeparator
  }

  /// Mail in quoted-printable (RFC 2045, section 6.7) has `=3D` for `=`, and a `=` at the end of each line that goes on.
  private static func quotedPrintable(_ text: String) -> Peeled? {
    guard text.contains("=3") || text.contains(where: \.isNewline),
      let first = text.firstRange(of: #/=(?:3[Dd]|\R)/#)?.lowerBound
    else { return nil }
    var joined = text.replacing(#/=\R/#, with: "")
    if joined.contains(#/=3[Dd]/#) {
      joined =
        PercentEncoding.decode(
          joined.replacing("%", with: "%25").replacing(#/=([0-9A-Fa-f]{2})/#) { "%\($0.output.1)" }) ?? joined
    }
    guard carriesObject(joined) || joined.contains(#/(?i)dispatchTokenResponse/#) && joined != text else { return nil }
    return (.quotedPrintable, text.utf8.distance(from: text.startIndex, to: first), joined)
  }

  /// What quotes, lists, mail and Markdown put behind a link.
  private static let closers = Set("\"'<>)]}`’“”»*|,;.! \t\n\r".unicodeScalars)

  private static func around(_ text: String) -> Peeled? {
    guard let start = schemeStart(text) else { return nil }
    let rest = text[start...].unicodeScalars
    let cut = String(rest.prefix { !closers.contains($0) || ",;.!*'".unicodeScalars.contains($0) })
    var trimmed = rest
    while let last = trimmed.last, closers.contains(last) { trimmed.removeLast() }
    let links = [cut, String(trimmed)]
    if links.allSatisfy({ $0.utf8.count == text.utf8.count }) { return nil }
    // A text that begins with the link is one, unless it is better without its end.
    guard let link = links.first(where: carriesObject) ?? (start == text.startIndex ? nil : links[0]),
      link.utf8.count < text.utf8.count
    else { return nil }
    let before = String(text[..<start])
    let after = String(Substring(text.utf8.dropFirst(before.utf8.count + link.utf8.count)))
    return (.around(before: before, after: after), before.isEmpty ? link.utf8.count : 0, link)
  }

  /// Where the scheme before the first `://` begins.
  private static func schemeStart(_ text: String) -> String.Index? {
    guard let mark = text.firstRange(of: "://")?.lowerBound else { return nil }
    let scheme = text[..<mark].utf8.reversed().prefix {
      0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
    let start = text.utf8.index(mark, offsetBy: -scheme.count)
    return text[start..<mark].firstIndex { $0.isLetter }
  }

  private static func noScheme(_ text: String) -> Peeled? {
    guard URLText(text).scheme == nil,
      let match = text.prefixMatch(of: #/(?:\/\/)?((?:[A-Za-z0-9\-]+\.)+[A-Za-z]{2,}(?::[0-9]+)?(?:\/[^?\s]*)?[?].*)/#)
    else { return nil }
    return (.noScheme, 0, "https://" + match.output.1)
  }

  private static func badScheme(_ text: String) -> Peeled? {
    guard let mark = text.firstRange(of: "://")?.lowerBound, !URLText.isScheme(text[..<mark]),
      let match = text.prefixMatch(of: #/([\p{L}\p{N}_+.~!$\-]+):\/\//#), !match.output.1.lowercased().contains("http")
    else { return nil }
    let scheme = String(match.output.1)
    let wrong =
      scheme.unicodeScalars.first { !URLText.isScheme("a" + String($0)) } ?? scheme.unicodeScalars.first ?? "_"
    return (.badScheme(scheme, wrong), 0, "app-scheme" + text.dropFirst(scheme.count))
  }

  // MARK: Around the address

  /// `intent:…#Intent;scheme=…;package=…;end` stands for a URI of that scheme.
  private static func intent(_ text: String) -> Peeled? {
    guard text.prefix(7).lowercased() == "intent:",
      let match = text.wholeMatch(of: #/(?i)intent:(.*?)#Intent;(.*)/#.dotMatchesNewlines())
    else { return nil }
    func extra(_ name: String) -> String? {
      match.output.2.pieces(at: ";").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    let data = String(match.output.1)
    let scheme = extra("scheme") ?? URLText(data).scheme ?? "https"
    let rest = URLText(data).scheme == nil ? data.drop { $0 == "/" } : data.drop { $0 != "/" }.drop { $0 == "/" }
    return (.intent(scheme: scheme, package: extra("package")), 0, "\(scheme)://\(rest)")
  }

  private static func wrapper(_ text: String) -> Peeled? {
    let url = URLText(text)
    guard let (link, member, name) = LinkWrapper.inner(of: url) else { return nil }
    return (
      .wrapped(host: url.host ?? "", name: name, member: member), url.authorityRange?.lowerBound ?? 0, link
    )
  }

  private static func encodedSign(_ text: String) -> Peeled? {
    guard !text.contains("?"), let sign = text.firstRange(of: #/%(?:3[AaFf]|2[Ff])/#) else { return nil }
    let isWhole = text.contains(#/(?i)dispatchTokenResponse%3D|^[a-z+.\-]+%3A/#)
    let plain =
      isWhole ? PercentEncoding.decode(text) ?? text : text.replacing(#/%3[Ff]/#, with: "?", maxReplacements: 1)
    guard let query = plain.firstIndex(of: "?"), plain[query...].contains(#/(?i)dispatchTokenResponse=/#) else {
      return nil
    }
    let offset = text.utf8.distance(from: text.startIndex, to: sign.lowerBound)
    return (.encodedSign(text[sign].uppercased()), offset, plain)
  }

  // MARK: In the query

  /// The payload of an address that has none where apps look for it.
  private static func elsewhere(_ text: String) -> Peeled? {
    let url = URLText(text)
    guard let scheme = url.scheme, !url.isOpaque, !text.lowercased().contains(parameter.lowercased()) else {
      return nil
    }
    func offset(of value: String) -> Int {
      text.firstRange(of: value).map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
        ?? scheme.utf8.count
    }
    let base = url.string(0..<url.pathRange.upperBound)
    // A misspelled name has a finding of its own.
    for (name, value) in (url.query ?? url.fragment ?? "").queryPairs
    where Spelling.nearest(to: name, among: [parameter]) == nil && isPayload(value) {
      return (.elsewhere(name), offset(of: value), "\(base)?\(parameter)=\(value)")
    }
    guard let last = url.path.pieces(at: "/").last, isPayload(last) else { return nil }
    return (.elsewhere(nil), offset(of: last), "\(base.dropLast(last.count + 1))?\(parameter)=\(last)")
  }

  private static func isPayload(_ text: String) -> Bool {
    guard text.utf8.count >= 40, let bytes = Base64.bytes(text) else { return false }
    return PayloadJSON(bytes).value?["nma_data"] != nil
  }

  private static func semicolon(_ text: String) -> Peeled? {
    guard text.contains(";"),
      let first = text.firstRange(of: #/(?i);(?=dispatchTokenResponse=|x-success=|x-error=|x-cancel=)/#)?.lowerBound,
      !text.contains(LinkAnatomy.ampersandInHTML), !text.contains("&#"),
      case let parted = text.replacing(#/(?i);(?=[a-z\-]+=)/#, with: "&"), carriesObject(parted)
    else { return nil }
    return (.semicolon, text.utf8.distance(from: text.startIndex, to: first), parted)
  }

  /// A form decoder reads `+` as a blank. Without the blanks the payload has another length.
  private static func lostPlus(_ text: String) -> Peeled? {
    guard text.contains(" ") || text.contains("%20"), case .link(let anatomy) = OutOfBandMessage(text),
      let payload = anatomy.payload, payload.value.contains(" "),
      anatomy.flaws.hasWrongPadding || anatomy.json?.value == nil
    else { return nil }
    let mended = payload.rawValue.replacing(#/ |%20/#, with: "-")
    let plain = text.replacing(payload.rawValue, with: mended)
    guard case .link(let better) = OutOfBandMessage(plain), better.carriesObject, !better.flaws.hasWrongPadding else {
      return nil
    }
    let offset = payload.rawValue.firstRange(of: #/ |%20/#).map {
      payload.rawValue.utf8.distance(from: payload.rawValue.startIndex, to: $0.lowerBound)
    }
    return (.lostPlus(count: payload.value.count { $0 == " " }), payload.valueOffset + (offset ?? 0), plain)
  }
}

extension LinkAnatomy {
  /// Whether it carries a JSON object.
  var carriesObject: Bool { json?.value?.members != nil }

  /// Whether a link carries a JSON object, and nothing around it or in it keeps phones from it as a link.
  fileprivate var isPlain: Bool {
    carriesObject && url.scheme != "intent" && !flaws.hasWhitespace
      && (url.firstControl == nil || url.text.utf8.allSatisfy { $0 < 0x80 })
  }
}
