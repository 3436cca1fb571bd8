extension QRSymbol {
  /// Reads the message: modules → codewords → corrected blocks → segments.
  ///
  /// ```swift
  /// let reading = try symbol.reading()
  /// reading.message             // exactly the bytes
  /// reading.correctedCodewords  // 0 for a symbol fresh from the encoder
  /// ```
  ///
  /// - Parameters:
  ///   - uncertain: Whether the value of each module is a guess, or no flags at all. A codeword with such a module is an
  ///     erasure, which costs half as much correction capacity as an error.
  ///   - reserve: The error correction codewords that confirm the result: a block corrected only by erasures could be
  ///     anything.
  /// - Throws: ``SymbolFault/tooDamaged``, ``SymbolFault/malformed``.
  public func reading(
    isUncertain uncertain: [Bool] = [], _ reserve: ErasureReserve = ErasureReserve()
  ) throws(SymbolFault) -> SymbolReading {
    let (data, corrected, spare) = try blocks(isUncertain: uncertain, reserve).data()
    return try SegmentReader(data, .qr(version)).reading(
      level: level, mask: mask.reference, corrected: corrected, spare: spare)
  }

  func blocks(isUncertain uncertain: [Bool], _ reserve: ErasureReserve = ErasureReserve()) -> CodewordBlocks {
    let (blocks, corrections) = version.blocks(at: level)
    let (mask, size) = (mask, size)
    return CodewordBlocks(
      modules, isUncertain: uncertain, order: version.codewordModules, blocks: blocks, corrections: corrections, reserve
    ) { mask.inverts(row: $0 / size, column: $0 % size) }
  }
}
