extension SecretText {
  /// How a character is escaped: its code in hexadecimal, decimal or octal digits, their least and greatest count, and what may follow.
  private typealias Escape = (start: String, radix: Int, digits: ClosedRange<Int>, ends: [String])

  /// JSON (RFC 8259, 7), programming languages, also within another text of JSON, CSS (CSS Syntax, 4.3.7), HTML (WHATWG, HTML, 13.2.5.80,
  /// also without the semicolon), and `escape` of ECMAScript (B.2.1.1). A longer start comes before one that it begins with.
  private static let escapes: [Escape] = [
    ("\\\\u00", 16, 2...2, []), ("\\u00", 16, 2...2, []), ("\\u{", 16, 1...8, ["}"]), ("\\U000000", 16, 2...2, []),
    ("\\\\x", 16, 2...2, []), ("\\x{", 16, 1...8, ["}"]), ("\\x", 16, 2...2, []), ("\\0000", 16, 2...2, [" "]),
    ("\\", 8, 3...3, []), ("&#x", 16, 1...32, [";", "%3B", "%3b"]), ("&#X", 16, 1...32, [";", "%3B", "%3b"]),
    ("&#", 10, 1...32, [";", "%3B", "%3b"]), ("%u00", 16, 2...2, []),
  ]

  /// The text with quotes that HTML escapes, and printable characters that are escaped, as they are meant.
  static func withoutEscapes(_ text: String) -> String {
    let quotes = [
      ("&amp;#", "&#"), ("%26%23", "&#"), ("&quot;", "\""), ("&#34;", "\""), ("&#x22;", "\""), ("&apos;", "'"),
      ("&#39;", "'"), ("&#x27;", "'"),
    ]
    let plain =
      text.contains("&") || text.contains("%26") ? quotes.reduce(text) { $0.replacing($1.0, with: $1.1) } : text
    return escapes.reduce(plain) { $0.contains($1.start) ? decoding($1, in: $0) : $0 }
  }

  /// What is printable, but for the signs that would end a value or begin an escape.
  private static func isPlain(_ code: UInt8) -> Bool { 0x21...0x7E ~= code && !"\"'\\&<>".utf8.contains(code) }

  private static func decoding(_ escape: Escape, in text: String) -> String {
    let pieces = text.split(separator: escape.start, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { plain, piece in
      let digits = piece.prefix(escape.digits.upperBound).prefix { UInt8(String($0), radix: escape.radix) != nil }
      let rest = piece[digits.endIndex...]
      let end = escape.ends.first { rest.hasPrefix($0) }
      if digits.count >= escape.digits.lowerBound, let code = UInt8(digits, radix: escape.radix), isPlain(code),
        end != nil || escape.ends != ["}"]
      {
        plain += String(UnicodeScalar(code)) + rest.dropFirst(end?.count ?? 0)
      } else {
        plain += escape.start + piece
      }
    }
  }
}
