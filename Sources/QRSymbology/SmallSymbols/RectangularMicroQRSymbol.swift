/// An rMQR symbol (Rectangular Micro QR): 7 to 17 rows of 27 to 139 modules (ISO/IEC 23941:2022).
///
/// ```swift
/// let version = RectangularMicroQRSymbol.Version.all[0]                          // R7x43
/// let symbol = try RectangularMicroQRSymbol(modules: modules, version: version)  // 7 × 43 booleans, true = dark
/// symbol.level                                                                   // .medium
/// try symbol.reading().message                                                   // its bytes
/// ```
public struct RectangularMicroQRSymbol: Hashable, Sendable {
  public let version: Version
  /// ``QRSymbol/ErrorCorrectionLevel/medium`` or ``QRSymbol/ErrorCorrectionLevel/high``.
  public let level: QRSymbol.ErrorCorrectionLevel
  /// The modules row by row from the upper left; `true` is dark.
  public let modules: [Bool]
  /// The wrong bits of both copies of the format information together; at least one copy has at most 3.
  package let formatErrors: Int

  /// Wraps modules and reads the level from them.
  ///
  /// - Parameters:
  ///   - modules: The modules row by row.
  ///   - version: The version, which the number of modules alone does not determine: R7x99 has as many as R9x77.
  /// - Throws: ``SymbolFault/sizeOutOfRange(modules:)`` when the version has another number of modules,
  ///   ``SymbolFault/unreadableFormatInformation`` when both copies are damaged or belong to another version.
  public init(modules: [Bool], version: Version) throws(SymbolFault) {
    guard modules.count == version.rows * version.columns else { throw .sizeOutOfRange(modules: modules.count) }
    let (first, second) = (
      modules.bits(at: Version.firstFormatPlaces, columns: version.columns),
      modules.bits(at: version.secondFormatPlaces, columns: version.columns)
    )
    let candidates = Self.levels.map { level in
      let bits = Self.formatBits(version, level)
      return (level, errors: ((bits.first ^ first).nonzeroBitCount, (bits.second ^ second).nonzeroBitCount))
    }
    // One copy may be gone.
    let best = candidates.min { min($0.errors.0, $0.errors.1) < min($1.errors.0, $1.errors.1) }
    guard let (level, errors) = best, min(errors.0, errors.1) <= BCHCode.correctable else {
      throw .unreadableFormatInformation
    }
    (self.version, self.level, self.modules, formatErrors) = (version, level, modules, errors.0 + errors.1)
  }
}

extension RectangularMicroQRSymbol {
  /// The bits of version and level beside the finder pattern, and those beside the finder sub-pattern, which have another mask:
  /// six of data, and twelve of the BCH code that versions of larger symbols have (ISO/IEC 18004:2015, annex D). Generator
  /// and masks are those of zint and rmqrcode.
  package static func formatBits(
    _ version: Version, _ level: QRSymbol.ErrorCorrectionLevel
  ) -> (first: Int, second: Int) {
    let code = BCHCode.codeword((level == .high ? 32 : 0) | version.number, generator: 0x1F25)
    return (code ^ 0x1FAB2, code ^ 0x20A7B)
  }

  /// Reads the message: modules → codewords → corrected blocks → segments.
  ///
  /// - Parameters:
  ///   - uncertain: Whether the value of each module is a guess, or no flags at all, as for a ``QRSymbol``.
  ///   - reserve: The error correction codewords that confirm the result.
  /// - Throws: ``SymbolFault/tooDamaged``, ``SymbolFault/malformed``.
  public func reading(
    isUncertain uncertain: [Bool] = [], _ reserve: ErasureReserve = ErasureReserve()
  ) throws(SymbolFault) -> SymbolReading {
    let (count, corrections) = version.blocks(at: level)
    let order = version.codewordModules
    let (data, corrected, spare) = try CodewordBlocks(
      modules, isUncertain: uncertain, order: order,
      blocks: CodewordBlocks.interleaved(codewords: order.count / 8, count: count, corrections: corrections),
      corrections: corrections, reserve
    ) {
      // The only mask: reference 4 of larger symbols.
      QRSymbol.Mask.all[4].inverts(row: $0 / version.columns, column: $0 % version.columns)
    }.data()
    return try SegmentReader(data, .rectangular(version)).reading(
      level: level, corrected: corrected, spare: spare)
  }
}
