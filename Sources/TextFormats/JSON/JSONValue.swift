/// A lossless JSON value (RFC 8259): members keep their order and numbers their spelling.
///
/// ```swift
/// let value = try JSONDocument(parsing: Array(#"{"b":1.0,"a":[]}"#.utf8)).value
/// value["b"]         // .number("1.0")
/// "\(value)"         // {"b":1.0,"a":[]}
/// ```
public indirect enum JSONValue: Hashable, Sendable, CustomStringConvertible {
  case object([Member])
  case array([JSONValue])
  case string(String)
  /// A number as it is written.
  case number(String)
  case boolean(Bool)
  case null

  /// A name with its value.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  public static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// - Precondition: `value` is finite.
  public static func number(_ value: Double) -> JSONValue {
    precondition(value.isFinite, "JSON has no infinity")
    return .number(DecimalText.exact(value))
  }

  /// Rounds to this many decimals, 0…9.
  ///
  /// - Precondition: `value` is finite.
  package static func number(_ value: Double, decimals: Int) -> JSONValue {
    .number(DecimalText.nearest(value, decimals: decimals))
  }

  /// The value of the first member with a name; `nil` if there is none, or this is not an object.
  public subscript(name: String) -> JSONValue? { members?.first { $0.name == name }?.value }

  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, if it is a whole one that fits.
  public var integer: Int? {
    if case .number(let number) = self { Int(number) } else { nil }
  }

  /// Compact JSON, without whitespace.
  public var description: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The value on several lines, indented by two spaces for each level, with a line end at the end: for people to read and edit.
  ///
  /// Empty objects and arrays, and arrays of one string, stay on one line.
  public var indented: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text + "\n"
  }

  /// - Parameter indent: What begins a line; `nil` for compact JSON.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .object(let members):
      Self.write(members, between: "{", "}", to: &text, indent: members.isEmpty ? nil : indent) { member, text, inner in
        Self.write(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: inner)
      }
    case .array(let elements):
      let isLong = elements.count > 1 || elements.contains { $0.text == nil }
      Self.write(elements, between: "[", "]", to: &text, indent: isLong ? indent : nil) { element, text, inner in
        element.write(to: &text, indent: inner)
      }
    case .string(let string): Self.write(string, to: &text)
    case .number(let number): text += number
    case .boolean(let value): text += value ? "true" : "false"
    case .null: text += "null"
    }
  }

  private static func write<Item>(
    _ items: [Item], between start: String, _ end: String, to text: inout String, indent: String?,
    _ write: (Item, inout String, String?) -> Void
  ) {
    let inner = indent.map { $0 + "  " }
    text += start
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      text += inner ?? ""
      write(item, &text, inner)
    }
    text += (indent ?? "") + end
  }

  /// Escapes as JSON requires, and also terminal control characters and bidirectional controls.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Most strings are plain, and copied whole.
    if string.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{61C}", "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{FEFF}":
        text += "\\u" + HexadecimalText.padded(Int(scalar.value), to: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  public init(stringLiteral string: String) { self = .string(string) }
}
