package import OutOfBand

/// What the help of every option for a list says of its format; `MessageList` reads it.
package enum ListHelp {
  /// The formats with columns; docs/lists.md names the other columns.
  package static let columns = "CSV or JSON lines, with the message in 'link', 'payload' or 'text'"
  /// The same in one line.
  package static let short = "CSV or .jsonl; messages in 'link', 'payload', 'text'"
  /// All formats.
  package static let anyFormat = "\(columns); any other file has one per line"
}

extension MessageList.Format {
  /// The name in sentences.
  package var name: String {
    switch self {
    case .csv: "CSV"
    case .jsonLines: "JSON lines"
    case .plain: "plain lines"
    }
  }

  /// The extensions of files, each with its dot.
  var endings: [String] { extensions.map { ".\($0)" } }
}
