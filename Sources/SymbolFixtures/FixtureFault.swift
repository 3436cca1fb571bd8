/// What is wrong with a message, a list, a photograph, a selection, a set of fixtures, or a report of reading rates.
///
/// What the system refused is a `FileFailure`.
public struct FixtureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause with the limit or the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}
