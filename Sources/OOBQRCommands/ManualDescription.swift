import ArgumentParser
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

  /// The long names of a command's options, with their dashes, also of those that no help shows.
  static func options(of command: any ParsableCommand.Type) -> [String] {
    guard case .failure(let dumped) = Result(catching: { try command.parseAsRoot(["--experimental-dump-help"]) }),
      let dump = try? JSONDocument(parsing: Array(command.fullMessage(for: dumped).utf8)).value
    else { return [] }
    let names = (dump["command"]?["arguments"]?.elements ?? []).flatMap { $0["names"]?.elements ?? [] }
    return names.filter { $0["kind"]?.text == "long" }.compactMap { $0["name"]?.text.map { "--" + $0 } }
  }
}
