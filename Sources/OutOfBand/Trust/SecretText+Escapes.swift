extension SecretText {
  /// How a character is escaped: its code in hexadecimal or decimal digits, up to an end.
  private typealias Escape = (start: String, radix: Int, digits: Int, end: String)

  /// JSON (RFC 8259, 7) and programming languages, also within another text of JSON, and HTML (WHATWG, HTML, 13.1.4).
  private static let escapes: [Escape] = [
    ("\\\\u00", 16, 2, ""), ("\\u00", 16, 2, ""), ("\\\\x", 16, 2, ""), ("\\x", 16, 2, ""),
    ("&#x", 16, 32, ";"), ("&#X", 16, 32, ";"), ("&#", 10, 32, ";"),
  ]

  /// The text with quotes that HTML escapes, and printable characters that are escaped, as they are meant.
  static func withoutEscapes(_ text: String) -> String {
    let quotes = [
      ("&amp;#", "&#"), ("&quot;", "\""), ("&#34;", "\""), ("&#x22;", "\""), ("&apos;", "'"), ("&#39;", "'"),
      ("&#x27;", "'"),
    ]
    let plain = text.contains("&") ? quotes.reduce(text) { $0.replacing($1.0, with: $1.1) } : text
    return escapes.reduce(plain) { $0.contains($1.start) ? decoding($1, in: $0) : $0 }
  }

  /// What is printable, but for the signs that would end a value or begin an escape.
  private static func isPlain(_ code: UInt8) -> Bool { 0x21...0x7E ~= code && !"\"'\\&<>".utf8.contains(code) }

  private static func decoding(_ escape: Escape, in text: String) -> String {
    let pieces = text.split(separator: escape.start, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { plain, piece in
      let digits = piece.prefix(escape.digits).prefix { $0.isHexDigit }
      let rest = piece[digits.endIndex...]
      if let code = UInt8(digits, radix: escape.radix), isPlain(code),
        escape.end.isEmpty ? digits.count == escape.digits : rest.hasPrefix(escape.end)
      {
        plain += String(UnicodeScalar(code)) + rest.dropFirst(escape.end.count)
      } else {
        plain += escape.start + piece
      }
    }
  }
}
