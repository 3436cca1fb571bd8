/// A parser over bytes, each of which is examined a bounded number of times (XML 1.0, fifth edition).
struct XMLParser {
  private let bytes: [UInt8]
  private var position = 0
  /// The elements that are open, from the root.
  private var open: [XMLTree.Element] = []

  /// Whether text is kept, and a document type declaration that defines nothing is skipped.
  private let isPropertyList: Bool

  init(_ bytes: [UInt8], isPropertyList: Bool = false) { (self.bytes, self.isPropertyList) = (bytes, isPropertyList) }

  mutating func document() throws(SyntaxError) -> XMLTree.Element {
    if bytes.starts(with: ByteOrderMark.utf8) { position = ByteOrderMark.utf8.count }
    if starts(with: "<?xml"), position + 5 < bytes.count, Self.isBlank(bytes[position + 5]) { try declaration() }
    var root: XMLTree.Element?
    while position < bytes.count {
      if open.isEmpty {
        skipBlanks()
        if position == bytes.count { break }
        if bytes[position] != UInt8(ascii: "<") { throw fault("text outside the root element") }
      } else {
        try characterData()
        if position == bytes.count { break }
      }
      guard let closed = try markup() else { continue }
      if open.isEmpty {
        if root != nil { throw SyntaxError(offset: closed.offset, reason: "a second root element") }
        root = closed
      } else {
        open[open.count - 1].children.append(closed)
      }
    }
    if let last = open.last { throw fault("<\(PrintableText.start(of: last.name))> is not closed") }
    guard let root else { throw fault("expected an element") }
    return root
  }

  /// Reads what begins with `<`.
  ///
  /// - Returns: An element that ends here, if one does.
  private mutating func markup() throws(SyntaxError) -> XMLTree.Element? {
    if starts(with: "<!--") {
      position += 4
      let end = try find("--", in: "a comment")
      position = end + 2
      guard take(">") else { throw fault("'--' inside a comment") }
      return nil
    }
    if starts(with: "<?") {
      position = try find("?>", in: "a processing instruction") + 2
      return nil
    }
    if starts(with: "<![CDATA["), !open.isEmpty {
      let start = position + 9
      let end = try find("]]>", in: "a CDATA section")
      if isPropertyList, start < end {
        open[open.count - 1].text += String(decoding: bytes[start..<end], as: UTF8.self)
      }
      position = end + 3
      return nil
    }
    if isPropertyList, starts(with: "<!DOCTYPE"), open.isEmpty {
      let end = try find(">", in: "a document type declaration")
      if bytes[position..<end].contains(UInt8(ascii: "[")) {
        throw fault("a document type declaration that defines something")
      }
      position = end + 1
      return nil
    }
    if starts(with: "<!") { throw fault("a document type declaration is not accepted") }
    if starts(with: "</") { return try endTag() }
    return try startTag()
  }

  private mutating func endTag() throws(SyntaxError) -> XMLTree.Element {
    let start = position
    position += 2
    let name = try name()
    skipBlanks()
    guard take(">") else { throw fault("expected '>'") }
    guard let element = open.popLast(), element.name == name else {
      throw SyntaxError(offset: start, reason: "a closing tag that closes nothing")
    }
    return element
  }

  private mutating func startTag() throws(SyntaxError) -> XMLTree.Element? {
    let start = position
    position += 1
    let elementName = try name()
    var attributes: [XMLTree.Attribute] = []
    var names: Set<String> = []
    while true {
      let hadBlank = position < bytes.count && Self.isBlank(bytes[position])
      skipBlanks()
      let isEmpty = take("/")
      if take(">") {
        let element = XMLTree.Element(name: elementName, offset: start, attributes: attributes, children: [])
        if isEmpty { return element }
        if open.count == 100 { throw SyntaxError(offset: start, reason: "more than 100 levels") }
        open.append(element)
        return nil
      }
      guard !isEmpty, hadBlank else { throw fault("expected '>' or a blank and an attribute") }
      let offset = position
      let attributeName = try name()
      if !names.insert(attributeName).inserted {
        throw SyntaxError(offset: offset, reason: "an attribute that appears twice")
      }
      skipBlanks()
      guard take("=") else { throw fault("expected '=' after an attribute's name") }
      skipBlanks()
      attributes.append(XMLTree.Attribute(name: attributeName, value: try attributeValue(), offset: offset))
    }
  }

  private mutating func attributeValue() throws(SyntaxError) -> String {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      throw fault("expected a quote")
    }
    let quote = bytes[position]
    position += 1
    let start = position
    var value: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case quote:
        position += 1
        guard let text = String(utf8: value) else {
          throw SyntaxError(offset: start, reason: "a value that is not UTF-8")
        }
        return text
      case UInt8(ascii: "<"): throw fault("'<' in an attribute's value")
      case UInt8(ascii: "&"): value += try reference()
      // Line ends and tabs become spaces (XML 1.0, 3.3.3).
      case 0x09, 0x0A, 0x0D:
        value.append(0x20)
        position += 1
      case 0..<0x20: throw fault("a control character")
      default:
        value.append(byte)
        position += 1
      }
    }
    throw fault("a value without a closing quote")
  }

  /// Reads up to the next `<`, and looks at the references on the way.
  private mutating func characterData() throws(SyntaxError) {
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == UInt8(ascii: "&") {
        text += try reference()
      } else {
        if isPropertyList { text.append(bytes[position]) }
        position += 1
      }
    }
    if isPropertyList { open[open.count - 1].text += String(decoding: text, as: UTF8.self) }
  }

  private static let entities: [String: UInt8] = [
    "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"), "apos": UInt8(ascii: "'"),
    "quot": UInt8(ascii: "\""),
  ]

  /// Reads a reference to a character or to one of the five entities.
  private mutating func reference() throws(SyntaxError) -> [UInt8] {
    let piece = bytes[(position + 1)...].prefix(12)
    guard let end = piece.firstIndex(of: UInt8(ascii: ";")) else { throw fault("'&' that begins no reference") }
    let name = String(decoding: piece[..<end], as: UTF8.self)
    if let entity = Self.entities[name] {
      position = end + 1
      return [entity]
    }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard name.hasPrefix("#"), digits.first.map({ $0 != "+" && $0 != "-" }) == true,
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number), number > 0
    else { throw fault("an unknown reference") }
    position = end + 1
    return Array(String(scalar).utf8)
  }

  /// Reads `<?xml …?>`.
  private mutating func declaration() throws(SyntaxError) {
    let start = position
    let end = try find("?>", in: "the XML declaration")
    let text = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    if let encoding = text.split(separator: "encoding", maxSplits: 1).dropFirst().first,
      !encoding.contains("utf-8") && !encoding.contains("us-ascii")
    {
      throw SyntaxError(offset: start, reason: "an encoding other than UTF-8")
    }
    position = end + 2
  }

  private mutating func name() throws(SyntaxError) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    let name = bytes[start..<position]
    guard let first = name.first, !first.isDigit, !"-.".utf8.contains(first),
      let text = String(utf8: name)
    else {
      position = start
      throw fault("expected a name")
    }
    return text
  }

  private static func isNameByte(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetterOrDigit(or: "-_.:") }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func skipBlanks() {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Finds the end of something that begins at the position.
  private func find(_ end: String, in what: String) throws(SyntaxError) -> Int {
    let wanted = Array(end.utf8)
    var index = position
    while index + wanted.count <= bytes.count {
      if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) { return index }
      index += 1
    }
    throw fault("\(what) that does not end")
  }

  private func fault(_ reason: String) -> SyntaxError { SyntaxError(offset: position, reason: reason) }
}
