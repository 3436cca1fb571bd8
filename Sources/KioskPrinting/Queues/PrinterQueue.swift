import Glibc
import HostSystem
import KioskPrinting
import OutOfBand

/// A CUPS queue, to which `lp` sends files.
struct PrinterQueue {
  var name: String
  /// The job's title in the queue.
  var title = "oobqr"
  /// Whether the file goes to the printer as it is, without the queue's filters.
  var isRaw = false
  /// The name of the paper in the queue; `nil` looks it up by the size of the page.
  var media: String?
  /// Whether to wait for the end of the job.
  var waits = true

  private static let missing = CommandFailure(
    "lp, which sends files to printers, is not installed (Debian: cups-client); write a file with -o")

  /// The output of one of CUPS' programs, in English.
  private struct Answer {
    var text: String
    var isSuccess: Bool

    /// The first lines, for a sentence.
    var sentence: String {
      text.split(whereSeparator: \.isNewline).prefix(3).map { $0.drop { $0 == "\t" || $0 == " " } }
        .joined(separator: "; ")
    }
  }

  private static func answer(_ command: String, seconds: Double = 30) throws -> Answer {
    let result = try ChildProcess.shell("export LC_ALL=C; " + command + " 2>&1", seconds: seconds)
    let text = SecretText().redacted(String(decoding: result.output, as: UTF8.self))
    switch result.ending {
    case .exited(let code): return Answer(text: text, isSuccess: code == 0)
    case .crashed(let signal): throw CommandFailure("CUPS: '\(command)' was ended by signal \(signal)")
    case .timedOut: throw CommandFailure("CUPS did not answer '\(command)' within \(Int(seconds)) seconds")
    case .wroteTooMuch: throw CommandFailure("CUPS printed more than \(ChildProcess.outputLimit) bytes")
    }
  }

  private var quoted: String { ChildProcess.quoted(name) }

  // MARK: - Before printing

  /// Checks that the queue exists and prints, and chooses the paper.
  ///
  /// - Returns: The options for `lp`.
  /// - Throws: `CommandFailure` with the remedy.
  func options(for page: LabelStock.Size) throws -> String {
    if try ChildProcess.shell("command -v lp", seconds: 10).ending != .exited(0) { throw Self.missing }
    try checkState()
    if isRaw { return "-o raw" }
    // No scaling, which would make modules of parts of dots.
    return "-o print-scaling=none -o media=\(ChildProcess.quoted(try chosenMedia(for: page)))"
  }

  private func checkState() throws {
    let state = try Self.answer("lpstat -p \(quoted)")
    if !state.isSuccess {
      // lpstat -e also lists printers on the network, to which CUPS adds a queue when one prints.
      let names = try Self.answer("lpstat -e")
      guard names.isSuccess else { throw CommandFailure("CUPS does not answer: \(state.sentence)") }
      let all = names.text.split(whereSeparator: \.isNewline).map(String.init)
      if all.contains(name) { return }
      throw CommandFailure(
        "CUPS has no queue '\(name)'"
          + (all.isEmpty ? "; add one with lpadmin" : "; it has " + all.prefix(20).joined(separator: ", ")))
    }
    if let reason = Self.reason(in: state.text, after: " disabled since ") {
      let paused = "the queue '\(name)' is paused\(reason); 'cupsenable \(name)' resumes it"
      guard !waits else { throw CommandFailure(paused + ", or use --no-wait to leave the job in the queue") }
      Console.current.say("note: \(paused)")
    }
    if let reason = Self.reason(in: try Self.answer("lpstat -a \(quoted)").text, after: " not accepting ") {
      throw CommandFailure("the queue '\(name)' accepts no jobs\(reason); 'cupsaccept \(name)' lets it accept them")
    }
  }

  /// Returns the reason, on the line after a state, in parentheses; `nil` if the text does not have the state.
  private static func reason(in text: String, after state: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let index = lines.firstIndex(where: { $0.contains(state) }) else { return nil }
    guard index + 1 < lines.count, lines[index + 1].hasPrefix("\t") else { return "" }
    return " (\(lines[index + 1].dropFirst()))"
  }

  private func chosenMedia(for page: LabelStock.Size) throws -> String {
    let options = try Self.answer("lpoptions -p \(quoted) -l")
    guard let offered = QueueMedia(options: options.text) else {
      if let media { return media }
      throw CommandFailure(
        "the queue '\(name)' offers no sizes of paper: it is a raw queue, which passes files on as they are; send the "
          + "printer's language with --to zpl --raw or --to escpos --raw, or name the paper with --media")
    }
    if let media {
      if let known = offered.known(media) { return known }
      throw CommandFailure("the queue '\(name)' has no paper '\(media)'; it offers \(offered.description)")
    }
    if let name = offered.name(of: page) { return name }
    throw CommandFailure(
      "the queue '\(name)' has no paper of \(page); it offers \(offered.description): choose a --stock of such a size, "
        + "add the size to the printer's settings, or name the paper with --media")
  }

  // MARK: - Printing

  /// Sends a file to the queue, and watches the job unless told not to.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: From ``options(for:)``.
  ///   - record: Called when the job is in the queue with `false`, and when it is printed with `true`.
  /// - Throws: `CommandFailure` if `lp` refuses, or the job does not complete.
  func print(_ path: String, options: String, record: (_ isPrinted: Bool) throws -> Void) throws {
    let command = "lp -d \(quoted) -t \(ChildProcess.quoted(title)) \(options) -- \(ChildProcess.quoted(path))"
    let answer = try Self.answer(command, seconds: 120)
    guard answer.isSuccess else {
      throw CommandFailure(
        "lp cannot print on '\(name)': \(answer.sentence.isEmpty ? "no reason is given" : answer.sentence)")
    }
    guard let match = answer.text.firstMatch(of: /request id is (\S+-[0-9]+)/) else {
      throw CommandFailure("lp printed no job number: \(answer.sentence)")
    }
    let job = String(match.1)
    try record(false)
    if !waits {
      return Console.current.say("job \(job) is in the queue; 'lpstat -o \(name)' shows whether it was printed")
    }
    if try wait(for: job) { try record(true) }
  }

  /// The most seconds to wait for a job.
  private static let patience = 600.0

  /// - Returns: Whether the job is known to be printed.
  private func wait(for job: String) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(Self.patience)
    let clock = ContinuousClock()
    var state = JobState(state: "pending", message: "")
    while clock.now < deadline {
      state = try self.state(of: job)
      let why = state.message.isEmpty ? "" : " (\(state.message))"
      switch state.state {
      case "completed":
        Console.current.say("job \(job) was printed")
        return true
      case "gone":
        Console.current.say(
          "job \(job) has left the queue; install ipptool (Debian: cups-ipp-utils) to see whether it was printed")
        return false
      case "canceled": throw CommandFailure("job \(job) was cancelled\(why); it was not printed")
      case "aborted": throw CommandFailure("job \(job) was aborted\(why); it was not printed")
      case "pending-held":
        throw CommandFailure("job \(job) is held; 'lp -i \(job) -H resume' releases it, and 'cancel \(job)' removes it")
      default: break
      }
      if let reason = Self.reason(in: try Self.answer("lpstat -p \(quoted)").text, after: " disabled since ") {
        throw CommandFailure(
          "the queue '\(name)' has been paused\(reason), and job \(job) waits in it; 'cupsenable \(name)' resumes it")
      }
      usleep(500_000)
    }
    throw CommandFailure(
      "job \(job) is still \(state.state) after \(Int(Self.patience)) seconds"
        + (state.message.isEmpty ? "" : " (\(state.message))") + "; 'lpstat -o \(name)' shows it")
  }

  private struct JobState {
    /// The value of `job-state` (RFC 8011, 5.3.7), or `gone`.
    var state: String
    var message: String
  }

  private func state(of job: String) throws -> JobState {
    // lpstat prints neither the state nor, in CUPS 2.4, a reason that depends on it.
    let request = """
      { OPERATION Get-Job-Attributes GROUP operation-attributes-tag ATTR charset attributes-charset utf-8 \
      ATTR language attributes-natural-language en ATTR uri job-uri $uri \
      ATTR keyword requested-attributes job-state,job-printer-state-message \
      DISPLAY job-state DISPLAY job-printer-state-message }
      """
    let number = String(job.split(separator: "-").last ?? "")
    let command = """
      host=$(lpstat -H); case $host in /*) host=localhost;; esac
      printf '%s\\n' \(ChildProcess.quoted(request)) | ipptool -c "ipp://$host/jobs/\(number)" /dev/stdin
      """
    let answer = try Self.answer(command)
    let lines = answer.text.split(whereSeparator: \.isNewline)
    if lines.count > 1, lines[0].hasPrefix("job-state,") {
      let cells = lines[1].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      return JobState(
        state: String(cells[0]), message: cells.count > 1 ? String(cells[1]).replacing("\"", with: "") : "")
    }
    let active = try Self.answer("lpstat -l -W not-completed -o \(quoted)")
    let entry = active.text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix(job + " ") }.dropFirst().prefix { $0.hasPrefix("\t") }
    if !active.text.split(separator: "\n").contains(where: { $0.hasPrefix(job + " ") }) {
      return JobState(state: "gone", message: "")
    }
    return JobState(state: entry.contains { $0.contains("job-hold") } ? "pending-held" : "processing", message: "")
  }
}
