/// The binary BCH codes of format and version information (ISO/IEC 18004:2015, annexes C and D).
enum BCHCode {
  /// Wrong bits that each of the codes corrects: the distance of format information is 7, that of version information 8.
  static let correctable = 3

  /// Computes the data bits followed by the remainder of their division by the generator polynomial.
  ///
  /// - Parameter generator: The polynomial's coefficients, the highest in the leading bit; its degree is the number of
  ///   check bits.
  static func codeword(_ data: Int, generator: Int) -> Int {
    let degree = Int.bitWidth - 1 - generator.leadingZeroBitCount
    var remainder = data
    for _ in 0..<degree { remainder = remainder << 1 ^ (remainder >> (degree - 1) & 1) * generator }
    return data << degree | remainder & (1 << degree - 1)
  }

  /// Finds the code with the fewest differing bits; the first in a tie.
  static func nearest(to bits: Int, of codes: [Int]) -> (index: Int, distance: Int) {
    var best = (index: 0, distance: Int.max)
    for (index, code) in codes.enumerated() {
      let distance = (code ^ bits).nonzeroBitCount
      if distance < best.distance { best = (index, distance) }
    }
    return best
  }
}

extension [Bool] {
  /// The modules at some places as bits, from bit 0.
  ///
  /// - Parameter columns: Those of the symbol.
  func bits(at places: [(row: Int, column: Int)], columns: Int) -> Int {
    places.enumerated().reduce(0) { bits, bit in
      bits | (self[bit.element.row * columns + bit.element.column] ? 1 << bit.offset : 0)
    }
  }
}
