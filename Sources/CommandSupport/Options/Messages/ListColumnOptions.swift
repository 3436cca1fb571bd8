package import ArgumentParser
package import OutOfBand

/// The names of columns in a list.
package struct ListColumnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A column's name: text=URL (any text), caption=Name.", valueName: "column=name"),
    transform: Self.pair)
  package var column: [Pair] = []

  package init() {}

  /// A column that is known, and its name in a list.
  package struct Pair {
    var known: String
    var name: String
  }

  /// Names in the list by the columns that are known.
  package var names: [String: String] {
    Dictionary(column.map { ($0.known, $0.name) }) { _, last in last }
  }

  /// Refuses names where rows have members of their own.
  package func check(_ format: MessageList.Format) throws(CommandFailure) {
    if !column.isEmpty, format != .csv { throw CommandFailure("--column is for CSV; rename the members of JSON lines") }
  }

  private static func pair(_ text: String) throws -> Pair {
    var parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    if parts.count == 2 { parts[0] = parts[0].lowercased() }
    guard parts.count == 2, MessageList.knownColumns.contains(parts[0]) else {
      throw ValidationError(
        "--column '\(text)' is not COLUMN=NAME with one of \(MessageList.knownColumns.joined(separator: ", ")).")
    }
    return Pair(known: parts[0], name: parts[1])
  }
}
