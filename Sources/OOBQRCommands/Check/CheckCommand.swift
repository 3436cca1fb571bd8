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
      newline at the end of a file or of standard input is ignored. Tokens are shortened unless --show-token is given.

      Exit codes: 0 no errors; 1 errors, or warnings with --strict, or an input could not be read; 4 a picture held \
      no symbol.
      """)

  @Argument(help: "Pictures, files, links or payloads.")
  var inputs: [String]

  @OptionGroup var checkOptions: CheckOptions

  @Option(help: "How the message reaches the phone: qr, link or push; pictures are qr.")
  var channel: MessageCheck.Channel?

  @Option(help: "text, json (an object per message, on its own line) or sarif.")
  var format = Format.text

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Show tokens and payloads in full.")
  var showToken = false

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif
  }

  func validate() throws {
    if inputs.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  func run() throws {
    let console = Console.current
    var reports: [CheckReport] = []
    var failure: Int32 = 0
    for input in inputs {
      do {
        for message in try MessageInput(input).messages() {
          let report = try report(on: message, of: input)
          if format != .sarif { try console.write(format == .json ? "\(report.json)\n" : report.text) }
          reports.append(report)
        }
      } catch let error as CommandFailure {
        if let message = error.message { console.say(message) }
        failure = failure == 0 || error.exitCode == 1 ? error.exitCode : failure
      }
    }
    if format == .sarif { try console.write("\(SARIF.log(reports, version: OOBQR.configuration.version))\n") }
    let limit: Diagnostic.Severity = strict ? .warning : .error
    if reports.contains(where: { ($0.check.severity ?? .note) >= limit }) { throw CommandFailure(nil) }
    if failure != 0 { throw CommandFailure(nil, exitCode: failure) }
  }

  /// For a text on its way into a symbol: the version at level M, the default of `oobqr make`.
  private func leastVersion(_ bytes: [UInt8]) -> Int? {
    channel == .qr ? QRSymbol.Version.smallest(holding: bytes.count, at: .medium)?.number : nil
  }

  private func report(on message: MessageInput.Message, of input: String) throws -> CheckReport {
    let policy = try checkOptions.policy(beside: message.isFile ? input : nil)
    let options = checkOptions.options(
      policy: policy, channel: channel ?? (message.index == nil ? nil : .qr),
      symbolVersion: message.symbolVersion ?? leastVersion(message.bytes))
    let name = input == "-" || message.isFile ? input : "text"
    return CheckReport(
      path: name, index: message.index, check: MessageCheck(message.bytes, options: options), bytes: message.bytes,
      showsToken: showToken)
  }
}
