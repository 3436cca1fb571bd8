extension QRSymbol {
  /// The version of a symbol: 1 (21 × 21 modules) to 40 (177 × 177 modules).
  public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The version number, 1…40.
    public let number: Int

    /// - Parameter number: 1…40; the result is `nil` for anything else.
    public init?(_ number: Int) {
      guard 1...40 ~= number else { return nil }
      self.number = number
    }

    /// - Parameter size: Modules on each side: 21, 25, … 177; the result is `nil` for anything else.
    public init?(size: Int) {
      guard size % Self.sizeStep == Self.sizeOffset % Self.sizeStep else { return nil }
      self.init((size - Self.sizeOffset) / Self.sizeStep)
    }

    /// All versions, smallest first.
    public static let all: [Version] = (1...40).compactMap { Version($0) }

    /// The number of modules on each side: 17 + 4 × version (ISO/IEC 18004:2015, 6.3.1).
    public var size: Int { Self.sizeOffset + Self.sizeStep * number }

    /// Modules that each side has more than in the version below.
    package static let sizeStep = 4
    private static let sizeOffset = 17

    /// Returns the number of the version whose size is nearest to a measured one, in modules; it may be outside 1…40.
    package static func number(nearestTo size: Double) -> Int {
      Int(((size - Double(sizeOffset)) / Double(sizeStep)).rounded())
    }

    public var description: String { String(number) }

    public static func < (a: Version, b: Version) -> Bool { a.number < b.number }
  }
}

extension QRSymbol.Version {
  /// The number of codewords of a symbol, data and error correction together (ISO/IEC 18004:2015, table 1).
  public var codewords: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let alignments = number / 7 + 2
      modules -= (25 * alignments - 10) * alignments - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// Returns the number of data codewords at a level (ISO/IEC 18004:2015, table 7).
  public func dataCodewords(at level: QRSymbol.ErrorCorrectionLevel) -> Int {
    let (count, corrections) = BlockTable.blocks(version: number, level: level)
    return codewords - count * corrections
  }

  /// Returns the indices of the codewords of each block, and the number of error correction codewords in each of them.
  func blocks(at level: QRSymbol.ErrorCorrectionLevel) -> (codewords: [[Int]], corrections: Int) {
    let (count, corrections) = BlockTable.blocks(version: number, level: level)
    return (CodewordBlocks.interleaved(codewords: codewords, count: count, corrections: corrections), corrections)
  }

  /// Returns the longest message, in bytes, that one byte-mode segment holds at a level.
  ///
  /// Mode indicator and character count take 12 bits up to version 9 and 20 bits above
  /// (ISO/IEC 18004:2015, table 3).
  public func byteCapacity(at level: QRSymbol.ErrorCorrectionLevel) -> Int {
    dataCodewords(at: level) - (number <= 9 ? 2 : 3)
  }

  /// The longest message that any symbol holds, in bytes: 2953, in version 40 at level L.
  public static let mostBytes = all[39].byteCapacity(at: .low)

  /// The longest message of digits that any symbol holds: 7089, in version 40 at level L. No message has more characters.
  ///
  /// Mode indicator and character count take 18 bits there, and three digits ten (ISO/IEC 18004:2015, table 3 and 7.4.3).
  package static let mostDigits = (8 * all[39].dataCodewords(at: .low) - 18) / 10 * 3

  /// Finds the smallest version whose ``byteCapacity(at:)`` is enough; `nil` if version 40 is too small.
  public static func smallest(
    holding bytes: Int, at level: QRSymbol.ErrorCorrectionLevel
  ) -> QRSymbol.Version? {
    all.first { $0.byteCapacity(at: level) >= bytes }
  }
}
