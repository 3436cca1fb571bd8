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

    /// All masks by their references.
    public static let all = (0...7).compactMap { Mask($0) }

    public var description: String { String(reference) }

    /// Whether the pattern inverts a module.
    package func inverts(row i: Int, column j: Int) -> Bool {
      switch reference {
      case 0: (i + j) % 2 == 0
      case 1: i % 2 == 0
      case 2: j % 3 == 0
      case 3: (i + j) % 3 == 0
      case 4: (i / 2 + j / 3) % 2 == 0
      case 5: i * j % 2 + i * j % 3 == 0
      case 6: (i * j % 2 + i * j % 3) % 2 == 0
      default: ((i + j) % 2 + i * j % 3) % 2 == 0
      }
    }
  }
}
