import CommandSupport
import HostSystem
import KioskPrinting
import OutOfBand
import SymbolGrading
import TextFormats
import Typesetting

/// A print run with its messages, shared by `print sheet` and `print label`.
struct PrintJob {
  var options: PrintListOptions
  var preparation: SymbolPreparation
  /// The name of the list, or of the message, in sentences.
  var name: String
  /// The columns of the list that are not printed.
  var unprintedColumns: [String] = []
  /// Whether a smaller symbol would leave more room for captions.
  var symbolsGiveWay = false
  /// Whether there can be several rows.
  var isList = true

  /// The most reasons, and lines of a reason, that are printed; the others are only counted.
  private static let (listed, listedLines) = (20, 10)

  /// The lines of bad rows by reason, in the order in which the reasons first occur, up to one more than is printed.
  private typealias BadRows = [(reason: String, lines: [Int])]

  /// Prints rows into a sink, and delivers the sink's file after success.
  ///
  /// - Parameters:
  ///   - rows: Returns the next row of the list.
  ///   - stock: The name of the stock, for the report.
  ///   - isNative: Whether the printer draws the symbols.
  ///   - output: The sink's file.
  /// - Returns: `nil` if a resumed run has nothing to print.
  func run(
    _ rows: () throws -> Result<PrintRow, MessageListError>?, into sink: any LabelSink, stock: String,
    isNative: Bool = false, _ output: PrintOutput
  ) throws -> PrintRun.Summary? {
    let resumed = try options.resume.map { try ResumedRun($0, again: options.again) }
    let wanted = resumed?.rows ?? options.rows
    let report = try output.beginReport(
      stock: stock, preparation.conditions, rows: wanted.map { "\($0)" }, isNative: isNative)
    var run = PrintRun(
      preparation, jobs: options.jobsOptions.number, isForced: options.force, skipsBad: options.skipBad)
    run.allowsRepeatedTokens = options.allowDuplicates
    var badRows: BadRows = []
    defer { Console.current.endProgress() }
    var lines: Set<Int> = []
    let summary = try named {
      try run.run(
        { try next(of: rows, wanted, resumed) { if wanted != nil { lines.insert($0) } } }, into: sink,
        printedTokens: { resumed?.takeTokens() ?? [] }
      ) { try observe($0, &badRows, output, report) }
    }
    Console.current.endProgress()
    if let resumed {
      try resumed.finish()
      resumed.say()
      if resumed.isComplete { return nil }
    }
    sayRepetitions(of: badRows)
    // Notes are shown only if labels are printed.
    say(summary.warnings.filter { $0.finding.severity > .note || summary.bad == 0 || options.skipBad })
    if let missing = wanted?.parts(without: lines), !missing.isEmpty {
      Console.current.say("note: --rows names lines on which no row begins: \(missing.joined(separator: ", "))")
    }
    if let failure = failure(summary, reasons: badRows.count) { throw failure }
    try sink.finish()
    sayNotes(on: summary, isNative: isNative)
    try output.deliver(after: resumed?.earlier ?? [])
    return summary
  }

  /// Returns the next row on one of the given lines, or on any; of a resumed run, the next that is to be printed.
  ///
  /// - Parameter count: Gets the line of every row on one of the given lines.
  private func next(
    of rows: () throws -> Result<PrintRow, MessageListError>?, _ wanted: ListRows?, _ resumed: ResumedRun?,
    count: (Int) -> Void
  ) throws -> Result<PrintRow, MessageListError>? {
    while let row = try rows() {
      if let wanted, !wanted.contains(row.line) {
        if row.line > wanted.last { return nil }
        continue
      }
      count(row.line)
      guard let resumed else { return row }
      if let missing = try resumed.missing(of: row) { return missing }
    }
    return nil
  }

  private func observe(
    _ event: PrintRun.Event, _ badRows: inout BadRows, _ output: PrintOutput, _ report: PrintReport?
  ) throws {
    switch event {
    case .added(let prepared, let places):
      try report?.add(prepared, places)
      output.add(line: prepared.row.line, copies: prepared.row.copies)
    case .progress(let rows): Console.current.progress("\(name): \(rows) \(rows == 1 ? "row" : "rows")")
    case .badRow(let objection):
      report?.add(objection)
      let known = badRows.firstIndex { $0.reason == objection.reason }
      if let known {
        badRows[known].lines.append(objection.line)
      } else if badRows.count <= Self.listed {
        badRows.append((objection.reason, [objection.line]))
      }
      // A reason is printed when it first occurs. All rows that are left out are listed, because nothing else names them.
      if known == nil && badRows.count <= Self.listed || options.skipBad {
        say(objection, isFirst: badRows.count == 1 && badRows[0].lines.count == 1)
      }
    }
  }

  /// Prints the lines of bad rows whose reason was printed for an earlier one.
  private func sayRepetitions(of badRows: BadRows) {
    guard !options.skipBad, badRows.count > 1 else { return }
    for (_, lines) in badRows.prefix(Self.listed) where lines.count > 1 {
      let shown = lines.dropFirst().prefix(Self.listedLines).map(String.init).joined(separator: ", ")
      let more = lines.count - 1 - Self.listedLines
      Console.current.say(
        "\(name), \(lines.count == 2 ? "line" : "lines") \(shown)\(more > 0 ? " and \(more) more" : ""): same reason as "
          + "line \(lines[0])")
    }
  }

  /// Adds the list's name to an error of one of its rows.
  func named<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as MessageListError where !error.lacksMessageColumn {
      throw CommandFailure("\(CommandFailure.name(ofList: name)), \(error)\(encodingRemedy(error.reason))")
    } catch { throw CommandFailure.naming(name, in: error) }
  }

  private func encodingRemedy(_ reason: String) -> String {
    reason.contains("save the list as UTF-8") ? ", or give --encoding windows-1252 if it comes from Excel" : ""
  }

  private func say(_ objection: PreparedSymbol.Objection, isFirst: Bool) {
    Console.current.endProgress()
    // As much of the first bad row as finds it in a spreadsheet.
    let row = isFirst ? objection.fields?.map { "'\($0.prefix(24))\($0.count > 24 ? "…" : "")'" } : nil
    Console.current.say(
      "\(CommandFailure.name(ofList: name))\(objection.line > 0 ? ", line \(objection.line)" : ""): \(objection.reason)"
        + encodingRemedy(objection.reason) + (row.map { "; the row has \($0.joined(separator: ", "))" } ?? "")
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

  private func sayNotes(on summary: PrintRun.Summary, isNative: Bool) {
    /// A single message has no line.
    func rows(_ lines: [Int]) -> String {
      guard isList else { return "" }
      return lines.count == 1 ? " (line \(lines[0]))" : " (\(lines.count) rows, first on line \(lines[0]))"
    }
    if !unprintedColumns.isEmpty {
      let (names, count) = (unprintedColumns.prefix(8).map { "'\($0)'" }, unprintedColumns.count)
      let captions = unprintedColumns.prefix(2).map { "{\($0)}" }.joined(separator: "\\n")
      Console.current.say(
        "note: the \(count == 1 ? "column" : "columns") \(names.joined(separator: ", "))\(count > 8 ? " …" : "") "
          + "\(count == 1 ? "is" : "are") not printed; --caption \(ShellText.word(captions)) prints "
          + (count == 1 ? "it" : count == 2 ? "them" : "the first two"))
    }
    if let worst = summary.worstGrade, worst.prediction.letter.rawValue < PrinterProfile.leastGrade {
      let remedies = worst.prediction.remedies.map { "\($0)" }.joined(separator: "; ")
      Console.current.say(
        "warning: expected print grade \(worst.prediction.letter)\(rows([worst.line]))"
          + (remedies.isEmpty ? "" : ": " + remedies)
      )
    }
    let cut = summary.captions.filter(\.findings.isCut)
    if !cut.isEmpty {
      // One that fits at no size leaves only the lines; a smaller size for one row is a smaller size for all.
      let size = isList || isNative ? nil : cut[0].findings.largestSize
      let lines = cut.map(\.findings.leastLines)
      let remedy =
        if isNative {
          "use more --caption-lines"
        } else if let most = lines.compactMap(\.self).max(), !lines.contains(nil) {
          "use --caption-lines \(most)"
        } else { "use a larger label" + (symbolsGiveWay ? ", or a smaller --distance, for a smaller symbol" : "") }
      Console.current.say(
        "note: \(isList ? "captions end" : "the caption ends") in an ellipsis\(rows(cut.map(\.line))); "
          + (size.map { "--font-size \($0) fits, or " } ?? "") + remedy)
    }
    let broken = summary.captions.filter { $0.findings.isBroken && !$0.findings.isCut }
    if !broken.isEmpty {
      Console.current.say(
        "note: a word is wider than the space for the caption, and broken\(rows(broken.map(\.line))); use a larger "
          + "label, or other words")
    }
    let unknown = summary.captions.filter { !$0.findings.unknownCharacters.isEmpty }
    if !unknown.isEmpty {
      let shown = CaptionFindings.names(of: unknown.map(\.findings.unknownCharacters).joined())
      let place = rows(unknown.map(\.line))
      Console.current.say(
        isNative
          ? "warning: the printer's own font may not have \(shown)\(place); leave out --native"
          : "warning: no installed font has \(shown)\(place); install one that does")
    }
  }

  /// Returns the failure for bad rows that must not be left out, or if no rows remain.
  private func failure(_ summary: PrintRun.Summary, reasons: Int) -> CommandFailure? {
    let exitCode = summary.badRowsAreIllegible ? CommandFailure.unreadable : CommandFailure.refused
    if summary.bad > 0 && !isList {
      return CommandFailure("nothing was written", exitCode: exitCode)
    }
    if summary.bad > 0 && !options.skipBad {
      let all = summary.rows + summary.unexamined
      let reason =
        summary.onlyReason != nil && summary.bad > 1
        ? ", all for this reason" : reasons > Self.listed ? " (the first \(Self.listed) reasons are listed)" : ""
      return CommandFailure(
        (summary.unexamined > 0
          ? "the first \(summary.bad) of \(all) rows are bad, all for this reason, so the others were not examined"
          : "\(summary.bad) of \(all) \(all == 1 ? "row" : "rows") \(summary.bad == 1 ? "is" : "are") bad\(reason)")
          + "; nothing was written" + (summary.bad < summary.rows ? "; use --skip-bad to leave bad rows out" : ""),
        exitCode: exitCode)
    }
    if summary.rows == 0 {
      return CommandFailure("\(name) has no \(options.rows == nil ? "rows" : "such rows"); nothing was written")
    }
    if summary.symbols == 0 { return CommandFailure("all rows are bad; nothing was written", exitCode: exitCode) }
    return nil
  }
}

extension Result<PrintRow, MessageListError> {
  /// The line of the list on which the row begins.
  fileprivate var line: Int {
    switch self {
    case .success(let row): row.line
    case .failure(let failure): failure.line
    }
  }
}

extension PrintRun.Summary {
  /// Describes the print in a sentence.
  ///
  /// - Parameter isNative: Whether the printer draws the symbols.
  func sentence(_ conditions: PrintConditions, isNative: Bool = false) -> String {
    let dots = dots ?? 1...1
    var text = "version \(versions?.text("…") ?? ""), \(dots.text("…")) \(dots == 1...1 ? "dot" : "dots") per module ("
    let sizes = [dots.lowerBound, dots.upperBound].map {
      DecimalText.fixed(conditions.moduleSize($0), decimals: 2)
    }
    text += sizes[0] == sizes[1] ? sizes[0] : "\(sizes[0])…\(sizes[1])"
    text += " mm)"
    text +=
      overruled > 0
      ? "; \(overruled) printed despite objections from the check or the trial"
      : isNative
        ? "; the printer draws the symbols; our drawings of them were read in a trial with ink spread, a dead "
          + "print dot and the blur at \(Int(conditions.distance)) mm"
        : "; each was read in a trial with ink spread, a dead print dot and the blur at \(Int(conditions.distance)) mm"
    if let worst = worstGrade {
      text += "; grade \(worst.prediction.letter) "
      text += conditions.profile?.growth == nil ? "as drawn" : "with the dot gain of the profile"
    }
    if bad > 0 { text += "; \(bad) \(bad == 1 ? "row" : "rows") left out" }
    return text
  }
}
