extension QRSymbol {
  /// Reads the message: modules → codewords → corrected blocks → segments.
  ///
  /// ```swift
  /// let reading = try symbol.reading()
  /// reading.message             // exactly the bytes
  /// reading.correctedCodewords  // 0 for a symbol fresh from the encoder
  /// ```
  ///
  /// - Parameter uncertain: Modules whose value is a guess, as indices into ``modules``. A codeword that contains one
  ///   is an erasure, which costs half as much correction capacity as an error. A quarter of the error correction
  ///   codewords, at least four, are always reserved to confirm the result: a block corrected only by erasures could
  ///   be anything.
  /// - Throws: ``SymbolReadingError``.
  public func reading(uncertain: Set<Int> = []) throws(SymbolReadingError) -> SymbolReading {
    var isUncertain: [Bool] = []
    if !uncertain.isEmpty {
      isUncertain = Array(repeating: false, count: modules.count)
      for module in uncertain where modules.indices ~= module { isUncertain[module] = true }
    }
    return try reading(isUncertain: isUncertain)
  }

  /// Reads the message with a flag for each module, or no flags at all.
  package func reading(isUncertain uncertain: [Bool]) throws(SymbolReadingError) -> SymbolReading {
    let corrections = BlockTable.blocks(version: version.number, level: level).correctionCodewords
    var data: [UInt8] = []
    var corrected = 0
    var spare = 1.0
    try correctBlocks(isUncertain: uncertain) { _, block, wrong in
      corrected += wrong.changed
      spare = min(spare, 1 - Double(wrong.spent) / Double(corrections))
      data += block.dropLast(corrections)
    }
    return try SegmentReader(data, version: version).reading(corrected: corrected, spare: spare)
  }

  /// The codewords as they should be, in the order of ``Version/codewordModules``.
  func correctedCodewords(isUncertain uncertain: [Bool]) throws(SymbolReadingError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: version.codewords)
    try correctBlocks(isUncertain: uncertain) { places, block, _ in
      for (place, codeword) in zip(places, block) { result[place] = codeword }
    }
    return result
  }

  /// Corrects one block after the other.
  private func correctBlocks(
    isUncertain uncertain: [Bool],
    _ use: (_ places: [Int], _ block: [UInt8], _ wrong: (changed: Int, spent: Int)) -> Void
  ) throws(SymbolReadingError) {
    let (codewords, erased) = codewords(uncertain: uncertain)
    let (count, corrections) = BlockTable.blocks(version: version.number, level: level)
    for places in Self.blocks(codewords: codewords.count, count: count, corrections: corrections) {
      var block = places.map { codewords[$0] }
      let erasures = places.indices.filter { erased[places[$0]] }
      guard let wrong = Self.correct(&block, corrections, erasures: erasures) else { throw .tooDamaged }
      use(places, block, wrong)
    }
  }

  /// Corrects with erasures, or without them if there are too many.
  private static func correct(
    _ block: inout [UInt8], _ corrections: Int, erasures: [Int]
  ) -> (changed: Int, spent: Int)? {
    if let wrong = ReedSolomon.correct(&block, correctionCodewords: corrections) { return (wrong, 2 * wrong) }
    guard !erasures.isEmpty else { return nil }
    // If erasures used all of the capacity, any data would be accepted. Each reserved codeword divides the probability
    // of a false read by 256.
    let reserve = max(4, corrections / 4)
    let before = block
    guard erasures.count <= corrections - reserve,
      let wrong = ReedSolomon.correct(&block, correctionCodewords: corrections, erasures: erasures)
    else { return nil }
    let erased = Set(erasures)
    let unsuspected = block.indices.count { block[$0] != before[$0] && !erased.contains($0) }
    guard erasures.count + unsuspected <= corrections - reserve else {
      block = before
      return nil
    }
    return (wrong, erasures.count + 2 * unsuspected)
  }

  /// Unmasks the modules and packs them eight to a codeword; a codeword with an uncertain module is erased.
  private func codewords(uncertain: [Bool]) -> (codewords: [UInt8], erased: [Bool]) {
    let order = version.codewordModules
    var codewords = [UInt8](repeating: 0, count: version.codewords)
    var erased = [Bool](repeating: false, count: codewords.count)
    // The last modules, up to seven, are remainder bits without data.
    for (bit, module) in order.prefix(8 * codewords.count).enumerated() {
      let isSet = modules[module] != mask.inverts(row: module / size, column: module % size)
      if isSet { codewords[bit / 8] |= 0x80 >> (bit % 8) }
      if !uncertain.isEmpty, uncertain[module] { erased[bit / 8] = true }
    }
    return (codewords, erased)
  }

  /// Returns the indices of each block's codewords in the interleaved order (ISO/IEC 18004:2015, 7.6): data first,
  /// shorter blocks before longer ones, then error correction.
  static func blocks(codewords: Int, count: Int, corrections: Int) -> [[Int]] {
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
