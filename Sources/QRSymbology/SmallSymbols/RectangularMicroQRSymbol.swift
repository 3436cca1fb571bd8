/// An rMQR symbol (Rectangular Micro QR): 7 to 17 rows of 27 to 139 modules (ISO/IEC 23941:2022).
///
/// ```swift
/// let version = RectangularMicroQRSymbol.Version(rows: 13, columns: 77)!         // R13x77
/// let symbol = try RectangularMicroQRSymbol(modules: modules, version: version)  // 13 × 77 booleans, true = dark
/// symbol.level                                                                   // .medium
/// try symbol.reading().message                                                   // its bytes
/// ```
public struct RectangularMicroQRSymbol: Hashable, Sendable {
  public let version: Version
  /// ``QRSymbol/ErrorCorrectionLevel/medium`` or ``QRSymbol/ErrorCorrectionLevel/high``.
  public let level: QRSymbol.ErrorCorrectionLevel
  /// The modules row by row from the upper left; `true` is dark.
  public let modules: [Bool]
  /// The wrong bits of eighteen in the copy of the format information beside the finder pattern, and in the one beside
  /// the finder sub-pattern; at least one of the two is at most 3.
  package let formatErrors: (first: Int, second: Int)

  /// Wraps modules and reads the level from them.
  ///
  /// - Parameters:
  ///   - modules: The modules row by row.
  ///   - version: The version, which the number of modules alone does not determine: R7x99 has as many as R9x77.
  /// - Throws: ``QRSymbolError/sizeOutOfRange(modules:)`` when the version has another number of modules,
  ///   ``QRSymbolError/unreadableFormatInformation`` when both copies are damaged or belong to another version.
  public init(modules: [Bool], version: Version) throws(QRSymbolError) {
    guard modules.count == version.rows * version.columns else { throw .sizeOutOfRange(modules: modules.count) }
    func bits(_ places: [(row: Int, column: Int)]) -> Int {
      places.enumerated().reduce(0) {
        $0 | (modules[$1.element.row * version.columns + $1.element.column] ? 1 << $1.offset : 0)
      }
    }
    let (first, second) = (bits(Version.firstFormatPlaces), bits(version.secondFormatPlaces))
    let candidates = Self.levels.map { level in
      let code = FormatInformation(version: version, level: level)
      return (level, errors: ((code.firstBits ^ first).nonzeroBitCount, (code.secondBits ^ second).nonzeroBitCount))
    }
    // One copy may be gone.
    let best = candidates.min { min($0.errors.0, $0.errors.1) < min($1.errors.0, $1.errors.1) }
    guard let (level, errors) = best, min(errors.0, errors.1) <= BCHCode.correctable else {
      throw .unreadableFormatInformation
    }
    (self.version, self.level, self.modules, formatErrors) = (version, level, modules, errors)
  }

  public static func == (a: Self, b: Self) -> Bool { a.version == b.version && a.modules == b.modules }

  public func hash(into hasher: inout Hasher) { hasher.combine(modules) }

  /// Kind, version and level: `rMQR symbol, version R13x77, level M`.
  public var summary: String { "rMQR symbol, version \(version), level \(level)" }

  /// The light modules that are required on each side.
  public static let standardQuietZone = 2
}

extension RectangularMicroQRSymbol {
  /// Version and level: six bits, with twelve of the BCH code that versions of larger symbols have (ISO/IEC 18004:2015,
  /// annex D). Generator and masks are those of zint and rmqrcode.
  package struct FormatInformation: Hashable, Sendable {
    package let version: Version
    package let level: QRSymbol.ErrorCorrectionLevel
    /// The bits beside the finder pattern.
    package let firstBits: Int
    /// The bits beside the finder sub-pattern, which have another mask.
    let secondBits: Int

    init(version: Version, level: QRSymbol.ErrorCorrectionLevel) {
      (self.version, self.level) = (version, level)
      let code = BCHCode.codeword((level == .high ? 32 : 0) | version.number, generator: 0x1F25)
      (firstBits, secondBits) = (code ^ 0x1FAB2, code ^ 0x20A7B)
    }

    /// All 64 values.
    package static let all = Version.all.flatMap { version in
      levels.map { FormatInformation(version: version, level: $0) }
    }
  }
}

extension RectangularMicroQRSymbol {
  /// Reads the message: modules → codewords → corrected blocks → segments.
  ///
  /// - Parameter uncertain: Modules whose value is a guess, as for ``QRSymbol/reading(uncertain:)``.
  /// - Throws: ``SymbolReadingError``.
  public func reading(uncertain: Set<Int> = []) throws(SymbolReadingError) -> SymbolReading {
    try reading(isUncertain: modules.indices.map { uncertain.contains($0) })
  }

  /// Reads the message with a flag for each module, or no flags at all.
  package func reading(
    isUncertain uncertain: [Bool], _ reserve: ErasureReserve = ErasureReserve()
  ) throws(SymbolReadingError) -> SymbolReading {
    let (count, corrections) = version.blocks(at: level)
    let blocks = CodewordBlocks(
      modules, isUncertain: uncertain, order: version.codewordModules, count: count, corrections: corrections,
      reserve
    ) {
      // The only mask: reference 4 of larger symbols.
      QRSymbol.Mask(4)?.inverts(row: $0 / version.columns, column: $0 % version.columns) ?? false
    }
    let (data, corrected, spare) = try blocks.data()
    return try SegmentReader(data, rectangular: version).reading(corrected: corrected, spare: spare)
  }
}
