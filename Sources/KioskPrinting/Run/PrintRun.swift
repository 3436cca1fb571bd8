import HostSystem
public import OutOfBand
import QRSymbology
public import Typesetting

/// A run that takes the rows of a list in batches, tests them in parallel, and prints the good ones in order.
public struct PrintRun: Sendable {
  public var preparation: SymbolPreparation
  /// Threads, 1 or more.
  public var jobs: Int
  /// Whether rows are printed despite forcible objections.
  public var isForced: Bool
  /// Whether bad rows are left out; otherwise nothing after a bad row is printed.
  public var skipsBad: Bool
  /// Whether several rows may have the same one-time token, of which only one can be redeemed.
  public var allowsRepeatedTokens = false

  public init(_ preparation: SymbolPreparation, jobs: Int = 1, isForced: Bool = false, skipsBad: Bool = false) {
    (self.preparation, self.jobs) = (preparation, jobs)
    (self.isForced, self.skipsBad) = (isForced, skipsBad)
  }

  /// An event while a list is printed.
  public enum Event: Sendable {
    /// A row is in the sink, which put its copies in these places if it has pages.
    case added(PreparedSymbol, [SheetWriter.Placement])
    /// So many rows have been processed.
    case progress(rows: Int)
    /// A row is bad; nothing after it is printed unless bad rows are left out.
    case badRow(PreparedSymbol.Objection)
  }

  /// The result of a whole list.
  public struct Summary: Sendable {
    /// The number of symbols, with copies.
    public var symbols = 0
    public var rows = 0
    public var bad = 0
    /// The number of further rows that were not examined, because all those before them were bad for one reason and
    /// nothing can be printed.
    public var unexamined = 0
    /// The reason, if all bad rows have the same.
    public var onlyReason: String?
    /// Whether every bad row is bad because its symbol is too small or does not scan.
    public var badRowsAreIllegible = true
    /// The range of versions; `nil` without symbols.
    public var versions: ClosedRange<Int>?
    /// The range of dots per module; `nil` without symbols.
    public var dots: ClosedRange<Int>?
    /// The number of rows that were printed only because the run is forced.
    public var overruled = 0
    /// The lowest predicted grade of print quality, with the line of the first row that has it; `nil` without symbols.
    public var worstGrade: (prediction: Preflight.Prediction, line: Int)?
    /// The check's findings on rows that were not refused, by code.
    public var warnings: [Warning] = []
    /// What happened to the captions that are not as they were given, with the lines of their rows.
    public var captions: [(line: Int, findings: CaptionFindings)] = []
  }

  /// A finding that some rows have.
  public struct Warning: Sendable {
    public var finding: Diagnostic
    /// The number of rows that have it.
    public var count: Int
    /// The line of the first of them.
    public var firstLine: Int
  }

  /// The number of rows that are prepared together.
  private static let batch = 128

  /// Prepares and prints rows. The sink is not finished, because the caller may discard its content.
  ///
  /// - Parameters:
  ///   - rows: Returns the next row, or the reason why it is bad, and `nil` at the end.
  ///   - sink: Takes the symbols that may be printed.
  ///   - printedTokens: Returns the lines and tokens of rows that earlier runs have printed, each once.
  ///   - observe: Called on the caller's thread.
  public func run(
    _ rows: () throws -> Result<PrintRow, MessageListError>?, into sink: any LabelSink,
    printedTokens: () -> [(line: Int, token: Secret)], observe: (Event) throws -> Void
  ) throws -> Summary {
    var summary = Summary()
    var tokens = TokenRegister()
    // By version and dots, on which the grades of a run depend.
    var predictions: [[Int]: Preflight.Prediction] = [:]
    // Of the rows that were read, some have a caption: the others are aligned with them.
    var hasCaptions = false
    func print(_ result: Result<PreparedSymbol, PreparedSymbol.Objection>) throws {
      var prepared = try result.get()
      let line = prepared.row.line
      summary.add(prepared.findings.filter { $0.severity == .warning || isForced }, line: line)
      if let objection = prepared.objection ?? objectionToToken(of: prepared, &tokens) {
        guard isForced else { throw objection }
        summary.overruled += 1
      }
      guard summary.bad == 0 || skipsBad else { return }
      summary.add(prepared.findings.filter { $0.severity == .note && !isForced }, line: line)
      let kind = [prepared.printed.symbol.version.number, prepared.printed.dots]
      let prediction = predictions[kind] ?? preparation.trial.prediction(of: prepared.printed)
      (predictions[kind], prepared.prediction) = (prediction, prediction)
      let added = try add(prepared, to: sink)
      try observe(.added(prepared, added.places))
      summary.add(prepared, added)
    }
    while let batch = try Self.batch(of: rows) {
      for (line, token) in printedTokens() { _ = tokens.line(ofEarlierUse: token, on: line) }
      hasCaptions = hasCaptions || batch.contains { (try? $0.get())?.caption != nil }
      for result in prepared(batch, isAligned: hasCaptions) {
        summary.rows += 1
        do { try print(result) } catch let objection as PreparedSymbol.Objection {
          summary.add(objection)
          try observe(.badRow(objection))
        }
      }
      try observe(.progress(rows: summary.rows))
      // Every further row would only repeat it.
      if summary.bad == summary.rows, summary.onlyReason != nil, !skipsBad, !isForced {
        while try rows() != nil { summary.unexamined += 1 }
      }
    }
    summary.warnings.sort { $0.finding.rule.code < $1.finding.rule.code }
    return summary
  }

  /// Returns the next rows; `nil` at the end.
  private static func batch(
    of rows: () throws -> Result<PrintRow, MessageListError>?
  ) throws -> [Result<PrintRow, MessageListError>]? {
    var batch: [Result<PrintRow, MessageListError>] = []
    while batch.count < Self.batch, let row = try rows() { batch.append(row) }
    return batch.isEmpty ? nil : batch
  }

  /// The objection to a one-time token that an earlier row has.
  private func objectionToToken(
    of prepared: PreparedSymbol, _ tokens: inout TokenRegister
  ) -> PreparedSymbol.Objection? {
    guard !allowsRepeatedTokens, let token = prepared.token,
      let earlier = tokens.line(ofEarlierUse: token, on: prepared.row.line)
    else { return nil }
    return .init(line: prepared.row.line, reason: TokenRegister.sentence(earlier: earlier))
  }

  /// Puts a symbol in the sink.
  ///
  /// - Throws: An objection if its caption does not fit.
  private func add(_ prepared: PreparedSymbol, to sink: any LabelSink) throws -> AddedLabels {
    let line = prepared.row.line
    do { return try sink.add(prepared) } catch let fault as PrintFault where line > 0 {
      throw MessageListError(line: line, reason: "\(fault)")
    } catch let error as TypesettingFailure {
      switch error {
      case .captionDoesNotFit: throw PreparedSymbol.Objection(line: line, reason: "\(error)", isIllegible: true)
      case .unknownCharacters: throw PreparedSymbol.Objection(line: line, reason: "\(error)")
      case .failed, .unknownFont, .wordsDoNotFit: throw error
      }
    }
  }

  private func prepared(
    _ batch: [Result<PrintRow, MessageListError>], isAligned: Bool
  ) -> [Result<PreparedSymbol, PreparedSymbol.Objection>] {
    let preparation = preparation
    return ParallelWork.map(batch.count, jobs: jobs) { index in
      switch batch[index] {
      case .failure(let failure): .failure(.init(line: failure.line, reason: failure.reason, fields: failure.fields))
      case .success(let row):
        Result { () throws(PreparedSymbol.Objection) in try preparation.prepare(row, isAligned: isAligned) }
      }
    }
  }
}

extension PrintRun.Summary {
  fileprivate mutating func add(_ objection: PreparedSymbol.Objection) {
    onlyReason = bad == 0 || onlyReason == objection.reason ? objection.reason : nil
    bad += 1
    badRowsAreIllegible = badRowsAreIllegible && objection.isIllegible
  }

  fileprivate mutating func add(_ findings: [Diagnostic], line: Int) {
    for finding in findings {
      if let index = warnings.firstIndex(where: { $0.finding.rule.code == finding.rule.code }) {
        warnings[index].count += 1
      } else {
        warnings.append(PrintRun.Warning(finding: finding, count: 1, firstLine: line))
      }
    }
  }

  fileprivate mutating func add(_ prepared: PreparedSymbol, _ added: AddedLabels) {
    symbols += prepared.row.copies
    versions = versions.including(prepared.printed.symbol.version.number)
    dots = dots.including(prepared.printed.dots)
    if let prediction = prepared.prediction, worstGrade.map({ prediction.letter < $0.prediction.letter }) ?? true {
      worstGrade = (prediction, prepared.row.line)
    }
    if added.caption != CaptionFindings() { captions.append((prepared.row.line, added.caption)) }
  }
}

extension ClosedRange<Int>? {
  fileprivate func including(_ value: Int) -> ClosedRange<Int> {
    guard let range = self else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }
}
