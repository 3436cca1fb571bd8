/// A symbol of QR Code Model 1, the original of 1994, which is still in occasional use: no alignment patterns,
/// codewords in blocks of 2 × 4 and 4 × 2 modules, and its own error correction (AIM ITS 97/001).
///
/// ```swift
/// let symbol = try ModelOneSymbol(modules: modules)  // 25 × 25 booleans, true = dark
/// try symbol.reading().message                       // its bytes
/// ```
///
/// The standard is out of print. Placement and tables match zxing-cpp 3.1, compared on symbols of versions 1 to 12 at
/// every level. Versions 13 and 14 could not be compared and are not read.
public struct ModelOneSymbol: Hashable, Sendable {
  /// 1…12.
  public let version: QRSymbol.Version
  public let level: QRSymbol.ErrorCorrectionLevel
  public let mask: QRSymbol.Mask
  /// The modules row by row from the upper left; `true` is dark.
  public let modules: [Bool]

  /// Wraps modules and reads version, level and mask from them.
  ///
  /// - Parameter modules: The modules row by row; their number is the square of 21, 25, … 65.
  /// - Throws: ``SymbolFault/sizeOutOfRange(modules:)`` for any other number of modules,
  ///   ``SymbolFault/unreadableFormatInformation`` when it is damaged or that of a Model 2 symbol.
  public init(modules: [Bool]) throws(SymbolFault) {
    guard
      let version = QRSymbol.Version.all.prefix(Self.blocks.count).first(where: { $0.size * $0.size == modules.count })
    else { throw .sizeOutOfRange(modules: modules.count) }
    guard
      let format = QRSymbol.FormatInformation(
        modules: modules, size: version.size, mask: QRSymbol.FormatInformation.modelOneMask)
    else { throw .unreadableFormatInformation }
    (self.version, level, mask, self.modules) = (version, format.level, format.mask, modules)
  }

  /// For each version and level: error correction codewords per block, blocks, data codewords per block.
  private static let blocks: [[(corrections: Int, count: Int, data: Int)]] = [
    [(7, 1, 19), (10, 1, 16), (13, 1, 13), (17, 1, 9)], [(10, 1, 36), (16, 1, 30), (22, 1, 24), (30, 1, 16)],
    [(15, 1, 57), (28, 1, 44), (36, 1, 36), (48, 1, 24)], [(20, 1, 80), (40, 1, 60), (50, 1, 50), (66, 1, 34)],
    [(26, 1, 108), (52, 1, 82), (66, 1, 68), (44, 2, 23)], [(34, 1, 136), (32, 2, 53), (42, 2, 43), (56, 2, 29)],
    [(42, 1, 170), (40, 2, 66), (52, 2, 54), (46, 3, 24)], [(24, 2, 104), (48, 2, 80), (64, 2, 64), (56, 3, 29)],
    [(30, 2, 123), (60, 2, 93), (50, 3, 52), (68, 3, 34)], [(34, 2, 145), (68, 2, 111), (58, 3, 61), (58, 4, 31)],
    [(40, 2, 168), (40, 4, 64), (52, 4, 52), (54, 5, 29)], [(46, 2, 192), (46, 4, 73), (58, 4, 61), (62, 5, 33)],
  ]

  /// Reads the message.
  ///
  /// - Throws: ``SymbolFault``; also if the four bits before the first segment are not zero, as they are in
  ///   every symbol.
  public func reading() throws(SymbolFault) -> SymbolReading {
    let (corrections, count, dataCount) = Self.blocks[version.number - 1][level.row]
    // Not interleaved: the data of all blocks, then all error correction.
    let blocks = (0..<count).map { block in
      let start = count * dataCount + block * corrections
      return Array(block * dataCount..<(block + 1) * dataCount) + Array(start..<start + corrections)
    }
    let (mask, size) = (mask, version.size)
    let (data, corrected, spare) = try CodewordBlocks(
      modules, order: codewordModules, blocks: blocks, corrections: corrections
    ) { mask.inverts(row: $0 / size, column: $0 % size) }.data()
    guard data[0] >> 4 == 0 else { throw .tooDamaged }
    let shifted = data.indices.map { data[$0] << 4 | ($0 + 1 < data.count ? data[$0 + 1] >> 4 : 0) }
    return try SegmentReader(shifted, .qr(version)).reading(
      level: level, mask: mask.reference, corrected: corrected, spare: spare)
  }

  /// The modules of the codewords in order: columns of blocks from the right, each from the bottom up; inside a block, rows
  /// from the bottom up, each from the right.
  private var codewordModules: [Int] {
    var order: [Int] = []
    let size = version.size
    func add(x: Int, y: Int, width: Int) {
      for bit in 0..<8 { order.append((y - bit / width) * size + x - bit % width) }
    }
    let columns = size / 4 + 3
    for column in 0..<columns {
      switch column {
      case 0...1:
        // Every other block at the right side is part of the extension pattern.
        let last = (size - 8) / 4 - 1
        for i in 0...last where column == 1 || i % 2 == 1 || i == 0 || i == last {
          add(x: size - 1 - 2 * column, y: size - 1 - 4 * i, width: 2)
        }
      case columns - 4..<columns:
        // The timing pattern is between the third and the fourth column of blocks from the left.
        let x = 2 * (columns - column - 1) + 1 + (column == columns - 4 ? 1 : 0)
        for i in 0..<(size - 16) / 4 { add(x: x, y: size - 9 - 4 * i, width: 2) }
      default:
        for i in 0..<size / 2 {
          // Beside the finder pattern and, at the bottom, the extension pattern.
          if column == 2, i >= size / 2 - 4 { continue }
          if i == 0, column % 2 == 1, column + 1 != columns - 4 { continue }
          add(x: size - 5 - 4 * (column - 2), y: size - 1 - 2 * i - (i >= size / 2 - 3 ? 1 : 0), width: 4)
        }
      }
    }
    // The corner has its own pattern.
    for bit in 0..<4 { order[bit] = CodewordBlocks.none }
    return order
  }
}
