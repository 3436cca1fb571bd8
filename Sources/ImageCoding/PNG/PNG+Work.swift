/// How much work the compressed rows of a file are.
extension PNG {
  /// What may be spent on rows. libpng inflates whatever follows the last pixel, up to a thousand times its compressed size.
  struct Work {
    /// The most bytes that are inflated: no picture has more.
    var bytes: Int
    /// The most blocks of compressed bytes. Encoders write some for each row, and one for 128 symbols or more; those that
    /// flush often, some for 100 bytes.
    var blocks: Int
    /// The most blocks that may begin with code tables, which take far longer. Common encoders write one for thousands of symbols; large
    /// pictures from encoders that end a block with each short row, or after hundreds of symbols (zlib's memLevel 1 to 3), are refused.
    var blocksWithTables: Int
    /// The compressed bytes beyond which a file is refused. Encoders never need many more than for stored rows.
    var compressed: Int

    /// - Returns: `nil` for a picture that is too large to be counted.
    init?(_ file: [UInt8], _ size: (width: Int, height: Int)) {
      let rowBytes = 1 + (size.width * PNG.bitsPerPixel(file) + 7) / 8
      let (raw, isOverflow) = size.height.multipliedReportingOverflow(by: rowBytes)
      if isOverflow || raw > Int.max / 4 - Self.slack { return nil }
      // Interlaced pictures have up to 15 rows where others have eight, and rows of narrow pictures are short (ISO/IEC 15948, 8.2).
      bytes = 2 * raw + Self.interlacing
      blocks = raw / 32 + 4 * size.height + Self.alwaysAllowedBlocks
      blocksWithTables = raw / 2048 + Self.alwaysAllowedTables
      compressed = raw + raw / 8 + 32 * size.height + Self.slack
    }

    private static let interlacing = 1 << 16
    private static let alwaysAllowedBlocks = 10_000
    private static let alwaysAllowedTables = 1 << 14
    private static let slack = 1 << 20
  }

  /// Compressed bytes that are inflated in less than half a second, whatever they are.
  static let soonInflated = 1 << 18

  static func compressedBytes(_ bytes: [UInt8]) -> Int {
    var (amount, end) = (0, 8)
    for chunk in chunks(of: bytes) {
      // Whatever follows is not decoded.
      if isChunk(bytes, chunk, named: "IEND") { break }
      if isChunk(bytes, chunk, named: "IDAT") { amount += chunk.count - 12 }
      end = chunk.upperBound
    }
    // libpng also inflates a chunk that is cut off.
    if end + 8 <= bytes.count, isChunk(bytes, end..<bytes.count, named: "IDAT") { amount += bytes.count - end - 8 }
    return amount
  }
}
