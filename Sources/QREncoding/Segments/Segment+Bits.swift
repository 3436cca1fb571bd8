import QRSymbology

extension SymbolReading.Segment {
  /// Makes one segment of neighbouring bytes in the same mode.
  static func joining(_ modes: [SymbolReading.Mode], of message: [UInt8]) -> [Self] {
    var segments: [Self] = []
    var start = 0
    for i in 1...message.count where i == message.count || modes[i] != modes[start] {
      segments.append(Self(mode: modes[start], bytes: Array(message[start..<i])))
      start = i
    }
    return segments
  }

  /// The value of the character count indicator. In GS1 data, a percent sign in alphanumeric mode counts as two.
  func count(isGS1: Bool) -> Int {
    switch mode {
    case .kanji, .hanzi: bytes.count / 2
    case .alphanumeric: isGS1 ? bytes.count + bytes.count { $0 == UInt8(ascii: "%") } : bytes.count
    case .numeric, .byte: bytes.count
    }
  }

  /// The bits of the characters, without mode and count.
  func dataBits(isGS1: Bool) -> Int {
    let count = count(isGS1: isGS1)
    return switch mode {
    case .numeric: (10 * count + 2) / 3
    case .alphanumeric: (11 * count + 1) / 2
    case .byte: 8 * count
    case .kanji, .hanzi: 13 * count
    }
  }
}
