/// The codewords of a symbol as they were sampled, in their blocks of error correction.
struct CodewordBlocks {
  private let codewords: [UInt8]
  /// Whether a codeword has an uncertain module.
  private let isErased: [Bool]
  /// The indices of each block's codewords: data, then error correction.
  private let blocks: [[Int]]
  private let corrections: Int
  private let capacity: Int
  private let reserve: ErasureReserve

  /// In the place of a module where a codeword has none, and the bit is 0.
  static let none = -1

  /// Unmasks the modules and packs them eight to a codeword.
  ///
  /// - Parameters:
  ///   - uncertain: A flag for each module, or no flags at all. A codeword with an uncertain module is erased.
  ///   - order: The modules of the codewords; up to seven remainder bits at the end are ignored.
  ///   - blocks: The indices of each block's codewords.
  ///   - corrections: The error correction codewords of each block.
  ///   - capacity: What may be spent in each block: an erasure costs 1, an error 2. By default all error correction codewords.
  ///   - reserve: What erasures leave unspent.
  ///   - inverts: Whether the mask inverts a module.
  init(
    _ modules: [Bool], isUncertain uncertain: [Bool] = [], order: [Int], blocks: [[Int]], corrections: Int,
    capacity: Int? = nil, _ reserve: ErasureReserve = ErasureReserve(), inverts: (Int) -> Bool
  ) {
    var codewords = [UInt8](repeating: 0, count: order.count / 8)
    var erased = [Bool](repeating: false, count: codewords.count)
    for (bit, module) in order.prefix(8 * codewords.count).enumerated() where module != Self.none {
      if modules[module] != inverts(module) { codewords[bit / 8] |= 0x80 >> (bit % 8) }
      if !uncertain.isEmpty, uncertain[module] { erased[bit / 8] = true }
    }
    (self.codewords, isErased, self.blocks, self.corrections) = (codewords, erased, blocks, corrections)
    (self.capacity, self.reserve) = (capacity ?? corrections, reserve)
  }

  /// The data codewords of all blocks one after the other, the number of corrected codewords, and the unused share of
  /// the capacity in the worst block.
  func data() throws(SymbolFault) -> (data: [UInt8], corrected: Int, spare: Double) {
    var data: [UInt8] = []
    var (corrected, spare) = (0, 1.0)
    try correct { _, block, wrong in
      corrected += wrong.changed
      spare = min(spare, capacity == 0 ? 0 : 1 - Double(wrong.spent) / Double(capacity))
      data += block.dropLast(corrections)
    }
    return (data, corrected, spare)
  }

  /// The codewords as they should be, in the order of the symbol.
  func corrected() throws(SymbolFault) -> [UInt8] {
    var result = codewords
    try correct { places, block, _ in for (place, codeword) in zip(places, block) { result[place] = codeword } }
    return result
  }

  /// Corrects one block after the other.
  private func correct(
    _ use: (_ places: [Int], _ block: [UInt8], _ wrong: (changed: Int, spent: Int)) -> Void
  ) throws(SymbolFault) {
    for places in blocks {
      var block = places.map { codewords[$0] }
      let erasures = places.indices.filter { isErased[places[$0]] }
      guard let wrong = correct(&block, erasures: erasures), wrong.spent <= capacity else { throw .tooDamaged }
      use(places, block, wrong)
    }
  }

  /// Corrects with erasures, or without them if there are too many.
  private func correct(_ block: inout [UInt8], erasures: [Int]) -> (changed: Int, spent: Int)? {
    if let wrong = ReedSolomon.correct(&block, correctionCodewords: corrections) { return (wrong, 2 * wrong) }
    guard !erasures.isEmpty else { return nil }
    let most = corrections - reserve.codewords(of: corrections)
    let before = block
    guard erasures.count <= most,
      let wrong = ReedSolomon.correct(&block, correctionCodewords: corrections, erasures: erasures)
    else { return nil }
    let erased = Set(erasures)
    let unsuspected = block.indices.count { block[$0] != before[$0] && !erased.contains($0) }
    guard erasures.count + unsuspected <= most else { return nil }
    return (wrong, erasures.count + 2 * unsuspected)
  }

  /// Returns the indices of each block's codewords in the interleaved order (ISO/IEC 18004:2015, 7.6): data first,
  /// shorter blocks before longer ones, then error correction.
  static func interleaved(codewords: Int, count: Int, corrections: Int) -> [[Int]] {
    let dataCount = codewords - count * corrections
    let short = dataCount / count
    let longBlocks = dataCount % count
    return (0..<count).map { block in
      let isLong = block >= count - longBlocks
      let data = (0..<short).map { $0 * count + block }
      let last = isLong ? [short * count + block - (count - longBlocks)] : []
      return data + last + (0..<corrections).map { dataCount + $0 * count + block }
    }
  }
}

/// The error correction codewords of a block that erasures leave unspent.
///
/// If erasures used all of the capacity, any data would be accepted. Each reserved codeword divides the probability of a wrong
/// message by 256.
public struct ErasureReserve: Hashable, Sendable {
  /// Codewords that are reserved at least.
  public let least: Int
  /// Error correction codewords for each of which one is reserved, where that is more; 1 or more.
  public let divisor: Int

  public init(least: Int = 4, divisor: Int = 4) { (self.least, self.divisor) = (least, divisor) }

  /// The codewords reserved of so many error correction codewords.
  func codewords(of corrections: Int) -> Int { max(least, corrections / divisor) }
}
