import Glibc
import TextFormats

/// The rows of a symbol's picture, without filters, as a zlib stream (RFC 1950) of one block with codes of its own
/// (RFC 1951, 3.2.7).
///
/// A row that equals the one above is a match, and its checksum is computed for all repetitions at once. So the time depends on the
/// number of modules, and very little on the number of pixels. Files of the same size take libdeflate more than twice as long, and
/// zlib still longer. The bytes are the same everywhere.
struct SymbolStream {
  /// The rows that differ from the one above, each with the number of its filter in front: 0, none.
  private var lines: [UInt8] = []
  /// How often each of them appears.
  private var repetitions: [Int] = []
  /// The bytes of a row with its filter, which is the distance of every match.
  private let distance: Int

  /// - Parameter rows: Eight pixels to a byte.
  /// - Returns: `nil` for a picture other than of modules of four or eight pixels. In one of larger modules, parts of a row repeat,
  ///   which zlib finds; with other scales there are more different bytes.
  init?(_ rows: [UInt8], rowBytes: Int) {
    distance = rowBytes + 1
    // RFC 1951, 3.2.5.
    guard distance <= 32768 else { return nil }
    let height = rows.count / rowBytes
    var scale = height
    unsafe rows.withUnsafeBytes { rows in
      var y = 0
      while y < height, scale >= 4 {
        let row = unsafe UnsafeRawBufferPointer(rebasing: rows[y * rowBytes..<(y + 1) * rowBytes])
        guard let start = row.baseAddress else { return }
        var end = y + 1
        while end < height, unsafe memcmp(start, start + (end - y) * rowBytes, rowBytes) == 0 { end += 1 }
        lines.append(PNGFilter.none.rawValue)
        unsafe lines += row
        repetitions.append(end - y)
        scale = min(scale, end - y)
        y = end
      }
    }
    guard scale == 4 || scale == 8, lines.allSatisfy({ $0 == 0 || $0 == 0xFF || $0 == 0x0F || $0 == 0xF0 }) else {
      return nil
    }
  }

  /// Calls with each literal, with the code of each length and its extra bits, and with the end of the block.
  @inline(__always)
  private func forEachCode(_ body: (_ code: Int, _ extra: (value: Int, bits: Int)) -> Void) {
    func forEachLength(of match: Int) {
      var left = match
      while left > 0 {
        // The longest match has a code of its own; a remainder of 1 or 2 would be too short for a match.
        let isLongest = left == 258 || left > 260
        let length = isLongest ? 258 : left > 258 ? left - 3 : left
        let (code, extra) = Self.parts(of: length - 3, step: 2)
        body(isLongest ? 285 : 257 + code, isLongest ? (0, 0) : extra)
        left -= length
      }
    }
    unsafe lines.withUnsafeBufferPointer { lines in
      var match = 0
      for (number, repetitions) in repetitions.enumerated() {
        let line = number * distance..<(number + 1) * distance
        var (first, end) = (line.lowerBound, line.upperBound)
        // A match goes on over bytes that equal those above, and the next one begins with such bytes.
        if number > 0 {
          while unsafe lines[first] == lines[first - distance] { first += 1 }
          while unsafe lines[end - 1] == lines[end - 1 - distance] { end -= 1 }
        }
        forEachLength(of: match + first - line.lowerBound)
        for place in first..<end { body(Int(unsafe lines[place]), (0, 0)) }
        match = line.upperBound - end + (repetitions - 1) * distance
      }
      forEachLength(of: match)
    }
    body(256, (0, 0))
  }

  /// The code of a length or distance, for ranges of values that double every few codes (RFC 1951, 3.2.5).
  ///
  /// - Parameter step: The binary logarithm of the number of codes after which the ranges double.
  private static func parts(of value: Int, step: Int) -> (code: Int, extra: (value: Int, bits: Int)) {
    let bits = max(0, Int.bitWidth - 1 - (value | 1).leadingZeroBitCount - step)
    return ((bits << step) + (value >> bits), (value & ((1 << bits) - 1), bits))
  }

  /// The stream.
  var bytes: [UInt8] {
    var counts = [Int](repeating: 0, count: 286)
    forEachCode { code, _ in counts[code] += 1 }
    let lengths = PrefixCode.lengths(counts)
    let codes = PrefixCode(lengths: lengths).codes
    let distance = Self.parts(of: distance - 1, step: 1)
    // A window of 32 KiB; the default compression level.
    var writer = BitWriter(bytes: [0x78, 0x9C])
    let used = (lengths.lastIndex { $0 > 0 } ?? 0) + 1
    // The last block, with codes of its own.
    writer.put(0b101, 3)
    writer.put(used - 257, 5)
    writer.put(distance.code, 5)
    // The only distance has a code of one bit.
    writer.put(lengths: lengths[..<used] + [Int](repeating: 0, count: distance.code) + [1])
    forEachCode { symbol, extra in
      writer.put(codes[symbol].bits, codes[symbol].length)
      guard symbol > 256 else { return }
      writer.put(extra.value, extra.bits)
      writer.put(distance.extra.value << 1, distance.extra.bits + 1)
    }
    // Fills the last byte.
    writer.put(0, 7)
    return writer.bytes + BigEndian.bytes(adler32)
  }

  /// The checksum of all rows (RFC 1950, 2.2).
  private var adler32: UInt32 {
    var (a, b) = (1, 0)
    for (number, repetitions) in repetitions.enumerated() {
      var (sum, weighted) = (0, 0)
      for byte in lines[number * distance..<(number + 1) * distance] {
        sum += Int(byte)
        weighted += sum
      }
      for _ in 0..<repetitions {
        b = (b + distance * a + weighted) % 65521
        a = (a + sum) % 65521
      }
    }
    return UInt32(b << 16 | a)
  }
}
