package import HostSystem
import TextFormats

/// A CUPS queue, to which `lp` sends files.
package struct PrinterQueue: Sendable {
  package var name: String
  /// The job's title in the queue.
  package var title: String
  /// Whether the file goes to the printer as it is, without the queue's filters.
  package var isRaw: Bool
  /// The name of the paper in the queue; `nil` looks it up by the size of the page.
  package var media: String?
  /// Whether to wait for the end of the job.
  package var waits: Bool

  package init(
    name: String, title: String = "oobqr", isRaw: Bool = false, media: String? = nil, waits: Bool = true
  ) {
    (self.name, self.title, self.isRaw, self.media, self.waits) = (name, title, isRaw, media, waits)
  }

  /// The name as a word of a shell command.
  var quoted: String { ShellText.word(name) }

  // MARK: - Before printing

  /// Checks that the queue exists and prints, and chooses the paper.
  ///
  /// - Parameters:
  ///   - page: The size to look up.
  ///   - report: Called if the queue is paused and the job is to be left in it.
  /// - Returns: The options for `lp`.
  package func options(
    for page: LabelStock.Size, report: (Event) -> Void = { _ in }
  ) throws(PrinterQueueError) -> String {
    if try CUPSAnswer.shell("command -v lp", seconds: 10).ending != .exited(0) { throw .notInstalled }
    try checkState(report)
    if isRaw { return "-o raw" }
    // No scaling, which would make modules of parts of dots.
    return "-o print-scaling=none -o media=\(ShellText.word(try chosenMedia(for: page)))"
  }

  /// Whether CUPS could have such a name: at most 127 bytes, without spaces, control characters, quotation marks, `#`, `?` and
  /// backslashes. A slash and the name of an instance, with options of its own, may follow the name of a queue. Anything else, such as a
  /// link with a token, is not passed to other programs, because every user of the machine can see their arguments.
  private var isPossible: Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy {
        1...127 ~= $0.count && $0.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"#?'\"\\".utf8.contains($0) }
      }
  }

  private func checkState(_ report: (Event) -> Void) throws(PrinterQueueError) {
    let state = isPossible ? try CUPSAnswer(to: "lpstat -p \(quoted)") : nil
    guard let state, state.isSuccess else {
      // lpstat -e also lists printers on the network, to which CUPS adds a queue when one prints.
      let names = try CUPSAnswer(to: "lpstat -e")
      guard names.isSuccess else { throw .noAnswer(reason: (state ?? names).sentence) }
      let known = names.text.split(whereSeparator: \.isNewline).map(String.init)
      if known.contains(name) { return }
      throw .unknownQueue(name, known: known)
    }
    if let reason = state.reason(after: " disabled since ") {
      if waits { throw .paused(queue: name, reason: reason) }
      report(.paused(queue: name, reason: reason))
    }
    if let reason = try CUPSAnswer(to: "lpstat -a \(quoted)").reason(after: " not accepting ") {
      throw .acceptsNoJobs(queue: name, reason: reason)
    }
  }

  private func chosenMedia(for page: LabelStock.Size) throws(PrinterQueueError) -> String {
    guard let offered = QueueMedia(options: try CUPSAnswer(to: "lpoptions -p \(quoted) -l").text) else {
      if let media { return media }
      throw .noPaperSizes(queue: name)
    }
    if let media {
      if let known = offered.known(media) { return known }
      throw .unknownPaper(media, queue: name, offered: offered)
    }
    if let name = offered.name(of: page) { return name }
    throw .noPaper(of: page, queue: name, offered: offered)
  }

  // MARK: - Printing

  /// Sends a file to the queue, and watches the job if ``waits``.
  ///
  /// - Parameters:
  ///   - file: What is printed. It has no name that could remain, so `lp` gets it as its standard input.
  ///   - options: From ``options(for:report:)``.
  ///   - report: Called with what becomes of the job.
  ///   - record: Called when the job is in the queue with `false`, and when it is printed with `true`.
  /// - Throws: `PrinterQueueError` if `lp` refuses the file, the job is not printed, or `record` throws.
  package func print(
    _ file: PendingFile, options: String, report: (Event) -> Void = { _ in },
    record: (_ isPrinted: Bool) throws -> Void
  ) throws(PrinterQueueError) {
    let command = "lp -d \(quoted) -t \(ShellText.word(title)) \(options)"
    file.rewind()
    var failure: FileFailure?
    let answer: CUPSAnswer
    do throws(PrinterQueueError) {
      answer = try CUPSAnswer(to: command, seconds: 120) {
        do throws(FileFailure) { return try file.nextPiece() } catch {
          failure = error
          return nil
        }
      }
    } catch {
      throw failure.map { .cannotRead($0) } ?? error
    }
    guard answer.isSuccess else { throw .refused(queue: name, reason: answer.sentence) }
    guard let match = answer.text.firstMatch(of: /request id is (\S+-[0-9]+)/) else {
      throw .noJobNumber(answer: answer.sentence)
    }
    let job = String(match.1)
    do { try record(false) } catch { throw .cannotRecord(UnderlyingError(error)) }
    if !waits { return report(.queued(job: job, queue: name)) }
    let end = try end(of: job)
    report(end)
    guard end == .printed(job: job) else { return }
    do { try record(true) } catch { throw .cannotRecord(UnderlyingError(error)) }
  }
}
