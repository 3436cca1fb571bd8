/// The function pattern that a module belongs to, whatever the message (ISO/IEC 18004:2015, 6.3).
///
/// ```swift
/// QRSymbol.Version(2)?.functionPattern(row: 0, column: 0)    // .finder(isDark: true)
/// QRSymbol.Version(2)?.functionPattern(row: 18, column: 18)  // .alignment(isDark: true), its centre
/// QRSymbol.Version(2)?.functionPattern(row: 12, column: 12)  // nil, part of a codeword
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

  /// Whether a ring of an alignment pattern is dark: 0 is its centre, 2 its border.
  package static func isAlignmentDark(ring: Int) -> Bool { ring != 1 }

  /// Whether a timing module is dark, counted from the symbol's edge.
  @inlinable package static func isTimingDark(_ index: Int) -> Bool { index % 2 == 0 }
}

extension QRSymbol.Version {
  /// Returns the function pattern of a module; `nil` for a module of a codeword or a remainder bit.
  ///
  /// - Precondition: `row` and `column` are in `0..<size`.
  public func functionPattern(row: Int, column: Int) -> FunctionPattern? {
    precondition(0..<size ~= row && 0..<size ~= column, "row and column are inside the symbol")
    return AlignmentGrid(self).functionPattern(row: row, column: column)
  }

  /// The centres of all alignment patterns, row by row: those of ``alignmentCentres`` that are not under a finder
  /// pattern.
  public var alignmentPatterns: [(row: Int, column: Int)] {
    let centres = alignmentCentres
    return centres.flatMap { row in
      centres.filter { isAlignmentCentre(row: row, column: $0) }.map { (row, $0) }
    }
  }

  /// Whether an alignment pattern is centred on a module.
  package func isAlignmentCentre(row: Int, column: Int) -> Bool {
    AlignmentGrid(self).alignmentOffset(row: row, column: column).map { $0 == (0, 0) } ?? false
  }

  /// Whether each module belongs to finder, timing or alignment patterns, format or version information: those whose
  /// ``functionPattern(row:column:)`` is not `nil`. Marked by rectangles, as every reading needs all of them.
  var functionModules: [Bool] {
    let size = size
    var isFunction = [Bool](repeating: false, count: size * size)
    func mark(rows: Range<Int>, columns: Range<Int>) {
      for row in rows { for column in columns { isFunction[row * size + column] = true } }
    }
    // Finder patterns with their separators and the format information beside them.
    let (near, far) = (0..<FunctionPattern.timingStart + 1, size - FunctionPattern.timingStart..<size)
    mark(rows: near, columns: near)
    mark(rows: near, columns: far)
    mark(rows: far, columns: near)
    mark(rows: FunctionPattern.timingLine..<FunctionPattern.timingLine + 1, columns: 0..<size)
    mark(rows: 0..<size, columns: FunctionPattern.timingLine..<FunctionPattern.timingLine + 1)
    let reach = FunctionPattern.alignmentReach
    for (row, column) in alignmentPatterns {
      mark(rows: row - reach..<row + reach + 1, columns: column - reach..<column + reach + 1)
    }
    if number >= QRSymbol.VersionInformation.firstVersion {
      mark(rows: 0..<6, columns: size - 11..<size - 8)
      mark(rows: size - 11..<size - 8, columns: 0..<6)
    }
    return isFunction
  }
}

/// The alignment patterns of a version by arithmetic: the first centre is 6, the others are in even steps from the far
/// end (ISO/IEC 18004:2015, annex E).
struct AlignmentGrid {
  private let size: Int
  private let hasVersionInformation: Bool
  /// Centres on a side; 0 in version 1.
  let count: Int
  let step: Int

  init(_ version: QRSymbol.Version) {
    let number = version.number
    size = version.size
    hasVersionInformation = number >= QRSymbol.VersionInformation.firstVersion
    count = number > 1 ? number / 7 + 2 : 0
    // Version 32 is the only exception to the formula.
    step = number == 32 ? 26 : number == 1 ? 1 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
  }

  /// The rows, and columns, on which alignment patterns are centred.
  var centres: [Int] {
    count == 0 ? [] : [FunctionPattern.timingLine] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
  }

  /// Returns the index from 0 of the centre whose pattern covers a row or column, and the distance from it, −2…2.
  private func nearest(_ position: Int) -> (index: Int, offset: Int)? {
    let fromFirst = position - FunctionPattern.timingLine
    if abs(fromFirst) <= 2 { return (0, fromFirst) }
    let fromEnd = size - 7 - position + 2
    guard fromEnd >= 0 else { return nil }
    let (steps, rest) = fromEnd.quotientAndRemainder(dividingBy: step)
    guard rest <= 4, steps < count - 1 else { return nil }
    return (count - 1 - steps, 2 - rest)
  }

  /// Returns the offset inside an alignment pattern from its centre; `nil` outside alignment patterns.
  func alignmentOffset(row: Int, column: Int) -> (row: Int, column: Int)? {
    guard count > 0, let y = nearest(row), let x = nearest(column) else { return nil }
    // Three of the centres are under finder patterns.
    if min(x.index, y.index) == 0, max(x.index, y.index) == 0 || max(x.index, y.index) == count - 1 { return nil }
    return (y.offset, x.offset)
  }

  func functionPattern(row: Int, column: Int) -> FunctionPattern? {
    // Finder pattern, separator and format information take nine modules at the near edge and eight at the far edge.
    let isLeft = column < 9
    let isUpper = row < 9
    if (isUpper && (isLeft || column >= size - 8)) || (isLeft && row >= size - 8) {
      let ring = max(abs((isUpper ? row : row - size + 7) - 3), abs((isLeft ? column : column - size + 7) - 3))
      if ring <= 3 { return .finder(isDark: FunctionPattern.isFinderDark(ring: ring)) }
      if ring == 4 { return .separator }
      if row == FunctionPattern.timingLine { return .timing(isDark: FunctionPattern.isTimingDark(column)) }
      if column == FunctionPattern.timingLine { return .timing(isDark: FunctionPattern.isTimingDark(row)) }
      return .formatInformation
    }
    if let offset = alignmentOffset(row: row, column: column) {
      return .alignment(isDark: FunctionPattern.isAlignmentDark(ring: max(abs(offset.row), abs(offset.column))))
    }
    if row == FunctionPattern.timingLine { return .timing(isDark: FunctionPattern.isTimingDark(column)) }
    if column == FunctionPattern.timingLine { return .timing(isDark: FunctionPattern.isTimingDark(row)) }
    // Six by three modules beside the upper right and above the lower left finder pattern.
    if hasVersionInformation, (row < 6 && column >= size - 11) || (column < 6 && row >= size - 11) {
      return .versionInformation
    }
    return nil
  }
}
