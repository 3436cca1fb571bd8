package import OutOfBand

/// A row of a list: a message with its caption.
public struct PrintRow: Hashable, Sendable {
  /// The line in the list where the row begins, from 1; 0 for a message that is not from a list.
  public var line: Int
  /// As many bytes as a symbol holds: 1…2953, or up to 7089 digits.
  public let message: [UInt8]
  /// The message as it was recognised; `nil` until something needs to know what it is.
  private var recognized: RecognizedMessage?
  /// The payload that the message was made from, if it was parsed.
  private var payload: PayloadJSON?
  public var caption: String?
  /// See ``copiesRange``.
  public var copies: Int
  /// How many copies a row may have.
  public static let copiesRange = 1...10_000
  /// The name of the list's column that has the message, if it has columns.
  var column: String?
  /// Whether the message may be any text, not only an out-of-band message.
  public var isAnyText: Bool

  public init(line: Int = 0, message: [UInt8], caption: String? = nil, copies: Int = 1, isAnyText: Bool = false) {
    (self.line, self.message, self.caption) = (line, message, caption)
    (self.copies, self.isAnyText) = (copies, isAnyText)
  }

  /// A row with a message that has been recognised.
  package init(recognized: RecognizedMessage, caption: String? = nil, copies: Int = 1, isAnyText: Bool = false) {
    self.init(message: recognized.bytes, caption: caption, copies: copies, isAnyText: isAnyText)
    self.recognized = recognized
  }

  /// A row of a list, with one copy and without a caption.
  init(_ row: MessageRow) {
    self.init(line: row.line, message: row.message, isAnyText: row.isAnyText)
    (column, payload) = (row.column, row.payload)
  }

  /// Recognises the message, once.
  package mutating func recognize() -> RecognizedMessage {
    let message = recognized ?? RecognizedMessage(message, carrying: payload)
    recognized = message
    return message
  }
}
