import HostSystem
import KioskPrinting
import OutOfBand

/// A print run with what it has to say: what `print sheet` and `print label` have in common.
struct PrintJob {
  var options: PrintListOptions
  var preparation: SymbolPreparation
  /// What the list, or the message, is called in sentences.
  var name: String
  /// Whether there could be other rows.
  var isList = true

  /// Objections that are printed; more are counted.
  private static let listed = 20

  /// Prints rows into a sink, and gives the sink's file its name when all went well.
  ///
  /// - Parameters:
  ///   - stock: Its name, for the report.
  ///   - isNative: Whether the printer draws the symbols.
  ///   - deliver: Hands over the finished file.
  func run(
    _ rows: () throws -> Result<PrintRow, PrintListError>?, into sink: any LabelSink, stock: String,
    isNative: Bool = false, deliver: () throws -> Void
  ) throws -> PrintRun.Summary {
    let reportFile = try options.report.map { try PendingFile($0) }
    let report = try reportFile.map { file in
      try PrintReport(stock: stock, preparation.conditions, isNative: isNative) { try file.append($0) }
    }
    let run = PrintRun(
      preparation, jobs: options.jobsOptions.number, isForced: options.force, skipsBad: options.skipBad)
    let console = Console.current
    var refused = 0
    defer { console.endProgress() }
    let summary = try named {
      try run.run(rows, into: sink, report: report) { event in
        switch event {
        case .progress(let rows): console.progress("\(name): \(rows) rows")
        case .badRow(let objection):
          refused += 1
          // Rows that are left out are all listed, as nothing else names them.
          if refused <= Self.listed || options.skipBad { say(objection) }
        }
      }
    }
    console.endProgress()
    say(summary.warnings)
    if let failure = failure(summary) { throw failure }
    try sink.finish()
    sayNotes(on: summary)
    try deliver()
    try report?.finish()
    try reportFile?.commit()
    return summary
  }

  /// Names the list in what is wrong with one of its rows.
  func named<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as PrintListError {
      throw CommandFailure("\(name == "-" ? "standard input" : name), \(error)")
    }
  }

  private func say(_ objection: PreparedSymbol.Objection) {
    Console.current.endProgress()
    Console.current.say(
      "\(name)\(objection.line > 0 ? ", line \(objection.line)" : ""): \(objection.reason)"
        + (options.skipBad ? "; left out" : ""))
  }

  private func say(_ warnings: [PrintRun.Warning]) {
    for warning in warnings {
      let finding = warning.finding
      let place =
        warning.firstLine == 0
        ? name
        : warning.count == 1 ? "line \(warning.firstLine)" : "\(warning.count) rows, first line \(warning.firstLine)"
      Console.current.say("\(finding.severity) \(finding.rule.code) (\(place)): \(finding.message); \(finding.remedy)")
    }
  }

  private func sayNotes(on summary: PrintRun.Summary) {
    func rows(_ lines: [Int]) -> String {
      lines.count == 1 ? "line \(lines[0])" : "\(lines.count) rows, first line \(lines[0])"
    }
    if !summary.cutCaptions.isEmpty {
      Console.current.say(
        "note: captions end in an ellipsis (\(rows(summary.cutCaptions))); a smaller --font-size or more "
          + "--caption-lines help")
    }
    if !summary.unknownCharacters.isEmpty {
      Console.current.say(
        "warning: no font here has all characters of the captions (\(rows(summary.unknownCharacters))); install one "
          + "that has")
    }
  }

  /// What ends the command when rows were bad and must not be left out, or nothing is left.
  private func failure(_ summary: PrintRun.Summary) -> CommandFailure? {
    let exitCode = summary.badRowsAreIllegible ? CommandFailure.unreadable : CommandFailure.refused
    if summary.bad > 0 && !isList {
      return CommandFailure(
        "nothing was written" + (summary.badRowsAreForcible ? "; --force insists" : ""), exitCode: exitCode)
    }
    let listed = summary.bad > Self.listed ? " (the first \(Self.listed) are listed)" : ""
    if summary.bad > 0 && !options.skipBad {
      return CommandFailure(
        "\(summary.bad) of \(summary.rows) \(summary.rows == 1 ? "row is" : "rows are") bad\(listed); nothing was "
          + "written; --skip-bad leaves bad rows out" + (summary.badRowsAreForcible ? ", --force prints them" : ""),
        exitCode: exitCode)
    }
    if summary.rows == 0 { return CommandFailure("the list has no rows; nothing was written") }
    if summary.symbols == 0 { return CommandFailure("no row is left; nothing was written", exitCode: exitCode) }
    return nil
  }
}

extension PrintRun.Summary {
  /// What was printed, in a sentence.
  ///
  /// - Parameter isNative: Whether the printer draws the symbols.
  func sentence(_ conditions: PrintConditions, isNative: Bool = false) -> String {
    func shown(_ range: ClosedRange<Int>?) -> String {
      guard let range else { return "" }
      return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
    }
    let dots = dots ?? 1...1
    var text = "version \(shown(versions)), \(shown(dots)) dots per module ("
    let sizes = [dots.lowerBound, dots.upperBound].map {
      NumberFormat.shown(conditions.moduleSize($0), decimals: 2, isFixed: true)
    }
    text += sizes[0] == sizes[1] ? sizes[0] : "\(sizes[0])…\(sizes[1])"
    text += " mm)"
    text +=
      overruled > 0
      ? "; \(overruled) against what the check or the trial print says"
      : isNative
        ? "; the printer draws the symbols; our drawings of them were read after dot gain, a dead dot and the blur of "
          + "\(Int(conditions.distance)) mm"
        : "; each was read after dot gain, a dead dot and the blur of \(Int(conditions.distance)) mm"
    if bad > 0 { text += "; \(bad) \(bad == 1 ? "row" : "rows") left out" }
    return text
  }
}
