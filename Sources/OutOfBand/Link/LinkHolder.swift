import TextFormats

/// What holds a link for people to tap, as a chat message, a mail, a shortcut and an object of JSON do, or a payload, as a log does.
///
/// ```swift
/// LinkHolder(RecognizedMessage(Array("Log in: \(link)".utf8)))?.words  // a text around a link
/// ```
/// A symbol of such a text opens nothing; a program that shows the text lets its link be tapped.
public struct LinkHolder: Hashable, Sendable {
  /// The link or the payload, whatever is wrong with it.
  public let link: RecognizedMessage
  /// What the whole is, as in `a text around a link`.
  public let words: String
  /// Whether a server's redirect leads to the link, and no tap on it.
  public let isRedirect: Bool
  /// Whether it holds a link, and not the payload alone.
  public let isLink: Bool

  /// `nil` for what is a message itself, and for what holds no link with a payload. Of a mail, the first link counts; other texts with
  /// several hold none.
  public init?(_ message: RecognizedMessage) {
    guard let (link, words) = Self.found(in: message.content) else { return nil }
    let inner = RecognizedMessage(Array(link.utf8))
    (self.link, self.words, isRedirect, isLink) = (inner, words, words == Self.redirect, !inner.isPayload)
    if isLink, !inner.holdsLink, !inner.hidesLink { return nil }
  }

  private static func found(in message: OutOfBandMessage) -> (link: String, words: String)? {
    switch message {
    case .text(let text): answer(of: text) ?? shortcut(text) ?? mail(text) ?? prose(text) ?? payload(in: text)
    // 'Login:' before the link looks like its scheme, and words behind it like a part of it.
    case .link(let anatomy) where anatomy.url.text.contains { $0.isWhitespace || !$0.isASCII }:
      // Blanks in a link alone are a fault of it: then what is before them carries nothing.
      mail(anatomy.url.text)
        ?? prose(anatomy.url.text).flatMap { found in
          let inner = OutOfBandMessage(found.link)
          if case .link(let inside) = inner, !inside.carriesObject, BuriedLink(in: inner) == nil { return nil }
          return found
        }
    case .payload(let json, .json): member(json.value?.members ?? [])
    case .association(.propertyList(.success(let list))): location(list.root)
    default: nil
    }
  }

  private static let redirect = "the answer of a server that redirects to a link"

  /// The head of an HTTP answer (RFC 9110, section 10.2.2), as `curl -i` prints it.
  private static func answer(of text: String) -> (link: String, words: String)? {
    guard text.hasPrefix("HTTP/"), let match = text.firstMatch(of: #/(?im)^location:\s*(\S+)/#) else { return nil }
    return (String(match.output.1), redirect)
  }

  /// The first link with a payload in a saved mail (RFC 5322), whose parts may be in quoted-printable (RFC 2045, section 6.7).
  private static func mail(_ written: String) -> (link: String, words: String)? {
    // A line end of mails is one character of Swift.
    let text = written.replacing("\r\n", with: "\n")
    guard text.utf8.count <= MessageCheck.sizeLimit,
      text.prefix(16_384).contains(#/(?im)^(?:MIME-Version|Message-ID|Received|Content-Type):/#),
      text.prefixMatch(of: #/(?:[A-Za-z\-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){2}/#) != nil
    else { return nil }
    var body = text
    if text.contains(#/(?im)^Content-Transfer-Encoding:\s*quoted-printable/#) {
      let joined = text.replacing("=\n", with: "").replacing("%", with: "%25")
      body = PercentEncoding.decode(joined.replacing(#/=([0-9A-Fa-f]{2})/#) { "%\($0.output.1)" }) ?? text
    }
    let links = addresses(in: body).lazy.map { whole(body, $0).link }
    func first(_ isMeant: (RecognizedMessage) -> Bool) -> String? {
      links.first { isMeant(RecognizedMessage(Array($0.utf8))) }
    }
    // A click tracker may have it.
    return (first(\.holdsLink) ?? first(\.hidesLink)).map { ($0, "a mail with a link") }
  }

  /// An Internet shortcut of Windows: lines of `name=value`, the address in its section.
  private static func shortcut(_ text: String) -> (link: String, words: String)? {
    guard let section = text.firstRange(of: "[InternetShortcut]"),
      text[..<section.lowerBound].allSatisfy({ $0 != "?" }),
      let match = text[section.upperBound...].firstMatch(of: #/(?im)^URL=(\S+)/#)
    else { return nil }
    return (String(match.output.1), "an Internet shortcut")
  }

  /// Words, and one link between blanks, brackets or quotation marks, as chats and mail programs recognise it.
  private static func prose(_ written: String) -> (link: String, words: String)? {
    let text = written.replacing("\r\n", with: "\n")
    guard text.utf8.count <= BuriedLink.limit, case let found = links(in: text), found.count == 1 else { return nil }
    let (link, range) = found[0]
    let before = text[..<range.lowerBound].reversed().drop { "<(„“«‘「*_~".contains($0) }
    let rest = text[..<range.lowerBound] + text[range.upperBound...]
    guard before.first?.isWhitespace ?? true, rest.contains(where: \.isLetter) else { return nil }
    return (link, "a text around a link")
  }

  /// The links with a payload in a text.
  private static func links(in text: String) -> [(link: String, range: Range<String.Index>)] {
    addresses(in: text).map { whole(text, $0) }.filter { RecognizedMessage(Array($0.link.utf8)).holdsLink }
  }

  /// Where the first thousand addresses of a text are.
  private static func addresses(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    for slashes in text.ranges(of: "://").prefix(1000)
    where slashes.lowerBound >= found.last?.upperBound ?? text.startIndex {
      let before = text[..<slashes.lowerBound].reversed().prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0))
      }
      let scheme = text[before.endIndex.base..<slashes.lowerBound].drop { !$0.isLetter }
      let rest = text[slashes.upperBound...].prefix { $0.isASCII && $0 > " " && !"\"'<>\u{7F}".contains($0) }
      if !scheme.isEmpty, !rest.isEmpty { found.append(scheme.startIndex..<rest.endIndex) }
    }
    return found
  }

  /// The link at an address, without the marks of a sentence around it. Marks of emphasis stay: they may become part of the link.
  private static func whole(_ text: String, _ range: Range<String.Index>) -> (link: String, range: Range<String.Index>)
  {
    var (link, end) = (text[range].replacing(LinkAnatomy.ampersandInHTML, with: "&"), range.upperBound)
    // A mail program has broken the line: while the payload is cut off, the next ones are part of the link.
    while link.prefix(while: { $0 != "\n" }).utf8.count >= 60, text[end...].first == "\n",
      link.utf8.count < longestJoined, isCut(String(link)),
      case let line = text[end...].dropFirst().prefix(while: { $0 != "\n" }), !line.isEmpty,
      line.utf8.allSatisfy({ $0.isLetterOrDigit(or: "-_=&%") })
    {
      link += "\n" + line
      end = line.endIndex
    }
    while let last = link.last, ".,;:!?)]}".contains(last) { link.removeLast() }
    return (String(link), range.lowerBound..<end)
  }

  /// The longest link that is put together from lines, in bytes: no symbol holds half of it.
  private static let longestJoined = 1 << 13

  /// Whether a link has a payload that ends early.
  private static func isCut(_ link: String) -> Bool {
    guard case .link(let anatomy) = RecognizedMessage(Array(link.utf8)).content, let payload = anatomy.payload else {
      return false
    }
    let written = payload.value.filter { !$0.isWhitespace }
    return if case .cut? = PayloadMishap(written, decoded: Base64.bytes(written).map { PayloadJSON($0) }) { true } else
    { false }
  }

  /// The only payload in a text, as JSON, also where its quotation marks are escaped.
  private static func payload(in text: String) -> (link: String, words: String)? {
    guard text.utf8.count <= BuriedLink.limit else { return nil }
    let starts = text.matches(of: #/\{\s*\\?"nma_data"?/#).map(\.range.lowerBound)
    guard starts.count == 1, text[..<starts[0]].contains(where: \.isLetter) else { return nil }
    let rest = text[starts[0]...]
    for end in rest.indices.reversed().lazy.filter({ rest[$0] == "}" }).prefix(64) {
      let json = String(rest[...end])
      let candidates = [json, json.hasPrefix("{\\") ? PayloadMishap.unescaped(json) ?? "" : ""]
      if let payload = candidates.first(where: { RecognizedMessage(Array($0.utf8)).isPayload }) {
        return (payload, "a text around a payload")
      }
    }
    return nil
  }

  /// An object that is no payload, with one link or one payload.
  private static func member(_ members: [JSONValue.Member]) -> (link: String, words: String)? {
    if members.contains(where: { $0.name.hasPrefix("nma_") }) { return nil }
    func only(_ what: String, _ isMeant: (RecognizedMessage) -> Bool) -> (link: String, words: String)? {
      let held = members.filter { $0.value.text.map { isMeant(RecognizedMessage(Array($0.utf8))) } ?? false }
      guard held.count == 1, let text = held[0].value.text else { return nil }
      return (text, "JSON with \(what) in its member \(PrintableText.quoted(held[0].name))")
    }
    return only("a link", \.holdsLink) ?? only("a payload", \.isPayload)
  }

  /// A web location of macOS: a property list whose `URL` is the address.
  private static func location(_ root: XMLTree.Element) -> (link: String, words: String)? {
    let pairs = root.children.first?.children ?? []
    guard pairs.count == 2, pairs[0].name == "key", pairs[0].text == "URL", pairs[1].name == "string" else {
      return nil
    }
    return (pairs[1].text, "a web location")
  }
}

extension RecognizedMessage {
  /// Whether it is a link with a payload, whatever is wrong with it or around it.
  fileprivate var holdsLink: Bool { isLink || BuriedLink(in: content) != nil }

  /// Whether it is the address of a click tracker, whose server knows the link. Shorteners have other uses, too.
  var hidesLink: Bool {
    guard case .web(let url) = content, let wrapper = LinkWrapper(at: url), !wrapper.isShortener else { return false }
    return wrapper.hides(linkOf: url).isHidden
  }

  /// Whether it is a payload's JSON, however carried.
  fileprivate var isPayload: Bool {
    guard case .payload(let json, _) = content else { return false }
    return json.value?["nma_data"] != nil
  }
}
