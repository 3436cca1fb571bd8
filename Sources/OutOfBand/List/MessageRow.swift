/// A row of a list: a message with the other columns.
public struct MessageRow: Hashable, Sendable {
  /// The line in the list where the row begins, from 1.
  public var line: Int
  /// At least one byte.
  public var message: [UInt8]
  /// Whether the message may be any text, not only an out-of-band message.
  public var isAnyText: Bool
  /// All columns by name, also that of the message; empty for a row without columns.
  public var fields: [String: String] = [:]
  /// The name of the column that has the message; `nil` for a row without columns.
  package var column: String?
  /// The payload that the message was made from; `nil` for others.
  package var payload: PayloadJSON?

  /// The message with what it is; its payload is not parsed again.
  package var recognized: RecognizedMessage { RecognizedMessage(message, carrying: payload) }
}
