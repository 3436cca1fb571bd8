import HostSystem
public import OutOfBand
import QRSymbology

/// Takes the rows of a list one batch at a time, tries them in parallel, and hands on what may be printed, in order.
public struct PrintRun: Sendable {
  public var preparation: SymbolPreparation
  /// Threads, 1 or more.
  public var jobs: Int
  /// Whether rows are printed although something speaks against them.
  public var isForced: Bool
  /// Whether bad rows are left out, rather than ending the run.
  public var skipsBad: Bool

  public init(_ preparation: SymbolPreparation, jobs: Int = 1, isForced: Bool = false, skipsBad: Bool = false) {
    (self.preparation, self.jobs) = (preparation, jobs)
    (self.isForced, self.skipsBad) = (isForced, skipsBad)
  }

  /// What happens while a list is printed.
  public enum Event: Sendable {
    /// So many rows have been dealt with.
    case progress(rows: Int)
    /// A row is bad; nothing of what follows is printed unless bad rows are left out.
    case badRow(PreparedSymbol.Objection)
  }

  /// What a whole list came to.
  public struct Summary: Sendable {
    /// With copies.
    public var symbols = 0
    public var rows = 0
    public var bad = 0
    /// Whether every bad row is one because its symbol is too small or does not scan.
    public var badRowsAreIllegible = true
    /// Whether forcing would print all the bad rows.
    public var badRowsAreForcible = true
    /// Of the symbols, or `nil` when there are none.
    public var versions: ClosedRange<Int>?
    /// Dots per module of the symbols, or `nil` when there are none.
    public var dots: ClosedRange<Int>?
    /// Rows that were printed because the run is forced.
    public var overruled = 0
    /// What the check found on the rows that were not refused, by code.
    public var warnings: [Warning] = []
    /// Lines of rows whose caption ended in an ellipsis.
    public var cutCaptions: [Int] = []
    /// Lines of rows whose caption has characters that no installed font has.
    public var unknownCharacters: [Int] = []
  }

  /// A finding on some rows.
  public struct Warning: Sendable {
    public var finding: Diagnostic
    /// Rows that have it.
    public var count: Int
    /// The line of the first of them.
    public var firstLine: Int
  }

  /// Rows that are prepared together.
  private static let batch = 128

  /// Prepares and prints rows. The sink is not finished, as the caller may not want what it holds.
  ///
  /// - Parameters:
  ///   - rows: Gives the next row, or why it is bad, and `nil` at the end.
  ///   - report: Told of every symbol.
  ///   - observe: Called in the thread of the caller.
  public func run(
    _ rows: () throws -> Result<PrintRow, PrintListError>?, into sink: any LabelSink, report: PrintReport? = nil,
    observe: (Event) -> Void = { _ in }
  ) throws -> Summary {
    var summary = Summary()
    while true {
      var batch: [Result<PrintRow, PrintListError>] = []
      while batch.count < Self.batch, let row = try rows() { batch.append(row) }
      if batch.isEmpty { break }
      for result in prepared(batch) {
        summary.rows += 1
        switch result {
        case .failure(let objection):
          summary.add(objection)
          observe(.badRow(objection))
        case .success(let prepared):
          for finding in prepared.findings where finding.severity == .warning || isForced {
            summary.add(finding, line: prepared.row.line)
          }
          if let objection = prepared.objection {
            guard isForced else {
              summary.add(objection)
              observe(.badRow(objection))
              continue
            }
            summary.overruled += 1
          }
          guard summary.bad == 0 || skipsBad else { continue }
          let added: AddedLabels
          do { added = try sink.add(prepared) } catch let error as PrinterLanguageError where prepared.row.line > 0 {
            throw PrintListError(line: prepared.row.line, reason: "\(error)")
          }
          try report?.add(prepared, added.places)
          summary.add(prepared, added)
        }
      }
      observe(.progress(rows: summary.rows))
    }
    summary.warnings.sort { $0.finding.rule.code < $1.finding.rule.code }
    return summary
  }

  private func prepared(
    _ batch: [Result<PrintRow, PrintListError>]
  ) -> [Result<PreparedSymbol, PreparedSymbol.Objection>] {
    let preparation = preparation
    return ParallelWork.map(batch.count, jobs: jobs) { index in
      switch batch[index] {
      case .failure(let failure): .failure(PreparedSymbol.Objection(line: failure.line, reason: failure.reason))
      case .success(let row): Result { () throws(PreparedSymbol.Objection) in try preparation.prepare(row) }
      }
    }
  }
}

extension PrintRun.Summary {
  fileprivate mutating func add(_ objection: PreparedSymbol.Objection) {
    bad += 1
    badRowsAreIllegible = badRowsAreIllegible && objection.isIllegible
    badRowsAreForcible = badRowsAreForcible && objection.isForcible
  }

  fileprivate mutating func add(_ finding: Diagnostic, line: Int) {
    if let index = warnings.firstIndex(where: { $0.finding.rule.code == finding.rule.code }) {
      warnings[index].count += 1
    } else {
      warnings.append(PrintRun.Warning(finding: finding, count: 1, firstLine: line))
    }
  }

  fileprivate mutating func add(_ prepared: PreparedSymbol, _ added: AddedLabels) {
    symbols += prepared.row.copies
    versions = versions.including(prepared.printed.symbol.version.number)
    dots = dots.including(prepared.printed.dots)
    if added.isCaptionCut { cutCaptions.append(prepared.row.line) }
    if added.unknownCharacters > 0 { unknownCharacters.append(prepared.row.line) }
  }
}

extension ClosedRange<Int>? {
  fileprivate func including(_ value: Int) -> ClosedRange<Int> {
    guard let range = self else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }
}
