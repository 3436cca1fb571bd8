/// The modules that a damaged symbol should have, and the part of it that each belongs to: what print quality is judged
/// by.
package struct SymbolAnatomy: Hashable, Sendable {
  /// Modules on each side.
  package let size: Int
  /// Whether each module should be dark, row by row from the upper left: function patterns, and corrected codewords.
  /// Remainder bits are as they were found.
  package let isDark: [Bool]
  /// The modules of each codeword, as row-major indices.
  package let codewords: [[Int]]
  /// The blocks of error correction.
  package let blocks: [Block]
  /// Finder patterns with their separators: upper left, upper right, lower left; in a Micro QR symbol one.
  package let finders: [[Int]]
  /// The horizontal and the vertical timing pattern.
  package let timing: [[Int]]
  /// All alignment patterns; none in version 1 and in Micro QR symbols.
  package let alignment: [Int]
  /// The copies of the format information: two, in a Micro QR symbol one.
  package let format: [[Int]]
  /// The copies of the version information: two from version 7 on.
  package let version: [[Int]]

  /// A block of codewords with its error correction.
  package struct Block: Hashable, Sendable {
    /// Indices into ``SymbolAnatomy/codewords``.
    package let codewords: [Int]
    /// What may be spent: an erasure costs 1, an error 2. Some codewords of small symbols are reserved against wrong
    /// decoding (ISO/IEC 18004:2015, table 9). 0 in M1, which corrects nothing.
    package let capacity: Int
  }
}

extension QRSymbol {
  /// Corrects the symbol, and divides it into parts.
  ///
  /// - Parameter uncertain: Modules whose value is a guess, a flag for each or none at all.
  /// - Throws: ``SymbolReadingError/tooDamaged``.
  package func anatomy(isUncertain uncertain: [Bool] = []) throws(SymbolReadingError) -> SymbolAnatomy {
    let codewords = try correctedCodewords(isUncertain: uncertain)
    let order = version.codewordModules
    var isDark = modules
    for (bit, module) in order.prefix(8 * codewords.count).enumerated() {
      let isSet = codewords[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
      isDark[module] = isSet != mask.inverts(row: module / size, column: module % size)
    }
    let (count, corrections) = BlockTable.blocks(version: version.number, level: level)
    let blocks = CodewordBlocks.places(codewords: codewords.count, count: count, corrections: corrections).map {
      SymbolAnatomy.Block(codewords: $0, capacity: corrections - reservedCodewords)
    }

    var (finders, timing, alignment) = ([[Int]](repeating: [], count: 3), [[Int]](repeating: [], count: 2), [Int]())
    for row in 0..<size {
      for column in 0..<size {
        let module = row * size + column
        guard let pattern = version.functionPattern(row: row, column: column) else { continue }
        if let value = pattern.isDark { isDark[module] = value }
        switch pattern {
        case .finder, .separator: finders[row >= size - 8 ? 2 : column >= size - 8 ? 1 : 0].append(module)
        case .timing: timing[row == FunctionPattern.timingLine ? 0 : 1].append(module)
        case .alignment: alignment.append(module)
        case .formatInformation, .versionInformation: break
        }
      }
    }
    let format = write(
      FormatInformation(level: level, mask: mask).bits, to: &isDark,
      at: [FormatInformation.firstCopy, FormatInformation.secondCopy(size: size)])
    // The module beside the lower copy, which is always dark (7.9.1).
    isDark[(size - 8) * size + 8] = true
    var copies: [[Int]] = []
    if let bits = VersionInformation(version: version)?.bits {
      copies = write(bits, to: &isDark, at: VersionInformation.copies(size: size))
    }
    return SymbolAnatomy(
      size: size, isDark: isDark, codewords: codewords.indices.map { Array(order[8 * $0..<8 * $0 + 8]) },
      blocks: blocks, finders: finders, timing: timing, alignment: alignment, format: format, version: copies)
  }

  /// Error correction codewords that ISO/IEC 18004:2015, table 9 reserves against wrong decoding: those that do not make
  /// a pair with another, and two more in 1-L, 1-M and 2-L.
  private var reservedCodewords: Int {
    switch (version.number, level) {
    case (1, .low): 3
    case (1, .medium), (2, .low): 2
    case (1, .quartile), (1, .high), (3, .low): 1
    default: 0
    }
  }

  /// Writes bits, from bit 0 on, to each copy's places.
  private func write(_ bits: Int, to isDark: inout [Bool], at copies: [[(row: Int, column: Int)]]) -> [[Int]] {
    copies.map { places in
      let modules = places.map { $0.row * size + $0.column }
      for (bit, module) in modules.enumerated() { isDark[module] = bits >> bit & 1 != 0 }
      return modules
    }
  }
}
