import TextFormats

extension LinkAnatomy {
  /// The link without what copying adds: `&amp;` for `&`, white space around it, line breaks, which browsers also leave out (WHATWG,
  /// URL, 4.4), and a label or another scheme in front of it; with two slashes after `https:`.
  var asCopied: LinkAnatomy {
    var text = url.text
    // Each of them ends so; few links have one.
    if text.utf8.contains(UInt8(ascii: ";")) {
      for reference in ["&#38;", "&#038;", "&#x26;", Self.ampersandInHTML, Self.ampersandInHTML] {
        text = text.replacing(reference, with: "&")
      }
    }
    if text.utf8.contains(where: Self.lineBreaks.contains) {
      text = String(decoding: text.utf8.filter { !Self.lineBreaks.contains($0) }, as: UTF8.self)
    }
    text = String(text.trimmingPrefix(while: \.isWhitespace))
    while text.last?.isWhitespace == true { text.removeLast() }
    if let prefix = Self.prefix(of: text) { text = String(text.dropFirst(prefix.count)) }
    text = Self.withSlashes(text)
    return text == url.text ? self : LinkAnatomy(text)
  }

  private static let lineBreaks = Set("\t\n\r".utf8)

  /// What precedes a whole link: a label or another scheme, such as `URL:`, a second `https://`, or `http://` before a custom URI.
  var prefix: String? { Self.prefix(of: url.text) }

  private static func prefix(of text: String) -> String? {
    let head = text.trimmingPrefix(while: \.isWhitespace).prefix { $0 != "?" && $0 != "#" }
    // Making a regular expression takes longer than all else.
    if let first = head.firstRange(of: "://"), head[first.upperBound...].contains("://"),
      let match = head.prefixMatch(of: #/(?i)https?:\/\/(?=[a-z][a-z0-9+.\-]*:\/\/)/#)
    {
      return String(match.output)
    }
    guard head.dropFirst().lowercased().contains("https://") else { return nil }
    return head.prefixMatch(of: #/(?i)[a-z][^/]*:(?://)?\s*(?=https://)/#).map { String($0.output) }
  }

  /// The text with `https://` before its host, where the scheme is meant as `https` and its slashes are missing or wrong.
  private static func withSlashes(_ text: String) -> String {
    guard (URLText(text).host ?? "").isEmpty,
      let match = text.prefixMatch(of: #/([A-Za-z]+):[/\\\s]*(?=[A-Za-z0-9\-]+\.[A-Za-z])/#),
      Spelling.isMeantAsHTTPS(String(match.output.1))
    else { return text }
    return "https://" + text[match.range.upperBound...]
  }
}
