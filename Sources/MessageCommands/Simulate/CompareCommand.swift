package import ArgumentParser
import CommandSupport
import HandsetSimulation
import OutOfBand
import QRSymbology

/// `oobqr compare`: a payload as app link and as custom URI.
package struct CompareCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare the app link and the custom URI of a payload.",
    usage: "",
    discussion: """
        oobqr compare --payload login.json --base-url https://example.com/open \\
          --scheme myaccessapp

      Prints both links with the benefits and drawbacks that the Access App documents list, the size of their \
      symbols, and in how many cases of the simulation each reaches the app.

      Exit codes: 0 done; 1 a link has errors, or is too long for a symbol.
      All options: oobqr compare --help-hidden, and docs/phones.md.
      """)

  @OptionGroup(title: "The payload") var payload: PayloadSourceOptions
  @OptionGroup(title: "The links") var parts: LinkPartOptions

  @Option(name: .shortAndLong, help: "Error correction of the symbols")
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @OptionGroup var checkOptions: CheckOptions

  @Flag(help: "Ignore errors that the check finds.")
  var force = false

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  @Flag(help: "Show the links with their tokens in full.")
  var showToken = false

  package init() {}

  package func validate() throws {
    try refuse([
      "Give --payload FILE, or --redeem-url and --token-file.": !payload.isGiven,
      "Give --base-url for the app link and --scheme for the custom URI.": parts.baseUrl == nil || parts.scheme == nil,
    ])
  }

  package func run() throws {
    let checked = try PayloadGuard(options: checkOptions, isForced: force)
    let simulator = Simulator(policy: checked.policy, documents: checkOptions.documentOptions.docs)
    let comparison = FormComparison(
      of: try payload.json(), base: parts.baseUrl ?? "", scheme: parts.scheme ?? "",
      action: parts.action ?? .authenticate, callbacks: parts.callbacks, simulator)
    let sides = [("app link", comparison.appLink), ("custom URI", comparison.customURI)]
    for (_, side) in sides { try checked.examine(side.recognized, channel: .link) }
    let report = ComparisonReport(
      sides: try sides.map { name, side in
        guard let version = QRSymbol.Version.smallest(holding: side.message.count, at: level) else {
          throw CommandFailure(
            "the \(name) has \(side.message.count) bytes, which do not fit in any symbol at level \(level.letter)")
        }
        return ComparisonReport.Side(name: name, side: side, version: version)
      }, level: level, showsToken: showToken)
    try Console.current.write(answer.isJSON ? report.json.line(as: .compare) : report.text)
  }
}
