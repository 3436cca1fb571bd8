package import QRSymbology

/// How a message is divided into segments.
public enum Segmentation: String, Hashable, Sendable, CaseIterable {
  /// Numeric, alphanumeric and byte mode where each is shortest: never longer than any other division.
  case smallest = "auto"
  /// One segment in byte mode.
  case byte
  /// As `smallest`, with kanji mode for pairs of bytes that are Shift JIS kanji. Only for messages in Shift JIS: UTF-8 has
  /// bytes that look like kanji, and readers would show other characters.
  case kanji

  /// Divides a message into the segments with the fewest bits.
  ///
  /// The shortest path to each byte in each mode is extended byte by byte (dynamic programming): the result is optimal
  /// for versions with the same character counts (ISO/IEC 18004:2015, 7.4 and table 3).
  ///
  /// - Parameters:
  ///   - message: One byte or more.
  ///   - widths: Those of the symbol's version.
  ///   - isGS1: Whether the message is GS1 data.
  package func segments(of message: [UInt8], widths: SegmentWidths, isGS1: Bool) -> [SymbolReading.Segment] {
    if self == .byte { return [SymbolReading.Segment(mode: .byte, bytes: message)] }
    var modes = [SymbolReading.Mode](repeating: .byte, count: message.count)
    if self == .kanji || isGS1 || !widths.supports(.byte) {
      let search = ShortestSegments(message[...], widths: widths, usesKanji: self == .kanji, isGS1: isGS1)
      modes = search.modes(afterByteMode: false, beforeByteMode: false)
    } else {
      for stretch in Self.stretches(of: message, widths) {
        let search = ShortestSegments(message[stretch], widths: widths, usesKanji: false, isGS1: false)
        modes.replaceSubrange(
          stretch,
          with: search.modes(afterByteMode: stretch.lowerBound > 0, beforeByteMode: stretch.upperBound < message.count))
      }
    }
    return SymbolReading.Segment.joining(modes, of: message)
  }

  /// Finds the stretches of alphanumeric characters that may save the headers that leaving byte mode costs. Every other
  /// byte is in byte mode, so each stretch can be divided on its own. Most messages have none.
  private static func stretches(of message: [UInt8], _ widths: SegmentWidths) -> [Range<Int>] {
    let header = 6 * (widths.mode + min(widths.numeric, widths.alphanumeric))
    let back = 6 * (widths.mode + widths.byte)
    var stretches: [Range<Int>] = []
    // The most that the characters of a stretch can save, in sixths of a bit.
    var saving = 0
    var start = 0
    func end(_ end: Int) {
      // The whole message needs no byte mode at all.
      let cost = start == 0 && end == message.count ? -1 : start == 0 || end == message.count ? header : header + back
      if end > start, saving > cost { stretches.append(start..<end) }
      (saving, start) = (0, end + 1)
    }
    let values = AlphanumericCharacters.values
    for (i, byte) in message.enumerated() {
      let value = values[Int(byte)]
      // Values 0…9 are the digits.
      if value == AlphanumericCharacters.none { end(i) } else { saving += value < 10 ? 48 - 20 : 48 - 33 }
    }
    end(message.count)
    return stretches
  }
}

/// The dynamic program behind ``Segmentation``. Costs are sixths of a bit, in which a digit costs 20 and an alphanumeric
/// character 33.
private struct ShortestSegments {
  private static let modes: [SymbolReading.Mode] = [.byte, .alphanumeric, .numeric, .kanji, .kanji]
  /// The first half of a kanji pair, in which no segment can end.
  private static let halfKanji = 4
  private static let infinity = Int.max / 4

  private let message: ArraySlice<UInt8>
  private let headers: [Int]
  private let usesKanji: Bool
  private let isGS1: Bool

  init(_ message: ArraySlice<UInt8>, widths: SegmentWidths, usesKanji: Bool, isGS1: Bool) {
    (self.message, self.usesKanji, self.isGS1) = (message, usesKanji, isGS1)
    headers = Self.modes.map { widths.supports($0) ? 6 * (widths.mode + widths.count(of: $0)) : Self.infinity }
  }

  /// The cost of one byte in each mode; infinite where the mode cannot hold it.
  private func costs(of byte: UInt8) -> (alphanumeric: Int, numeric: Int) {
    if byte &- UInt8(ascii: "0") < 10 { return (33, 20) }
    if isGS1 {
      if byte == UInt8(ascii: "%") { return (66, Self.infinity) }
      if byte == 0x1D { return (33, Self.infinity) }
    }
    return (AlphanumericCharacters.values[Int(byte)] == AlphanumericCharacters.none ? Self.infinity : 33, Self.infinity)
  }

  /// Finds the mode of each byte.
  ///
  /// - Parameters:
  ///   - afterByteMode: Whether a segment in byte mode is open before the first byte.
  ///   - beforeByteMode: Whether the last byte is followed by byte mode.
  func modes(afterByteMode: Bool, beforeByteMode: Bool) -> [SymbolReading.Mode] {
    // `before[i][mode]` is the mode of byte i on the shortest path that continues in `mode` after it.
    var before: [SIMD8<UInt8>] = []
    before.reserveCapacity(message.count)
    var costs = headers
    if afterByteMode { costs[0] = 0 }
    costs[Self.halfKanji] = Self.infinity
    var next = costs
    var pairEnds = 0
    for (i, byte) in zip(message.indices, message) {
      var modes = SIMD8<UInt8>(repeating: 0xFF)
      let (alphanumeric, numeric) = self.costs(of: byte)
      next[0] = costs[0] + 48
      next[1] = min(Self.infinity, costs[1] + alphanumeric)
      next[2] = min(Self.infinity, costs[2] + numeric)
      next[3] = usesKanji ? costs[Self.halfKanji] : Self.infinity
      next[Self.halfKanji] = Self.infinity
      if usesKanji, i >= pairEnds, let length = ShiftJIS.length(of: message[i...]) {
        pairEnds = i + length.bytes
        if length.isKanji { next[Self.halfKanji] = costs[3] + 78 }
      }
      for mode in 0..<3 where next[mode] < Self.infinity { modes[mode] = UInt8(mode) }
      if next[3] < Self.infinity { modes[3] = UInt8(Self.halfKanji) }
      if next[Self.halfKanji] < Self.infinity { modes[Self.halfKanji] = 3 }
      // A segment may end here, on a whole bit, and another begin.
      let ends = next
      for to in 0..<4 where headers[to] < Self.infinity {
        for from in 0..<4 where from != to && ends[from] < Self.infinity {
          let cost = (ends[from] + 5) / 6 * 6 + headers[to]
          if cost < next[to] {
            next[to] = cost
            modes[to] = from == 3 ? UInt8(Self.halfKanji) : UInt8(from)
          }
        }
      }
      before.append(modes)
      swap(&costs, &next)
    }
    // Costs are compared in whole bits, and in a tie the first mode wins: byte mode, which every reader supports.
    let shortest = (0..<4).min { (costs[$0] + 5) / 6 < (costs[$1] + 5) / 6 } ?? 0
    // Small Micro QR symbols have no mode for some bytes; the caller refuses byte mode.
    guard costs[shortest] < Self.infinity else { return Array(repeating: .byte, count: message.count) }
    // The shortest path is followed backwards.
    var state = beforeByteMode ? 0 : shortest
    let backwards = before.reversed().map { step in
      state = Int(step[state])
      return Self.modes[state]
    }
    return backwards.reversed()
  }
}

/// The characters of Shift JIS (JIS X 0201 and 0208).
enum ShiftJIS {
  /// Returns the number of bytes of the first character, and whether kanji mode holds it (ISO/IEC 18004:2015, 7.4.6);
  /// `nil` if the bytes are not a character.
  static func length(of bytes: ArraySlice<UInt8>) -> (bytes: Int, isKanji: Bool)? {
    guard let first = bytes.first else { return nil }
    guard 0x81...0x9F ~= first || 0xE0...0xFC ~= first else { return (1, false) }
    guard let second = bytes.dropFirst().first, 0x40...0xFC ~= second, second != 0x7F else { return nil }
    let character = Int(first) << 8 | Int(second)
    return (2, 0x8140...0x9FFC ~= character || 0xE040...0xEBBF ~= character)
  }

  /// The thirteen bits of a pair in kanji mode.
  static func kanjiBits(_ first: UInt8, _ second: UInt8) -> Int {
    let character = Int(first) << 8 | Int(second)
    let packed = character - (character < 0xE040 ? 0x8140 : 0xC140)
    return packed >> 8 * 0xC0 + packed & 0xFF
  }
}
