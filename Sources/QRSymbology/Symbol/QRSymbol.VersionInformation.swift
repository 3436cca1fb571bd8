extension QRSymbol {
  /// The eighteen bits beside two finder patterns that hold the version, in version 7 and above
  /// (ISO/IEC 18004:2015, 7.10): six of the version, twelve of the BCH code with generator 0x1F25.
  package enum VersionInformation {
    package static let firstVersion = 7

    /// The bits of each version from 7 on, the most significant bit of the version in bit 17.
    private static let codes = (firstVersion...40).map { BCHCode.codeword($0, generator: 0x1F25) }

    /// The places of bits 0…17 to the left of the upper right finder pattern, counted from the first row and column of the
    /// pattern. Above the lower left one, rows and columns are exchanged.
    package static let places: [(row: Int, column: Int)] = (0..<18).map { ($0 / 3, $0 % 3 - 4) }

    /// Returns the bits of a version, and their places in both copies, first those beside the upper right finder pattern;
    /// `nil` below version 7.
    package static func copies(of version: Version) -> (bits: Int, places: [[(row: Int, column: Int)]])? {
      guard version.number >= firstVersion else { return nil }
      let first = places.map { (row: $0.row, column: version.size - FunctionPattern.finderSize + $0.column) }
      return (codes[version.number - firstVersion], [first, first.map { ($0.column, $0.row) }])
    }

    /// Finds the version with the fewest differing bits, the smallest in a tie. Up to three wrong bits are corrected: the
    /// (18, 6) BCH code has distance 8.
    package static func nearest(to bits: Int) -> (version: Version, distance: Int) {
      let (index, distance) = BCHCode.nearest(to: bits, of: codes)
      return (Version.all[index + firstVersion - 1], distance)
    }
  }
}
