/// A recursive descent parser over bytes, each of which is examined a bounded number of times.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var path: [String] = []
  private(set) var duplicates: [String] = []
  private let wanted: Set<String>
  /// Where the wanted members' names and elements begin.
  private(set) var offsets: [String: Int] = [:]

  /// - Parameter wanted: JSON pointers whose offsets are noted.
  init(_ bytes: [UInt8], wanted: Set<String> = []) { (self.bytes, self.wanted) = (bytes, wanted) }

  mutating func document() throws(SyntaxError) -> JSONValue {
    if bytes.starts(with: ByteOrderMark.utf8) {
      throw fault("unexpected byte order mark", remedy: "leave it out")
    }
    if isUTF16 { throw fault("text in UTF-16", remedy: "write it in UTF-8") }
    skipBlanks()
    let value = try value()
    skipBlanks()
    if position < bytes.count { throw fault("unexpected text after the value") }
    return value
  }

  private mutating func value() throws(SyntaxError) -> JSONValue {
    if path.count > 100 { throw fault("more than 100 levels") }
    guard position < bytes.count else { throw fault("unexpected end instead of a value") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default:
      for (word, value) in [("true", JSONValue.boolean(true)), ("false", .boolean(false)), ("null", .null)]
      where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return value
      }
      throw fault("expected a value")
    }
  }

  private mutating func object() throws(SyntaxError) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipBlanks()
    if take("}") { return .object([]) }
    while true {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw fault("expected a member name") }
      let start = position
      let name = try string()
      path.append(name)
      note(start)
      if !names.insert(name).inserted { duplicates.append(JSONDocument.pointer(path)) }
      skipBlanks()
      guard take(":") else { throw fault("expected a colon after a member name") }
      skipBlanks()
      members.append(JSONValue.Member(name, try value()))
      path.removeLast()
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { throw fault("expected a comma or the end of the object") }
    }
  }

  private mutating func array() throws(SyntaxError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array([]) }
    while true {
      skipBlanks()
      path.append(String(elements.count))
      note(position)
      elements.append(try value())
      path.removeLast()
      skipBlanks()
      if take("]") { return .array(elements) }
      guard take(",") else { throw fault("expected a comma or the end of the array") }
    }
  }

  private mutating func note(_ start: Int) {
    if wanted.isEmpty { return }
    let pointer = JSONDocument.pointer(path)
    if wanted.contains(pointer) { offsets[pointer] = start }
  }

  private mutating func number() throws(SyntaxError) -> JSONValue {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits() throws(SyntaxError) {
    let start = position
    while position < bytes.count, bytes[position].isDigit { position += 1 }
    if position == start { throw fault("expected a digit") }
  }

  private mutating func string() throws(SyntaxError) -> String {
    position += 1
    var text: [UInt8] = []
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(utf8: text) else {
          position = start
          throw fault("a string that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<0x20:
        position -= 1
        throw fault("a control character in a string")
      default: text.append(byte)
      }
    }
    throw fault("an unterminated string")
  }

  private mutating func escape() throws(SyntaxError) -> [UInt8] {
    guard position < bytes.count else { throw fault("an unterminated string") }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      var unit = try codeUnit()
      if 0xD800..<0xDC00 ~= unit, take("\\"), take("u") {
        let low = try codeUnit()
        unit = 0xDC00..<0xE000 ~= low ? 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) : 0xD800
      }
      guard let scalar = Unicode.Scalar(unit) else { throw fault("an unpaired surrogate") }
      return Array(String(scalar).utf8)
    default:
      position -= 1
      throw fault("an unknown escape")
    }
  }

  private mutating func codeUnit() throws(SyntaxError) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count, bytes[position..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw fault("an escape without four hexadecimal digits") }
    position = end
    return unit
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  /// Whether the text begins with a mark of UTF-16, or as JSON in UTF-16 does: it is ASCII, with a zero in each character.
  private var isUTF16: Bool {
    if ByteOrderMark.utf16.contains(where: bytes.starts) { return true }
    let start = bytes.prefix(4).map { $0 == 0 }
    return [[false, true, false, true], [true, false, true, false]].contains(start)
  }

  private func fault(_ reason: String, remedy: String? = nil) -> SyntaxError {
    SyntaxError(offset: position, reason: reason, remedy: remedy)
  }
}
