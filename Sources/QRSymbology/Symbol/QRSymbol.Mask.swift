extension QRSymbol {
  /// A data mask pattern, 0…7 (ISO/IEC 18004:2015, table 10).
  public struct Mask: Hashable, Sendable, CustomStringConvertible {
    /// The pattern reference, 0…7.
    public let reference: Int

    /// - Parameter reference: 0…7; the result is `nil` for anything else.
    public init?(_ reference: Int) {
      guard 0...7 ~= reference else { return nil }
      self.reference = reference
    }

    public var description: String { String(reference) }
  }
}
