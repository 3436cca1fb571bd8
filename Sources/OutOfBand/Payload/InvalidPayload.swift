/// Bytes that are not a payload, with every reason.
public struct InvalidPayload: Error, Hashable, Sendable, CustomStringConvertible {
  public let diagnostics: [Diagnostic]

  public var description: String {
    diagnostics.map { "\($0); \($0.remedy)" }.joined(separator: ". ")
  }
}
