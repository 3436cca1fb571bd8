/// A parsed JSON text (RFC 8259), with what a mere value would hide.
public struct JSONDocument: Hashable, Sendable {
  public let value: JSONValue
  /// JSON pointers (RFC 6901) of members whose name their object had before.
  public let duplicates: [String]

  /// Parses strictly: one value, UTF-8, no byte order mark, no unpaired surrogate, nested 100 deep at most.
  ///
  /// - Throws: ``JSONSyntaxError`` with the place of the first fault.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes)
    value = try parser.document()
    duplicates = parser.duplicates
  }

  /// A reference token of a JSON pointer, escaped (RFC 6901, section 3).
  package static func pointer(_ path: [String]) -> String {
    path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}
