/// A prefix code in the canonical form of RFC 1951, 3.2.2.
struct PrefixCode {
  /// For each symbol its code, the first bit lowest, as it is written; of length 0 for one that does not occur.
  private(set) var codes: [(bits: Int, length: Int)]

  init(lengths: [Int]) {
    codes = lengths.map { (0, $0) }
    let used = lengths.indices.filter { lengths[$0] > 0 }
    var next = 0
    for length in 1...15 {
      for symbol in used where lengths[symbol] == length {
        for bit in 0..<length { codes[symbol].bits |= (next >> bit & 1) << (length - 1 - bit) }
        next += 1
      }
      next <<= 1
    }
  }

  /// The lengths of the codes for symbols with these frequencies, at most 15 (Huffman).
  static func lengths(_ counts: [Int]) -> [Int] {
    var lengths = [Int](repeating: 0, count: counts.count)
    // The heaviest first.
    var trees = counts.indices.filter { counts[$0] > 0 }.map { (weight: counts[$0], symbols: [$0]) }
      .sorted { ($0.weight, $0.symbols[0]) > ($1.weight, $1.symbols[0]) }
    while let first = trees.popLast(), let second = trees.popLast() {
      let joined = (weight: first.weight + second.weight, symbols: first.symbols + second.symbols)
      for symbol in joined.symbols { lengths[symbol] += 1 }
      trees.insert(joined, at: (trees.lastIndex { $0.weight >= joined.weight } ?? -1) + 1)
    }
    // Flatter frequencies give shorter codes.
    return lengths.allSatisfy { $0 <= 15 } ? lengths : Self.lengths(counts.map { ($0 + 1) / 2 })
  }
}

/// A writer of bits, the first lowest in each byte (RFC 1951, 3.1.1).
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var pending = 0
  private var pendingBits = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter count: 0…16.
  @inline(__always) mutating func put(_ value: Int, _ count: Int) {
    pending |= value << pendingBits
    pendingBits += count
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  /// Writes the lengths of codes, which have a code themselves (RFC 1951, 3.2.7): always one that suits pictures of symbols.
  mutating func put(lengths: ArraySlice<Int>) {
    let own = [3, 6, 5, 5, 4, 4, 4, 3, 3, 4, 4, 5, 5, 6, 6, 6, 0, 0, 3]
    let codes = PrefixCode(lengths: own).codes
    put(own.count - 4, 4)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] { put(own[symbol], 3) }
    var rest = lengths
    while let length = rest.first {
      // 18 stands for 11 to 138 zeros.
      let zeros = rest.prefix(138).prefix { $0 == 0 }.count
      let symbol = zeros >= 11 ? 18 : length
      put(codes[symbol].bits, codes[symbol].length)
      if zeros >= 11 { put(zeros - 11, 7) }
      rest = rest.dropFirst(zeros >= 11 ? zeros : 1)
    }
  }
}
