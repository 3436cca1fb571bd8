public import TextFormats

/// What is wrong with a catalogue.
public struct CatalogueFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A JSON pointer (RFC 6901).
  public let pointer: String
  public let reason: String
  /// Where the file is not JSON; `nil` for other faults.
  public let underlying: JSONSyntaxError?

  init(pointer: String, reason: String) {
    (self.pointer, self.reason, underlying) = (pointer, reason, nil)
  }

  init(_ fault: JSONObjectFault) {
    reason =
      switch fault.kind {
      case .notJSON(let error): "\(error)"
      case .notAnObject: "not an object"
      case .duplicateMember: "appears twice"
      // The members of the top level are the lists.
      case .unknownMember(_, let known) where !fault.pointer.dropFirst().contains("/"):
        "unknown; there are \(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")"
      case .unknownMember(_, let known): "unknown; the members are \(known.joined(separator: ", "))"
      }
    (pointer, underlying) = (fault.pointer, fault.underlying)
  }

  public var description: String { "the catalogue at \(pointer.isEmpty ? "its top level" : pointer): \(reason)" }
}
