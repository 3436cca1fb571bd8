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
  /// The format information without wrong bits: the symbol number and the mask.
  private let format: Int

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
  /// - Throws: ``SymbolFault/sizeOutOfRange(modules:)`` for any other number of modules,
  ///   ``SymbolFault/unreadableFormatInformation`` when it is damaged or belongs to another version.
  public init(modules: [Bool]) throws(SymbolFault) {
    guard let version = Version.allCases.first(where: { $0.size * $0.size == modules.count }) else {
      throw .sizeOutOfRange(modules: modules.count)
    }
    let bits = modules.bits(at: Self.formatPlaces, columns: version.size) ^ Self.formatMask
    (format, formatErrors) = BCHCode.nearest(to: bits, of: QRSymbol.FormatInformation.codes)
    let layout = Self.layouts[format >> 2]
    guard formatErrors <= BCHCode.correctable, layout.version == version else { throw .unreadableFormatInformation }
    (self.version, level, mask, self.modules) = (version, layout.level, format & 3, modules)
  }

  /// The symbol numbers 0…7 (ISO/IEC 18004:2015, table 13), each with its numbers of codewords (table 7 and table 9):
  /// data, error correction, and the most that can be corrected.
  private static let layouts: [Layout] = [
    (.m1, nil, 3, 2, 0), (.m2, .low, 5, 5, 1), (.m2, .medium, 4, 6, 2), (.m3, .low, 11, 6, 2),
    (.m3, .medium, 9, 8, 4), (.m4, .low, 16, 8, 3), (.m4, .medium, 14, 10, 5), (.m4, .quartile, 10, 14, 7),
  ]

  typealias Layout = (
    version: Version, level: QRSymbol.ErrorCorrectionLevel?, data: Int, corrections: Int, correctable: Int
  )

  /// Returns the number of data bits of a version at a level; `nil` if the version does not have the level.
  package static func dataBits(_ version: Version, level: QRSymbol.ErrorCorrectionLevel?) -> Int? {
    layouts.first { $0.version == version && $0.level == level }.map { 8 * $0.data - version.missingBits }
  }

  /// Fifteen bits around the finder pattern, from bit 0: down column 8, then along row 8 to the left.
  static let formatPlaces = (1...7).map { (row: $0, column: 8) } + (1...8).reversed().map { (8, $0) }

  /// The mask of the format information (ISO/IEC 18004:2015, 7.9.2).
  private static let formatMask = 0x4445
}

extension MicroQRSymbol.Version {
  /// Bits that the last data codeword lacks: in M1 and M3 it has four, the upper half of a byte.
  fileprivate var missingBits: Int { self == .m1 || self == .m3 ? 4 : 0 }

  /// The function pattern of each module, row by row; `nil` for modules of codewords.
  var functionPatterns: [FunctionPattern?] {
    let start = FunctionPattern.timingStart
    return (0..<size * size).map { module in
      let (row, column) = module.quotientAndRemainder(dividingBy: size)
      if let corner = FunctionPattern.corner(row: row, column: column) { return corner }
      if row == 0 || column == 0 { return .timing(isDark: FunctionPattern.isTimingDark(max(row, column))) }
      return row <= start && column <= start ? .formatInformation : nil
    }
  }
}

extension MicroQRSymbol {
  /// Reads the message: modules → codewords → corrected block → segments.
  ///
  /// - Throws: ``SymbolFault/tooDamaged``, ``SymbolFault/malformed``.
  public func reading() throws(SymbolFault) -> SymbolReading {
    let (data, corrected, spare) = try blocks.data()
    // Some encoders put the half codeword in the lower half; error correction accepts that at the cost of one codeword.
    return try SegmentReader(data, bitCount: 8 * data.count - version.missingBits, .micro(version))
      .reading(level: level, mask: mask, corrected: corrected, spare: spare)
  }

  var layout: Layout { Self.layouts[format >> 2] }

  var formatBits: Int { QRSymbol.FormatInformation.codes[format] ^ Self.formatMask }

  /// The modules of the codewords in order, as row-major indices, with what the half codeword lacks.
  var codewordModules: [Int] {
    var order = FunctionPattern.codewordModules(
      around: version.functionPatterns, columns: version.size, from: version.size - 1)
    let missing = Array(repeating: CodewordBlocks.none, count: version.missingBits)
    order.insert(contentsOf: missing, at: 8 * layout.data - missing.count)
    return order
  }

  var blocks: CodewordBlocks {
    CodewordBlocks(
      modules, order: codewordModules, blocks: [Array(0..<layout.data + layout.corrections)],
      corrections: layout.corrections, capacity: 2 * layout.correctable, inverts: inverts)
  }

  /// Whether the mask inverts a module. The four masks are references 1, 4, 6 and 7 of larger symbols (ISO/IEC
  /// 18004:2015, table 10).
  func inverts(_ module: Int) -> Bool {
    QRSymbol.Mask.all[[1, 4, 6, 7][mask]].inverts(row: module / version.size, column: module % version.size)
  }
}
