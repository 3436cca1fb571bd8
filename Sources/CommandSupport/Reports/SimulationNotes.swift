package import HandsetSimulation
import TextFormats

/// What is said below a table: what to change, and who says otherwise. Cells carry the marks.
package struct SimulationNotes {
  private let cases: [VerdictTable.Case]
  /// What would make it work, once for each cause.
  private let remedies: [String]
  private let reports: [Verdict.Report]

  package init(_ cases: [VerdictTable.Case]) {
    self.cases = cases
    (remedies, reports) = (cases.compactMap(Self.remedy).uniqued, cases.flatMap(\.verdict.reports).uniqued)
  }

  /// A remedy for a verdict that does not lead to the app.
  private static func remedy(_ one: VerdictTable.Case) -> String? {
    one.verdict.outcome.reachesApp ? nil : one.verdict.remedy
  }

  /// The marks of a case, as in ` [1] (a)`.
  package func marks(_ one: VerdictTable.Case) -> String {
    let fix = Self.remedy(one).flatMap(remedies.firstIndex).map { " [\($0 + 1)]" } ?? ""
    return fix + one.verdict.reports.compactMap(reports.firstIndex).sorted().map { " (\(Self.letter($0)))" }.joined()
  }

  /// The lines: remedies with the rows that they mend, and reports.
  ///
  /// - Parameter isShort: Whether the rows are left out, and reports are only counted.
  package func text(isShort: Bool = false) -> String {
    let fixes = remedies.enumerated().map { index, remedy in
      "  [\(index + 1)] fix: \(remedy)\n"
        + (isShort ? "" : "      for \(rows(cases.filter { Self.remedy($0) == remedy }))\n")
    }
    if isShort, reports.count > 1 {
      let last = Self.letter(reports.count - 1)
      return fixes.joined() + "  (a) to (\(last)): contradicting reports, which --why prints\n"
    }
    let buts = reports.enumerated().map { index, report in
      "  (\(Self.letter(index))) contradicting report: \(report.what) (\(report.source))\n"
    }
    return (fixes + buts).joined()
  }

  /// The line that explains the marks of confidence.
  package static func legend(_ cases: [VerdictTable.Case]) -> String {
    // A later version shares the column, and the mark, of the newest that sources are about.
    let later = cases.filter { $0.handset.isLaterThanSources && $0.verdict.outcome.isAnswer }
    let own = cases.allSatisfy(\.handset.isLaterThanSources) ? cases : cases.filter { !$0.handset.isLaterThanSources }
    let used = Verdict.Confidence.allCases.filter { confidence in
      own.contains { one in
        (one.verdict.outcome.isAnswer && one.verdict.confidence == confidence)
          || (one.afterwards?.place ?? .unknown) != .unknown && one.afterwards?.confidence == confidence
      }
    }
    let words = used.map { "\($0.mark) \($0.words)" }
    let rest =
      later.first.map { "; \(VerdictTable.phones(of: later)): inferred from \($0.verdict.assumedVersion ?? 0)" } ?? ""
    return words.isEmpty ? "" : "  confidence: \(words.joined(separator: ", "))\(rest)\n"
  }

  /// The rows of some cases, with their phones where others of the row are not among them.
  private func rows(_ some: [VerdictTable.Case]) -> String {
    some.grouped { $0.entry == $1.entry }.map { own in
      let entry = own[0].entry
      let isWhole = own.count == cases.count { $0.entry == entry }
      return entry.name + (isWhole ? "" : " on \(VerdictTable.phones(of: own))")
    }.joined(separator: "; ")
  }

  /// `a`, `b`, …, `z`, `aa`, ….
  private static func letter(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
    return index < 26 ? letter : Self.letter(index / 26 - 1) + letter
  }
}

extension Verdict.Outcome {
  /// Whether a source, or a combination of sources, says it.
  var isAnswer: Bool { self != .unknown && self != .notPossible }
}

extension Verdict.Confidence {
  /// One letter for a cell.
  var mark: String {
    switch self {
    case .vendor: "v"
    case .code: "c"
    case .field: "f"
    case .inferred: "i"
    case .none: "?"
    }
  }

  fileprivate var words: String {
    switch self {
    case .vendor: "vendor"
    case .code: "source code"
    case .field: "field report"
    case .inferred: "inferred"
    case .none: "no source"
    }
  }
}
