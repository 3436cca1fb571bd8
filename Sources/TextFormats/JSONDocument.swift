/// A parsed JSON text (RFC 8259), with its duplicate members.
public struct JSONDocument: Hashable, Sendable {
  public let value: JSONValue
  /// JSON pointers (RFC 6901) of members that repeat a name in their object.
  public let duplicates: [String]

  /// Parses strictly: one value, UTF-8, no byte order mark, no unpaired surrogate, at most 100 levels.
  ///
  /// - Throws: ``JSONSyntaxError`` with the position of the first fault.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes)
    value = try parser.document()
    duplicates = parser.duplicates
  }

  /// Makes a JSON pointer of member names and indices, escaped (RFC 6901, section 3).
  package static func pointer(_ path: [String]) -> String {
    path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}
