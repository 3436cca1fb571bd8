import TextFormats

/// The parser's description of all commands, from which manual pages are made: with the values and the default of each
/// option in its abstract, as `--help` prints them and the manual pages' author does not.
struct ManualDescription {
  var json: JSONValue

  init?(dump: String) {
    guard let dumped = try? JSONDocument(parsing: Array(dump.utf8)).value else { return nil }
    json = Self.namingValues(dumped)
  }

  private static func namingValues(_ value: JSONValue) -> JSONValue {
    if let elements = value.elements { return .array(elements.map(namingValues)) }
    guard let members = value.members else { return value }
    let values = value["allValues"]?.elements.map { "values: " + $0.compactMap(\.text).joined(separator: ", ") }
    let facts = [values, value["defaultValue"]?.text.map { "default: " + $0 }].compactMap(\.self)
    return .object(
      members.map { member in
        if member.name == "abstract", let text = member.value.text, !facts.isEmpty {
          return .init("abstract", .string("\(text) (\(facts.joined(separator: "; ")))"))
        }
        return .init(member.name, namingValues(member.value))
      })
  }
}
