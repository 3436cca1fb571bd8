/// The position and reason of an XML syntax error.
public struct XMLSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the fault.
  public let offset: Int
  public let reason: String

  public var description: String { "\(reason) at byte \(offset)" }
}
