extension QRSymbol {
  /// The fifteen bits beside the finder patterns that hold level and mask (ISO/IEC 18004:2015, 7.9).
  public struct FormatInformation: Hashable, Sendable {
    /// The error correction level.
    public let level: ErrorCorrectionLevel
    /// The data mask.
    public let mask: Mask

    public init(level: ErrorCorrectionLevel, mask: Mask) {
      self.level = level
      self.mask = mask
    }

    /// Reads fifteen bits, of which up to three may be wrong: the (15, 5) BCH code has distance 7.
    ///
    /// - Parameter bits: The masked bits, the most significant in bit 14. The result is `nil` if they are more than
    ///   three bits away from all 32 values.
    public init?(bits: Int) {
      guard let (nearest, distance) = Self.nearest(to: bits), distance <= BCHCode.correctable else { return nil }
      self = nearest
    }

    /// The fifteen bits: five of data, ten of the BCH code with generator 0x537, masked with 0x5412.
    public var bits: Int {
      Self.code(level.indicator << 3 | mask.reference) ^ Self.mask
    }
  }
}

extension QRSymbol.FormatInformation {
  /// Computes five bits of data and ten of the BCH code with generator 0x537, unmasked.
  static func code(_ data: Int) -> Int { BCHCode.codeword(data, generator: 0x537) }

  static let mask = 0x5412
  /// The mask of Model 1 format information.
  static let modelOneMask = 0x2825

  /// Reads the better of the two copies in a symbol.
  init?(modules: [Bool], size: Int, mask: Int = mask) {
    func bits(at places: [(row: Int, column: Int)]) -> Int {
      // The places are ordered from bit 0.
      places.enumerated().reduce(0) { $0 | (modules[$1.element.row * size + $1.element.column] ? 1 << $1.offset : 0) }
    }
    let copies = [bits(at: Self.firstCopy), bits(at: Self.secondCopy(size: size))]
    let best = copies.compactMap { Self.nearest(to: $0 ^ mask ^ Self.mask) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= BCHCode.correctable else { return nil }
    self = best.format
  }

  /// The places of bits 0…14 around the upper left finder pattern (ISO/IEC 18004:2015, figure 25).
  package static let firstCopy: [(row: Int, column: Int)] =
    (0..<6).map { ($0, 8) } + [(7, 8), (8, 8), (8, 7)] + (9..<15).map { (8, 14 - $0) }

  /// Returns the places of bits 0…14 beside the other two finder patterns.
  package static func secondCopy(size: Int) -> [(row: Int, column: Int)] {
    (0..<8).map { (8, size - 1 - $0) } + (8..<15).map { (size - 15 + $0, 8) }
  }

  /// All 32 values with their bits.
  private static let all: [(format: Self, bits: Int)] =
    QRSymbol.ErrorCorrectionLevel.allCases.flatMap { level in
      (0...7).compactMap { QRSymbol.Mask($0) }.map { mask in
        let format = Self(level: level, mask: mask)
        return (format, format.bits)
      }
    }

  private static func nearest(to bits: Int) -> (format: Self, distance: Int)? {
    all.map { (format: $0.format, distance: ($0.bits ^ bits).nonzeroBitCount) }.min { $0.distance < $1.distance }
  }
}
