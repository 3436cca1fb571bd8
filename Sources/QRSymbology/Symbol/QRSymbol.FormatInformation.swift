extension QRSymbol {
  /// The fifteen bits beside the finder patterns that hold level and mask (ISO/IEC 18004:2015, 7.9).
  public struct FormatInformation: Hashable, Sendable {
    /// The error correction level.
    public let level: ErrorCorrectionLevel
    /// The data mask.
    public let mask: Mask

    public init(level: ErrorCorrectionLevel, mask: Mask) { (self.level, self.mask) = (level, mask) }

    /// The fifteen bits: five of data, ten of the BCH code with generator 0x537, masked with 0x5412.
    public var bits: Int { Self.codes[level.indicator << 3 | mask.reference] ^ Self.mask }
  }
}

extension QRSymbol.FormatInformation {
  /// The code of each value of the five bits of data, unmasked.
  static let codes = (0..<32).map { BCHCode.codeword($0, generator: 0x537) }

  package static let mask = 0x5412
  /// The mask of Model 1 format information.
  static let modelOneMask = 0x2825

  /// Reads the better of the two copies in a symbol, of which up to three bits may be wrong: the (15, 5) BCH code has
  /// distance 7.
  package init?(modules: [Bool], size: Int, mask: Int = mask) {
    let copies = Self.copies(size: size).map { modules.bits(at: $0, columns: size) ^ mask }
    let best = copies.map { BCHCode.nearest(to: $0, of: Self.codes) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= BCHCode.correctable else { return nil }
    self.init(level: .init(indicator: best.index >> 3), mask: QRSymbol.Mask.all[best.index & 7])
  }

  /// Returns the places of bits 0…14 around the upper left finder pattern, and beside the other two (ISO/IEC 18004:2015,
  /// figure 25).
  package static func copies(size: Int) -> [[(row: Int, column: Int)]] {
    let first = (0..<6).map { ($0, 8) } + [(7, 8), (8, 8), (8, 7)] + (9..<15).map { (8, 14 - $0) }
    return [first, (0..<8).map { (8, size - 1 - $0) } + (8..<15).map { (size - 15 + $0, 8) }]
  }
}
