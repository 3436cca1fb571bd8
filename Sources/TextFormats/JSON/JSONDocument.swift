/// A parsed JSON text (RFC 8259), with its duplicate members.
public struct JSONDocument: Hashable, Sendable {
  public let value: JSONValue
  /// JSON pointers (RFC 6901) of members that repeat a name in their object.
  public let duplicates: [String]

  /// Parses strictly: one value, UTF-8, no byte order mark, no unpaired surrogate, at most 100 levels.
  ///
  /// - Throws: ``SyntaxError`` with the position of the first fault.
  public init(parsing bytes: [UInt8]) throws(SyntaxError) {
    var parser = JSONParser(bytes)
    value = try parser.document()
    duplicates = parser.duplicates
  }

  private init(_ value: JSONValue, duplicates: [String]) { (self.value, self.duplicates) = (value, duplicates) }

  /// A member, as if its text had been parsed alone.
  package func member(_ name: String) -> JSONDocument? {
    let start = Self.pointer([name]) + "/"
    return value[name].map { value in
      JSONDocument(
        value, duplicates: duplicates.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count - 1)) })
    }
  }

  /// Finds the first bytes of members and elements; of a member, that of its name.
  ///
  /// - Parameter pointers: JSON pointers (RFC 6901).
  /// - Returns: Offsets of those that are there, up to the first syntax error. Of members that repeat a name, the last.
  package static func offsets(of pointers: Set<String>, in bytes: [UInt8]) -> [String: Int] {
    var parser = JSONParser(bytes, wanted: pointers)
    _ = try? parser.document()
    return parser.offsets
  }

  /// The pointer to a member of the object at another pointer, safe to print: the name may be any text.
  package static func pointer(_ object: String, to name: String) -> String {
    object + pointer([PrintableText.start(of: name)])
  }

  /// Makes a JSON pointer of member names and indices, escaped (RFC 6901, section 3).
  package static func pointer(_ path: [String]) -> String {
    path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}
