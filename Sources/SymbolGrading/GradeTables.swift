/// The limits of grades.
///
/// ISO/IEC 15415:2011, clause 7.8, and for parts of the symbol the annex on print quality of ISO/IEC 18004. The quiet zone
/// is graded like a finder pattern, to which that annex counts it. Format and version information are graded like a finder
/// pattern, by the better of their copies, as a reader uses either.
enum GradeTables {
  static let contrast = [0.70, 0.55, 0.40, 0.20]
  static let modulation = [0.50, 0.40, 0.30, 0.20]
  static let unusedCorrection = [0.62, 0.50, 0.37, 0.25]
  static let axial = [0.06, 0.08, 0.10, 0.12]
  static let grid = [0.38, 0.50, 0.63, 0.75]
  /// Damaged modules.
  static let finder = [0.0, 1, 2, 3]
  /// Shares of damaged modules.
  static let timing = [0.0, 0.07, 0.11, 0.14]
  static let alignment = [0.0, 0.10, 0.20, 0.30]

  /// The diameter of the aperture in modules.
  static let aperture = 0.8

  /// Combines how weak modules or codewords are with what that number of them means: for each grade, those below it count
  /// as damaged, and the result is the best grade that both support.
  ///
  /// - Parameters:
  ///   - grades: The grade of each by its modulation.
  ///   - notional: The grade when those at the indices are damaged.
  static func overlaid(
    _ grades: [SymbolGrade.Grade], _ notional: (_ damaged: [Int]) -> SymbolGrade.Grade
  ) -> SymbolGrade.Grade {
    SymbolGrade.Grade.allCases.map { level in
      min(level, notional(grades.indices.filter { grades[$0] < level }))
    }.max() ?? .f
  }
}
