/// Literals and matches for a deflate stream of one block with codes of its own (RFC 1951, 3.2.7).
struct DeflateTokens {
  /// Equal literals, or a match.
  private struct Token {
    /// The literal, or 257 and more for a length.
    var code: UInt16
    /// How often the literal appears, or what the length has beyond the first one of its code.
    var extra: UInt16
    var distanceCode: UInt16 = 0
    var distanceExtra: UInt16 = 0
  }

  private var tokens: [Token] = []

  private static let endOfBlock = 256
  private static let shortestMatch = 3
  private static let longestMatch = 258
  /// Bytes take little more than a bit each as literals, so only longer runs become matches.
  private static let shortestRun = 6
  private static let shortestCopy = 10

  /// - Parameter capacity: The expected number of runs and matches.
  init(capacity: Int) {
    tokens.reserveCapacity(capacity)
  }

  /// Adds bytes as literals, and as matches where they repeat one byte, or the bytes `above`, for long enough.
  ///
  /// - Parameters:
  ///   - range: The indices of the bytes that are added.
  ///   - above: The bytes that were added `distance` before; empty if there are none.
  mutating func add(_ bytes: [UInt8], _ range: Range<Int>, above: [UInt8], distance: Int) {
    precondition(0...bytes.count ~= range.lowerBound && range.upperBound <= bytes.count, "the range is in the bytes")
    precondition(above.isEmpty || above.count == bytes.count, "rows are equally long")
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe above.withUnsafeBufferPointer { above in
        var start = range.lowerBound
        // The end of the bytes that equal those above.
        var copied = above.isEmpty ? range.upperBound : start
        while start < range.upperBound {
          if start >= copied {
            copied = start
            while copied < range.upperBound, unsafe bytes[copied] == above[copied] { copied += 1 }
          }
          if !above.isEmpty, copied - start >= Self.shortestCopy {
            addMatch(length: copied - start, distance: distance)
            start = copied
            continue
          }
          let byte = unsafe bytes[start]
          var end = start + 1
          while end < range.upperBound, unsafe bytes[end] == byte { end += 1 }
          let isMatch = end - start >= Self.shortestRun
          tokens.append(Token(code: UInt16(byte), extra: isMatch ? 1 : UInt16(end - start)))
          if isMatch { addMatch(length: end - start - 1, distance: 1) }
          start = end
        }
      }
    }
  }

  /// Repeats bytes that were added before.
  ///
  /// - Parameters:
  ///   - length: 0, or 3 or more.
  ///   - distance: 1…32768.
  mutating func addMatch(length: Int, distance: Int) {
    var left = length
    let distanceParts = Self.distances.parts(of: distance - 1)
    while left > 0 {
      // A remainder of 1 or 2 would be too short for a match.
      let now =
        left > Self.longestMatch && left < Self.longestMatch + Self.shortestMatch
        ? left - Self.shortestMatch : min(left, Self.longestMatch)
      // 258 has a code of its own.
      let parts = now == Self.longestMatch ? (code: 28, extra: 0) : Self.lengths.parts(of: now - Self.shortestMatch)
      tokens.append(
        Token(
          code: UInt16(257 + parts.code), extra: UInt16(parts.extra), distanceCode: UInt16(distanceParts.code),
          distanceExtra: UInt16(distanceParts.extra)))
      left -= now
    }
  }

  /// Codes for ranges of values that double every few codes (RFC 1951, 3.2.5).
  private struct Scale {
    /// The binary logarithm of the number of codes after which the ranges double.
    let step: Int

    /// - Parameter value: 0 or more.
    func parts(of value: Int) -> (code: Int, extra: Int) {
      let extraBits = max(0, Int.bitWidth - 1 - (value | 1).leadingZeroBitCount - step)
      return ((extraBits << step) + (value >> extraBits), value & ((1 << extraBits) - 1))
    }

    func extraBits(of code: Int) -> Int { max(0, (code >> step) - 1) }
  }

  private static let lengths = Scale(step: 2)
  private static let distances = Scale(step: 1)

  private static func extraBits(ofLength code: Int) -> Int { code == 28 ? 0 : lengths.extraBits(of: code) }

  /// The block, which is the last one.
  func encoded() -> [UInt8] {
    var codeCounts = [Int](repeating: 0, count: 286)
    var distanceCounts = [Int](repeating: 0, count: 30)
    // The bits that matches take besides their codes.
    var extraBits = 0
    for token in tokens {
      guard token.code > Self.endOfBlock else {
        codeCounts[Int(token.code)] += Int(token.extra)
        continue
      }
      codeCounts[Int(token.code)] += 1
      distanceCounts[Int(token.distanceCode)] += 1
      extraBits +=
        Self.extraBits(ofLength: Int(token.code) - 257) + Self.distances.extraBits(of: Int(token.distanceCode))
    }
    codeCounts[Self.endOfBlock] = 1
    let codes = PrefixCode(counts: codeCounts, longest: 15)
    let distanceCodes = PrefixCode(counts: distanceCounts, longest: 15)
    // The codes' own lengths take at most 14 bits each.
    let bits = codes.bits(counts: codeCounts) + distanceCodes.bits(counts: distanceCounts) + extraBits + 14 * 330
    var writer = BitWriter(capacity: bits / 8)
    writer.put(0b101, 3)  // the last block, with codes of its own
    writeLengths(codes, distanceCodes, to: &writer)
    for token in tokens {
      let code = codes[Int(token.code)]
      guard token.code > Self.endOfBlock else {
        for _ in 0..<token.extra { writer.put(code) }
        continue
      }
      writer.put(code)
      writer.put(Int(token.extra), Self.extraBits(ofLength: Int(token.code) - 257))
      writer.put(distanceCodes[Int(token.distanceCode)])
      writer.put(Int(token.distanceExtra), Self.distances.extraBits(of: Int(token.distanceCode)))
    }
    writer.put(codes[Self.endOfBlock])
    return writer.finished()
  }

  /// Writes the codes' lengths, themselves run-length coded (RFC 1951, 3.2.7).
  private func writeLengths(_ codes: PrefixCode, _ distances: PrefixCode, to writer: inout BitWriter) {
    let literals = max(257, (codes.lastUsed ?? 0) + 1)
    let used = max(1, (distances.lastUsed ?? 0) + 1)
    let lengths = (0..<literals).map { Int(codes[$0].length) } + (0..<used).map { Int(distances[$0].length) }
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
    let written = max(4, (order.lastIndex { code[$0].length > 0 } ?? 0) + 1)
    writer.put(literals - 257, 5)
    writer.put(used - 1, 5)
    writer.put(written - 4, 4)
    for symbol in order.prefix(written) { writer.put(Int(code[symbol].length), 3) }
    for run in runs {
      writer.put(code[run.symbol])
      writer.put(run.extra, run.bits)
    }
  }
}

/// A prefix code for symbols with given frequencies (Huffman), in the canonical form of RFC 1951, 3.2.2.
struct PrefixCode {
  /// The code of a symbol, the first bit lowest, as it is written; of length 0 for a symbol that does not occur.
  struct Code {
    var bits: UInt16 = 0
    var length: UInt16 = 0
  }

  private var codes: [Code]
  /// The symbols that occur, in ascending order.
  private let used: [Int]

  init(counts: [Int], longest: Int) {
    codes = [Code](repeating: Code(), count: counts.count)
    used = counts.indices.filter { counts[$0] > 0 }
    var weights = used.map { counts[$0] }
    var lengths: [Int]
    repeat {
      lengths = Self.lengths(weights)
      // Flatter frequencies give shorter codes.
      weights = weights.map { ($0 + 1) / 2 }
    } while lengths.max() ?? 0 > longest
    var next = 0
    for length in 1...longest {
      for (symbol, own) in zip(used, lengths) where own == length {
        var reversed: UInt16 = 0
        for bit in 0..<length { reversed = reversed << 1 | UInt16(truncatingIfNeeded: next >> bit & 1) }
        codes[symbol] = Code(bits: reversed, length: UInt16(length))
        next += 1
      }
      next <<= 1
    }
  }

  subscript(symbol: Int) -> Code { codes[symbol] }

  /// The last symbol that occurs.
  var lastUsed: Int? { used.last }

  /// The bits of all codes of a message with the given frequencies.
  func bits(counts: [Int]) -> Int { used.reduce(0) { $0 + counts[$1] * Int(codes[$1].length) } }

  /// The lengths of the codes for symbols of positive weights.
  private static func lengths(_ given: [Int]) -> [Int] {
    guard given.count > 1 else { return given.map { _ in 1 } }
    let order = given.indices.sorted { (given[$0], $0) < (given[$1], $1) }
    // Two queues, both in rising order: symbols, and the trees that were joined. A node is a symbol, or a tree by number.
    var weights = order.map { given[$0] }
    var parents = [Int](repeating: 0, count: 2 * order.count - 1)
    var (leaf, tree) = (0, order.count)
    func lightest() -> Int {
      if leaf < order.count, tree >= weights.count || weights[leaf] <= weights[tree] {
        leaf += 1
        return leaf - 1
      }
      tree += 1
      return tree - 1
    }
    for joined in order.count..<2 * order.count - 1 {
      let (first, second) = (lightest(), lightest())
      (parents[first], parents[second]) = (joined, joined)
      weights.append(weights[first] + weights[second])
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for node in (0..<parents.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
    var lengths = given
    for (node, symbol) in order.enumerated() { lengths[symbol] = depths[node] }
    return lengths
  }
}

/// A writer of bits, the first lowest in each byte (RFC 1951, 3.1.1).
private struct BitWriter {
  private var bytes: [UInt8]
  private var end = 0
  private var pending: UInt64 = 0
  private var pendingBits = 0

  /// - Parameter capacity: The most bytes that are written.
  init(capacity: Int) { bytes = [UInt8](repeating: 0, count: capacity + 16) }

  /// - Parameter count: 0…16.
  @inline(__always) mutating func put(_ value: Int, _ count: Int) {
    pending |= UInt64(truncatingIfNeeded: value) << UInt64(truncatingIfNeeded: pendingBits)
    pendingBits += count
    if pendingBits >= 32 {
      precondition(end + 4 <= bytes.count, "no more bytes than the capacity")
      unsafe bytes.withUnsafeMutableBytes {
        unsafe $0.storeBytes(of: UInt32(truncatingIfNeeded: pending).littleEndian, toByteOffset: end, as: UInt32.self)
      }
      end += 4
      pending >>= 32
      pendingBits -= 32
    }
  }

  @inline(__always) mutating func put(_ code: PrefixCode.Code) { put(Int(code.bits), Int(code.length)) }

  consuming func finished() -> [UInt8] {
    while pendingBits > 0 {
      bytes[end] = UInt8(truncatingIfNeeded: pending)
      end += 1
      pending >>= 8
      pendingBits -= 8
    }
    bytes.removeLast(bytes.count - end)
    return bytes
  }
}
