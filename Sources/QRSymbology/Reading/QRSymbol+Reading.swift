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
  package func reading(
    isUncertain uncertain: [Bool], _ reserve: ErasureReserve = ErasureReserve()
  ) throws(SymbolReadingError) -> SymbolReading {
    let (data, corrected, spare) = try blocks(isUncertain: uncertain, reserve).data()
    return try SegmentReader(data, version: version).reading(corrected: corrected, spare: spare)
  }

  /// The codewords as they should be, in the order of ``Version/codewordModules``.
  func correctedCodewords(isUncertain uncertain: [Bool]) throws(SymbolReadingError) -> [UInt8] {
    try blocks(isUncertain: uncertain, ErasureReserve()).corrected()
  }

  private func blocks(isUncertain uncertain: [Bool], _ reserve: ErasureReserve) -> CodewordBlocks {
    let (count, corrections) = BlockTable.blocks(version: version.number, level: level)
    let (mask, size) = (mask, size)
    return CodewordBlocks(
      modules, isUncertain: uncertain, order: version.codewordModules, count: count, corrections: corrections,
      reserve
    ) { mask.inverts(row: $0 / size, column: $0 % size) }
  }
}
