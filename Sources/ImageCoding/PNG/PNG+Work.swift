/// How much work the compressed rows of a file are.
extension PNG {
  /// Twice the bytes of all rows. Stored rows, each with the overhead of a block of its own, are smaller.
  static func twiceRaw(_ bytes: [UInt8], _ size: (width: Int, height: Int)) -> Int {
    let rowBytes = 1 + (size.width * bitsPerPixel(bytes) + 7) / 8
    let (twice, isOverflow) = size.height.multipliedReportingOverflow(by: 2 * rowBytes)
    return isOverflow ? Int.max : twice
  }

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

  /// The most bytes that the rows of a picture have, and whether inflating everything might take much longer: libpng inflates
  /// whatever follows the last pixel, up to a thousand times its compressed size.
  static func compressedWork(_ bytes: [UInt8]) -> (most: Int, isSlow: Bool) {
    guard let size = headerSize(bytes) else { return (0, false) }
    // Interlaced pictures of few pixels have up to 15 rows of their own (ISO/IEC 15948, 8.2).
    let (most, isOverflow) = twiceRaw(bytes, size).addingReportingOverflow(interlacing)
    let amount = compressedBytes(bytes)
    return (most, !isOverflow && amount > soonInflated && amount > most / mostInflation)
  }

  private static let interlacing = 1 << 16
  /// Compressed bytes that are inflated in less than half a second, whatever they are.
  private static let soonInflated = 1 << 18
  /// The most bytes that one compressed byte becomes: a match of 258 bytes takes at least two bits (RFC 1951, 3.2.5).
  private static let mostInflation = 1_032
}
