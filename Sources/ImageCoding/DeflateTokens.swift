/// Literals and matches for a deflate stream of one block with codes of its own (RFC 1951, 3.2.7).
struct DeflateTokens {
  /// A literal below 256, or the code of a length with the length, and the code of a distance with the distance.
  private struct Token {
    var code: UInt16
    var extra: UInt16 = 0
    var distanceCode: UInt16 = 0
    var distanceExtra: UInt16 = 0
  }

  private var tokens: [Token] = []
  private var codeCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)

  private static let endOfBlock = 256
  private static let longestMatch = 258
  /// Bytes take little more than a bit each as literals, so only longer runs become matches.
  private static let shortestRun = 6
  private static let shortestCopy = 10

  /// - Parameter capacity: The expected number of literals and matches.
  init(capacity: Int) {
    tokens.reserveCapacity(capacity)
    codeCounts[Self.endOfBlock] = 1
  }

  /// Adds bytes as literals, and as matches where they repeat one byte, or the bytes `above`, for long enough.
  ///
  /// - Parameters:
  ///   - range: The indices of the bytes that are added.
  ///   - above: The bytes that were added `distance` before; empty if there are none.
  mutating func add(_ bytes: [UInt8], _ range: Range<Int>, above: [UInt8], distance: Int) {
    var start = range.lowerBound
    while start < range.upperBound {
      var copied = start
      if !above.isEmpty { while copied < range.upperBound, bytes[copied] == above[copied] { copied += 1 } }
      if copied - start >= Self.shortestCopy {
        addMatch(length: copied - start, distance: distance)
        start = copied
        continue
      }
      let byte = bytes[start]
      var end = start + 1
      while end < range.upperBound, bytes[end] == byte { end += 1 }
      let isMatch = end - start >= Self.shortestRun
      addLiterals(byte, count: isMatch ? 1 : end - start)
      if isMatch { addMatch(length: end - start - 1, distance: 1) }
      start = end
    }
  }

  private mutating func addLiterals(_ byte: UInt8, count: Int) {
    for _ in 0..<count { tokens.append(Token(code: UInt16(byte))) }
    codeCounts[Int(byte)] += count
  }

  /// Repeats bytes that were added before.
  ///
  /// - Parameters:
  ///   - length: 0, or 3 or more.
  ///   - distance: 1…32768.
  mutating func addMatch(length: Int, distance: Int) {
    var left = length
    let (distanceCode, distanceExtra) = Self.code(of: distance, in: Self.distanceBases)
    while left > 0 {
      // A remainder of 1 or 2 would be too short for a match.
      let now = left > Self.longestMatch && left < Self.longestMatch + 3 ? left - 3 : min(left, Self.longestMatch)
      // 258 has a code of its own.
      let (index, extra) = now == Self.longestMatch ? (28, 0) : Self.code(of: now, in: Self.lengthBases)
      tokens.append(
        Token(
          code: UInt16(257 + index), extra: UInt16(extra), distanceCode: UInt16(distanceCode),
          distanceExtra: UInt16(distanceExtra)))
      codeCounts[257 + index] += 1
      distanceCounts[distanceCode] += 1
      left -= now
    }
  }

  /// The first values of the codes: steps double every four codes for lengths, every two for distances (RFC 1951, 3.2.5).
  private static let lengthBases = bases(count: 28, first: 3, perStep: 4)
  private static let distanceBases = bases(count: 30, first: 1, perStep: 2)

  private static func bases(count: Int, first: Int, perStep: Int) -> [(base: Int, extraBits: Int)] {
    var base = first
    return (0..<count).map { code in
      let extraBits = max(0, code / perStep - 1)
      defer { base += 1 << extraBits }
      return (base, extraBits)
    }
  }

  private static func code(of value: Int, in bases: [(base: Int, extraBits: Int)]) -> (code: Int, extra: Int) {
    let code = (bases.firstIndex { $0.base > value } ?? bases.count) - 1
    return (code, value - bases[code].base)
  }

  /// The block, which is the last one.
  func encoded() -> [UInt8] {
    let codes = PrefixCode(counts: codeCounts, longest: 15)
    let distances = PrefixCode(counts: distanceCounts, longest: 15)
    var writer = BitWriter(capacity: tokens.count / 2 + 100)
    writer.put(0b101, 3)  // the last block, with codes of its own
    writeLengths(codes, distances, to: &writer)
    for token in tokens {
      writer.put(codes, Int(token.code))
      guard token.code > Self.endOfBlock else { continue }
      let length = Int(token.code) - 257
      if length < 28 { writer.put(Int(token.extra), Self.lengthBases[length].extraBits) }
      writer.put(distances, Int(token.distanceCode))
      writer.put(Int(token.distanceExtra), Self.distanceBases[Int(token.distanceCode)].extraBits)
    }
    writer.put(codes, Self.endOfBlock)
    return writer.finished()
  }

  /// Writes the codes' lengths, themselves run-length coded (RFC 1951, 3.2.7).
  private func writeLengths(_ codes: PrefixCode, _ distances: PrefixCode, to writer: inout BitWriter) {
    let literals = max(257, (codes.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let used = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let lengths = Array(codes.lengths.prefix(literals) + distances.lengths.prefix(used))
    // 0…15 are lengths; 16 repeats the last 3…6 times, 17 and 18 repeat 0 for 3…10 and 11…138 times.
    var runs: [(symbol: Int, extra: Int, bits: Int)] = []
    var start = 0
    while start < lengths.count {
      let length = lengths[start]
      var count = 1
      while start + count < lengths.count, lengths[start + count] == length { count += 1 }
      start += count
      if length > 0 {
        runs.append((length, 0, 0))
        count -= 1
      }
      while count > 0 {
        if length == 0, count >= 11 {
          runs.append((18, min(count, 138) - 11, 7))
          count -= min(count, 138)
        } else if length == 0, count >= 3 {
          runs.append((17, count - 3, 3))
          count = 0
        } else if count >= 3 {
          runs.append((16, min(count, 6) - 3, 2))
          count -= min(count, 6)
        } else {
          runs.append((length, 0, 0))
          count -= 1
        }
      }
    }
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let code = PrefixCode(counts: counts, longest: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let written = max(4, (order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    writer.put(literals - 257, 5)
    writer.put(used - 1, 5)
    writer.put(written - 4, 4)
    for symbol in order.prefix(written) { writer.put(code.lengths[symbol], 3) }
    for run in runs {
      writer.put(code, run.symbol)
      writer.put(run.extra, run.bits)
    }
  }
}

/// A prefix code for symbols with given frequencies (Huffman), in the canonical form of RFC 1951, 3.2.2.
struct PrefixCode {
  /// Bits of each symbol's code; 0 for a symbol that does not occur.
  private(set) var lengths: [Int]
  /// The codes, the first bit lowest, as they are written.
  private(set) var codes: [Int]

  init(counts: [Int], longest: Int) {
    lengths = [Int](repeating: 0, count: counts.count)
    codes = lengths
    var counts = counts
    repeat {
      setLengths(counts)
      // Flatter frequencies give shorter codes.
      counts = counts.map { ($0 + 1) / 2 }
    } while lengths.max() ?? 0 > longest
    var next = 0
    for length in 1...longest {
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = (0..<length).reduce(0) { $0 << 1 | next >> $1 & 1 }
        next += 1
      }
      next <<= 1
    }
  }

  private mutating func setLengths(_ counts: [Int]) {
    let used = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    for symbol in used { lengths[symbol] = 1 }
    guard used.count > 1 else { return }
    // Two queues, both in rising order: symbols, and the trees that were joined. A node is a symbol, or a tree by number.
    var weights = used.map { counts[$0] }
    var parents = [Int](repeating: 0, count: 2 * used.count - 1)
    var (leaf, tree) = (0, used.count)
    func lightest() -> Int {
      if leaf < used.count, tree >= weights.count || weights[leaf] <= weights[tree] {
        leaf += 1
        return leaf - 1
      }
      tree += 1
      return tree - 1
    }
    for joined in used.count..<2 * used.count - 1 {
      let (first, second) = (lightest(), lightest())
      (parents[first], parents[second]) = (joined, joined)
      weights.append(weights[first] + weights[second])
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for node in (0..<parents.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
    for (node, symbol) in used.enumerated() { lengths[symbol] = depths[node] }
  }
}

/// A writer of bits, the first lowest in each byte (RFC 1951, 3.1.1).
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// - Parameter count: 0…16.
  @inline(__always) mutating func put(_ value: Int, _ count: Int) {
    pending |= UInt64(truncatingIfNeeded: value) << UInt64(truncatingIfNeeded: pendingBits)
    pendingBits += count
    if pendingBits >= 32 {
      unsafe withUnsafeBytes(of: UInt32(truncatingIfNeeded: pending).littleEndian) {
        unsafe bytes.append(contentsOf: $0)
      }
      pending >>= 32
      pendingBits -= 32
    }
  }

  mutating func put(_ code: PrefixCode, _ symbol: Int) { put(code.codes[symbol], code.lengths[symbol]) }

  consuming func finished() -> [UInt8] {
    while pendingBits > 0 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
    return bytes
  }
}
