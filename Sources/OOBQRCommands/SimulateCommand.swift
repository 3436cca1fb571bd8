public import ArgumentParser
public import HandsetSimulation
import HostSystem
public import OutOfBand

/// `oobqr simulate`: what each phone does with a message.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Show what phones do with a message.",
    discussion: """
      Without options: a table of scanners and phones. A single phone with --scanner, --browser or --by push gets the \
      full story, with steps and sources. A case that no source covers is 'unknown'.

      Exit codes: 0 done, or --expect holds everywhere; 1 --expect does not hold, or the input could not be read; 4 a \
      picture held no symbol.
      """)

  @Argument(help: "A picture, a file, a link or a payload; '-' is standard input.")
  var input: String

  @OptionGroup var handsetOptions: HandsetOptions

  @Option(help: "Add where the user lands after the operation ends in success, error or cancel.")
  var then: CallbackURL.Kind?

  @Option(help: "Whether something on the phone opens the callback: installed or missing.")
  var callbackApp: HandsetOptions.Presence?

  @Option(
    help: "A JSON file of allowed hosts, schemes and callbacks; the default is oobqr-policy.json beside the input.")
  var policy: String?

  @Option(help: "Fail unless every selected phone has this verdict, as in opens-app.")
  var expect: Verdict.Outcome?

  @Flag(help: "Print a JSON object for each case, on its own line.")
  var json = false

  func validate() throws {
    if callbackApp != nil && then == nil { throw ValidationError("--callback-app needs --then.") }
  }

  func run() throws {
    let console = Console.current
    let simulator = Simulator(
      try Catalogue.builtIn.overridden(byFile: handsetOptions.catalogue),
      policy: try TrustPolicy.found(named: policy, beside: FileSystem.exists(input) ? input : nil))
    let entries = try handsetOptions.entries(of: simulator.catalogue)
    var failures: [String] = []
    for message in try MessageInput(input).messages() {
      if message.bytes.isEmpty { throw CommandFailure("\(input): the message is empty") }
      let table = VerdictTable(
        message.bytes, simulator, entries: entries, handsets: handsetOptions.handsets, then: then,
        isTargetInstalled: callbackApp != .missing)
      if table.cases.isEmpty {
        throw CommandFailure(
          "no such phone has this scanner or browser; oobqr handsets lists which system each runs on")
      }
      for one in table.cases where expect != nil && one.verdict.outcome != expect {
        failures.append("\(one.name) on \(one.handset): \(one.verdict.outcome.rawValue)")
      }
      try print(SimulationReport(path: input, table: table, usesColor: console.colorsOutput), to: console)
    }
    if let expect, !failures.isEmpty {
      throw CommandFailure(
        "expected \(expect.rawValue), but \(failures.count) differ: \(failures.joined(separator: "; "))")
    }
  }

  private func print(_ report: SimulationReport, to console: Console) throws {
    if json {
      for one in report.table.cases { try console.write("\(report.json(one))\n") }
    } else if report.table.cases.count == 1 || then != nil {
      for one in report.table.cases { try console.write(report.story(one)) }
    } else {
      try console.write(report.text)
    }
  }
}

extension CallbackURL.Kind: ExpressibleByArgument {}
extension Verdict.Outcome: ExpressibleByArgument {}
