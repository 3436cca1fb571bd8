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

/// The bits of format or version information, and the places of its copies, from bit 0.
typealias Information = (bits: Int, places: [[(row: Int, column: Int)]])

extension SymbolAnatomy {
  /// Corrects a symbol, and divides it into parts.
  ///
  /// - Parameters:
  ///   - modules: The modules as they were found.
  ///   - patterns: The function pattern of each module.
  ///   - timingLine: The row and the column of the timing patterns.
  ///   - order: The modules of the codewords.
  ///   - blocks: The codewords as they were found.
  ///   - blockCodewords: The indices of each block's codewords, and what may be spent in each.
  ///   - inverts: Whether the mask inverts a module.
  init(
    _ modules: [Bool], size: Int, patterns: [FunctionPattern?], timingLine: Int, order: [Int], _ blocks: CodewordBlocks,
    _ blockCodewords: (indices: [[Int]], capacity: Int), format: Information, version: Information?,
    inverts: (Int) -> Bool
  ) throws(SymbolFault) {
    let corrected = try blocks.corrected()
    var isDark = modules
    for (bit, module) in order.prefix(8 * corrected.count).enumerated() where module != CodewordBlocks.none {
      isDark[module] = (corrected[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0) != inverts(module)
    }
    // In the order of the corners; a Micro QR symbol has only the first.
    var (finders, timing, alignment) = ([[Int]](repeating: [], count: 3), [[Int]](repeating: [], count: 2), [Int]())
    for (module, pattern) in patterns.enumerated() {
      guard let pattern else { continue }
      let (row, column) = module.quotientAndRemainder(dividingBy: size)
      if let value = pattern.isDark { isDark[module] = value }
      switch pattern {
      case .finder, .separator:
        let start = FunctionPattern.timingStart
        finders[row < start && column < start ? 0 : row < start ? 1 : 2].append(module)
      case .timing: timing[row == timingLine ? 0 : 1].append(module)
      case .alignment: alignment.append(module)
      case .formatInformation, .versionInformation: break
      }
    }
    /// Writes bits to each copy's places.
    func write(_ information: Information) -> [[Int]] {
      information.places.map { places in
        let modules = places.map { $0.row * size + $0.column }
        for (bit, module) in modules.enumerated() { isDark[module] = information.bits >> bit & 1 != 0 }
        return modules
      }
    }
    self.format = write(format)
    self.version = version.map(write) ?? []
    // The module beside the lower copy of the format information, which is always dark (7.9.1).
    if let last = format.places.last, format.places.count > 1 {
      isDark[(last[8].row - 1) * size + last[8].column] = true
    }
    (self.size, self.isDark, self.timing, self.alignment) = (size, isDark, timing, alignment)
    self.finders = finders.filter { !$0.isEmpty }
    codewords = corrected.indices.map { order[8 * $0..<8 * $0 + 8].filter { $0 != CodewordBlocks.none } }
    self.blocks = blockCodewords.indices.map { Block(codewords: $0, capacity: blockCodewords.capacity) }
  }
}

extension QRSymbol {
  /// Corrects the symbol, and divides it into parts.
  ///
  /// - Parameter uncertain: Modules whose value is a guess, a flag for each or none at all.
  /// - Throws: ``SymbolFault/tooDamaged``.
  package func anatomy(isUncertain uncertain: [Bool] = []) throws(SymbolFault) -> SymbolAnatomy {
    let (indices, corrections) = version.blocks(at: level)
    let format = FormatInformation(level: level, mask: mask).bits
    return try SymbolAnatomy(
      modules, size: size, patterns: version.functionPatterns, timingLine: FunctionPattern.timingLine,
      order: version.codewordModules, blocks(isUncertain: uncertain), (indices, corrections - reservedCodewords),
      format: (format, FormatInformation.copies(size: size)), version: VersionInformation.copies(of: version)
    ) { mask.inverts(row: $0 / size, column: $0 % size) }
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
}

extension MicroQRSymbol {
  /// Corrects the symbol, and divides it into parts.
  ///
  /// - Throws: ``SymbolFault/tooDamaged``.
  package func anatomy() throws(SymbolFault) -> SymbolAnatomy {
    try SymbolAnatomy(
      modules, size: version.size, patterns: version.functionPatterns, timingLine: 0, order: codewordModules, blocks,
      ([Array(0..<layout.data + layout.corrections)], 2 * layout.correctable),
      format: (formatBits, [Self.formatPlaces]), version: nil, inverts: inverts)
  }
}
