/// Where and why bytes are not JSON.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Bytes before the fault.
  public let offset: Int
  public let reason: String

  public var description: String { "\(reason) at byte \(offset)" }
}
