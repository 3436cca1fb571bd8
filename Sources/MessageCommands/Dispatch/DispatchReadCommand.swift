import ArgumentParser
import CommandSupport
import HandsetSimulation
import HostSystem
import OutOfBand

/// `oobqr dispatch read`: the outcome of a request, and what the phone gets.
struct DispatchReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Read a response from the dispatcher, and check it.",
    usage: "",
    discussion: """
        oobqr dispatch read response.json
        oobqr dispatch read response.json -o login.png

      HTTP 200 does not mean dispatched: the result in the response does. The picture or link in the response is \
      checked and simulated, and its token compared with that of the response.

      Exit codes: 0 dispatched; 1 not dispatched, another token, errors in the message; 4 the picture held no symbol; 66 \
      the input could not be read.
      All options: oobqr dispatch read --help-hidden, and docs/dispatch.md.
      """)

  @Argument(help: "A file with the JSON of the response, the JSON itself, or '-'.")
  var response: String

  @OptionGroup var checkOptions: CheckOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the picture or link; '-' is standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Show tokens and payloads in full.")
  var showToken = false

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  func validate() throws {
    try refuse(["--json prints to standard output: name a file with -o.": answer.isJSON && output == "-"])
  }

  func run() throws {
    let isFile = response != "-" && FileSystem.exists(response)
    let policy = try checkOptions.trustPolicy()
    let name = response == "-" || isFile ? response : "text"
    let report = try DispatchReadReport(
      path: name, input: try input(isFile: isFile), policy: policy, options: checkOptions, showsToken: showToken)
    let console = Console.current
    if output != "-" { try console.write(answer.isJSON ? report.json.line(as: .dispatchRead) : report.description) }
    // What is wrong is written as well: someone will want to look at it.
    if let output, let bytes = report.carriedBytes { try console.write(bytes, to: output, mode: .owner) }
    if let failure = report.failure { throw failure }
    if output != nil && report.carriedBytes == nil {
      throw CommandFailure("the response holds neither a picture nor a link; nothing was written")
    }
  }

  private func input(isFile: Bool) throws -> [UInt8] {
    if response == "-" || isFile { return try Console.current.read(response, limit: 1 << 25) }
    guard response.contains("{") else { throw CommandFailure("'\(response)' is not a file or the JSON of a response") }
    return Array(response.utf8)
  }
}
