import TextFormats

extension VerdictTable {
  /// Phones of one system for which every way in ends in the same way, in the order of their versions.
  public struct Column: Hashable, Sendable {
    public let handsets: [Handset]
    /// The case of each row on the first of these phones; `nil` where the scanner or browser does not run on them.
    public let cases: [Case?]

    /// The phones, as in `Android 13–16`, and as which version they are simulated, if not as their own.
    public var name: String {
      Handset.names(handsets, assumedVersion: cases.lazy.compactMap { $0?.shownVersion }.first)
    }
  }

  /// The columns of all systems: one for each run of neighbouring phones on which every row ends in the same way.
  public var columns: [Column] { Self.columns(of: [self]) }

  /// The columns that several tables of the same rows and phones have in common, as those of the first table.
  package static func columns(of tables: [VerdictTable]) -> [Column] {
    guard let rows = tables.first?.rows else { return [] }
    var columns: [Column] = []
    // The cases of all tables on the phones of the last column.
    var last: [[Case?]] = []
    for system in Handset.OperatingSystem.allCases {
      for handset in Self.handsets(of: tables[0], system) {
        let own = tables.map { table in
          rows.map { row in table.cases.first { $0.handset == handset && $0.entry == row } }
        }
        if let column = columns.last, column.handsets[0].system == system,
          zip(last.joined(), own.joined()).allSatisfy({ Self.endAlike($0, $1) })
        {
          columns[columns.count - 1] = Column(handsets: column.handsets + [handset], cases: column.cases)
        } else {
          columns.append(Column(handsets: [handset], cases: own[0]))
          last = own
        }
      }
    }
    return columns
  }

  /// Names the phones of some cases, as in `Android 13–16, iOS 17`.
  package static func phones(of cases: [Case], joinedBy separator: String = ", ") -> String {
    cases.grouped { $0.handset.system == $1.handset.system && $0.shownVersion == $1.shownVersion }
      .map { Handset.names($0.map(\.handset), assumedVersion: $0[0].shownVersion) }.joined(separator: separator)
  }

  private static func handsets(of table: VerdictTable, _ system: Handset.OperatingSystem) -> [Handset] {
    table.cases.map(\.handset).filter { $0.system == system }.uniqued.sorted { $0.version < $1.version }
  }

  /// Whether two cases differ in nothing but the phone.
  private static func endAlike(_ a: Case?, _ b: Case?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    // Of a version that no source is about, the last step says so.
    let isLater = b.handset.isLaterThanSources && a.ownSteps == b.ownSteps
    return a.verdict.outcome == b.verdict.outcome && (isLater || a.verdict.confidence == b.verdict.confidence)
      && a.verdict.remedy == b.verdict.remedy && a.verdict.reports == b.verdict.reports
      && a.shownVersion == b.shownVersion
      && a.afterwards?.place == b.afterwards?.place && (isLater || a.afterwards?.confidence == b.afterwards?.confidence)
  }
}

extension VerdictTable.Case {
  /// The steps without the last one of a version that no source is about, which says so.
  package var ownSteps: [Verdict.Step] {
    handset.isLaterThanSources && verdict.assumedVersion != nil ? verdict.steps.dropLast() : verdict.steps
  }

  /// As which version it is said to be simulated, if not as its own; of a version that the catalogue lists that goes without saying.
  fileprivate var shownVersion: Int? { handset.isLaterThanSources ? nil : verdict.assumedVersion }
}

extension Handset {
  /// Whether it exists, and no source is about its version.
  package var isLaterThanSources: Bool { Catalogue.builtIn.laterVersions(of: system).contains(version) }

  /// Names phones of one system, as in `Android 12`, `Android 13–16`, `Android 12, 14–15`.
  ///
  /// - Parameters:
  ///   - handsets: Phones of one system, in any order and also more than once.
  ///   - assumedVersion: As which version they are simulated, when that is not their own.
  package static func names(_ handsets: [Handset], assumedVersion: Int? = nil) -> String {
    guard let system = handsets.first?.system else { return "" }
    var runs: [ClosedRange<Int>] = []
    for version in Set(handsets.map(\.version)).sorted() {
      // After iOS 18 comes iOS 26.
      if let last = runs.last, system == .iOS, skippedByApple.upperBound + 1 == version,
        skippedByApple.lowerBound - 1 == last.upperBound
      {
        runs[runs.count - 1] = last.lowerBound...version
      } else {
        runs.append(version)
      }
    }
    let names = runs.map { $0.text() }
    let assumption = assumedVersion.map { " (as \($0), newest known)" } ?? ""
    return "\(system.name) \(names.joined(separator: ", "))\(assumption)"
  }
}
