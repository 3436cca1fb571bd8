extension QRSymbol {
  /// An error correction level, which restores about 7, 15, 25 or 30 % of the codewords (ISO/IEC 18004:2015, 7.5.1).
  public enum ErrorCorrectionLevel: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Level L, about 7 %.
    case low
    /// Level M, about 15 %.
    case medium
    /// Level Q, about 25 %.
    case quartile
    /// Level H, about 30 %.
    case high

    /// The standard's letter: `"L"`, `"M"`, `"Q"` or `"H"`.
    public var letter: String { ["L", "M", "Q", "H"][row] }

    /// - Parameter letter: `L`, `M`, `Q` or `H`, upper or lower case; the result is `nil` for anything else.
    public init?(letter: String) {
      guard let level = Self.allCases.first(where: { $0.letter == letter.uppercased() }) else { return nil }
      self = level
    }

    public var description: String { letter }

    /// The row in tables ordered L, M, Q, H.
    package var row: Int {
      switch self {
      case .low: 0
      case .medium: 1
      case .quartile: 2
      case .high: 3
      }
    }

    /// The two bits of the format information: L 01, M 00, Q 11, H 10 (ISO/IEC 18004:2015, table 12).
    var indicator: Int { row ^ 1 }

    init(indicator: Int) { self = Self.allCases[indicator ^ 1] }
  }
}
