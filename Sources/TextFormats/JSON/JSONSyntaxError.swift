/// The position and reason of a JSON syntax error.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the fault.
  public let offset: Int
  public let reason: String

  /// What to do about the encoding of the text, where that is the reason; `nil` for any other reason.
  let remedy: String?

  public var description: String { "\(reason) at byte \(offset)" + (remedy.map { "; \($0)" } ?? "") }
}
