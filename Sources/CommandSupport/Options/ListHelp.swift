package import OutOfBand

/// What the help of every option for a list says of its format; `MessageList` reads it.
package enum ListHelp {
  /// The formats with columns.
  package static let columns =
    MessageList.Format.named.map { "\($0.name) (\($0.endings.joined(separator: ", ")))" }.joined(separator: " or ")
    + ", with the message in 'payload', 'link', 'text', 'message' or 'message_base64'"
  /// All formats.
  package static let anyFormat = "\(columns). Any other file, and standard input ('-'), has one message per line"
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
