/// A parser of data codewords into segments (ISO/IEC 18004:2015, 7.4).
struct SegmentReader {
  private var bits: BitReader
  private let widths: SegmentWidths

  /// - Parameter bitCount: Those of the data, if the last codeword has fewer than eight.
  init(_ data: [UInt8], bitCount: Int? = nil, _ version: SymbolVersion) {
    bits = BitReader(data, count: bitCount ?? 8 * data.count)
    widths = SegmentWidths(version)
  }

  /// Reads to the terminator or the end.
  ///
  /// - Parameters: Those of the symbol, for the result.
  consuming func reading(
    level: QRSymbol.ErrorCorrectionLevel? = nil, mask: Int? = nil, corrected: Int = 0, spare: Double = 1
  ) throws(SymbolFault) -> SymbolReading {
    var segments: [SymbolReading.Segment] = []
    var eci: Int?
    var append: SymbolReading.StructuredAppend?
    var (isGS1, hasIndicator) = (false, false)
    loop: while bits.remaining >= (widths.isMicro ? widths.mode + widths.numeric : widths.mode) {
      switch widths.fullIndicator(try bits.take(widths.mode)) {
      case 0: break loop
      case 1:
        let digits = try numeric()
        // In Micro QR symbols zero digits are the terminator.
        if widths.isMicro && digits.isEmpty { break loop }
        segments.append(SymbolReading.Segment(mode: .numeric, eci: eci, bytes: digits))
      case 2:
        let characters = try alphanumeric(isGS1 || hasIndicator)
        segments.append(SymbolReading.Segment(mode: .alphanumeric, eci: eci, bytes: characters))
      case 3:
        // A place in a set is before the message.
        guard append == nil, segments.isEmpty else { throw .malformed }
        append = SymbolReading.StructuredAppend(
          index: try bits.take(4), count: try bits.take(4) + 1, parity: UInt8(try bits.take(8)))
      case 4: segments.append(SymbolReading.Segment(mode: .byte, eci: eci, bytes: try bytes()))
      case 5: isGS1 = true
      case 7: eci = try eciAssignment()
      case 8: segments.append(SymbolReading.Segment(mode: .kanji, eci: eci, bytes: try kanji()))
      case 9:  // FNC1 in second position: an application indicator follows.
        _ = try bits.take(8)
        hasIndicator = true
      case 13: segments.append(SymbolReading.Segment(mode: .hanzi, eci: eci, bytes: try hanzi()))
      default: throw .malformed
      }
    }
    return SymbolReading(
      message: segments.flatMap(\.bytes), segments: segments, structuredAppend: append, isGS1: isGS1,
      hasApplicationIndicator: hasIndicator, level: level, mask: mask, correctedCodewords: corrected,
      spareCorrection: spare)
  }

  /// Reads digits: three in ten bits, two in seven, one in four.
  private mutating func numeric() throws(SymbolFault) -> [UInt8] {
    var left = try bits.take(widths.numeric)
    var digits: [UInt8] = []
    while left > 0 {
      let group = min(left, 3)
      let value = try bits.take(3 * group + 1)
      guard value < [10, 100, 1000][group - 1] else { throw .malformed }
      for power in [100, 10, 1].suffix(group) { digits.append(UInt8(ascii: "0") + UInt8(value / power % 10)) }
      left -= group
    }
    return digits
  }

  /// Reads characters: two in eleven bits, one in six. After FNC1 in either position, `%` is the separator 1D, and `%%` a percent sign.
  private mutating func alphanumeric(_ hasFNC1: Bool) throws(SymbolFault) -> [UInt8] {
    var left = try bits.take(widths.alphanumeric)
    var characters: [UInt8] = []
    while left > 0 {
      let pair = left > 1
      let value = try bits.take(pair ? 11 : 6)
      guard value < (pair ? 45 * 45 : 45) else { throw .malformed }
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

  private mutating func bytes() throws(SymbolFault) -> [UInt8] {
    let count = try bits.take(widths.byte)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(UInt8(try bits.take(8))) }
    return bytes
  }

  /// Reads Shift JIS characters.
  private mutating func kanji() throws(SymbolFault) -> [UInt8] {
    try pairs(perRow: 0xC0) { $0 < 0x1F00 ? 0x8140 : 0xC140 }
  }

  /// Reads GB 2312 characters after four bits for the character set (GB/T 18284-2000).
  private mutating func hanzi() throws(SymbolFault) -> [UInt8] {
    guard try bits.take(4) == 1 else { throw .malformed }
    return try pairs(perRow: 0x60) { $0 < 0xA00 ? 0xA1A1 : 0xA6A1 }
  }

  /// Reads characters of two bytes, each in thirteen bits after subtraction of the start of its range.
  private mutating func pairs(perRow: Int, start: (_ packed: Int) -> Int) throws(SymbolFault) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<(try bits.take(widths.kanji)) {
      let value = try bits.take(13)
      let packed = (value / perRow) << 8 | (value % perRow)
      let character = packed + start(packed)
      // Above it no character is assigned.
      guard character <= 0xFEFE else { throw .malformed }
      bytes += [UInt8(character >> 8), UInt8(character & 0xFF)]
    }
    return bytes
  }

  /// Reads one, two or three bytes, distinguished by their first bits (ISO/IEC 18004:2015, table 4).
  private mutating func eciAssignment() throws(SymbolFault) -> Int {
    let first = try bits.take(8)
    if first & 0x80 == 0 { return first }
    if first & 0xC0 == 0x80 { return (first & 0x3F) << 8 | (try bits.take(8)) }
    if first & 0xE0 == 0xC0 {
      let assignment = (first & 0x1F) << 16 | (try bits.take(16))
      guard assignment <= 999_999 else { throw .malformed }
      return assignment
    }
    throw .malformed
  }
}

/// A reader of the bits of codewords, the most significant first.
private struct BitReader {
  private let bytes: [UInt8]
  private let count: Int
  private var position = 0

  init(_ bytes: [UInt8], count: Int) { (self.bytes, self.count) = (bytes, count) }

  var remaining: Int { count - position }

  /// - Parameter count: 0…16.
  mutating func take(_ count: Int) throws(SymbolFault) -> Int {
    guard count <= remaining else { throw .malformed }
    var value = 0
    for bit in position..<position + count { value = value << 1 | Int(bytes[bit / 8] >> (7 - bit % 8) & 1) }
    position += count
    return value
  }
}
