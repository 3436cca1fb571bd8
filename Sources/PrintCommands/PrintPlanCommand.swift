import ArgumentParser
import CommandSupport
import KioskPrinting
import OutOfBand
import QRSymbology
import TextFormats

/// `oobqr print plan`: the size of a message's symbol on paper, before anything is printed.
struct PrintPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show how large a symbol is, and which labels it fits.",
    usage: "",
    discussion: """
        oobqr print plan --bytes 202 --dpi 203
        oobqr print plan --file link.txt --stock l7160 --distance 200

      A module is a whole number of printer dots: at least 4 (Denso Wave), and enough for the distance, 1 mm per \
      250 mm. Sizes include the quiet zone.

      Exit codes: 0 planned; 1 no symbol holds the message; 5 it does not fit on --stock.
      All options: oobqr print plan --help-hidden, and docs/printing.md.
      """)

  @OptionGroup(title: "The message") var messageOptions: MessageOptions

  @Option(
    help: ArgumentHelp("Plan for a message of this many bytes, 1…\(QRSymbol.Version.mostBytes).", valueName: "n"),
    transform: Bounded("--bytes", 1...QRSymbol.Version.mostBytes).parse)
  var bytes: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Printer's dots per inch; may be repeated; default 203, 300, 600.", valueName: "n"),
    transform: PrintResolution.option)
  var dpi: [PrintResolution] = []

  @Option(
    help: ArgumentHelp("Scanning distance; may be repeated; default 100 and 200.", valueName: "mm"),
    transform: PrintConditions.bounded.parse)
  var distance: [Double] = []

  @Option(name: .shortAndLong, help: "Error correction on the labels")
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(
    help: ArgumentHelp("One stock only: a name, or WIDTHxHEIGHT in mm.", valueName: "stock"),
    completion: .list(LabelStock.builtIn.map(\.name)),
    transform: LabelStock.init(option:))
  var stock: LabelStock?

  @OptionGroup var profileOptions: ProfileOptions

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  func validate() throws {
    try messageOptions.payload.validateForm()
    try refuse(["Give exactly one of a message, a payload and --bytes N.": messageOptions.isGiven == (bytes != nil)])
  }

  func run() throws {
    let message = try bytes == nil ? messageOptions.message() : nil
    let count = message?.bytes.count ?? bytes ?? 0
    guard count > 0 else { throw CommandFailure("the message is empty") }
    let profile = try profileOptions.loaded()
    let resolutions =
      dpi.isEmpty && profile != nil
      ? [profile?.resolution].compactMap(\.self)
      : dpi.isEmpty ? [203.0, 300, 600].compactMap { PrintResolution(dotsPerInch: $0) } : dpi
    try profileOptions.check(profile, for: resolutions)
    let distances =
      distance.isEmpty ? [PrintConditions.nearDistance, PrintConditions.usualDistance] : Set(distance).sorted()
    let plans = try resolutions.map { resolution in
      try distances.map { distance in
        var conditions = PrintConditions(resolution: resolution, distance: distance)
        conditions.profile = profile
        return try PrintPlan(bytes: count, conditions: conditions)
      }
    }
    let first = plans[0][0]
    guard first.levels.contains(where: { $0.level == level }) else {
      let largest = first.levels.last?.level.letter ?? "L"
      throw CommandFailure(
        "\(count) bytes do not fit in any symbol at level \(level.letter); level \(largest) holds them")
    }
    let report = PrintPlanReport(
      plans: plans, stocks: stock.map { [$0] } ?? LabelStock.builtIn, level: level,
      withoutCallbacks: message?.bytesWithoutCallbacks)
    try Console.current.write(answer.isJSON ? report.json : report.text)
    if stock != nil, !report.fitsSomewhere { throw CommandFailure(nil, exitCode: CommandFailure.unreadable) }
  }
}
