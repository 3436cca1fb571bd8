/// Tags, comments and declarations.
extension HTMLTokenizer {
  /// Reads a tag from its name to its `>`; `nil` when the text ends before.
  mutating func tag() -> HTMLToken.Tag? {
    var name: [UInt8] = []
    while let byte = byte(0), !Self.endsName(byte) { append(to: &name, nulIsReplaced: true, lowercased: true) }
    var attributes: [HTMLToken.Attribute] = []
    var names: Set<String> = []
    while let byte = byte(0) {
      switch byte {
      case UInt8(ascii: ">"):
        position += 1
        return HTMLToken.Tag(name: string(name), attributes: attributes, isSelfClosing: false)
      case UInt8(ascii: "/"):
        position += 1
        if self.byte(0) == UInt8(ascii: ">") {
          position += 1
          return HTMLToken.Tag(name: string(name), attributes: attributes, isSelfClosing: true)
        }
      case _ where Self.isSpace(byte): position += 1
      default:
        guard let attribute = attribute() else { return nil }
        if names.insert(attribute.name).inserted { attributes.append(attribute) }
      }
    }
    return nil
  }

  /// Whether a byte ends the name of a tag.
  static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  /// `nil` when the text ends inside a quoted value.
  private mutating func attribute() -> HTMLToken.Attribute? {
    let start = position
    var name: [UInt8] = []
    // A '=' at the beginning is part of the name.
    repeat {
      append(to: &name, nulIsReplaced: true, lowercased: true)
    } while byte(0).map {
      !Self.endsName($0) && $0 != UInt8(ascii: "=")
    } ?? false
    let nameRange = start..<position
    skipSpace()
    var value: [UInt8] = []
    var valueRange = position..<position
    if byte(0) == UInt8(ascii: "=") {
      position += 1
      skipSpace()
      switch byte(0) {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[position]
        position += 1
        valueRange = position..<position
        readValue(to: &value) { $0 == quote }
        guard position < bytes.count else { return nil }
        valueRange = valueRange.lowerBound..<position
        position += 1
      default:
        valueRange = position..<position
        readValue(to: &value) { Self.isSpace($0) || $0 == UInt8(ascii: ">") }
        valueRange = valueRange.lowerBound..<position
      }
    }
    return HTMLToken.Attribute(
      name: string(name), value: string(value), nameRange: nameRange, valueRange: valueRange)
  }

  private mutating func readValue(to value: inout [UInt8], until isEnd: (UInt8) -> Bool) {
    while let byte = byte(0), !isEnd(byte) {
      if byte == UInt8(ascii: "&") {
        appendReference(to: &value, inAttribute: true)
      } else {
        append(to: &value, nulIsReplaced: true)
      }
    }
  }

  private mutating func skipSpace() {
    while let byte = byte(0), Self.isSpace(byte) { position += 1 }
  }

  // MARK: Comments

  /// Reads what follows `<!`: a comment, a document type, or anything else, which is a comment, too.
  mutating func declaration() -> HTMLToken {
    let start = position
    position += 2
    if comesNext("--") { return comment(from: start) }
    guard comesNext("doctype") else {
      position = start
      return strayComment(skipping: 2)
    }
    position += "doctype".utf8.count
    skipSpace()
    var name: [UInt8] = []
    while let byte = byte(0), !Self.isSpace(byte), byte != UInt8(ascii: ">") {
      append(to: &name, nulIsReplaced: true, lowercased: true)
    }
    // Also inside quotes, the first '>' is its end.
    while let byte = byte(0), byte != UInt8(ascii: ">") { position += 1 }
    position = Swift.min(position + 1, bytes.count)
    return token(.doctype(string(name)), from: start)
  }

  /// Reads a comment that ends at the first `>`.
  mutating func strayComment(skipping count: Int) -> HTMLToken {
    let start = position
    position += count
    var text: [UInt8] = []
    while let byte = byte(0), byte != UInt8(ascii: ">") { append(to: &text, nulIsReplaced: true) }
    position = Swift.min(position + 1, bytes.count)
    return token(.comment(string(text)), from: start)
  }

  /// Reads a comment up to `-->` or `--!>`, or to the end of the text.
  private mutating func comment(from start: Int) -> HTMLToken {
    position += 2
    var text: [UInt8] = []
    // `<!-->` and `<!--->` are empty.
    if comesNext(">") || comesNext("->") {
      position += comesNext(">") ? 1 : 2
      return token(.comment(""), from: start)
    }
    while position < bytes.count {
      if let end = commentEnd {
        position += end
        break
      }
      append(to: &text, nulIsReplaced: true)
    }
    return token(.comment(string(text)), from: start)
  }

  /// The length of a comment's end at the position, which the end of the text may cut off; `nil` when there is none.
  private var commentEnd: Int? {
    guard byte(0) == UInt8(ascii: "-") else { return nil }
    switch (byte(1), byte(2), byte(3)) {
    case (nil, _, _): return 1
    case (UInt8(ascii: "-"), nil, _): return 2
    case (UInt8(ascii: "-"), UInt8(ascii: ">"), _), (UInt8(ascii: "-"), UInt8(ascii: "!"), nil): return 3
    case (UInt8(ascii: "-"), UInt8(ascii: "!"), UInt8(ascii: ">")): return 4
    default: return nil
    }
  }
}
