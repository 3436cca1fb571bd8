/// A parser of data codewords into segments (ISO/IEC 18004:2015, 7.4).
struct SegmentReader {
  private var bits: BitReader
  private let widths: SegmentWidths

  init(_ data: [UInt8], version: QRSymbol.Version) {
    bits = BitReader(data, count: 8 * data.count)
    widths = SegmentWidths(version)
  }

  /// Makes a reader for a Micro QR symbol.
  init(_ data: [UInt8], bitCount: Int, micro version: MicroQRSymbol.Version) {
    bits = BitReader(data, count: bitCount)
    widths = SegmentWidths(micro: version)
  }

  /// Makes a reader for an rMQR symbol.
  init(_ data: [UInt8], rectangular version: RectangularMicroQRSymbol.Version) {
    bits = BitReader(data, count: 8 * data.count)
    widths = SegmentWidths(rectangular: version)
  }

  /// Reads to the terminator or the end.
  consuming func reading(corrected: Int, spare: Double) throws(SymbolReadingError) -> SymbolReading {
    var segments: [SymbolReading.Segment] = []
    var eci: Int?
    var append: SymbolReading.StructuredAppend?
    var (isGS1, hasFNC1) = (false, false)
    loop: while bits.remaining >= (widths.isMicro ? widths.mode + widths.numeric : widths.mode) {
      switch widths.fullIndicator(try bits.take(widths.mode)) {
      case 0: break loop
      case 1:
        let digits = try numeric()
        // In Micro QR symbols zero digits are the terminator.
        if widths.isMicro && digits.isEmpty { break loop }
        segments.append(SymbolReading.Segment(mode: .numeric, eci: eci, bytes: digits))
      case 2: segments.append(SymbolReading.Segment(mode: .alphanumeric, eci: eci, bytes: try alphanumeric(hasFNC1)))
      case 3:
        guard append == nil, segments.isEmpty else {
          throw .malformed(reason: "a place in a set of symbols that is not before the message")
        }
        append = SymbolReading.StructuredAppend(
          index: try bits.take(4), count: try bits.take(4) + 1, parity: UInt8(try bits.take(8)))
      case 4: segments.append(SymbolReading.Segment(mode: .byte, eci: eci, bytes: try bytes()))
      case 5: (isGS1, hasFNC1) = (true, true)
      case 7: eci = try eciAssignment()
      case 8: segments.append(SymbolReading.Segment(mode: .kanji, eci: eci, bytes: try kanji()))
      case 9:  // FNC1 in second position: an application indicator follows.
        _ = try bits.take(8)
        hasFNC1 = true
      case 13: segments.append(SymbolReading.Segment(mode: .hanzi, eci: eci, bytes: try hanzi()))
      case let mode: throw .malformed(reason: "unknown mode \(mode)")
      }
    }
    return SymbolReading(
      message: segments.flatMap(\.bytes), segments: segments, structuredAppend: append, isGS1: isGS1,
      correctedCodewords: corrected, spareCorrection: spare)
  }

  /// Reads digits: three in ten bits, two in seven, one in four.
  private mutating func numeric() throws(SymbolReadingError) -> [UInt8] {
    var left = try bits.take(widths.numeric)
    var digits: [UInt8] = []
    while left > 0 {
      let group = min(left, 3)
      let value = try bits.take(3 * group + 1)
      guard value < [10, 100, 1000][group - 1] else { throw .malformed(reason: "\(value) is not \(group) digits") }
      let text = String(value)
      digits += Array(repeating: UInt8(ascii: "0"), count: group - text.utf8.count) + Array(text.utf8)
      left -= group
    }
    return digits
  }

  /// Reads characters: two in eleven bits, one in six. After FNC1 in either position, `%` is the separator 1D, and `%%` a percent sign.
  private mutating func alphanumeric(_ hasFNC1: Bool) throws(SymbolReadingError) -> [UInt8] {
    var left = try bits.take(widths.alphanumeric)
    var characters: [UInt8] = []
    while left > 0 {
      let pair = left > 1
      let value = try bits.take(pair ? 11 : 6)
      guard value < (pair ? 45 * 45 : 45) else { throw .malformed(reason: "\(value) is not an alphanumeric character") }
      if pair { characters.append(AlphanumericCharacters.all[value / 45]) }
      characters.append(AlphanumericCharacters.all[value % 45])
      left -= pair ? 2 : 1
    }
    return hasFNC1 ? Self.unescapingSeparators(characters) : characters
  }

  private static func unescapingSeparators(_ characters: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var i = 0
    while i < characters.count {
      let isPercent = characters[i] == UInt8(ascii: "%")
      let isDouble = isPercent && i + 1 < characters.count && characters[i + 1] == UInt8(ascii: "%")
      result.append(isPercent && !isDouble ? 0x1D : characters[i])
      i += isDouble ? 2 : 1
    }
    return result
  }

  private mutating func bytes() throws(SymbolReadingError) -> [UInt8] {
    let count = try bits.take(widths.byte)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(UInt8(try bits.take(8))) }
    return bytes
  }

  /// Reads Shift JIS characters, each in thirteen bits after subtraction of the start of its range.
  private mutating func kanji() throws(SymbolReadingError) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<(try bits.take(widths.kanji)) {
      let value = try bits.take(13)
      let packed = (value / 0xC0) << 8 | (value % 0xC0)
      let character = packed + (packed < 0x1F00 ? 0x8140 : 0xC140)
      bytes += [UInt8(character >> 8), UInt8(character & 0xFF)]
    }
    return bytes
  }

  /// Reads GB 2312 characters, each in thirteen bits, after four bits for the character set (GB/T 18284-2000).
  private mutating func hanzi() throws(SymbolReadingError) -> [UInt8] {
    let subset = try bits.take(4)
    guard subset == 1 else { throw .malformed(reason: "unknown Hanzi subset \(subset)") }
    var bytes: [UInt8] = []
    for _ in 0..<(try bits.take(widths.kanji)) {
      let value = try bits.take(13)
      let packed = (value / 0x60) << 8 | (value % 0x60)
      let character = packed + (packed < 0xA00 ? 0xA1A1 : 0xA6A1)
      guard character <= 0xFEFE else { throw .malformed(reason: "\(value) is not a GB 2312 character") }
      bytes += [UInt8(character >> 8), UInt8(character & 0xFF)]
    }
    return bytes
  }

  /// Reads one, two or three bytes, distinguished by their first bits (ISO/IEC 18004:2015, table 4).
  private mutating func eciAssignment() throws(SymbolReadingError) -> Int {
    let first = try bits.take(8)
    if first & 0x80 == 0 { return first }
    if first & 0xC0 == 0x80 { return (first & 0x3F) << 8 | (try bits.take(8)) }
    if first & 0xE0 == 0xC0 {
      let assignment = (first & 0x1F) << 16 | (try bits.take(16))
      guard assignment <= 999_999 else { throw .malformed(reason: "ECI assignment \(assignment) is above 999999") }
      return assignment
    }
    throw .malformed(reason: "ECI designator begins with \(first)")
  }
}

/// A reader of the bits of codewords, the most significant first.
private struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  private let count: Int

  init(_ bytes: [UInt8], count: Int) { (self.bytes, self.count) = (bytes, count) }

  var remaining: Int { count - position }

  /// - Parameter count: 0…16.
  mutating func take(_ count: Int) throws(SymbolReadingError) -> Int {
    guard count <= remaining else { throw .malformed(reason: "a segment runs past the last codeword") }
    var value = 0
    for bit in position..<position + count { value = value << 1 | Int(bytes[bit / 8] >> (7 - bit % 8) & 1) }
    position += count
    return value
  }
}
