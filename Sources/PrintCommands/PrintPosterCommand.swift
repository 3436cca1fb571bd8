import ArgumentParser
import CommandSupport
import KioskPrinting
import OutOfBand
import QREncoding
import QRSymbology
import SymbolDrawing
import TextFormats

/// `oobqr print poster`: a message → a page with headline, steps and a large symbol.
struct PrintPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poster",
    abstract: "Print a poster with steps and a large symbol, as PDF.",
    usage: "",
    discussion: """
        oobqr print poster 'https://example.com' -o welcome.pdf
        oobqr print poster --file link.txt --languages en,de --size a3 -o welcome.pdf

      Steps and small print depend on the message: they come from 'oobqr simulate'. Print the file at its actual \
      size ("100 %", not "fit to page").

      Exit codes: 0 printed; 1 refused or failed; 5 too small, or it does not scan.
      All options: oobqr print poster --help-hidden, and docs/posters.md.
      """)

  @OptionGroup(title: "The message") var messageOptions: MessageOptions

  @OptionGroup(title: "Where it goes") var destination: PrintDestination

  @Option(help: "The page")
  var size = PageSize.a4

  @Option(
    help: ArgumentHelp("One to four, such as en,de,fr,ar; default en.", valueName: "codes"),
    transform: Languages.init(option:))
  var languages: Languages?

  @Option(help: ArgumentHelp("Texts to replace, as of 'oobqr print texts'.", valueName: "file"))
  var texts: String?

  @Option(help: ArgumentHelp("An address to type, such as example.com/help.", valueName: "address"))
  var address: String?

  @Option(help: ArgumentHelp("A PNG or JPEG at the foot of the page.", valueName: "file"))
  var logo: String?

  @Option(
    name: .shortAndLong,
    help: .more(
      "Dots per inch of the printer, 72…4800; default \(Int(PrintResolution.laser.dotsPerInch)).", valueName: "n"),
    transform: PrintResolution.option)
  var dpi = PrintResolution.laser

  @Option(
    help: ArgumentHelp("Scanning distance, 10…10000; default 300.", valueName: "mm"),
    transform: PrintConditions.bounded.parse)
  var distance = 300.0

  @Option(name: .shortAndLong, help: .more("Error correction"))
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(help: ArgumentHelp("Colour of the band and the numbers.", valueName: "#rrggbb"), transform: ColorOptions.color)
  var brand = Poster.Style().brand

  @Option(
    help: .more("Colour of the text on --brand; the default is white or black.", valueName: "#rrggbb"),
    transform: ColorOptions.color)
  var brandText: RGBColor?

  @Option(help: .more("Colour of the other text.", valueName: "#rrggbb"), transform: ColorOptions.color)
  var ink = Poster.Style().ink

  @Option(help: .more("Colour of dark modules.", valueName: "#rrggbb"), transform: ColorOptions.color)
  var dark = RGBColor.black

  @Option(help: .more("Colour of light modules and quiet zone.", valueName: "#rrggbb"), transform: ColorOptions.color)
  var light = RGBColor.white

  @Option(help: .more("Font family of all texts."))
  var font = Poster.Style().font

  @Flag(help: "Print it even if the check or the trial scan fails.")
  var force = false

  @OptionGroup var checkOptions: CheckOptions

  enum PageSize: String, CaseIterable, ExpressibleByArgument {
    case a5, a4, a3, letter

    var size: LabelStock.Size {
      switch self {
      case .a5: .a5
      case .a4: .a4
      case .a3: .a3
      case .letter: .letter
      }
    }
  }

  /// Codes of languages, each once.
  struct Languages {
    var codes: [String]

    init(option text: String) throws {
      codes = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      guard 1...4 ~= codes.count, !codes.contains(""), Set(codes).count == codes.count else {
        throw ValidationError("it is not one to four different languages, such as en,de,fr,ar.")
      }
    }
  }

  func validate() throws {
    try refuse([
      "No message: give TEXT, --file FILE, --payload FILE, or '-' for standard input.": !messageOptions.isGiven
    ])
    try destination.check()
    try messageOptions.payload.validateForm()
    try destination.checkPDF("A poster", dpi)
    try Console.refuse(destination.output, replacing: [messageOptions.file, texts, logo])
    let address = address ?? "x"
    try refuse([
      "--font is empty.": font.isEmpty,
      "--address is typed by hand: give at most 60 characters without spaces.": !(1...60 ~= address.count)
        || address.contains(where: \.isWhitespace),
    ])
  }

  func run() throws {
    let recognized = try messageOptions.message()
    let message = recognized.bytes
    if message.isEmpty { throw CommandFailure("the message is empty") }
    let policy = try checkOptions.policy(beside: messageOptions.file)
    let phones = try PosterPhones(recognized, policy: policy, documents: checkOptions.documentOptions.docs)
    let poster = try poster(phones)
    let conditions = PrintConditions(resolution: dpi, distance: distance)
    let output = try PrintOutput(destination, page: size.size)
    let writer = try PosterWriter(poster, write: output.append)
    let symbol = try QREncoder(level: level).encode(message)
    let modules = conditions.modules(symbol.version)
    let plan: PosterWriter.Plan
    do { plan = try writer.plan(modules: modules, conditions) } catch {
      let isSize = if case .posterSymbol = error { true } else { false }
      throw CommandFailure(error, exitCode: isSize ? CommandFailure.unreadable : CommandFailure.refused)
    }
    let prepared = try prepared(recognized, conditions, plan, modules, policy)
    try writer.write(prepared.printed, plan)
    if messageOptions.source.isGiven { messageOptions.source.sayNotes(on: message) }
    for finding in prepared.findings where finding.severity == .warning {
      Console.current.say("warning \(finding.rule.code): \(finding.message); \(finding.remedy)")
    }
    if prepared.token != nil {
      Console.current.say("note: the token of this message can be redeemed once: the poster serves one person")
    }
    try output.deliver()
    destination.say(
      "a poster of \(size.rawValue) in \(poster.words.map(\.language).joined(separator: ", ")); version "
        + "\(symbol.version), \(plan.dots) dots per module ("
        + "\(DecimalText.fixed(conditions.moduleSize(plan.dots), decimals: 2)) mm), "
        + "\(DecimalText.short(conditions.printedSize(symbol.version, dots: plan.dots), decimals: 1)) mm, scans from "
        + "up to \(Int(conditions.furthestDistance(plan.dots))) mm; "
        + (prepared.objection == nil
          ? "it was read in a trial with ink spread, a dead print dot and the blur at \(Int(distance)) mm"
          : "printed despite objections from the check or the trial"))
  }

  private func poster(_ phones: PosterPhones) throws -> Poster {
    let library = try PosterTexts.replaced(by: texts)
    let words = try (languages?.codes ?? ["en"]).map { code in
      try Poster.Words(
        library, in: code, operation: phones.operation, way: phones.way, address: address, answers: phones.answers)
    }
    var poster = Poster(page: size.size, resolution: dpi, words: words)
    poster.style.brand = brand
    (poster.style.onBrand, poster.style.ink) = (brandText ?? brand.textColor, ink)
    (poster.style.symbol, poster.style.font) = (SymbolColors(dark: dark, light: light), font)
    poster.address = address
    poster.logo = try logo.map { try Console.current.logo($0).picture }
    try poster.style.check()
    return poster
  }

  /// Checks the message, and tries the symbol as it will be printed.
  private func prepared(
    _ message: RecognizedMessage, _ conditions: PrintConditions, _ plan: PosterWriter.Plan, _ modules: Int,
    _ policy: TrustPolicy?
  ) throws -> PreparedSymbol {
    let stock = try LabelStock(name: size.rawValue, page: size.size, label: size.size)
    var preparation = SymbolPreparation(
      conditions: conditions, level: level, check: checkOptions.options(policy: policy, channel: .qr), label: stock
    ) { modules, _, _ in plan.layout(modules: modules) }
    preparation.colors = SymbolColors(dark: dark, light: light)
    let row = PrintRow(recognized: message, isAnyText: !messageOptions.payload.isGiven)
    do {
      let prepared = try preparation.prepare(row)
      if let objection = prepared.objection, !force { throw objection }
      return prepared
    } catch let objection as PreparedSymbol.Objection {
      throw CommandFailure(
        "\(objection.reason); nothing was written" + (objection.isForcible ? "; use --force to print it anyway" : ""),
        exitCode: objection.isIllegible ? CommandFailure.unreadable : CommandFailure.refused)
    }
  }
}
