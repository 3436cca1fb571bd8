import TextFormats

/// The names of columns.
extension MessageList {
  /// Columns with a meaning, beside those of the message.
  private static let otherColumns = ["caption", "copies", "name", "level", "version"]
  /// Names that people give to columns, in lower case.
  private static let otherNames = [
    "url": "text", "title": "caption", "titel": "caption", "kopien": "copies", "anzahl": "copies",
  ]
  /// The names that ``init(_:_:form:columns:note:)`` takes for columns.
  package static let knownColumns = messageColumns + otherColumns

  /// Finds the columns that are known: as they are given, as they are written, or by another case or name.
  static func headerNames(_ header: [String], _ given: [String: String]) throws -> [String: String] {
    var names: [String: String] = [:]
    for (known, name) in given.sorted(by: { $0.key < $1.key }) {
      guard let found = header.first(where: { $0 == name }) ?? header.first(where: { plain($0) == plain(name) }) else {
        throw MessageListError(line: 1, reason: "there is no column '\(name)'; the header has '\(shown(header))'")
      }
      names[known] = found
    }
    // A message that is named is the only one.
    let hasMessage = given.keys.contains(where: messageColumns.contains)
    let isExact = header.contains(where: messageColumns.contains)
    for known in knownColumns where given[known] == nil {
      let isMessage = messageColumns.contains(known)
      if isMessage && hasMessage { continue }
      if header.contains(known) { names[known] = known }
      if header.contains(known) || isMessage && isExact { continue }
      let others = header.filter { plain($0) == known || otherNames[plain($0)] == known }
      if others.count > 1 {
        throw MessageListError(
          line: 1, reason: "'\(others.joined(separator: "' and '"))' are all a '\(known)'; rename all but one")
      }
      names[known] = others.first
    }
    guard messageColumns.contains(where: { names[$0] != nil }) else {
      // A list without a header begins with a message.
      throw MessageListError(
        line: 1,
        reason:
          "no column for messages ('payload', 'link' or 'text'); the first line, which must have the names of the columns, "
          + "has '\(shown(header))'",
        lacksMessageColumn: true)
    }
    return names
  }

  private static func plain(_ name: String) -> String { name.trimmingWhitespace.lowercased() }

  private static func shown(_ header: [String]) -> String {
    String(header.map { MessageCheck($0).secrets.redacted($0) }.joined(separator: "', '").prefix(80))
  }
}
