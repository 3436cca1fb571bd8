import QRSymbology

/// What precedes the segments in a symbol.
struct SymbolHeader: Hashable, Sendable {
  /// An ECI assignment number, 0…999999 (ISO/IEC 18004:2015, 7.4.2.2).
  var eci: Int?
  /// FNC1 in first position: the message is GS1 data (7.4.8.2).
  var isGS1 = false
  /// The place in a set of symbols (clause 8).
  var structuredAppend: SymbolReading.StructuredAppend?

  var bits: Int {
    let eciBits = eci.map { $0 < 1 << 7 ? 12 : $0 < 1 << 14 ? 20 : 28 } ?? 0
    return (structuredAppend == nil ? 0 : 20) + eciBits + (isGS1 ? 4 : 0)
  }
}

/// A writer of segments as data codewords (ISO/IEC 18004:2015, 7.4.9 and 7.4.10).
struct SegmentWriter {
  private(set) var bytes: [UInt8] = []
  private var pending = 0
  private var pendingBits = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  private(set) var bitCount = 0

  /// - Parameter count: 0…16.
  mutating func put(_ value: Int, _ count: Int) {
    pending = pending << count | value
    pendingBits += count
    bitCount += count
    while pendingBits >= 8 {
      pendingBits -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
    }
  }

  mutating func put(_ header: SymbolHeader) {
    if let set = header.structuredAppend {
      put(0b0011, 4)
      put(set.index, 4)
      put(set.count - 1, 4)
      put(Int(set.parity), 8)
    }
    if let eci = header.eci {
      put(0b0111, 4)
      if eci < 1 << 7 {
        put(eci, 8)
      } else if eci < 1 << 14 {
        put(0b10 << 14 | eci, 16)
      } else {
        put(0b110 << 5 | eci >> 16, 8)
        put(eci & 0xFFFF, 16)
      }
    }
    if header.isGS1 { put(0b0101, 4) }
  }

  mutating func put(_ segment: SymbolReading.Segment, widths: SegmentWidths, isGS1: Bool) {
    put(Self.indicator(of: segment.mode, isMicro: widths.isMicro), widths.mode)
    put(segment.count(isGS1: isGS1), widths.count(of: segment.mode))
    switch segment.mode {
    case .numeric: putDigits(segment.bytes)
    case .alphanumeric: putAlphanumerics(isGS1 ? Self.escapingSeparators(segment.bytes) : segment.bytes)
    case .byte: for byte in segment.bytes { put(Int(byte), 8) }
    case .kanji, .hanzi:
      for i in stride(from: 0, to: segment.bytes.count - 1, by: 2) {
        put(ShiftJIS.kanjiBits(segment.bytes[i], segment.bytes[i + 1]), 13)
      }
    }
  }

  /// Micro QR symbols number their modes from 0 (ISO/IEC 18004:2015, table 2).
  private static func indicator(of mode: SymbolReading.Mode, isMicro: Bool) -> Int {
    switch mode {
    case .numeric: isMicro ? 0 : 0b0001
    case .alphanumeric: isMicro ? 1 : 0b0010
    case .byte: isMicro ? 2 : 0b0100
    case .kanji, .hanzi: isMicro ? 3 : 0b1000
    }
  }

  /// Three digits in ten bits, two in seven, one in four.
  private mutating func putDigits(_ digits: [UInt8]) {
    for start in stride(from: 0, to: digits.count, by: 3) {
      let group = digits[start..<min(start + 3, digits.count)]
      put(group.reduce(0) { 10 * $0 + Int($1 & 15) }, 3 * group.count + 1)
    }
  }

  /// Two characters in eleven bits, one in six.
  private mutating func putAlphanumerics(_ characters: [UInt8]) {
    let values = characters.map { Int(AlphanumericCharacters.values[Int($0)]) }
    for start in stride(from: 0, to: values.count, by: 2) {
      if start + 1 < values.count { put(45 * values[start] + values[start + 1], 11) } else { put(values[start], 6) }
    }
  }

  /// In GS1 data `%` is the separator 1D, and `%%` a percent sign (7.4.8.1).
  private static func escapingSeparators(_ characters: [UInt8]) -> [UInt8] {
    let percent = UInt8(ascii: "%")
    return characters.flatMap { $0 == percent ? [percent, percent] : $0 == 0x1D ? [percent] : [$0] }
  }

  /// Adds the terminator, fills the last byte and pads with alternating codewords (7.4.9, 7.4.10).
  mutating func finish(codewords: Int) {
    put(0, min(4, 8 * codewords - bitCount))
    put(0, (8 - pendingBits) % 8)
    var pad: UInt8 = 0xEC
    while bytes.count < codewords {
      bytes.append(pad)
      pad ^= 0xEC ^ 0x11
    }
  }
}
