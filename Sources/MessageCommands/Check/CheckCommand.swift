package import ArgumentParser
import CommandSupport
import OutOfBand
import TextFormats

/// `oobqr check`: what is wrong with a message, where, and what to do about it.
package struct CheckCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find out why a message does not open the app, and how to fix it.",
    usage: "",
    discussion: """
        oobqr check login.png --policy oobqr-policy.json
        oobqr check 'https://example.com/open?dispatchTokenResponse=eyJ'
        oobqr check -r links/ --strict --format junit

      An input is a picture, a file, the text itself, or '-': a payload, a link, a request or response of the \
      server, a transaction, an association file, a manifest, a web page or a mail. 'oobqr explain \
      --schema policy' prints the form of a policy.

      Exit codes: 0 no errors; 1 errors; 4 a picture held no symbol; 66 an input could not be read.
      All options: oobqr check --help-hidden, and docs/integration.md.
      """)

  @Argument(help: "Pictures, files, links, payloads; with -r, folders.")
  var inputs: [String] = []

  @Flag(name: .shortAndLong, help: "Check the files below folders, sorted by path.")
  var recursive = false

  @Option(
    help: ArgumentHelp("Check each row of \(ListHelp.anyFormat).", valueName: "file"))
  var list: String?

  @Option(help: ArgumentHelp("A folder with the files that verify the link.", valueName: "folder"))
  var association: String?

  @OptionGroup(title: "The rules") var checkOptions: CheckOptions
  @OptionGroup(title: "The rules") var rules: CheckRuleOptions
  @OptionGroup(title: "The answer") var answer: CheckAnswerOptions

  @OptionGroup var jailOptions: JailOptions

  package init() {}

  package func validate() throws {
    let (format, quiet, pageUrl) = (answer.format, answer.quiet, rules.pageUrl)
    try refuse([
      "Missing expected argument '<inputs> ...', or --list.": inputs.isEmpty && list == nil,
      "Standard input can be read only once.": (inputs + [list, checkOptions.policy]).count { $0 == "-" } > 1,
      "--quiet is for text: leave it out with --format \(format.rawValue).": quiet && format != .text,
      "--sdk is for text and JSON: leave out \(quiet ? "--quiet" : "--format \(format.rawValue)").": answer.sdk
        && (format == .sarif || format == .junit || quiet),
      "--page-url '\(pageUrl ?? "")' is not a URL with a host.": pageUrl.map { URLText($0).host == nil } ?? false,
      "-r needs a folder.": recursive && inputs.isEmpty,
      "--association is for inputs: leave out --list.": association != nil && list != nil,
    ])
    _ = try ignoredRules()
  }

  /// The least severity that fails a message.
  var limit: Diagnostic.Severity { rules.strict ? .warning : .error }

  /// The rules of --ignore.
  func ignoredRules() throws -> Set<Diagnostic.Rule> {
    guard let ignore = rules.ignore else { return [] }
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
