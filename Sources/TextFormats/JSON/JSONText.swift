/// A JSON text as the bytes it came in and as the value they mean.
///
/// ```swift
/// let text = try JSONText(parsing: Array(#"{ "op": "Auth", "extra": 1.0 }"#.utf8))
/// text["op"]        // "Auth"
/// text.description  // the bytes as they came
/// ```
public struct JSONText: Hashable, Sendable, CustomStringConvertible {
  public let value: JSONValue
  /// The bytes that were parsed; `nil` for a value that was built.
  private let source: [UInt8]?

  /// Parses strictly, as ``JSONDocument/init(parsing:)``.
  public init(parsing bytes: [UInt8]) throws(SyntaxError) {
    value = try JSONDocument(parsing: bytes).value
    source = bytes
  }

  /// Writes a value, compactly.
  public init(_ value: JSONValue) { (self.value, source) = (value, nil) }

  /// The bytes as they were parsed, or compact JSON when the value was built.
  public var bytes: [UInt8] { source ?? Array(value.description.utf8) }

  /// Texts are equal that have the same bytes.
  public static func == (a: JSONText, b: JSONText) -> Bool { a.value == b.value && a.bytes == b.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The member at the end of a path of names; `nil` when there is none.
  public subscript(path: String...) -> JSONValue? { path.reduce(Optional(value)) { $0?[$1] } }
}
