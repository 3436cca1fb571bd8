/// Sees what is parsed, for tests that count it.
package final class ParsingObserver: Sendable {
  /// Something that is parsed once for each message.
  package enum Part: Hashable, Sendable {
    /// The text of a payload's JSON.
    case json([UInt8])
    /// A text that may be a link.
    case link(String)
  }

  /// Called before something is parsed.
  private let action: @Sendable (Part) -> Void

  package init(_ action: @escaping @Sendable (Part) -> Void) { self.action = action }

  /// The observer of a test; `nil` outside tests.
  @TaskLocal package static var current: ParsingObserver?

  func see(_ part: Part) { action(part) }
}
