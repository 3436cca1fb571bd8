import ArgumentParser
import CommandSupport
import OutOfBand
import TextFormats
import UAEPass

/// `oobqr uaepass check`: what is wrong with a URI for the UAE PASS app.
struct UAEPassCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a URI for the UAE PASS app, rewritten or not.",
    usage: "",
    discussion: """
        oobqr uaepass check uri.txt --env stg --platform ios

      Exit codes: 0 no errors; 1 errors, or warnings with --strict, or it is another kind of message; 4 a picture \
      held no symbol.
      More: docs/uaepass.md.
      """)

  @Argument(help: "The URI, or a file with it; '-' is standard input.")
  var url: String

  @OptionGroup var options: UAEPassOptions
  @OptionGroup var hostOptions: CallbackHostOptions

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Show the callbacks in full.")
  var showToken = false

  func run() throws {
    let uri = try URLInput(argument: url).uri()
    let bytes = Array(uri.url.text.utf8)
    let check = MessageCheck(
      bytes, options: MessageCheck.Options(uaePass: options.expectation(hosts: hostOptions.hosts)))
    let report = CheckReport(path: "URI", check: check, bytes: bytes, showsToken: showToken)
    try Console.current.write(answer.isJSON ? report.json.line(as: .uaePassCheck) : report.text)
    if (check.severity ?? .note) >= (strict ? .warning : .error) { throw CommandFailure(nil) }
  }
}
