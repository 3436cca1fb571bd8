/// What the help of every option for a list says of its format; `MessageList` reads it.
enum ListHelp {
  /// The formats with columns.
  static let columns =
    "CSV (.csv, .tsv) or JSON lines (.jsonl, .ndjson), with the message in 'payload', 'link', 'text', 'message' or 'message_base64'"
  /// All formats.
  static let anyFormat = "\(columns). Any other file, and standard input ('-'), has one message per line"
}
