public import TextFormats

/// The reason why a row, or a whole list, cannot be used.
public struct MessageListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line in the list, from 1.
  public var line: Int
  public var reason: String
  /// Where the line is not JSON; `nil` for other reasons.
  public var underlying: JSONSyntaxError?

  public init(line: Int, reason: String, underlying: JSONSyntaxError? = nil) {
    (self.line, self.reason, self.underlying) = (line, reason, underlying)
  }

  public var description: String { "line \(line): \(reason)" }
}
