/// What is wrong with an input, where nobody needs to tell one reason from another.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause in lower case: the input, the limit or the remedy.
  public let description: String

  public init(_ description: String) { self.description = description }
}
