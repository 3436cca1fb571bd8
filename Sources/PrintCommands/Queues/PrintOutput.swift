import CommandSupport
import HostSystem
import KioskPrinting

/// The file of a print, which is delivered when it is complete, and the report that says which rows were sent.
///
/// The report gets its name when the first row was sent: a run that sends nothing leaves the last report as it is.
final class PrintOutput {
  /// Copies of a row that are sent together.
  private typealias Part = (line: Int, copies: Int, bytes: Int)

  private let destination: PrintDestination
  /// The options for `lp`; `nil` without a printer.
  private let queueOptions: String?
  private let file: PendingFile
  private let reportFile: PendingFile?
  private var isReportNamed = false
  /// Whether the destination is a device or a pipe that prints row by row.
  private let isStream: Bool
  private var report: PrintReport?
  /// The parts of the output, in its order.
  private var parts: [Part] = []
  private var sent = 0
  /// The lengths of what was written since the last row.
  private var pieces: [Int] = []
  private var isUnknown = false
  /// Whether the report has its ending.
  private var isEnded = false

  /// - Parameters:
  ///   - page: The size of a page, for which a queue must have paper.
  ///   - report: The report's path; `nil` for none. It is refused if it is a file that was read until now.
  ///   - isSequence: Whether rows, or their copies, are written one by one and useful alone.
  init(
    _ destination: PrintDestination, page: LabelStock.Size, report: String? = nil, isSequence: Bool = false
  ) throws {
    self.destination = destination
    queueOptions = try destination.queue?.options(for: page) { Console.current.say($0) }
    isStream = isSequence && destination.isStream
    // Nothing goes to a device, a pipe or a queue before all is drawn.
    let named = destination.isStream ? nil : destination.output
    file = try named.map { try PendingFile($0, mode: destination.fileMode.bits) } ?? PendingFile()
    if let report { try Console.current.refuseReplacing(report) }
    reportFile = try report.map { try PendingFile($0, mode: FileMode.owner.bits) }
  }

  func append(_ bytes: [UInt8]) throws {
    pieces.append(bytes.count)
    try file.append(bytes)
  }

  /// Begins the report, if there is one.
  func beginReport(
    stock: String, _ conditions: PrintConditions, rows: String?, isNative: Bool
  ) throws -> PrintReport? {
    guard let reportFile else { return nil }
    report = try PrintReport(stock: stock, conditions, rows: rows, isNative: isNative) { [unowned self] bytes in
      try reportFile.append(bytes, isDurable: isReportNamed && isStream)
    }
    return report
  }

  /// Registers a row, to which the bytes since the last one belong.
  func add(line: Int, copies: Int) {
    if pieces.count == copies && isStream {
      for bytes in pieces { parts.append((line, 1, bytes)) }
    } else {
      parts.append((line, copies, pieces.reduce(0, +)))
    }
    pieces = []
  }

  // MARK: Delivery

  /// Renames the file to its destination, or sends it to the printer, and ends the report.
  ///
  /// - Parameter earlier: What earlier runs have sent.
  func deliver(after earlier: [PrintRecord.Sent] = []) throws {
    try report?.beginDelivery(after: earlier, isQueued: queueOptions != nil)
    do { try deliverFile() } catch {
      try endReport(.interrupted)
      throw error
    }
    try endReport(.complete)
  }

  private func deliverFile() throws {
    if let queue = destination.queue, let queueOptions {
      return try queue.print(file, options: queueOptions, say: { Console.current.say($0) }) { isPrinted in
        isUnknown = !isPrinted
        try nameReport()
        if isPrinted { try addRest() }
      }
    }
    // Output that is useless in parts, such as a PDF, is one part.
    let lengths = isStream ? parts.map(\.bytes) : []
    if destination.isStream {
      // Not where others run in the same process.
      if Console.current.executable != nil { Interruption.ignoreBrokenPipes() }
      let device = try destination.output.flatMap { $0 == "-" ? nil : try PendingFile($0) }
      do {
        try file.copy(parts: lengths, written: addSent) { piece in
          if let device { try device.append(piece) } else { try Console.current.writeOutput(piece) }
        }
      } catch { throw isStream ? ended(by: error) : error }
    } else {
      try commitAll()
    }
    try addRest()
  }

  /// Says how far the output came before it failed, and how to go on.
  private func ended(by error: any Error) -> CommandFailure {
    let failure = CommandFailure(error)
    guard let reason = failure.message, sent < parts.count, parts.count > 1 || parts[0].line > 0 else { return failure }
    if sent == 0 {
      return CommandFailure("\(reason); no label was taken: print it again", exitCode: failure.exitCode)
    }
    if parts[0].line == 0 {
      return CommandFailure(
        "\(reason); \(sent) of \(parts.count) copies were taken, but the last of them may not have been printed",
        exitCode: failure.exitCode)
    }
    let lines = parts.map(\.line)
    let remedy =
      report == nil
      ? "--rows LINES, up to \(lines.last ?? 0)"
      : "--resume and the report, with --again for lines that it counts as sent"
    return CommandFailure(
      "\(reason); \(sent) of \(parts.count) labels were sent, up to line \(lines[sent - 1]), of which the last may not have "
        + "been printed: see which label came out last, and print those after it with \(remedy)",
      exitCode: failure.exitCode)
  }

  /// Gives a file with all parts its name, together with the whole report of them.
  private func commitAll() throws {
    for part in parts { try report?.addSent(line: part.line, copies: part.copies) }
    isEnded = true
    try report?.finish(.complete)
    try PendingFile.commit([file] + [reportFile].compactMap { $0 })
    sent = parts.count
  }

  /// Records that a part was sent.
  private func addSent(_ index: Int) throws {
    sent = index + 1
    try report?.addSent(line: parts[index].line, copies: parts[index].copies)
    try nameReport()
  }

  private func addRest() throws { while sent < parts.count { try addSent(sent) } }

  private func nameReport() throws {
    guard let reportFile, !isReportNamed else { return }
    try reportFile.commit()
    isReportNamed = true
  }

  /// Ends the report. One without a row that was sent is discarded if the run was interrupted.
  private func endReport(_ ending: PrintReport.Ending) throws {
    guard !isEnded, report != nil, ending == .complete || isUnknown || isReportNamed else { return }
    try nameReport()
    try report?.finish(isUnknown ? .unknown : ending)
  }
}
