/// What is wrong with a kind of damage as it is written, or why it cannot be applied.
public struct DamageFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause with the limit or the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}
