import TextFormats

/// The reason why a row, or a whole list, cannot be used.
public struct MessageListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line in the list, from 1.
  public var line: Int
  public var reason: String
  /// The row's fields as written; `nil` for a list without columns.
  package var fields: [String]?
  /// Whether no column of the list holds messages.
  public var lacksMessageColumn = false

  public init(line: Int, reason: String, lacksMessageColumn: Bool = false) {
    (self.line, self.reason, self.lacksMessageColumn) = (line, reason, lacksMessageColumn)
  }

  init(_ failure: ByteStream.EndlessLine, at line: Int) {
    self.init(line: line, reason: "\(failure); is this a list of messages?")
  }

  public var description: String { "line \(line): \(reason)" }
}
