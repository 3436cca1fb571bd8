extension QRSymbol {
  /// The eighteen bits beside two finder patterns that hold the version, in version 7 and above
  /// (ISO/IEC 18004:2015, 7.10).
  ///
  /// ```swift
  /// QRSymbol.VersionInformation(bits: 0x07C94)?.version.number      // 7
  /// QRSymbol.VersionInformation(bits: 0x07C94 ^ 7)?.version.number  // 7, three wrong bits are corrected
  /// ```
  public struct VersionInformation: Hashable, Sendable {
    /// 7…40.
    public let version: Version

    package static let firstVersion = 7

    /// The places of bits 0…17 to the left of the upper right finder pattern, counted from the first row and column of the
    /// pattern. Above the lower left one, rows and columns are exchanged.
    package static let places: [(row: Int, column: Int)] = (0..<18).map { ($0 / 3, $0 % 3 - 4) }

    /// Returns the places of bits 0…17 in a symbol, first those beside the upper right finder pattern.
    package static func copies(size: Int) -> [[(row: Int, column: Int)]] {
      let first = places.map { (row: $0.row, column: size - FunctionPattern.finderSize + $0.column) }
      return [first, first.map { ($0.column, $0.row) }]
    }

    /// - Parameter version: 7…40; the result is `nil` for smaller ones, which have no version information.
    public init?(version: Version) {
      guard version.number >= Self.firstVersion else { return nil }
      self.version = version
    }

    /// Reads eighteen bits, of which up to three may be wrong: the (18, 6) BCH code has distance 8.
    ///
    /// - Parameter bits: Bit 17 is the most significant bit of the version. The result is `nil` if they are more than
    ///   three bits away from all 34 values.
    public init?(bits: Int) {
      let (nearest, distance) = Self.nearest(to: bits)
      guard distance <= BCHCode.correctable else { return nil }
      self = nearest
    }

    /// The eighteen bits: six of the version, twelve of the BCH code with generator 0x1F25.
    public var bits: Int { BCHCode.codeword(version.number, generator: 0x1F25) }

    /// Finds the value with the fewest differing bits; the smallest version in a tie.
    package static func nearest(to bits: Int) -> (information: VersionInformation, distance: Int) {
      var best = (information: all[0].information, distance: Int.max)
      for (information, code) in all {
        let distance = (code ^ bits).nonzeroBitCount
        if distance < best.distance { best = (information, distance) }
      }
      return best
    }

    private static let all: [(information: VersionInformation, bits: Int)] =
      Version.all.compactMap { VersionInformation(version: $0) }.map { ($0, $0.bits) }
  }
}
