extension SecretText {
  /// How a letter or digit is escaped: its code in hexadecimal or decimal digits, up to an end.
  private typealias Escape = (start: String, radix: Int, digits: Int, end: String)

  /// JSON (RFC 8259, 7), programming languages, and HTML (WHATWG, HTML, 13.1.4).
  private static let escapes: [Escape] = [
    ("\\u00", 16, 2, ""), ("\\x", 16, 2, ""), ("&#x", 16, 8, ";"), ("&#X", 16, 8, ";"), ("&#", 10, 8, ";"),
  ]

  /// The text with quotes that HTML escapes, and letters and digits that are escaped, as they are meant.
  static func withoutEscapes(_ text: String) -> String {
    let quotes = [
      ("&quot;", "\""), ("&#34;", "\""), ("&#x22;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&#x27;", "'"),
    ]
    let plain = text.contains("&") ? quotes.reduce(text) { $0.replacing($1.0, with: $1.1) } : text
    return escapes.reduce(plain) { $0.contains($1.start) ? decoding($1, in: $0) : $0 }
  }

  private static func decoding(_ escape: Escape, in text: String) -> String {
    let pieces = text.split(separator: escape.start, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { plain, piece in
      let digits = piece.prefix(escape.digits).prefix { $0.isHexDigit }
      let rest = piece[digits.endIndex...]
      if let code = UInt8(digits, radix: escape.radix), code < 0x80, isRunByte(code), code != UInt8(ascii: "-"),
        escape.end.isEmpty ? digits.count == escape.digits : rest.hasPrefix(escape.end)
      {
        plain += String(UnicodeScalar(code)) + rest.dropFirst(escape.end.count)
      } else {
        plain += escape.start + piece
      }
    }
  }
}
