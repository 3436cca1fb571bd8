extension RectangularMicroQRSymbol {
  /// A version, R7x43 to R17x139: its numbers of rows and columns.
  public struct Version: Hashable, Sendable, CustomStringConvertible {
    /// The version indicator in the format information, 0…31.
    public let number: Int
    /// 7, 9, 11, 13, 15 or 17.
    public let rows: Int
    /// 27, 43, 59, 77, 99 or 139.
    public let columns: Int

    /// All 32 versions in the order of their numbers: by rows, then by columns. 27 columns need 11 or 13 rows.
    public static let all: [Version] = {
      let sizes = [7, 9, 11, 13, 15, 17].flatMap { rows in
        ((11...13 ~= rows ? [27] : []) + [43, 59, 77, 99, 139]).map { (rows: rows, columns: $0) }
      }
      return sizes.enumerated().map { Version(number: $0.offset, rows: $0.element.rows, columns: $0.element.columns) }
    }()

    public var description: String { "R\(rows)x\(columns)" }
  }

  /// The levels that an rMQR symbol can have: no others are defined.
  public static let levels: [QRSymbol.ErrorCorrectionLevel] = [.medium, .high]
}

extension RectangularMicroQRSymbol.Version {
  /// The columns on which alignment patterns are centred, at the upper and at the lower edge, with a vertical timing
  /// pattern between the two (ISO/IEC 23941:2022, table D.1).
  public var alignmentColumns: [Int] {
    switch columns {
    case 43: [21]
    case 59: [19, 39]
    case 77: [25, 51]
    case 99: [23, 49, 75]
    case 139: [27, 55, 83, 111]
    default: []
    }
  }

  /// The number of codewords, data and error correction together: what fits in the modules outside of the function
  /// patterns (ISO/IEC 23941:2022, table 1).
  public var codewords: Int { codewordModules.count / 8 }

  /// Returns the number of blocks, and of error correction codewords in each of them.
  package func blocks(at level: QRSymbol.ErrorCorrectionLevel) -> (count: Int, corrections: Int) {
    let row = level == .high ? 1 : 0
    return (Self.blockCounts[row][number], Self.corrections[row][number])
  }

  // Codewords of blocks, and widths of counts (ISO/IEC 23941:2022, table 3), are those of zint, as quoted in its source.
  // Symbols of all versions and levels are read in the tests.
  private static let blockCounts: [[Int]] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 3, 1, 1, 2, 2, 3, 1, 2, 2, 3, 4],
    [1, 1, 1, 1, 2, 1, 1, 2, 2, 3, 1, 1, 2, 2, 2, 3, 1, 1, 2, 2, 3, 4, 2, 2, 3, 4, 5, 2, 2, 3, 4, 6],
  ]

  private static let corrections: [[Int]] = [
    [
      7, 9, 12, 16, 24, 9, 12, 18, 24, 18, 8, 12, 16, 24, 16, 24, 9, 14, 22, 16, 20, 20, 18, 26, 18, 24, 24, 22, 16, 22,
      20, 20,
    ],
    [
      10, 14, 22, 30, 22, 14, 22, 16, 22, 22, 10, 20, 16, 22, 30, 30, 14, 28, 20, 28, 26, 28, 18, 24, 24, 22, 26, 20,
      30, 28, 26, 26,
    ],
  ]

  /// The bits of character counts in numeric, alphanumeric, byte and kanji mode.
  static let countWidths: [[Int]] = [
    [4, 5, 6, 7, 7, 5, 6, 7, 7, 8, 4, 6, 7, 7, 8, 8, 5, 6, 7, 7, 8, 8, 7, 7, 8, 8, 9, 7, 8, 8, 8, 9],
    [3, 5, 5, 6, 6, 5, 5, 6, 6, 7, 4, 5, 6, 6, 7, 7, 5, 6, 6, 7, 7, 8, 6, 7, 7, 7, 8, 6, 7, 7, 8, 8],
    [3, 4, 5, 5, 6, 4, 5, 5, 6, 6, 3, 5, 5, 6, 6, 7, 4, 5, 6, 6, 7, 7, 6, 6, 7, 7, 7, 6, 6, 7, 7, 8],
    [2, 3, 4, 5, 5, 3, 4, 5, 5, 6, 2, 4, 5, 5, 6, 6, 3, 5, 5, 6, 6, 7, 5, 5, 6, 6, 7, 5, 6, 6, 6, 7],
  ]
}

extension RectangularMicroQRSymbol.Version {
  /// Modules on each side of the finder sub-pattern.
  package static let subPatternSize = 5

  /// The function pattern of each module, row by row; `nil` for modules of codewords and remainder bits.
  ///
  /// The finder sub-pattern in the lower right corner and the corner finder patterns in the two others count as finder
  /// patterns.
  public var functionPatterns: [FunctionPattern?] {
    var patterns = (0..<rows * columns).map { fixedPattern(row: $0 / columns, column: $0 % columns) }
    for place in Self.firstFormatPlaces + secondFormatPlaces {
      patterns[place.row * columns + place.column] = .formatInformation
    }
    return patterns
  }

  /// The function pattern of a module, without format information.
  private func fixedPattern(row: Int, column: Int) -> FunctionPattern? {
    if let corner = FunctionPattern.corner(row: row, column: column) { return corner }
    let (below, right) = (rows - 1 - row, columns - 1 - column)
    if below < Self.subPatternSize, right < Self.subPatternSize {
      return .finder(isDark: max(abs(below - 2), abs(right - 2)) != 1)
    }
    // Dark modules around the corner, and a light one inside. Nine rows leave no room for the second row of the lower
    // left one, and seven rows none for the pattern.
    if below == 0, column < 3 { return .finder(isDark: true) }
    if below == 1, column < 2 { return .finder(isDark: column == 0) }
    if row < 2, right < 2 { return .finder(isDark: row == 0 || right == 0) }
    for centre in alignmentColumns where abs(column - centre) <= 1 {
      let vertical = min(row, below)
      if vertical <= 2 { return .alignment(isDark: vertical != 1 || column != centre) }
      if column == centre { return .timing(isDark: FunctionPattern.isTimingDark(row)) }
    }
    if row == 0 || below == 0 { return .timing(isDark: FunctionPattern.isTimingDark(column)) }
    if column == 0 || right == 0 { return .timing(isDark: FunctionPattern.isTimingDark(row)) }
    return nil
  }

  /// The places of bits 0…17 of the format information beside the finder pattern, downwards in columns.
  package static let firstFormatPlaces = (0..<18).map { (row: 1 + $0 % 5, column: 8 + $0 / 5) }

  /// The places of bits 0…17 beside the finder sub-pattern: three columns, and a row above the pattern.
  var secondFormatPlaces: [(row: Int, column: Int)] {
    (0..<15).map { (rows - 6 + $0 % 5, columns - 8 + $0 / 5) } + (0..<3).map { (rows - 6, columns - 5 + $0) }
  }

  /// The modules of the codewords in order, as row-major indices. The last column belongs to no pair.
  package var codewordModules: [Int] {
    FunctionPattern.codewordModules(around: functionPatterns, columns: columns, from: columns - 2)
  }
}
