extension SecretText {
  /// How a character is escaped: a start, then its code in the given base with so many digits, then one of the ends. An end may be
  /// missing unless it is a closing brace.
  private typealias Escape = (start: String, radix: Int, digits: ClosedRange<Int>, ends: [String])

  /// JSON (RFC 8259, 7), programming languages, also within another text of JSON, CSS (CSS Syntax, 4.3.7), HTML (WHATWG, HTML, 13.2.5.80,
  /// also without the semicolon), and `escape` of ECMAScript (B.2.1.1).
  ///
  /// If one start is the beginning of another, the longer one comes first, unless the digits distinguish them.
  private static let escapes: [Escape] = [
    (#"\\u"#, 16, 4...4, []), (#"\u"#, 16, 4...4, []), (#"\u{"#, 16, 1...8, ["}"]), (#"\U"#, 16, 8...8, []),
    (#"\\x"#, 16, 2...2, []), (#"\x{"#, 16, 1...8, ["}"]), (#"\x"#, 16, 2...2, []),
    (#"\"#, 8, 2...4, []), (#"\"#, 16, 2...6, [" "]), ("&#x", 16, 1...32, [";", "%3B", "%3b"]),
    ("&#X", 16, 1...32, [";", "%3B", "%3b"]), ("&#", 10, 1...32, [";", "%3B", "%3b"]), ("%u", 16, 4...4, []),
  ]

  /// Quoted-printable (RFC 2045, 6.7).
  private static let quotedPrintable: Escape = ("=", 16, 2...2, [])
  /// Fewer signs that could be quoted-printable may be values that begin with two digits.
  private static let leastQuotedPrintable = 8

  /// References of HTML, and characters behind a backslash that need none, as in Markdown.
  private static let signs = [
    ("&amp;#", "&#"), ("%26%23", "&#"), ("&quot;", "\""), ("&#34;", "\""), ("&#x22;", "\""), ("&apos;", "'"),
    ("&#39;", "'"), ("&#x27;", "'"), ("&hyphen;", "-"), ("&dash;", "-"), ("&ndash;", "-"), ("&minus;", "-"),
    (#"\-"#, "-"), (#"\_"#, "_"), (#"\."#, "."), (#"\="#, "="),
  ]

  /// The text with quotes that HTML escapes, and printable characters that are escaped, as they are meant; dashes are hyphens.
  static func withoutEscapes(_ text: String) -> String {
    guard text.utf8.contains(where: { #"&\%="#.utf8.contains($0) }) else { return text }
    let plain = signs.reduce(text) { $0.contains($1.0) ? $0.replacing($1.0, with: $1.1) : $0 }
    let decoded = escapes.reduce(plain) { $0.contains($1.start) ? decoding($1, in: $0) : $0 }
    let isQuoted = decoded.utf8.count { $0 == UInt8(ascii: "=") } >= leastQuotedPrintable
    return isQuoted ? decoding(quotedPrintable, in: decoded) : decoded
  }

  /// What is printable, but for the signs that would end a value or begin an escape; a hyphen for another dash.
  private static func plain(_ code: UInt32) -> Unicode.Scalar? {
    guard let scalar = Unicode.Scalar(code) else { return nil }
    if isOtherDash(scalar) { return "-" }
    return "!"..."~" ~= scalar && !"\"'\\&<>".unicodeScalars.contains(scalar) ? scalar : nil
  }

  private static func decoding(_ escape: Escape, in text: String) -> String {
    let pieces = text.split(separator: escape.start, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { decoded, piece in
      // Of digits that give no such character, the last ones may not belong to it.
      var digits = piece.prefix(escape.digits.upperBound).prefix { UInt8(String($0), radix: escape.radix) != nil }
      while digits.count > escape.digits.lowerBound, UInt32(digits, radix: escape.radix).flatMap(plain) == nil {
        digits.removeLast()
      }
      let rest = piece[digits.endIndex...]
      let end = escape.ends.first { rest.hasPrefix($0) }
      if digits.count >= escape.digits.lowerBound, let scalar = UInt32(digits, radix: escape.radix).flatMap(plain),
        end != nil || escape.ends != ["}"]
      {
        decoded += String(scalar) + rest.dropFirst(end?.count ?? 0)
      } else {
        decoded += escape.start + piece
      }
    }
  }
}
