package import ArgumentParser
import CommandSupport
import OutOfBand
import TextFormats

/// `oobqr check`: what is wrong with a message, where, and what to do about it.
package struct CheckCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check payloads, links, and the files and pages around them.",
    discussion: """
      An input is a picture, a file, the text itself, or '-'. It may be a payload (JSON or base64url), a link or URI, a \
      request or response of the server, the content of a transaction, an association file, an Android manifest, or a \
      web page: the first line says what it is. One \
      newline at the end of a file or of standard input is ignored. With -r, every file below a folder is an input, \
      except hidden files, oobqr-policy.json, files without text or a symbol, and plain text not named like a message \
      (.txt, .json, .jwe, .link, .url, .uri, .htm, .html or .xml, but not README). Each file is checked with the \
      nearest policy in its folder or above, up to the folder given. --list checks each line of a file, or each row of \
      CSV (.csv, .tsv) or JSON lines (.jsonl), and prints the findings by code. Tokens are shortened unless \
      --show-token is given.

      Exit codes: 0 no errors; 1 errors, or warnings with --strict, or an input could not be read; 4 a picture held \
      no symbol (with -r, only with --strict).
      """)

  @Argument(help: "Pictures, files, links or payloads, and with -r folders.")
  var inputs: [String] = []

  @Flag(name: .shortAndLong, help: "Check the files below folders, sorted by path.")
  var recursive = false

  @OptionGroup var checkOptions: CheckOptions

  @Option(help: "How the message reaches the phone: qr, link or push; pictures are qr.")
  var channel: MessageCheck.Channel?

  @Option(help: "text, json (an object per message, on its own line), sarif or junit.")
  var format: Format?

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(
    name: .shortAndLong,
    help:
      "Print only the findings that fail the check (errors, and warnings with --strict) and a summary line; no notes."
  )
  var quiet = false

  @Flag(help: "Add what the SDK of an app does with the message, phase by phase, and the request it would send.")
  var sdk = false

  @Option(help: ArgumentHelp("The address of the web page that is checked.", valueName: "url"))
  var pageUrl: String?

  @Flag(help: "Show tokens and payloads in full.")
  var showToken = false

  @OptionGroup(title: "Jail") var jailOptions: JailOptions

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif, junit
  }

  @Option(
    help: ArgumentHelp("Check each row of a list, and print a summary: \(ListHelp.anyFormat).", valueName: "file"))
  var list: String?

  @Option(help: ArgumentHelp("Leave out the findings of these rules, such as OOB415,OOB601.", valueName: "codes"))
  var ignore: String?

  package init() {}

  package mutating func validate() throws {
    let isReport = [.sarif, .junit].contains(format)
    try refuse([
      "Give --json or another --format, not both.": json && (format ?? .json) != .json,
      "Missing expected argument '<inputs> ...', or --list.": inputs.isEmpty && list == nil,
      "Standard input can be read only once.": (inputs + [list, checkOptions.namedPolicy]).count { $0 == "-" } > 1,
    ])
    if json { format = .json }
    try refuse([
      "--quiet is for text: leave it out with --format \(outputFormat.rawValue).": quiet && outputFormat != .text,
      "--sdk is for text and JSON: leave out \(quiet ? "--quiet" : "--format \(outputFormat.rawValue)").": sdk
        && (isReport || quiet),
      "--page-url '\(pageUrl ?? "")' is not a URL with a host.": pageUrl.map { URLText($0).host == nil } ?? false,
      "-r needs a folder.": recursive && inputs.isEmpty,
    ])
    _ = try ignoredRules()
  }

  /// What is printed.
  var outputFormat: Format { format ?? .text }

  /// The least severity that fails a message.
  var limit: Diagnostic.Severity { strict ? .warning : .error }

  /// The rules of --ignore.
  func ignoredRules() throws -> Set<Diagnostic.Rule> {
    guard let ignore else { return [] }
    do throws(Diagnostic.Rule.InvalidCodes) { return try Diagnostic.Rule.list(codes: ignore) } catch {
      switch error {
      case .none: throw ValidationError("--ignore is empty: name codes, such as --ignore OOB415,OOB601.")
      case .unknown(let code):
        let isClose = Diagnostic.Rule.nearest(to: code) != nil
        throw ValidationError("--ignore: \(error)" + (isClose ? "" : "; 'oobqr explain' lists all codes."))
      }
    }
  }

  package func run() throws {
    var run = try CheckRun(self)
    try run.refuseOutputIntoInputs()
    for input in inputs { try run.check(input) }
    if let list { try run.checkRows(of: list) }
    try run.finish()
  }
}
