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

  package init(name: String, title: String, isRaw: Bool, media: String?, waits: Bool) {
    (self.name, self.title, self.isRaw, self.media, self.waits) = (name, title, isRaw, media, waits)
  }

  /// The name as a word of a shell command.
  var quoted: String { ShellText.word(name) }

  // MARK: - Before printing

  /// Checks that the queue exists and prints, and chooses the paper.
  ///
  /// - Parameters:
  ///   - page: The size to look up.
  ///   - say: Called with a sentence if the queue is paused and the job is to be left in it.
  /// - Returns: The options for `lp`.
  /// - Throws: `Fault`; the failure to start a program.
  package func options(for page: LabelStock.Size, say: (String) -> Void) throws -> String {
    if try ChildProcess.shell("command -v lp", seconds: 10).ending != .exited(0) {
      throw Fault(
        "lp, which sends files to printers, is not installed (Debian: cups-client); write a file with -o")
    }
    try checkState(say)
    if isRaw { return "-o raw" }
    // No scaling, which would make modules of parts of dots.
    return "-o print-scaling=none -o media=\(ShellText.word(try chosenMedia(for: page)))"
  }

  private func checkState(_ say: (String) -> Void) throws {
    let state = try CUPSAnswer(to: "lpstat -p \(quoted)")
    guard state.isSuccess else {
      // lpstat -e also lists printers on the network, to which CUPS adds a queue when one prints.
      let names = try CUPSAnswer(to: "lpstat -e")
      guard names.isSuccess else { throw Fault("CUPS does not answer: \(state.sentence)") }
      let known = names.text.split(whereSeparator: \.isNewline).map(String.init)
      if known.contains(name) { return }
      throw Fault(
        "CUPS has no queue '\(name)'; "
          + (known.isEmpty ? "add one with lpadmin" : "it has " + known.prefix(20).joined(separator: ", ")))
    }
    if let reason = state.reason(after: " disabled since ") {
      let sentence = "the queue '\(name)' is paused\(reason); 'cupsenable \(name)' resumes it"
      if waits { throw Fault("\(sentence), or use --no-wait to leave the job in the queue") }
      say("note: \(sentence)")
    }
    if let reason = try CUPSAnswer(to: "lpstat -a \(quoted)").reason(after: " not accepting ") {
      throw Fault(
        "the queue '\(name)' accepts no jobs\(reason); 'cupsaccept \(name)' lets it accept them")
    }
  }

  private func chosenMedia(for page: LabelStock.Size) throws -> String {
    guard let offered = QueueMedia(options: try CUPSAnswer(to: "lpoptions -p \(quoted) -l").text) else {
      if let media { return media }
      throw Fault(
        "the queue '\(name)' offers no sizes of paper: it is a raw queue, which passes files on as they are; send the "
          + "printer's language with --to zpl --raw or --to escpos --raw, or name the paper with --media")
    }
    if let media {
      if let known = offered.known(media) { return known }
      throw Fault("the queue '\(name)' has no paper '\(media)'; it offers \(offered)")
    }
    if let name = offered.name(of: page) { return name }
    throw Fault(
      "the queue '\(name)' has no paper of \(page); it offers \(offered): choose a --stock of such a size, add the size to "
        + "the printer's settings, or name the paper with --media")
  }

  // MARK: - Printing

  /// Sends a file to the queue, and watches the job if ``waits``.
  ///
  /// - Parameters:
  ///   - file: What is printed. It has no name that could remain, so `lp` gets it as its standard input.
  ///   - options: From ``options(for:say:)``.
  ///   - say: Called with a sentence about what became of the job.
  ///   - record: Called when the job is in the queue with `false`, and when it is printed with `true`.
  /// - Throws: `Fault` if `lp` refuses the file, or the job is not printed; `FileFailure`; errors of `record`.
  package func print(
    _ file: PendingFile, options: String, say: (String) -> Void, record: (_ isPrinted: Bool) throws -> Void
  ) throws {
    file.rewind()
    var failure: (any Error)?
    let answer: CUPSAnswer
    do {
      answer = try CUPSAnswer(to: "lp -d \(quoted) -t \(ShellText.word(title)) \(options)", seconds: 120) {
        do { return try file.nextPiece() } catch {
          failure = error
          return nil
        }
      }
    } catch { throw failure ?? error }
    guard answer.isSuccess else {
      throw Fault(
        "lp cannot print on '\(name)': \(answer.sentence.isEmpty ? "no reason is given" : answer.sentence)")
    }
    guard let match = answer.text.firstMatch(of: /request id is (\S+-[0-9]+)/) else {
      throw Fault("lp printed no job number: \(answer.sentence)")
    }
    let job = String(match.1)
    try record(false)
    if !waits { return say("job \(job) is in the queue; 'lpstat -o \(name)' shows whether it was printed") }
    guard try isPrinted(job) else {
      return say(
        "job \(job) has left the queue; install ipptool (Debian: cups-ipp-utils) to see whether it was printed")
    }
    say("job \(job) was printed")
    try record(true)
  }
}
