/// Forms of HTML, XML and YAML in which a name is apart from its value.
extension SecretText {
  /// Whether an attribute of a tag names a token, as in `<input value="…" name="token">`.
  static func hasTokenAttribute(_ tag: Substring.UTF8View) -> Bool {
    tag.split(whereSeparator: isQuote).contains { $0.allSatisfy(isRunByte) && namesSecret(Substring($0)) }
  }

  /// Whether all values of a tag are in quotes.
  static func isQuotedThroughout(_ tag: Substring.UTF8View) -> Bool {
    var (quote, before): (UInt8?, UInt8) = (nil, 0)
    for byte in tag where quote != nil || byte > 0x20 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if isQuote(byte) {
        quote = byte
      } else if before == UInt8(ascii: "=") {
        return false
      }
      before = byte
    }
    return true
  }

  /// Where the text of the next element begins, behind an element with the name of the value in it, as in a property list:
  /// `<key>token</key><string>…`.
  ///
  /// - Parameter text: From the end of the name.
  static func nextElement(_ text: Substring.UTF8View) -> Substring.Index? {
    var rest = text
    func skip(_ sign: String) -> Bool {
      guard rest.starts(with: sign.utf8) else { return false }
      rest = rest.dropFirst(sign.utf8.count)
      return true
    }
    guard skip("</") else { return nil }
    rest = rest.drop(while: isRunByte)
    guard skip(">") else { return nil }
    rest = rest.drop { $0 <= 0x20 }
    guard skip("<") else { return nil }
    rest = rest.drop(while: isRunByte)
    return skip(">") ? rest.startIndex : nil
  }

  /// What follows `|` or `>` up to the text of a YAML block, as in `token: >-`: indicators of indentation and line breaks, and a
  /// comment (YAML 1.2.2, 8.1.1).
  ///
  /// - Returns: Empty where there are no indicators, or no line break follows.
  static func yamlHeader(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let indicators = text.prefix { "+-0123456789".utf8.contains($0) }
    if indicators.isEmpty { return indicators }
    let newline = UInt8(ascii: "\n")
    var line = text[indicators.endIndex...].drop { $0 <= 0x20 && $0 != newline }
    if line.first == UInt8(ascii: "#") { line = line[line.prefix(mostComment).prefix { $0 != newline }.endIndex...] }
    guard line.first == newline else { return text.prefix(0) }
    return text[..<line.prefix { $0 <= 0x20 }.endIndex]
  }

  /// Bytes of a comment: reading a longer one in search of its end would take long where many follow each other.
  private static let mostComment = 200

  /// What is before the next element of a YAML list: the line break, a dash, spaces, and the quote that opens it.
  ///
  /// - Returns: Empty where no element follows.
  static func yamlItem(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let end = text.prefix { $0 <= 0x20 }
    guard end.contains(UInt8(ascii: "\n")), text[end.endIndex...].starts(with: "- ".utf8) else { return text.prefix(0) }
    let start = text[end.endIndex...].dropFirst().drop { $0 == UInt8(ascii: " ") }.startIndex
    return text[..<(text[start...].first.map(isQuote) ?? false ? text.index(after: start) : start)]
  }

  /// What follows `<![` in front of a text in XML, with the bracket that ends it.
  static let characterData = Array("CDATA[".utf8)
}
