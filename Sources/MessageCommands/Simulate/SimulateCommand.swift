public import ArgumentParser
import Association
import CommandSupport
import Diagnosis
public import HandsetSimulation
import ConfinedReading
public import OutOfBand
import QREncoding
import QRSymbology

/// `oobqr simulate`: what each phone does with a message.
package struct SimulateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Show what phones do with a message, or compare two.",
    usage: "",
    discussion: """
        oobqr simulate login.png
        oobqr simulate link.txt --os ios-17 --browser safari --by tap
        oobqr simulate link.txt --scanner camera --expect opens-app

      For one phone, every step is printed with its source. A case that no source covers is 'unknown'.

      Exit codes: 0 done; 1 a case does not meet --expect; 4 a picture held no symbol; 66 an input could not \
      be read.
      All options: oobqr simulate --help-hidden, and docs/phones.md.
      """)

  @Argument(help: "A picture, a file, a link or a payload, or two of them; '-' is standard input.")
  var inputs: [String]

  @OptionGroup(title: "The phone") var handsetOptions: HandsetOptions

  @Option(help: TrustPolicy.help)
  var policy: String?

  @OptionGroup var documentOptions: DocumentOptions

  @Option(help: ArgumentHelp("Also show where the user ends up afterwards", valueName: "end"))
  var afterwards: CallbackURL.Kind?

  @Option(
    help: .more("With --afterwards: whether something on the phone opens the callback", valueName: "presence"))
  var callbackApp: HandsetOptions.Presence?

  @Option(help: ArgumentHelp("Fail if a case has another verdict; may be repeated", valueName: "verdict"))
  var expect: [Expectation] = []

  @Option(help: .more("With --expect: disregard cases with this verdict; may be repeated", valueName: "verdict"))
  var ignore: [Verdict.Outcome] = []

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  @Flag(help: "Print the sources of each row instead of the table.")
  var why = false

  @Option(
    help: .more("Print a catalogue rule for this case, with the verdict you saw on a phone", valueName: "verdict"))
  var observe: Verdict.Outcome?

  @Option(help: .more("With --observe: the phone and the month, as the rule's source", valueName: "text"))
  var note: String?

  package init() {}

  package func validate() throws {
    try refuse([
      "Give one message, or two to compare.": inputs.count > 2,
      "Standard input holds one message: give '-' once.": inputs == ["-", "-"],
      "--callback-app needs --afterwards.": callbackApp != nil && afterwards == nil,
      "--ignore needs --expect.": !ignore.isEmpty && expect.isEmpty,
      "--json has the sources anyway: leave out --why.": why && answer.isJSON,
      "--why is for one message.": why && inputs.count > 1,
      "--observe is about one message.": observe != nil && inputs.count > 1,
      "--observe takes what was seen, not \(observe?.rawValue ?? "").": observe == .unknown || observe == .notPossible,
      "--note is one line of 1 to 200 characters.": note.map {
        !(1...200 ~= $0.count) || $0.allSatisfy(\.isWhitespace) || $0.unicodeScalars.contains { $0.value < 0x20 }
      } ?? false,
      "Give --observe and --note together: the note says which phone, and when.": (observe == nil) != (note == nil),
      "--observe prints a rule: leave out --expect, --why and --json.": observe != nil
        && (!expect.isEmpty || why || answer.isJSON),
    ])
  }

  package func run() throws {
    let catalogue = try Catalogue.builtIn.overridden(byFile: handsetOptions.catalogue)
    let entries = try handsetOptions.entries(of: catalogue)
    try handsetOptions.notePhones(of: catalogue)
    let files = try handsetOptions.association.map(AppAssociation.init(folder:))
    let policy = try TrustPolicy.chosen(policy)
    let reports = try inputs.map { try self.reports($0, catalogue, entries, files, policy) }
    if let observe {
      let cases = reports.joined().flatMap(\.table.cases)
      guard cases.count == 1, let table = reports.joined().first?.table else {
        throw CommandFailure(
          "--observe takes one case, and there are \(cases.count): give --os with a version, and --scanner or --browser",
          exitCode: CommandFailure.misuse)
      }
      try Console.current.write("\(table.rule(for: cases[0], observe, note: note ?? ""))\n")
      return Console.current.say("note: append this line to a file, and give the file with --catalogue")
    }
    if inputs.count == 2 && !answer.isJSON {
      for (input, reports) in zip(inputs, reports) where reports.count != 1 {
        throw CommandFailure("\(input) holds \(reports.count) messages; only one can be compared")
      }
      try Console.current.write(SimulationComparison(reports: [reports[0][0], reports[1][0]]).text)
    } else {
      for report in reports.joined() { try print(report) }
    }
    let cases = reports.joined().flatMap(\.table.cases)
    if !expect.isEmpty { try ExpectationFailures(expect, ignoring: ignore, in: cases).throwIfAny() }
  }

  /// A table for each message of an input.
  ///
  /// - Parameter files: The association files of ``HandsetOptions/association``.
  private func reports(
    _ input: String, _ catalogue: Catalogue, _ entries: [Entry], _ files: AppAssociation?, _ policy: TrustPolicy?
  ) throws -> [SimulationReport] {
    var grading = PictureReader.Options()
    grading.grades = true
    var messages = try MessageInput(input, reader: Console.current.pictureReader(grading)).messages()
    // In a symbol, the whole text is what a scanner gets.
    let isOnPage = entries.allSatisfy { $0.word != "scan" }
    for index in messages.indices where isOnPage && messages[index].index == nil {
      guard let holder = LinkHolder(messages[index].recognized), holder.isLink else { continue }
      messages[index].recognized = holder.link
      Console.current.say(
        "note: \(input == "-" || !messages[index].isFile ? "the input" : input) is \(holder.words); only the link is simulated"
      )
    }
    // Of a page, the symbols.
    if messages.contains(where: \.isScanned) { messages.removeAll { $0.index == nil } }
    let simulator = Simulator(catalogue, policy: policy, documents: documentOptions.docs)
    return try messages.map { message in
      // A message in place of a file is not named: it may hold a token.
      let name = message.isFile || input == "-" ? input : "text"
      if message.bytes.isEmpty { throw CommandFailure("\(name): the message is empty") }
      switch message.recognized.content {
      case .page, .association:
        throw CommandFailure("\(name) is not a message that a phone receives; 'oobqr check' says what it is")
      default: break
      }
      noteSize(of: message, name, entries)
      let association = files?.verdict(on: message.recognized)
      let handsets = handsetOptions.handsets(of: catalogue, association: association)
      let options = MessageCheck.Options(
        policy: policy, documents: documentOptions.docs,
        symbolSize: message.symbolVersion.map { .version($0) } ?? .unknown, symbolFlaws: message.symbolFlaws)
      let table = VerdictTable(
        SimulatedMessage(message.recognized, options), simulator, entries: entries, handsets: handsets,
        afterwards: afterwards,
        isTargetInstalled: callbackApp != .missing)
      if table.cases.isEmpty {
        throw CommandFailure(
          "the scanner or browser does not run on any of these phones; 'oobqr handsets' lists the system of each",
          exitCode: CommandFailure.misuse)
      }
      return SimulationReport(
        path: name, index: messages.count > 1 ? message.index : nil, table: table,
        usesColor: Console.current.colorsOutput,
        sequel: UAEPassStory(message.recognized.content)?.text ?? "")
    }
  }

  /// Notes that no phone can scan the message, because no symbol holds it.
  private func noteSize(of message: MessageInput.Message, _ name: String, _ entries: [Entry]) {
    guard message.index == nil, QREncoder(level: .low).version(holding: message.bytes) == nil,
      entries.contains(where: { $0.word == "scan" })
    else { return }
    Console.current.say(
      "note: \(name) has \(message.bytes.count) bytes, too many for a QR symbol: no camera can scan it")
  }

  private func print(_ report: SimulationReport) throws {
    let console = Console.current
    if let heading = report.heading, !answer.isJSON { try console.write(heading) }
    if answer.isJSON {
      for one in report.table.cases { try console.write(report.json(one).line(as: .simulate)) }
    } else if report.table.cases.count == 1 {
      for one in report.table.cases { try console.write(report.story(one) + report.sequel) }
    } else {
      try console.write((why ? report.reasons : report.text) + report.sequel)
    }
  }
}

extension CallbackURL.Kind: ExpressibleByArgument {}
extension Verdict.Outcome: ExpressibleByArgument {}

extension Expectation: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public static var allValueStrings: [String] { all.map(\.description) }
}
