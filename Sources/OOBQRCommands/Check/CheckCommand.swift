import ArgumentParser
import OutOfBand
import QRSymbology

/// `oobqr check`: what is wrong with a message, where, and what to do about it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check payloads and links, in pictures or as text.",
    discussion: """
      An input is a picture, a file with a payload (JSON or base64url) or a link, such a text itself, or '-'. One \
      newline at the end of a file or of standard input is ignored. Tokens are shortened unless --show-token is given. \
      --list checks each line of a file and prints the findings by code.

      Exit codes: 0 no errors; 1 errors, or warnings with --strict, or an input could not be read; 4 a picture held \
      no symbol.
      """)

  @Argument(help: "Pictures, files, links or payloads.")
  var inputs: [String] = []

  @OptionGroup var checkOptions: CheckOptions

  @Option(help: "How the message reaches the phone: qr, link or push; pictures are qr.")
  var channel: MessageCheck.Channel?

  @Option(help: "text, json (an object per message, on its own line), sarif or junit.")
  var format = Format.text

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Show tokens and payloads in full.")
  var showToken = false

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif, junit
  }

  @Option(help: ArgumentHelp("Check a file that holds a message on each line; prints a summary.", valueName: "file"))
  var list: String?

  @Option(help: ArgumentHelp("Leave out the findings of these rules, as in OOB415,OOB601.", valueName: "codes"))
  var ignore: String?

  func validate() throws {
    if inputs.isEmpty && list == nil { throw ValidationError("Missing expected argument '<inputs> ...', or --list.") }
    if inputs.count(where: { $0 == "-" }) + (list == "-" ? 1 : 0) > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
    _ = try ignoredRules()
  }

  /// The rules of --ignore.
  private func ignoredRules() throws -> Set<Diagnostic.Rule> {
    Set(
      try (ignore ?? "").split(separator: ",").map { code in
        guard let rule = Diagnostic.Rule(code: String(code)) else {
          throw ValidationError("--ignore: there is no diagnostic '\(code)'; oobqr explain lists them all.")
        }
        return rule
      })
  }

  func run() throws {
    var command = self
    command.checkOptions = try checkOptions.loaded()
    try command.checkAll()
  }

  private func checkAll() throws {
    let console = Console.current
    let ignored = try ignoredRules()
    var reports: [CheckReport] = []
    var failure: Int32 = 0
    var unread: [(path: String, reason: String)] = []
    for input in inputs {
      do {
        for message in try MessageInput(input).messages() {
          let report = try report(on: message, of: input, ignored)
          if format == .json { try console.write("\(report.json)\n") }
          if format == .text { try console.write(report.text) }
          noteList(message, of: input)
          reports.append(report)
        }
      } catch let error as CommandFailure {
        if let message = error.message { console.say(message) }
        unread.append((input, error.message ?? "it could not be checked"))
        failure = failure == 0 || error.exitCode == 1 ? error.exitCode : failure
      }
    }
    if let list {
      let listed = try reportsOnLines(of: list, ignored)
      if listed.isEmpty { throw CommandFailure("'\(SecretText().redacted(list))' holds no messages") }
      if format == .text { try console.write(CheckSummary(name: list, reports: listed).text) }
      if format == .json { for report in listed { try console.write("\(report.json)\n") } }
      reports += listed
    }
    if format == .sarif { try console.write("\(SARIF.log(reports, version: OOBQR.configuration.version))\n") }
    let limit: Diagnostic.Severity = strict ? .warning : .error
    if format == .junit { try console.write(JUnit.report(reports, unread: unread, failingAt: limit)) }
    if reports.contains(where: { ($0.check.severity ?? .note) >= limit }) { throw CommandFailure(nil) }
    if failure != 0 { throw CommandFailure(nil, exitCode: failure) }
  }

  /// The lines of a list that are not empty, checked.
  private func reportsOnLines(of list: String, _ ignored: Set<Diagnostic.Rule>) throws -> [CheckReport] {
    let bytes: [UInt8]
    do { bytes = try Console.current.read(list, limit: 1 << 27) } catch { throw CommandFailure(error) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
    let policy = try checkOptions.policy(beside: list == "-" ? nil : list)
    return lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      let bytes = Array(line)
      let options = checkOptions.options(policy: policy, channel: channel, symbolVersion: leastVersion(bytes))
      return CheckReport(
        path: list, check: MessageCheck(bytes, options: options).ignoring(ignored), line: index + 1, bytes: bytes,
        showsToken: showToken)
    }
  }

  /// Says that a file seems to be a list.
  private func noteList(_ message: MessageInput.Message, of input: String) {
    guard message.isFile, message.index == nil else { return }
    let lines = message.bytes.split(separator: UInt8(ascii: "\n")).prefix(3).map { OutOfBandMessage(Array($0)) }
    if lines.count > 1, lines.allSatisfy({ if case .link = $0 { true } else { false } }) {
      Console.current.say("note: '\(input)' seems to hold a message on each line; --list checks each")
    }
  }

  /// For a text on its way into a symbol: the version at level M, the default of `oobqr make`.
  private func leastVersion(_ bytes: [UInt8]) -> Int? {
    channel == .qr ? QRSymbol.Version.smallest(holding: bytes.count, at: .medium)?.number : nil
  }

  private func report(
    on message: MessageInput.Message, of input: String, _ ignored: Set<Diagnostic.Rule>
  ) throws -> CheckReport {
    let policy = try checkOptions.policy(beside: message.isFile ? input : nil)
    var options = checkOptions.options(
      policy: policy, channel: channel ?? (message.index == nil ? nil : .qr),
      symbolVersion: message.symbolVersion ?? leastVersion(message.bytes))
    if message.isFile { options.fileName = input.split(separator: "/").last.map(String.init) }
    let name = input == "-" || message.isFile ? input : "text"
    return CheckReport(
      path: name, index: message.index, check: MessageCheck(message.bytes, options: options).ignoring(ignored),
      bytes: message.bytes,
      showsToken: showToken)
  }
}
