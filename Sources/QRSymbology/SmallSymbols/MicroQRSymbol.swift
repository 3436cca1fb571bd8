/// A Micro QR symbol: one finder pattern, up to 17 × 17 modules (ISO/IEC 18004:2015, 6.3).
///
/// ```swift
/// let symbol = try MicroQRSymbol(modules: modules)  // 13 × 13 booleans, true = dark
/// symbol.version                                    // .m2
/// try symbol.reading().message                      // its bytes
/// ```
public struct MicroQRSymbol: Hashable, Sendable {
  public let version: Version
  /// `nil` for M1, which detects errors and corrects none.
  public let level: QRSymbol.ErrorCorrectionLevel?
  /// The data mask pattern reference, 0…3 (ISO/IEC 18004:2015, table 10).
  public let mask: Int
  /// The modules row by row from the upper left; `true` is dark.
  public let modules: [Bool]
  /// The number of wrong bits in the format information, 0…3.
  package let formatErrors: Int

  /// M1 (11 × 11 modules) to M4 (17 × 17).
  public enum Version: Int, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case m1 = 1, m2, m3, m4

    /// The number of modules on each side: 9 + 2 × version.
    public var size: Int { 9 + 2 * rawValue }

    /// The modules of the timing patterns, which are along the upper and the left edge (ISO/IEC 18004:2015, 6.3.5).
    package var timing: Range<Int> { FunctionPattern.timingStart..<size }

    public var description: String { "M\(rawValue)" }
  }

  /// Wraps modules and reads version, level and mask from them.
  ///
  /// - Parameter modules: The modules row by row; their number is the square of 11, 13, 15 or 17.
  /// - Throws: ``QRSymbolError/sizeOutOfRange(modules:)`` for any other number of modules,
  ///   ``QRSymbolError/unreadableFormatInformation`` when it is damaged or belongs to another version.
  public init(modules: [Bool]) throws(QRSymbolError) {
    guard let version = Version.allCases.first(where: { $0.size * $0.size == modules.count }) else {
      throw .sizeOutOfRange(modules: modules.count)
    }
    let size = version.size
    let bits = Self.formatPlaces.reduce(0) { $0 << 1 | (modules[$1.0 * size + $1.1] ? 1 : 0) }
    let (data, _, errors) = Self.nearestFormat(to: bits)
    guard errors <= BCHCode.correctable, Self.symbols[data >> 2].version == version else {
      throw .unreadableFormatInformation
    }
    (self.version, level, mask) = (version, Self.symbols[data >> 2].level, data & 3)
    (self.modules, formatErrors) = (modules, errors)
  }

  /// The symbol numbers 0…7 (ISO/IEC 18004:2015, table 13), each with its numbers of codewords (table 7 and table 9):
  /// data, error correction, and the most that can be corrected.
  private static let symbols:
    [(version: Version, level: QRSymbol.ErrorCorrectionLevel?, data: Int, corrections: Int, correctable: Int)] = [
      (.m1, nil, 3, 2, 0), (.m2, .low, 5, 5, 1), (.m2, .medium, 4, 6, 2), (.m3, .low, 11, 6, 2),
      (.m3, .medium, 9, 8, 4), (.m4, .low, 16, 8, 3), (.m4, .medium, 14, 10, 5), (.m4, .quartile, 10, 14, 7),
    ]

  /// Returns the number of data bits of a version at a level; `nil` if the version does not have the level.
  package static func dataBits(_ version: Version, level: QRSymbol.ErrorCorrectionLevel?) -> Int? {
    symbols.first { $0.version == version && $0.level == level }.map {
      8 * $0.data - (version == .m1 || version == .m3 ? 4 : 0)
    }
  }

  /// Fifteen bits around the finder pattern, the most significant first: along row 8, then up column 8.
  private static let formatPlaces = (1...8).map { (8, $0) } + (1...7).reversed().map { ($0, 8) }

  /// Finds the format information with the fewest wrong bits.
  private static func nearestFormat(to bits: Int) -> (data: Int, bits: Int, errors: Int) {
    var best = (data: 0, bits: 0, errors: Int.max)
    for data in 0..<32 {
      let code = formatBits(data)
      let errors = (code ^ bits).nonzeroBitCount
      if errors < best.errors { best = (data, code, errors) }
    }
    return best
  }

  /// Computes the fifteen bits of the format information, masked with 0x4445 (ISO/IEC 18004:2015, 7.9.2).
  private static func formatBits(_ data: Int) -> Int { QRSymbol.FormatInformation.code(data) ^ 0x4445 }
}

extension MicroQRSymbol {
  /// Reads the message: modules → codewords → corrected block → segments.
  ///
  /// - Throws: ``SymbolReadingError``.
  public func reading() throws(SymbolReadingError) -> SymbolReading {
    guard
      let (_, _, dataCount, corrections, correctable) = Self.symbols.first(where: {
        $0.version == version && $0.level == level
      })
    else { throw .tooDamaged }
    let (block, wrong) = try corrected(dataCount, corrections, correctable)
    // Some encoders put the half codeword in the lower half; error correction accepts that at the cost of one codeword.
    let data = Array(block.prefix(dataCount))
    let bits = 8 * dataCount - (hasHalfCodeword ? 4 : 0)
    let spare = correctable == 0 ? 0 : 1 - Double(wrong) / Double(correctable)
    return try SegmentReader(data, bitCount: bits, micro: version).reading(corrected: wrong, spare: spare)
  }

  /// Whether the last data codeword has four bits, the upper half of a byte: in M1 and M3.
  private var hasHalfCodeword: Bool { version == .m1 || version == .m3 }

  private func corrected(
    _ dataCount: Int, _ corrections: Int, _ correctable: Int
  ) throws(SymbolReadingError) -> (block: [UInt8], wrong: Int) {
    var block = codewords(dataCount: dataCount, count: dataCount + corrections)
    guard let wrong = ReedSolomon.correct(&block, correctionCodewords: corrections), wrong <= correctable else {
      throw .tooDamaged
    }
    return (block, wrong)
  }

  /// The modules of each codeword, as row-major indices: in pairs of columns from the right, alternately upwards and
  /// downwards.
  private func codewordModules(dataCount: Int, count: Int) -> [[Int]] {
    let size = version.size
    var codewords: [[Int]] = []
    var current: [Int] = []
    var upward = true
    for right in stride(from: size - 1, to: 0, by: -2) {
      for step in 0..<size {
        let row = upward ? size - 1 - step : step
        for column in [right, right - 1] where row > 0 && column > 0 && !(row < 9 && column < 9) {
          current.append(row * size + column)
          if current.count == 8 || (current.count == 4 && hasHalfCodeword && codewords.count == dataCount - 1) {
            codewords.append(current)
            current = []
          }
        }
      }
      upward.toggle()
    }
    return Array(codewords.prefix(count))
  }

  /// Unmasks the modules.
  private func codewords(dataCount: Int, count: Int) -> [UInt8] {
    codewordModules(dataCount: dataCount, count: count).map { places in
      let bits = places.reduce(UInt8(0)) { $0 << 1 | (modules[$1] != inverts($1) ? 1 : 0) }
      return places.count == 4 ? bits << 4 : bits
    }
  }

  private func inverts(_ module: Int) -> Bool { inverts(row: module / version.size, column: module % version.size) }

  /// Whether the mask inverts a module. The four masks are references 1, 4, 6 and 7 of larger symbols (ISO/IEC
  /// 18004:2015, table 10).
  private func inverts(row: Int, column: Int) -> Bool {
    QRSymbol.Mask([1, 4, 6, 7][mask])?.inverts(row: row, column: column) ?? false
  }

  /// Corrects the symbol, and divides it into parts.
  ///
  /// - Throws: ``SymbolReadingError/tooDamaged``.
  package func anatomy() throws(SymbolReadingError) -> SymbolAnatomy {
    guard
      let (_, _, dataCount, corrections, correctable) = Self.symbols.first(where: {
        $0.version == version && $0.level == level
      })
    else { throw .tooDamaged }
    let block = try corrected(dataCount, corrections, correctable).block
    let codewords = codewordModules(dataCount: dataCount, count: block.count)
    var isDark = modules
    for (codeword, places) in zip(block, codewords) {
      for (bit, module) in places.enumerated() {
        isDark[module] = (codeword & (0x80 >> UInt8(bit)) != 0) != inverts(module)
      }
    }
    let size = version.size
    var finder: [Int] = []
    for row in 0...FunctionPattern.finderSize {
      for column in 0...FunctionPattern.finderSize {
        finder.append(row * size + column)
        isDark[row * size + column] = FunctionPattern.isFinderDark(row: row, column: column)
      }
    }
    let timing = [Array(version.timing), version.timing.map { $0 * size }]
    for i in version.timing {
      let isTimingDark = FunctionPattern.isTimingDark(i)
      (isDark[i], isDark[i * size]) = (isTimingDark, isTimingDark)
    }
    let format = Self.formatPlaces.map { $0.0 * size + $0.1 }
    let bits = Self.nearestFormat(to: formatBits).bits
    for (index, module) in format.enumerated() { isDark[module] = bits >> (14 - index) & 1 != 0 }
    return SymbolAnatomy(
      size: size, isDark: isDark, codewords: codewords,
      blocks: [.init(codewords: Array(codewords.indices), capacity: 2 * correctable)], finders: [finder],
      timing: timing, alignment: [], format: [format], version: [])
  }

  private var formatBits: Int {
    Self.formatPlaces.reduce(0) { $0 << 1 | (modules[$1.0 * version.size + $1.1] ? 1 : 0) }
  }
}
