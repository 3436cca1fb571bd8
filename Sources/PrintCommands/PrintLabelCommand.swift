public import ArgumentParser
import CommandSupport
public import KioskPrinting
import OutOfBand

/// `oobqr print label`: a message or a list → the language of a label or receipt printer.
struct PrintLabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Print one label or many, in the language of a label or receipt printer.",
    discussion: """
      zpl and escpos contain the exact dots, whatever the printer's firmware; with --native, the printer draws the \
      symbol and the caption. 'oobqr print label … -o - | nc PRINTER 9100' prints over the network, '-o /dev/usb/lp0' \
      to a device. A list (--list) has the format of 'oobqr print sheet'; pdf has one label per page, png one per \
      file.

      Exit codes: 0 written, or printed; 1 refused, a file could not be read or written, or a job was not printed; \
      5 the symbol is too small or does not scan.
      """)

  @OptionGroup var messageOptions: MessageOptions

  @Option(
    help: ArgumentHelp(
      "A list instead of one message: \(ListHelp.columns). '-' reads CSV from standard input.", valueName: "file"))
  var list: String?

  @Option(help: "zpl, escpos, png or pdf; the default depends on the file's extension, and is pdf for --printer.")
  var to: Language?

  @OptionGroup var destination: PrintDestination

  @Option(
    help: ArgumentHelp(
      "The label: WIDTHxHEIGHT in mm, a stock whose label size is used, or a roll such as 80mm.", valueName: "stock"),
    transform: Paper.init(stock:))
  var stock: Paper?

  @Option(
    help: """
      A roll and its printable width: 80mm (576 dots at 203 dpi), 58mm or 57mm (384), or a number of dots, 100…10000; the \
      default for escpos is 80mm.
      """, transform: Paper.init(roll:))
  var roll: Paper?

  @Option(
    name: .shortAndLong,
    help: "Dots per inch of the printer, 72…4800; default \(Int(PrintResolution.thermal.dotsPerInch)).",
    transform: PrintResolution.option)
  var dpi = PrintResolution.thermal

  @Flag(help: "Let the printer draw the symbol and print the caption in its own font.")
  var native = false

  @Option(help: "Cut after a receipt: none, partial or full.")
  var cut: ESCPOS.Cut = .none

  @Option(help: "Copies of one message, 1…9999; default 1.", transform: Bounded("--copies", 1...9999).parse)
  var copies = 1

  @OptionGroup(title: "Captions") var captionOptions: PrintCaptionOptions
  @OptionGroup(title: "Symbols") var sizeOptions: PrintSizeOptions
  @OptionGroup(title: "List") var listOptions: PrintListOptions

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
