import HostSystem
import KioskPrinting
import OutOfBand

/// A print run with its messages, shared by `print sheet` and `print label`.
struct PrintJob {
  var options: PrintListOptions
  var preparation: SymbolPreparation
  /// The name of the list, or of the message, in sentences.
  var name: String
  /// Whether there can be several rows.
  var isList = true

  /// The most objections that are printed; the others are only counted.
  private static let listed = 20

  /// Prints rows into a sink, and delivers the sink's file after success.
  ///
  /// - Parameters:
  ///   - stock: The name of the stock, for the report.
  ///   - isNative: Whether the printer draws the symbols.
  ///   - deliver: Delivers the finished file.
  func run(
    _ rows: () throws -> Result<PrintRow, MessageListError>?, into sink: any LabelSink, stock: String,
    isNative: Bool = false, deliver: () throws -> Void
  ) throws -> PrintRun.Summary {
    let reportFile = try options.report.map { try PendingFile($0) }
    let report = try reportFile.map { file in
      try PrintReport(stock: stock, preparation.conditions, isNative: isNative) { try file.append($0) }
    }
    var run = PrintRun(
      preparation, jobs: options.jobsOptions.number, isForced: options.force, skipsBad: options.skipBad)
    run.allowsRepeatedTokens = options.allowDuplicates
    let console = Console.current
    var refused = 0
    defer { console.endProgress() }
    let summary = try named {
      try run.run(rows, into: sink, report: report) { event in
        switch event {
        case .progress(let rows): console.progress("\(name): \(rows) \(rows == 1 ? "row" : "rows")")
        case .badRow(let objection):
          refused += 1
          // All rows that are left out are listed, because nothing else names them.
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

  /// Adds the list's name to an error of one of its rows.
  func named<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as MessageListError {
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
        : warning.count == 1 ? "line \(warning.firstLine)" : "\(warning.count) rows, first on line \(warning.firstLine)"
      Console.current.say("\(finding.severity) \(finding.rule.code) (\(place)): \(finding.message); \(finding.remedy)")
    }
  }

  private func sayNotes(on summary: PrintRun.Summary) {
    func rows(_ lines: [Int]) -> String {
      lines.count == 1 ? "line \(lines[0])" : "\(lines.count) rows, first on line \(lines[0])"
    }
    if !summary.cutCaptions.isEmpty {
      Console.current.say(
        "note: captions end in an ellipsis (\(rows(summary.cutCaptions))); use a smaller --font-size or more "
          + "--caption-lines")
    }
    if !summary.unknownCharacters.isEmpty {
      Console.current.say(
        "warning: no installed font has all characters of the captions (\(rows(summary.unknownCharacters))); install "
          + "one that does")
    }
  }

  /// Returns the failure for bad rows that must not be left out, or if no rows remain.
  private func failure(_ summary: PrintRun.Summary) -> CommandFailure? {
    let exitCode = summary.badRowsAreIllegible ? CommandFailure.unreadable : CommandFailure.refused
    if summary.bad > 0 && !isList {
      return CommandFailure(
        "nothing was written" + (summary.badRowsAreForcible ? "; use --force to print it anyway" : ""),
        exitCode: exitCode)
    }
    let listed = summary.bad > Self.listed ? " (the first \(Self.listed) are listed)" : ""
    if summary.bad > 0 && !options.skipBad {
      return CommandFailure(
        "\(summary.bad) of \(summary.rows) \(summary.rows == 1 ? "row is" : "rows are") bad\(listed); nothing was "
          + "written; use --skip-bad to leave bad rows out"
          + (summary.badRowsAreForcible ? ", --force to print them" : ""),
        exitCode: exitCode)
    }
    if summary.rows == 0 { return CommandFailure("the list has no rows; nothing was written") }
    if summary.symbols == 0 { return CommandFailure("all rows are bad; nothing was written", exitCode: exitCode) }
    return nil
  }
}

extension PrintRun.Summary {
  /// Describes the print in a sentence.
  ///
  /// - Parameter isNative: Whether the printer draws the symbols.
  func sentence(_ conditions: PrintConditions, isNative: Bool = false) -> String {
    func shown(_ range: ClosedRange<Int>?) -> String {
      guard let range else { return "" }
      return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
    }
    let dots = dots ?? 1...1
    var text = "version \(shown(versions)), \(shown(dots)) \(dots == 1...1 ? "dot" : "dots") per module ("
    let sizes = [dots.lowerBound, dots.upperBound].map {
      NumberFormat.shown(conditions.moduleSize($0), decimals: 2, isFixed: true)
    }
    text += sizes[0] == sizes[1] ? sizes[0] : "\(sizes[0])…\(sizes[1])"
    text += " mm)"
    text +=
      overruled > 0
      ? "; \(overruled) in spite of objections of the check or the trial"
      : isNative
        ? "; the printer draws the symbols; our drawings of them were read after dot gain, a dead dot and the blur at "
          + "\(Int(conditions.distance)) mm"
        : "; each was read after dot gain, a dead dot and the blur at \(Int(conditions.distance)) mm"
    if bad > 0 { text += "; \(bad) \(bad == 1 ? "row" : "rows") left out" }
    return text
  }
}
