import HostSystem
import KioskPrinting
import OutOfBand
import QRSymbology
import Synchronization
import TextFormats

/// Takes the rows of a list one batch at a time, tries them in parallel, and hands on what may be printed, in order.
struct PrintRun {
  var preparation: SymbolPreparation
  var jobs: Int
  var isForced: Bool
  var skipsBad: Bool
  /// Where warnings and summaries are printed, and how the list is called in them.
  var name: String

  /// What a whole list came to.
  struct Summary {
    var symbols = 0
    var rows = 0
    var bad = 0
    /// The exit code that the bad rows ask for: 5 when all of them are too small or do not scan.
    var exitCode: Int32 = CommandFailure.unreadable
    var versions: ClosedRange<Int>?
    var dots: ClosedRange<Int>?
    var overruled = 0
    /// Whether --force would print all the bad rows.
    var isForcible = true
  }

  /// Objections that are printed; more are counted.
  fileprivate static let told = 20
  private static let batch = 128

  /// - Parameter print: Takes each symbol that may be printed. It is not called any more after a bad row, unless bad rows
  ///   are left out.
  func run(
    _ rows: () throws -> Result<PrintRow, CSVReader.Failure>?, print: (PreparedSymbol) throws -> Void
  ) throws -> Summary {
    var summary = Summary()
    var warnings: [String: (count: Int, first: Int, finding: Diagnostic)] = [:]
    defer { Console.current.endProgress() }
    while true {
      var batch: [Result<PrintRow, CSVReader.Failure>] = []
      while batch.count < Self.batch, let row = try rows() { batch.append(row) }
      if batch.isEmpty { break }
      for result in prepared(batch) {
        summary.rows += 1
        switch result {
        case .failure(let objection): tell(objection, &summary)
        case .success(let prepared):
          for finding in prepared.findings where finding.severity == .warning || isForced {
            let earlier = warnings[finding.rule.code]
            warnings[finding.rule.code] = (
              (earlier?.count ?? 0) + 1, earlier?.first ?? prepared.row.line, earlier?.finding ?? finding
            )
          }
          if let objection = prepared.objection {
            guard isForced else {
              tell(objection, &summary)
              continue
            }
            summary.overruled += 1
          }
          guard summary.bad == 0 || skipsBad else { continue }
          try print(prepared)
          summary.symbols += prepared.row.copies
          summary.versions = summary.versions.including(prepared.printed.symbol.version.number)
          summary.dots = summary.dots.including(prepared.printed.dots)
        }
      }
      Console.current.progress("\(name): \(summary.rows) rows")
    }
    Console.current.endProgress()
    for (code, warning) in warnings.sorted(by: { $0.key < $1.key }) {
      let place =
        warning.first == 0
        ? name : warning.count == 1 ? "line \(warning.first)" : "\(warning.count) rows, first line \(warning.first)"
      Console.current.say(
        "\(warning.finding.severity) \(code) (\(place)): \(warning.finding.message); \(warning.finding.remedy)")
    }
    return summary
  }

  private func prepared(
    _ batch: [Result<PrintRow, CSVReader.Failure>]
  ) -> [Result<PreparedSymbol, PreparedSymbol.Objection>] {
    let results = Results(count: batch.count)
    let preparation = preparation
    ParallelWork.forEach(batch.count, jobs: jobs) { index in
      results[index] =
        switch batch[index] {
        case .failure(let failure): .failure(PreparedSymbol.Objection(line: failure.line, reason: failure.reason))
        case .success(let row): Result { () throws(PreparedSymbol.Objection) in try preparation.prepare(row) }
        }
    }
    return results.all
  }

  private func tell(_ objection: PreparedSymbol.Objection, _ summary: inout Summary) {
    summary.bad += 1
    if objection.exitCode != CommandFailure.unreadable { summary.exitCode = objection.exitCode }
    summary.isForcible = summary.isForcible && objection.isForcible
    // Rows that are left out are all listed, as nothing else tells of them.
    if summary.bad > Self.told && !skipsBad { return }
    Console.current.endProgress()
    Console.current.say(
      "\(name)\(objection.line > 0 ? ", line \(objection.line)" : ""): \(objection.reason)"
        + (skipsBad ? "; left out" : ""))
  }

  /// Results at their places, from several threads.
  private final class Results: Sendable {
    private let kept: Mutex<[Result<PreparedSymbol, PreparedSymbol.Objection>?]>

    init(count: Int) { kept = Mutex(Array(repeating: nil, count: count)) }

    subscript(index: Int) -> Result<PreparedSymbol, PreparedSymbol.Objection>? {
      get { kept.withLock { $0[index] } }
      set { kept.withLock { $0[index] = newValue } }
    }

    var all: [Result<PreparedSymbol, PreparedSymbol.Objection>] { kept.withLock { $0.compactMap { $0 } } }
  }
}

extension ClosedRange<Int>? {
  fileprivate func including(_ value: Int) -> ClosedRange<Int> {
    guard let range = self else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }
}

extension PrintRun.Summary {
  /// What ends the command when rows were bad and must not be left out, or nothing is left.
  ///
  /// - Parameter isList: Whether there could be other rows.
  func failure(skipsBad: Bool, isList: Bool = true) -> CommandFailure? {
    if bad > 0 && !isList {
      return CommandFailure(
        "nothing was written" + (isForcible ? "; --force insists" : ""), exitCode: exitCode)
    }
    let listed = bad > PrintRun.told ? " (the first \(PrintRun.told) are listed)" : ""
    if bad > 0 && !skipsBad {
      return CommandFailure(
        "\(bad) of \(rows) \(rows == 1 ? "row is" : "rows are") bad\(listed); nothing was written; --skip-bad leaves "
          + "bad rows out" + (isForcible ? ", --force prints them" : ""),
        exitCode: exitCode)
    }
    if rows == 0 { return CommandFailure("the list has no rows; nothing was written") }
    if symbols == 0 { return CommandFailure("no row is left; nothing was written", exitCode: exitCode) }
    return nil
  }

  /// What was printed, in a sentence.
  ///
  /// - Parameter isNative: Whether the printer makes the symbols.
  func sentence(_ conditions: PrintConditions, isNative: Bool = false) -> String {
    func shown(_ range: ClosedRange<Int>?) -> String {
      guard let range else { return "" }
      return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
    }
    let dots = dots ?? 1...1
    var text = "version \(shown(versions)), \(shown(dots)) dots a module ("
    let sizes = [dots.lowerBound, dots.upperBound].map {
      Length.shown(conditions.moduleSize($0), decimals: 2, isFixed: true)
    }
    text += sizes[0] == sizes[1] ? sizes[0] : "\(sizes[0])…\(sizes[1])"
    text += " mm)"
    text +=
      overruled > 0
      ? "; \(overruled) against what the check or the trial print says"
      : isNative
        ? "; the printer makes the symbols, of which ours was read after dot gain, a dead dot and the blur of "
          + "\(Int(conditions.distance)) mm"
        : "; each was read after dot gain, a dead dot and the blur of \(Int(conditions.distance)) mm"
    if bad > 0 { text += "; \(bad) \(bad == 1 ? "row" : "rows") left out" }
    return text
  }
}
