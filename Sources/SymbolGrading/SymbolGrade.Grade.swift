extension SymbolGrade {
  /// A grade, from A (4) to F (0).
  public enum Grade: Int, Hashable, Sendable, Codable, Comparable, CaseIterable, CustomStringConvertible {
    case f, d, c, b, a

    /// The letter.
    public var description: String { ["F", "D", "C", "B", "A"][rawValue] }

    public static func < (a: Grade, b: Grade) -> Bool { a.rawValue < b.rawValue }

    /// The grade of a value of which more is better.
    ///
    /// - Parameter limits: The least values for A, B, C and D.
    init(_ value: Double, atLeast limits: [Double]) {
      self.init(failed: limits.count { value < $0 - Self.slack })
    }

    /// The grade of a value of which less is better.
    ///
    /// - Parameter limits: The largest values for A, B, C and D.
    init(_ value: Double, atMost limits: [Double]) { self.init(failed: limits.count { value > $0 + Self.slack }) }

    private init(failed: Int) { self = Grade(rawValue: 4 - failed) ?? .f }

    /// Against rounding errors: shares of whole modules lie on the limits.
    private static let slack = 1e-9
  }
}
