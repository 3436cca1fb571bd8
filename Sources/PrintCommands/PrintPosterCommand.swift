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

      Exit codes: 0 printed; 1 refused or failed; 5 a symbol is unreadable.
      All options: oobqr print poster --help-hidden, and docs/posters.md.
      """)

  @OptionGroup(title: "The message") var messageOptions: MessageOptions

  @OptionGroup(title: "Where it goes") var destination: PrintDestination

  @OptionGroup(title: "The poster") var options: PosterOptions

  @Flag(help: "Print it even if the check or the trial scan fails.")
  var force = false

  @OptionGroup var checkOptions: CheckOptions

  func validate() throws {
    try refuse([
      "No message: give TEXT, --file FILE, --payload FILE, or '-' for standard input.": !messageOptions.isGiven
    ])
    try destination.check()
    try messageOptions.payload.validateForm()
    try destination.checkPDF("A poster", options.dpi)
    try Console.refuse(destination.output, replacing: [messageOptions.file, options.texts, options.logo])
    let address = options.address ?? "x"
    try refuse([
      "--font is empty.": options.font.isEmpty,
      "--address is typed by hand: give at most 60 characters without spaces.": !(1...60 ~= address.count)
        || address.contains(where: \.isWhitespace),
    ])
  }

  func run() throws {
    let recognized = try messageOptions.message()
    let message = recognized.bytes
    if message.isEmpty { throw CommandFailure("the message is empty") }
    let policy = try checkOptions.trustPolicy()
    let phones = try PosterPhones(recognized, policy: policy, documents: checkOptions.documentOptions.docs)
    let poster = try poster(phones)
    let conditions = PrintConditions(resolution: options.dpi, distance: options.distance)
    let output = try PrintOutput(destination, page: options.size.size)
    let writer = try PosterWriter(poster, write: output.append)
    let symbol = try QREncoder(level: options.level).encode(message)
    let modules = conditions.modules(symbol.version)
    let plan: PosterWriter.Plan
    do { plan = try writer.plan(modules: modules, conditions) } catch {
      throw CommandFailure(
        error, exitCode: error.isSymbolTooSmall ? CommandFailure.unreadable : CommandFailure.refused)
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
      "a poster of \(options.size.rawValue) in \(poster.words.map(\.language).joined(separator: ", ")); version "
        + "\(symbol.version), \(plan.dots) dots per module ("
        + "\(DecimalText.fixed(conditions.moduleSize(plan.dots), decimals: 2)) mm), "
        + "\(DecimalText.short(conditions.printedSize(symbol.version, dots: plan.dots), decimals: 1)) mm, scans from "
        + "up to \(Int(conditions.furthestDistance(plan.dots))) mm; "
        + (prepared.objection == nil
          ? "it was read in a trial with ink spread, a dead print dot and the blur at \(Int(options.distance)) mm"
          : "printed despite objections from the check or the trial"))
  }

  private func poster(_ phones: PosterPhones) throws -> Poster {
    let library = try PosterTexts.replaced(by: options.texts)
    let words = try (options.languages?.codes ?? ["en"]).map { code in
      try Poster.Words(
        library, in: code, operation: phones.operation, way: phones.way, address: options.address,
        answers: phones.answers)
    }
    var poster = Poster(page: options.size.size, resolution: options.dpi, words: words)
    poster.style.brand = options.brand
    poster.style.onBrand = options.brandText ?? options.brand.textColor
    if let ink = options.inkOption.ink { poster.style.ink = ink }
    (poster.style.symbol, poster.style.font) = (SymbolColors(dark: options.dark, light: options.light), options.font)
    poster.address = options.address
    poster.logo = try options.logo.map { try Console.current.logo($0).picture }
    try poster.style.check()
    return poster
  }

  /// Checks the message, and tries the symbol as it will be printed.
  private func prepared(
    _ message: RecognizedMessage, _ conditions: PrintConditions, _ plan: PosterWriter.Plan, _ modules: Int,
    _ policy: TrustPolicy?
  ) throws -> PreparedSymbol {
    let stock = try LabelStock(name: options.size.rawValue, page: options.size.size, label: options.size.size)
    var preparation = SymbolPreparation(
      conditions: conditions, level: options.level, check: checkOptions.options(policy: policy, channel: .qr),
      label: stock
    ) { modules, _, _ in plan.layout(modules: modules) }
    preparation.colors = SymbolColors(dark: options.dark, light: options.light)
    let row = PrintRow(recognized: message, isAnyText: !messageOptions.payload.isGiven)
    do {
      let prepared = try preparation.prepare(row)
      if let objection = prepared.objection, !force { throw objection }
      return prepared
    } catch let objection as PreparedSymbol.Objection {
      throw CommandFailure(
        "\(objection.reason); nothing was written",
        exitCode: objection.isIllegible ? CommandFailure.unreadable : CommandFailure.refused)
    }
  }
}
