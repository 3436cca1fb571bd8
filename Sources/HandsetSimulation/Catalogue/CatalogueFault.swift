public import TextFormats

/// What is wrong with a catalogue.
public struct CatalogueFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A JSON pointer (RFC 6901).
  public let pointer: String
  public let reason: String
  /// Where the file is not JSON; `nil` for other faults.
  public let underlying: JSONSyntaxError?

  init(pointer: String, reason: String, underlying: JSONSyntaxError? = nil) {
    (self.pointer, self.reason, self.underlying) = (pointer, reason, underlying)
  }

  public var description: String { "the catalogue at \(pointer.isEmpty ? "its top level" : pointer): \(reason)" }
}
