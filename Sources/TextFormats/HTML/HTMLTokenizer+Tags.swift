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
        return HTMLToken.Tag(name: string(name), attributes: attributes)
      case UInt8(ascii: "/"): position += 1
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
    var name: [UInt8] = []
    // A '=' at the beginning is part of the name.
    repeat {
      append(to: &name, nulIsReplaced: true, lowercased: true)
    } while byte(0).map {
      !Self.endsName($0) && $0 != UInt8(ascii: "=")
    } ?? false
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
    return HTMLToken.Attribute(name: string(name), value: string(value), valueRange: valueRange)
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
    return strayComment(comesNext("doctype") ? .doctype : .comment, from: start)
  }

  /// Reads what ends at the first `>`, also inside quotes.
  mutating func strayComment(_ kind: HTMLToken.Kind = .comment, from start: Int) -> HTMLToken {
    while let byte = byte(0), byte != UInt8(ascii: ">") { position += 1 }
    position = Swift.min(position + 1, bytes.count)
    return token(kind, from: start)
  }

  /// Reads a comment up to `-->` or `--!>`, or to the end of the text.
  private mutating func comment(from start: Int) -> HTMLToken {
    // The first two hyphens also belong to an end: `<!-->` and `<!--->` are comments, but not `<!--!>`.
    while position < bytes.count, !comesNext("-->"), position < start + 4 || !comesNext("--!>") { position += 1 }
    return strayComment(from: start)
  }
}
