/// The position and reason of a syntax error in JSON or XML.
public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the fault.
  public let offset: Int
  public let reason: String

  /// What to do about the encoding of the text, where that is the reason; `nil` for any other reason.
  var remedy: String?

  public var description: String { "\(reason) at byte \(offset)" + (remedy.map { "; \($0)" } ?? "") }
}
