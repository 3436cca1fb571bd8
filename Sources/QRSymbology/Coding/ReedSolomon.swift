/// Reed–Solomon correction of blocks of codewords (ISO/IEC 18004:2015, 7.5.2 and annex B).
enum ReedSolomon {
  /// Corrects a block in place.
  ///
  /// - Parameters:
  ///   - block: Data codewords, then error correction codewords: at most 255 in total.
  ///   - correctionCodewords: The number of error correction codewords.
  ///   - erasures: Indices, from the first codeword, of unreliable codewords. Correction succeeds while
  ///     `erasures + 2 × other errors ≤ correctionCodewords`.
  /// - Returns: The number of codewords that were changed; `nil` if there are too many errors, and the block is unchanged.
  static func correct(_ block: inout [UInt8], correctionCodewords: Int, erasures: [Int] = []) -> Int? {
    guard erasures.count <= correctionCodewords else { return nil }
    let syndromes = syndromes(of: block, count: correctionCodewords)
    if syndromes.allSatisfy({ $0 == 0 }) { return 0 }

    let locator = locator(syndromes, erasures: erasures.map { block.count - 1 - $0 })
    let degree = locator.lastIndex { $0 != 0 } ?? 0
    guard 2 * degree - erasures.count <= correctionCodewords else { return nil }
    // A codeword is wrong where its inverse position is a root (Chien search, over the existing positions).
    let wrong = block.indices.filter {
      GaloisField.evaluate(locator, at: GaloisField.power($0 + 1 - block.count)) == 0
    }
    guard wrong.count == degree else { return nil }

    // Forney: magnitude = x · Ω(x⁻¹) / Λ'(x⁻¹), with Ω = S · Λ modulo x^n, and S from α⁰.
    let evaluator = product(syndromes, locator, upTo: correctionCodewords)
    let derivative = locator.enumerated().map { $0.offset % 2 == 1 ? $0.element : 0 }.dropFirst()
    var corrected = block
    for place in wrong {
      let inverse = GaloisField.power(place + 1 - block.count)
      let slope = GaloisField.evaluate(Array(derivative), at: inverse)
      guard slope != 0 else { return nil }
      let magnitude = GaloisField.divide(
        GaloisField.evaluate(evaluator, at: inverse), by: GaloisField.multiply(inverse, slope))
      corrected[place] ^= magnitude
    }
    guard Self.syndromes(of: corrected, count: correctionCodewords).allSatisfy({ $0 == 0 }) else { return nil }
    let changed = zip(block, corrected).count { $0 != $1 }
    block = corrected
    return changed
  }

  /// Evaluates the block's polynomial, whose first codeword is the highest coefficient, at α⁰, α¹, …
  private static func syndromes(of block: [UInt8], count: Int) -> [UInt8] {
    (0..<count).map { GaloisField.evaluate(block.lazy.reversed(), at: GaloisField.power($0)) }
  }

  /// Computes the error locator by the Berlekamp–Massey algorithm, starting with the erasure locator.
  private static func locator(_ syndromes: [UInt8], erasures: [Int]) -> [UInt8] {
    var locator: [UInt8] = [1] + Array(repeating: 0, count: syndromes.count)
    for (number, position) in erasures.enumerated() {
      let root = GaloisField.power(position)
      for i in stride(from: number + 1, to: 0, by: -1) { locator[i] ^= GaloisField.multiply(locator[i - 1], root) }
    }
    var previous = locator
    var length = erasures.count
    for step in erasures.count..<syndromes.count {
      let discrepancy = (0...step).reduce(UInt8(0)) { $0 ^ GaloisField.multiply(locator[$1], syndromes[step - $1]) }
      previous.insert(0, at: 0)
      previous.removeLast()
      guard discrepancy != 0 else { continue }
      let next = zip(locator, previous).map { $0 ^ GaloisField.multiply(discrepancy, $1) }
      if 2 * length <= step + erasures.count {
        length = step + erasures.count + 1 - length
        previous = locator.map { GaloisField.divide($0, by: discrepancy) }
      }
      locator = next
    }
    return locator
  }

  /// Computes the lowest coefficients of a product.
  private static func product(_ a: [UInt8], _ b: [UInt8], upTo count: Int) -> [UInt8] {
    (0..<count).map { sum in (0...sum).reduce(UInt8(0)) { $0 ^ GaloisField.multiply(a[$1], b[sum - $1]) } }
  }
}
