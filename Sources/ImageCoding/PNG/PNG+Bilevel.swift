import Glibc
import Imaging
import TextFormats

/// A PNG writer for pictures of two colours that consist of few different rows.
///
/// A row that equals the one above is written as a match (RFC 1951, 3.2.5), and the checksum of the uncompressed bytes is
/// computed for all its repetitions at once. The time depends on the number of modules, and very little on the number of pixels.
struct BilevelPNG {
  private(set) var bytes = FileSignature.png.bytes

  /// - Parameters:
  ///   - palette: Two colours as red, green and blue; empty for gray.
  ///   - isInverted: Whether each bit is written inverted.
  ///   - pixelsPerMetre: For pHYs; `nil` writes none.
  init(_ image: BilevelImage, _ rows: RepeatedRows, palette: [UInt8], isInverted: Bool, pixelsPerMetre: UInt32?) {
    // Bit depth 1; palette or gray; deflate, no filter, not interlaced (ISO/IEC 15948, 11.2.2).
    let header = BigEndian.bytes(UInt32(image.width)) + BigEndian.bytes(UInt32(image.height))
    add("IHDR", header + [1, palette.isEmpty ? 0 : 3, 0, 0, 0])
    if !palette.isEmpty { add("PLTE", palette) }
    if let pixelsPerMetre { add("pHYs", BigEndian.bytes(pixelsPerMetre) + BigEndian.bytes(pixelsPerMetre) + [1]) }
    add("IDAT", Self.compressed(image, rows, isInverted: isInverted))
    add("IEND", [])
  }

  private mutating func add(_ type: StaticString, _ data: [UInt8]) {
    bytes += BigEndian.bytes(UInt32(data.count))
    let start = bytes.count
    bytes += "\(type)".utf8
    bytes += data
    bytes += BigEndian.bytes(CRC32.checksum(bytes, start..<bytes.count))
  }

  /// The rows as a zlib stream (RFC 1950).
  private static func compressed(_ image: BilevelImage, _ rows: RepeatedRows, isInverted: Bool) -> [UInt8] {
    var tokens = DeflateTokens(capacity: rows.starts.count * (image.rowBytes + 2))
    var checksum = Adler32()
    let length = image.rowBytes + 1
    var row = [UInt8](repeating: 0, count: length)
    var above: [UInt8] = []
    // Bytes at the end of what was added that equal those a row before, and are not yet a match.
    var pending = 0
    for (start, count) in zip(rows.starts, rows.counts) {
      // Byte 0 is the filter, none.
      let flip: UInt8 = isInverted ? 0xFF : 0
      for i in 0..<image.rowBytes { row[i + 1] = image.bytes[start * image.rowBytes + i] ^ flip }
      // One match can reach from the equal end of a row over its repetitions to the equal beginning of the next.
      var (prefix, suffix) = (0, 0)
      if !above.isEmpty {
        while row[prefix] == above[prefix] { prefix += 1 }
        if count > 1 { while row[length - 1 - suffix] == above[length - 1 - suffix] { suffix += 1 } }
      }
      if pending + prefix >= 3 {
        tokens.addMatch(length: pending + prefix, distance: length)
        tokens.add(row, prefix..<length - suffix, above: above, distance: length)
      } else {
        tokens.add(row, 0..<length - suffix, above: above, distance: length)
      }
      pending = suffix + (count - 1) * length
      checksum.add(row, times: count)
      swap(&above, &row)
      if row.isEmpty { row = above }
    }
    tokens.addMatch(length: pending, distance: length)
    // A window of 32 KiB; the default compression level.
    return [0x78, 0x9C] + tokens.encoded() + BigEndian.bytes(checksum.value)
  }
}

/// The rows of a picture that differ from the one above, with the number of times each appears.
struct RepeatedRows {
  private(set) var starts: [Int] = []
  private(set) var counts: [Int] = []

  /// - Returns: `nil` if ``BilevelPNG`` would make a larger file than libpng, or rows are too short or too long to be
  ///   matched (RFC 1951, 3.2.5). It makes a smaller one where modules have four or eight pixels: at most four different
  ///   bytes, in short runs. Elsewhere parts of a row repeat, which libpng finds.
  init?(_ image: BilevelImage) {
    guard 3..<32768 ~= image.rowBytes else { return nil }
    var isUsed = [Bool](repeating: false, count: 256)
    var runs = 0
    var repetitions = 0
    let isSuitable = unsafe image.bytes.withUnsafeBytes { bytes in
      for row in 0..<image.height {
        let this = unsafe UnsafeRawBufferPointer(rebasing: bytes[row * image.rowBytes..<(row + 1) * image.rowBytes])
        guard let start = this.baseAddress else { return false }
        if row > 0, unsafe memcmp(start, start - image.rowBytes, image.rowBytes) == 0 {
          repetitions += 1
          continue
        }
        if row > 0 { counts.append(repetitions) }
        starts.append(row)
        repetitions = 1
        if 2 * starts.count > image.height + 1 { return false }
        var last = unsafe ~this[0]
        for i in 0..<image.rowBytes {
          let byte = unsafe this[i]
          if byte == last { continue }
          isUsed[Int(byte)] = true
          runs += 1
          last = byte
        }
      }
      counts.append(repetitions)
      return true
    }
    let different = isUsed.count { $0 }
    let runLength = Double(starts.count * image.rowBytes) / Double(max(1, runs))
    // Measured: 1.7 and 2.4 at scales 4 and 8, 2.5 and 4.9 at scales 12 and 16.
    guard isSuitable, different <= 4, runLength < (different > 2 ? 2.1 : 3.5) else { return nil }
  }
}

/// The checksum of a zlib stream (RFC 1950, 2.2).
struct Adler32 {
  private var a = 1
  private var b = 0

  var value: UInt32 { UInt32(b << 16 | a) }

  /// Adds bytes several times, but reads each of them only once.
  mutating func add(_ bytes: [UInt8], times: Int) {
    var sum = 0
    var weighted = 0
    for byte in bytes {
      sum += Int(byte)
      weighted += sum
    }
    for _ in 0..<times {
      b = (b + bytes.count * a + weighted) % 65521
      a = (a + sum) % 65521
    }
  }
}
