/// The function pattern that a module belongs to, whatever the message (ISO/IEC 18004:2015, 6.3).
///
/// ```swift
/// let patterns = QRSymbol.Version(2)!.functionPatterns  // of 25 × 25 modules
/// patterns[0]                                           // .finder(isDark: true)
/// patterns[18 * 25 + 18]                                // .alignment(isDark: true), its centre
/// patterns[12 * 25 + 12]                                // nil, part of a codeword
/// ```
public enum FunctionPattern: Hashable, Sendable {
  /// One of the three finder patterns, 7 × 7 modules.
  case finder(isDark: Bool)
  /// The light modules around a finder pattern.
  case separator
  /// Row 6 or column 6.
  case timing(isDark: Bool)
  /// An alignment pattern, 5 × 5 modules. Where it overlaps a timing pattern, both have the same modules.
  case alignment(isDark: Bool)
  /// Format information, with the dark module beside the lower copy.
  case formatInformation
  /// Version information, in version 7 and above.
  case versionInformation

  /// Whether the module is dark; `nil` if it depends on level, mask or version.
  public var isDark: Bool? {
    switch self {
    case .finder(let isDark), .timing(let isDark), .alignment(let isDark): isDark
    case .separator: false
    case .formatInformation, .versionInformation: nil
    }
  }

  /// Modules on each side of a finder pattern (ISO/IEC 18004:2015, 6.3.3).
  @inlinable package static var finderSize: Int { 7 }
  /// Modules on each side of its dark core.
  @inlinable package static var finderCore: Int { 3 }
  /// The row and the column of its middle module. Rings are counted from there.
  @inlinable package static var finderMiddle: Int { finderSize / 2 }
  /// Its light ring, between the core and the border.
  @inlinable package static var finderLightRing: Int { 2 }
  /// The ring around it: the separator, one light module wide (ISO/IEC 18004:2015, 6.3.4).
  @inlinable package static var separatorRing: Int { finderMiddle + 1 }
  /// The row and the column of the timing patterns (ISO/IEC 18004:2015, 6.3.5): the last of the finder pattern. In
  /// Micro QR and rMQR symbols they are along the edges.
  @inlinable package static var timingLine: Int { finderSize - 1 }
  /// The module after a finder pattern and its separator, with which timing patterns start.
  @inlinable package static var timingStart: Int { finderSize + 1 }
  /// Modules on each side of an alignment pattern's centre (ISO/IEC 18004:2015, 6.3.6).
  @inlinable package static var alignmentReach: Int { 2 }

  /// The modules of a timing pattern, between the separators of two finder patterns.
  ///
  /// - Parameter size: Modules on each side of the symbol, 21…177.
  @inlinable package static func timing(size: Int) -> Range<Int> { timingStart..<size - timingStart }

  /// Whether a ring of a finder pattern is dark: rings 0 and 1 are its core, 3 its border, 4 the separator.
  @inlinable package static func isFinderDark(ring: Int) -> Bool { ring != finderLightRing && ring != separatorRing }

  /// Whether a module is dark, counted from the first row and column of a finder pattern; −1 and 7 are the separator.
  @inlinable package static func isFinderDark(row: Int, column: Int) -> Bool {
    isFinderDark(ring: max(abs(row - finderMiddle), abs(column - finderMiddle)))
  }

  /// The pattern of a module in the corner of a small symbol, which has its only finder pattern there; `nil` outside it.
  static func corner(row: Int, column: Int) -> FunctionPattern? {
    guard row < timingStart, column < timingStart else { return nil }
    return max(row, column) == finderSize ? .separator : .finder(isDark: isFinderDark(row: row, column: column))
  }

  /// Whether a ring of an alignment pattern is dark: 0 is its centre, 2 its border.
  package static func isAlignmentDark(ring: Int) -> Bool { ring != 1 }

  /// Whether a timing module is dark, counted from the symbol's edge.
  @inlinable package static func isTimingDark(_ index: Int) -> Bool { index % 2 == 0 }

  /// The modules of codewords in order, as row-major indices: pairs of columns from the right, alternately upwards and
  /// downwards, around the function patterns (ISO/IEC 18004:2015, 7.7.3; ISO/IEC 23941:2022, 7.7.3).
  ///
  /// - Parameters:
  ///   - patterns: The function pattern of each module.
  ///   - last: The right column of the first pair.
  ///   - skipped: A column that belongs to no pair.
  static func codewordModules(
    around patterns: [FunctionPattern?], columns: Int, from last: Int, skipping skipped: Int? = nil
  ) -> [Int] {
    let rows = patterns.count / columns
    var order: [Int] = []
    order.reserveCapacity(patterns.count)
    var (right, isUpward) = (last, true)
    while right > 0 {
      if right == skipped { right -= 1 }
      for step in 0..<rows {
        let start = (isUpward ? rows - 1 - step : step) * columns
        if patterns[start + right] == nil { order.append(start + right) }
        if patterns[start + right - 1] == nil { order.append(start + right - 1) }
      }
      isUpward.toggle()
      right -= 2
    }
    return order
  }
}

extension QRSymbol.Version {
  /// The rows (and columns) on which alignment patterns are centred: 6, and others in even steps from the far end
  /// (ISO/IEC 18004:2015, annex E).
  public var alignmentCentres: [Int] {
    if number == 1 { return [] }
    let count = number / 7 + 2
    // Version 32 is the only exception to the formula.
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [FunctionPattern.timingLine]
      + (0..<count - 1).reversed().map { size - FunctionPattern.finderSize - $0 * step }
  }

  /// The centres of all alignment patterns, row by row: those of ``alignmentCentres`` that are not under a finder
  /// pattern.
  public var alignmentPatterns: [(row: Int, column: Int)] {
    let centres = alignmentCentres
    guard let first = centres.first, let last = centres.last else { return [] }
    return centres.flatMap { row in centres.map { (row, $0) } }.filter { row, column in
      ![(first, first), (first, last), (last, first)].contains { $0 == (row, column) }
    }
  }

  /// The function pattern of each module, row by row; `nil` for modules of codewords and remainder bits.
  public var functionPatterns: [FunctionPattern?] {
    let size = size
    var patterns = [FunctionPattern?](repeating: nil, count: size * size)
    func draw(_ rows: Range<Int>, _ columns: Range<Int>, _ pattern: (_ row: Int, _ column: Int) -> FunctionPattern?) {
      for row in rows { for column in columns { patterns[row * size + column] = pattern(row, column) } }
    }
    let line = FunctionPattern.timingLine
    draw(line..<line + 1, 0..<size) { .timing(isDark: FunctionPattern.isTimingDark($1)) }
    draw(0..<size, line..<line + 1) { row, _ in .timing(isDark: FunctionPattern.isTimingDark(row)) }
    let reach = FunctionPattern.alignmentReach
    for centre in alignmentPatterns {
      draw(centre.row - reach..<centre.row + reach + 1, centre.column - reach..<centre.column + reach + 1) {
        let ring = max(abs($0 - centre.row), abs($1 - centre.column))
        return .alignment(isDark: FunctionPattern.isAlignmentDark(ring: ring))
      }
    }
    // Finder pattern, separator and format information take nine modules at the near edge and eight at the far edge.
    let (near, far) = (0..<FunctionPattern.timingStart + 1, size - FunctionPattern.timingStart..<size)
    for (rows, columns) in [(near, near), (near, far), (far, near)] {
      let (top, left) = (rows == near ? 0 : far.lowerBound + 1, columns == near ? 0 : far.lowerBound + 1)
      draw(rows, columns) { row, column in
        let middle = FunctionPattern.finderMiddle
        let ring = max(abs(row - top - middle), abs(column - left - middle))
        if ring < FunctionPattern.separatorRing { return .finder(isDark: FunctionPattern.isFinderDark(ring: ring)) }
        if ring == FunctionPattern.separatorRing { return .separator }
        return row == line || column == line ? patterns[row * size + column] : .formatInformation
      }
    }
    for place in QRSymbol.VersionInformation.copies(of: self)?.places.flatMap(\.self) ?? [] {
      patterns[place.row * size + place.column] = .versionInformation
    }
    return patterns
  }

  /// The modules of the codewords in order, as row-major indices.
  package var codewordModules: [Int] {
    FunctionPattern.codewordModules(
      around: functionPatterns, columns: size, from: size - 1, skipping: FunctionPattern.timingLine)
  }
}
