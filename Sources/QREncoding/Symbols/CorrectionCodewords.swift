import QRSymbology

/// The error correction codewords of a block: the remainder of its division by a generator polynomial (ISO/IEC
/// 18004:2015, 7.5.2).
///
/// The remainder, at most 30 codewords, is kept in four machine words. What one data codeword adds to it is looked up for
/// the lower and the upper half of the codeword.
struct CorrectionCodewords: Sendable {
  /// Up to 32 codewords, the first in the lowest byte.
  private typealias Remainder = SIMD4<UInt64>

  private let count: Int
  private var lower: [Remainder] = []
  private var upper: [Remainder] = []

  /// - Parameter generator: A generator polynomial, the highest coefficient, which is 1, first.
  private init(_ generator: [UInt8]) {
    count = generator.count - 1
    func product(_ factor: UInt8) -> Remainder {
      var words = Remainder()
      for (i, coefficient) in generator.dropFirst().enumerated() {
        words[i / 8] |= UInt64(GaloisField.multiply(coefficient, factor)) << (8 * (i % 8))
      }
      return words
    }
    lower = (0..<16).map { product($0) }
    upper = (0..<16).map { product($0 << 4) }
  }

  /// Computes the codewords that follow a block's data, and writes them from `first` at every `step`th place.
  fileprivate func append(after data: ArraySlice<UInt8>, to codewords: inout [UInt8], from first: Int, step: Int) {
    var (a, b, c, d) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    for codeword in data {
      let factor = Int(codeword ^ UInt8(truncatingIfNeeded: a))
      let (low, high) = (lower[factor & 15], upper[factor >> 4])
      a = (a >> 8 | b << 56) ^ low[0] ^ high[0]
      b = (b >> 8 | c << 56) ^ low[1] ^ high[1]
      c = (c >> 8 | d << 56) ^ low[2] ^ high[2]
      d = d >> 8 ^ low[3] ^ high[3]
    }
    let words = Remainder(a, b, c, d)
    for i in 0..<count { codewords[first + i * step] = UInt8(truncatingIfNeeded: words[i / 8] >> (8 * UInt64(i % 8))) }
  }

  /// By their numbers of codewords, up to 30.
  fileprivate static let all = {
    // (x − α⁰)(x − α¹)…
    var generator: [UInt8] = [1]
    return (0...30).map { count in
      defer {
        let scaled = generator.map { GaloisField.multiply($0, GaloisField.power(count)) }
        generator = zip(generator + [0], [0] + scaled).map { $0 ^ $1 }
      }
      return CorrectionCodewords(generator)
    }
  }()
}

extension QRSymbol.Version {
  /// Divides data codewords into blocks, adds error correction, and interleaves (ISO/IEC 18004:2015, 7.5 and 7.6).
  func interleaved(_ data: [UInt8], level: QRSymbol.ErrorCorrectionLevel) -> [UInt8] {
    let (count, corrections) = BlockTable.blocks(version: number, level: level)
    let divider = CorrectionCodewords.all[corrections]
    let short = data.count / count
    let firstLong = count - data.count % count
    var codewords = [UInt8](repeating: 0, count: codewords)
    var start = 0
    for block in 0..<count {
      let length = short + (block >= firstLong ? 1 : 0)
      for i in 0..<short { codewords[i * count + block] = data[start + i] }
      if length > short { codewords[short * count + block - firstLong] = data[start + short] }
      divider.append(after: data[start..<start + length], to: &codewords, from: data.count + block, step: count)
      start += length
    }
    return codewords
  }
}
