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
      Without options: the answer in a line, then a table of scanners and phones. A single phone with --scanner, \
      --browser or --by push gets every step with its source. A case that no source covers is 'unknown'.

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

  @Option(
    help: "Fail unless every case has this verdict, as in opens-app, or reaches-app for any that does; may be repeated."
  )
  var expect: [Expectation] = []

  @Option(help: "Leave cases with this verdict, as in unknown, out of --expect; may be repeated.")
  var ignore: [Verdict.Outcome] = []

  /// A verdict, or all that reach the app.
  enum Expectation: ExpressibleByArgument {
    case outcome(Verdict.Outcome)
    case reachesApp

    init?(argument: String) {
      if argument == "reaches-app" {
        self = .reachesApp
      } else if let outcome = Verdict.Outcome(rawValue: argument) {
        self = .outcome(outcome)
      } else {
        return nil
      }
    }

    static var allValueStrings: [String] { ["reaches-app"] + Verdict.Outcome.allCases.map(\.rawValue) }

    var word: String {
      switch self {
      case .outcome(let outcome): outcome.rawValue
      case .reachesApp: "reaches-app"
      }
    }

    func holds(for outcome: Verdict.Outcome) -> Bool {
      switch self {
      case .outcome(let expected): outcome == expected
      case .reachesApp: outcome.reachesApp
      }
    }
  }

  @Flag(help: "Print a JSON object for each case, on its own line.")
  var json = false

  func validate() throws {
    if callbackApp != nil && then == nil { throw ValidationError("--callback-app needs --then.") }
    if !ignore.isEmpty && expect.isEmpty { throw ValidationError("--ignore needs --expect.") }
  }

  func run() throws {
    let console = Console.current
    let simulator = Simulator(
      try Catalogue.builtIn.overridden(byFile: handsetOptions.catalogue),
      policy: try TrustPolicy.found(named: policy, beside: FileSystem.exists(input) ? input : nil))
    let entries = try handsetOptions.entries(of: simulator.catalogue)
    var failures: [VerdictTable.Case] = []
    var count = 0
    for message in try MessageInput(input).messages() {
      if message.bytes.isEmpty { throw CommandFailure("\(input): the message is empty") }
      let table = VerdictTable(
        message.bytes, simulator, entries: entries, handsets: handsetOptions.handsets, then: then,
        isTargetInstalled: callbackApp != .missing)
      if table.cases.isEmpty {
        throw CommandFailure(
          "no such phone has this scanner or browser; oobqr handsets lists which system each runs on")
      }
      let judged = table.cases.filter { !ignore.contains($0.verdict.outcome) }
      count += judged.count
      failures += judged.filter { one in !expect.contains { $0.holds(for: one.verdict.outcome) } }
      try print(SimulationReport(path: input, table: table, usesColor: console.colorsOutput), to: console)
      if !json { try console.write(UAEPassStory(message.bytes)?.text ?? "") }
    }
    if !expect.isEmpty && count == 0 { throw CommandFailure("--ignore leaves no case that --expect could judge") }
    if !expect.isEmpty && !failures.isEmpty { throw CommandFailure(sentence(about: failures, of: count)) }
  }

  /// The cases that are not as expected, by verdict, then by scanner or browser.
  private func sentence(about failures: [VerdictTable.Case], of count: Int) -> String {
    let groups = Verdict.Outcome.allCases.compactMap { outcome -> String? in
      let cases = failures.filter { $0.verdict.outcome == outcome }
      if cases.isEmpty { return nil }
      var names: [String] = []
      for one in cases where !names.contains(one.name) { names.append(one.name) }
      let places = names.map { name in
        "\(name) (\(cases.filter { $0.name == name }.map { "\($0.handset)" }.joined(separator: ", ")))"
      }
      return "\(outcome.rawValue) with \(places.joined(separator: ", "))"
    }
    return "expected \(expect.map(\.word).joined(separator: " or ")), but \(failures.count) of \(count) "
      + "\(count == 1 ? "case" : "cases") \(failures.count == 1 ? "differs" : "differ"): \(groups.joined(separator: "; "))"
  }

  private func print(_ report: SimulationReport, to console: Console) throws {
    if json {
      for one in report.table.cases { try console.write("\(report.json(one))\n") }
    } else if report.table.cases.count == 1 {
      for one in report.table.cases { try console.write(report.story(one)) }
    } else {
      try console.write(report.text)
    }
  }
}

extension CallbackURL.Kind: ExpressibleByArgument {}
extension Verdict.Outcome: ExpressibleByArgument {}
