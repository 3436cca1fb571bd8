public import ArgumentParser
import CommandSupport
public import KioskPrinting
import OutOfBand

/// `oobqr print label`: a message or a list → the language of a label or receipt printer.
struct PrintLabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Print labels and receipts in the printer's language.",
    usage: "",
    discussion: """
        oobqr print label 'https://example.com' --stock 57x32 -o label.zpl
        oobqr print label --list codes.csv --stock 57x32 --printer zebra --to zpl --raw
        oobqr print label --file link.txt --to escpos --roll 80mm -o /dev/usb/lp0

      Exit codes: 0 printed; 1 refused or failed; 5 too small, or it does not scan.
      All options: oobqr print label --help-hidden, and docs/printing.md.
      """)

  @OptionGroup(title: "The message") var messageOptions: MessageOptions

  @Option(help: ArgumentHelp("Labels of \(ListHelp.columns).", valueName: "file"))
  var list: String?

  @Option(help: "The printer's language; default: the file's extension")
  var to: Language?

  @OptionGroup(title: "Where it goes") var destination: PrintDestination

  @Option(
    help: ArgumentHelp("The label: WIDTHxHEIGHT in mm, or a stock's name.", valueName: "stock"),
    transform: Paper.init(stock:))
  var stock: Paper?

  @Option(
    help: ArgumentHelp("A roll: 80mm, 58mm, 57mm or a number of dots.", valueName: "width"),
    transform: Paper.init(roll:))
  var roll: Paper?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Printer's dots per inch; default \(Int(PrintResolution.thermal.dotsPerInch)).", valueName: "n"),
    transform: PrintResolution.option)
  var dpi = PrintResolution.thermal

  @Flag(help: .more("Let the printer draw the symbol and print the caption in its own font."))
  var native = false

  @Option(help: .more("Cut after a receipt"))
  var cut: ESCPOS.Cut = .none

  @Option(
    help: ArgumentHelp("Copies of one message, 1…9999.", valueName: "n"),
    transform: Bounded("--copies", 1...9999).parse)
  var copies = 1

  @OptionGroup(title: "The label") var captionOptions: PrintCaptionOptions
  @OptionGroup(title: "The label") var sizeOptions: PrintSizeOptions
  @OptionGroup(title: "The list") var listOptions: PrintListOptions

  enum Language: String, CaseIterable, ExpressibleByArgument {
    case zpl, escpos, png, pdf

    /// Whether each label is printed as soon as its part of the file is sent.
    var isSequence: Bool { self == .zpl || self == .escpos }
  }

  /// Labels of a stock, or a roll by its printable width.
  enum Paper {
    case labels(LabelStock)
    case roll(millimetres: Double)
    case rollOfDots(Int)

    /// The widest of the usual rolls.
    static let widest = Paper.roll(millimetres: LabelStock.rolls[0].value)

    init(stock text: String) throws(ValidationError) {
      if let roll = LabelStock.rolls.first(where: { $0.key == text }) {
        self = .roll(millimetres: roll.value)
      } else {
        self = .labels(try LabelStock(option: text))
      }
    }

    init(roll text: String) throws(ValidationError) {
      if let known = LabelStock.rolls.first(where: { [$0.key, String($0.key.dropLast(2))].contains(text) }) {
        self = .roll(millimetres: known.value)
      } else {
        guard let dots = Int(text), 100...10_000 ~= dots else {
          throw ValidationError("it is not 80mm, 58mm, 57mm or a number of dots in 100…10000.")
        }
        self = .rollOfDots(dots)
      }
    }

    var isRoll: Bool { if case .labels = self { false } else { true } }
  }

  func validate() throws {
    let isList = list != nil
    try refuse([
      "Give a message or a --list, not both.": messageOptions.isGiven && isList,
      "No message: give TEXT, --file FILE, --payload FILE, --list FILE, or '-' for standard input.": !messageOptions
        .isGiven && !isList,
    ])
    try destination.check()
    try listOptions.validatePaths(list ?? messageOptions.file, output: destination.output, sizeOptions)
    if !isList { try messageOptions.payload.validateForm() }
    let language = try destination.language(to)
    let paper = stock ?? roll
    try refuse([
      "--data belongs to a payload that is built: leave it out with --list.": isList
        && !messageOptions.payload.content.data.isEmpty,
      "Give --stock or --roll, not both.": stock != nil && roll != nil,
      "Give the label's size: --stock WIDTHxHEIGHT in mm, or --roll for endless paper.": paper == nil
        && language != .escpos,
      "A PDF has pages: give --stock WIDTHxHEIGHT.": paper?.isRoll ?? false && language == .pdf,
      "--native is only for zpl and escpos.": native && !language.isSequence,
      "Symbols that the printer draws have no logo: leave out --native.": native && sizeOptions.logo != nil,
      "--cut is only for escpos.": cut != .none && language != .escpos,
      "A PNG holds one label: print the file several times.": language == .png && copies != 1,
      "A list has copies in a column: leave out --copies.": isList && copies != 1,
      "A PNG holds one label: print a --list with zpl, escpos or pdf.": isList && language == .png,
    ])
    if isList { return }
    let caption = captionOptions.rowCaption()
    let column = caption.columns.first ?? ""
    try refuse([
      "--caption uses a column '\(column)', but a single message has no columns\(RowCaption.hint(for: column)).":
        !caption.columns.isEmpty,
      "--caption uses '{line}', but only rows of a list have lines.": caption.uses("line"),
      "--rows needs --list.": listOptions.rows != nil,
      "--resume needs --list.": listOptions.resume != nil,
    ])
  }

  func run() throws {
    let language = try destination.language(to)
    let medium = try medium(try sizeOptions.conditions(dpi))
    let job = PrintJob(
      options: listOptions, preparation: try preparation(medium, language), name: list ?? "the message",
      isList: list != nil)
    let output = try PrintOutput(
      destination, page: medium.stock.page, report: listOptions.report, isSequence: language.isSequence)
    let sink = try sink(language, medium, write: output.append)
    let rows = try rows(job)
    guard let summary = try job.run(rows, into: sink, stock: medium.stock.name, isNative: native, output) else {
      return
    }
    destination.say(
      "\(summary.symbols) \(summary.symbols == 1 ? "label" : "labels"); "
        + summary.sentence(medium.conditions, isNative: native))
  }

  /// Returns what returns the rows of the list, or the message as one row.
  private func rows(_ job: PrintJob) throws -> () throws -> Result<PrintRow, MessageListError>? {
    let caption = captionOptions.rowCaption()
    if let list {
      var rows = try job.named {
        try listOptions.rows(of: list, form: messageOptions.payload.form, caption: caption)
      }
      return { try rows.next() }
    }
    let message = try messageOptions.message()
    if message.bytes.isEmpty { throw CommandFailure("the message is empty") }
    if messageOptions.source.isGiven { messageOptions.source.sayNotes(on: message.bytes) }
    let token = caption.uses("token") ? message.payload?.token : nil
    var rows = [
      PrintRow(
        recognized: message, caption: caption.caption(of: [:], token: token.map { "\($0)" }), copies: copies,
        isAnyText: !messageOptions.payload.isGiven)
    ]
    return { rows.popLast().map { .success($0) } }
  }

  private func medium(_ conditions: PrintConditions) throws -> LabelMedium {
    let style = captionOptions.style
    switch stock ?? roll ?? .widest {
    case .labels(let stock): return try LabelMedium(labelsOf: stock, conditions, caption: style)
    case .roll(let width): return try LabelMedium(rollWidth: dpi.wholeDots(in: width), conditions, caption: style)
    case .rollOfDots(let width): return try LabelMedium(rollWidth: width, conditions, caption: style)
    }
  }

  private func preparation(_ medium: LabelMedium, _ language: Language) throws -> SymbolPreparation {
    // The limit of symbols that the printer draws, unless the user gives the number of dots.
    let limit =
      !native || sizeOptions.moduleDots != nil
      ? Int.max : language == .zpl ? ZPL.mostNativeDots : ESCPOS.mostNativeDots
    var preparation = try sizeOptions.preparation(
      medium.conditions, check: listOptions.check(beside: list ?? messageOptions.file), label: medium.stock
    ) { modules, hasCaption, mostDots in
      medium.layout(modules: modules, hasCaption: hasCaption, mostDots: mostDots, limit: limit)
    }
    preparation.isBilevel = language != .pdf
    return preparation
  }

  private func sink(
    _ language: Language, _ medium: LabelMedium, write: @escaping ([UInt8]) throws -> Void
  ) throws -> any LabelSink {
    switch language {
    case .zpl: return LabelWriter(medium, .zpl(isNative: native), write: write)
    case .escpos: return LabelWriter(medium, .escpos(isNative: native, cut: cut), write: write)
    case .png: return LabelWriter(medium, .png, write: write)
    case .pdf:
      var options = SheetWriter.Options(stock: medium.stock, resolution: dpi)
      options.caption = captionOptions.style
      return try SheetWriter(options, write: write)
    }
  }
}

extension ESCPOS.Cut: ExpressibleByArgument {}
