public import ArgumentParser
import HostSystem
import ImageCoding
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
    transform: StockOption.init(option:))
  var stock: StockOption?

  @Option(
    help: """
      A roll and its printable width: 80mm (576 dots at 203 dpi), 58mm or 57mm (384), or a number of dots, 100…10000; the \
      default for escpos is 80mm.
      """, transform: Roll.init(option:))
  var roll: Roll?

  @Option(name: .shortAndLong, help: "Dots per inch of the printer, 72…4800.")
  var dpi = PrintResolution.thermal

  @Flag(help: "Let the printer draw the symbol and print the caption in its own font.")
  var native = false

  @Option(help: "Cut after a receipt: none, partial or full.")
  var cut: ESCPOS.Cut = .none

  @Option(help: "Copies of one message, 1…9999.")
  var copies = 1

  @OptionGroup(title: "Captions") var captionOptions: PrintCaptionOptions
  @OptionGroup(title: "Symbols") var sizeOptions: PrintSizeOptions
  @OptionGroup(title: "List") var listOptions: PrintListOptions

  enum Language: String, CaseIterable, ExpressibleByArgument {
    case zpl, escpos, png, pdf

    /// Whether each label is printed as soon as its part of the file is sent.
    var isSequence: Bool { self == .zpl || self == .escpos }
  }

  /// The printable width of a roll, in dots.
  struct Roll {
    var dots: Int?
    var millimetres: Double?

    /// The widest of the usual rolls.
    static let widest = Roll(parsing: "80mm")

    init(option text: String) throws {
      guard let roll = Roll(parsing: text) else {
        throw ValidationError("it is not 80mm, 58mm, 57mm or a number of dots in 100…10000.")
      }
      self = roll
    }

    init?(parsing text: String) {
      if let known = LabelStock.rolls.first(where: { [$0.key, String($0.key.dropLast(2))].contains(text) }) {
        millimetres = known.value
      } else {
        guard let dots = Int(text), 100...10_000 ~= dots else { return nil }
        self.dots = dots
      }
    }

    func width(_ resolution: PrintResolution) -> Int { dots ?? resolution.wholeDots(in: millimetres ?? 0) }
  }

  /// The stock or the roll, which may be given as a stock.
  private var paper: (stock: StockOption?, roll: Roll?) {
    if case .roll(let name) = stock { return (nil, Roll(parsing: name)) }
    return (stock, roll)
  }

  func validate() throws {
    if messageOptions.isGiven && list != nil { throw ValidationError("Give a message or a --list, not both.") }
    if !messageOptions.isGiven && list == nil {
      throw ValidationError(
        "No message: give TEXT, --file FILE, --payload FILE, --list FILE, or '-' for standard input.")
    }
    try destination.check()
    try listOptions.validatePaths(
      list: list ?? messageOptions.file, output: destination.output,
      others: [sizeOptions.logo, sizeOptions.profileOptions.printerProfile])
    if list == nil { try messageOptions.payload.validateForm() }
    if list != nil && !messageOptions.payload.content.data.isEmpty {
      throw ValidationError("--data belongs to a payload that is built: leave it out with --list.")
    }
    let language = try destination.check(language: to)
    if self.stock != nil && self.roll != nil { throw ValidationError("Give --stock or --roll, not both.") }
    let (stock, roll) = paper
    if stock == nil && roll == nil && language != .escpos {
      throw ValidationError("Give the label's size: --stock WIDTHxHEIGHT in mm, or --roll for endless paper.")
    }
    if roll != nil && language == .pdf { throw ValidationError("A PDF has pages: give --stock WIDTHxHEIGHT.") }
    if native && ![.zpl, .escpos].contains(language) { throw ValidationError("--native is only for zpl and escpos.") }
    if native && sizeOptions.logo != nil {
      throw ValidationError("Symbols that the printer draws have no logo: leave out --native.")
    }
    if cut != .none && language != .escpos { throw ValidationError("--cut is only for escpos.") }
    if !(1...9999 ~= copies) { throw ValidationError("--copies \(copies) is not in 1…9999.") }
    if language == .png && copies != 1 { throw ValidationError("A PNG holds one label: print the file several times.") }
    if list != nil && copies != 1 { throw ValidationError("A list has copies in a column: leave out --copies.") }
    if list == nil {
      let caption = captionOptions.rowCaption()
      if let column = caption.columns.first {
        throw ValidationError(
          "--caption uses a column '\(column)', but a single message has no columns\(RowCaption.hint(for: column)).")
      }
      if caption.uses("line") { throw ValidationError("--caption uses '{line}', but only rows of a list have lines.") }
      if listOptions.rows != nil { throw ValidationError("--rows needs --list.") }
      if listOptions.resume != nil { throw ValidationError("--resume needs --list.") }
    }
    if list != nil && language == .png {
      throw ValidationError("A PNG holds one label: print a --list with zpl, escpos or pdf.")
    }
  }

  func run() throws {
    guard let language = destination.language(to) else { return }
    let conditions = try sizeOptions.conditions(dpi)
    let medium = try medium(conditions)
    let queueOptions = try destination.queueOptions(for: medium.stock.page)
    let job = PrintJob(
      options: listOptions, preparation: try preparation(conditions, medium, language), name: list ?? "the message",
      isList: list != nil)
    let file = try destination.open()
    let log = try DeliveryLog(report: listOptions.report, isStream: language.isSequence && destination.isStream)
    let sink = try sink(language, medium) { bytes in
      log.count(bytes)
      try file.append(bytes)
    }
    let deliver = { try destination.deliver(file, options: queueOptions, log: log) }
    let summary: PrintRun.Summary?
    if let list {
      var rows = try job.named {
        try listOptions.rows(
          of: list, form: messageOptions.payload.form, caption: captionOptions.rowCaption())
      }
      summary = try job.run(
        { try listOptions.next(of: &rows, $0) }, into: sink, stock: medium.stock.name, isNative: native, log: log,
        isQueued: queueOptions != nil, deliver: deliver)
    } else {
      let message = try messageOptions.message()
      if message.bytes.isEmpty { throw CommandFailure("the message is empty") }
      if messageOptions.source.isGiven { messageOptions.source.sayNotes(on: message.bytes) }
      let template = captionOptions.rowCaption()
      let token = template.uses("token") ? message.payload?.token : nil
      let caption = template.caption(of: [:], token: token.map { "\($0)" })
      var rows = [
        PrintRow(recognized: message, caption: caption, copies: copies, isAnyText: !messageOptions.payload.isGiven)
      ]
      summary = try job.run(
        { _ in rows.popLast().map { .success($0) } }, into: sink, stock: medium.stock.name, isNative: native, log: log,
        isQueued: queueOptions != nil, deliver: deliver)
    }
    guard let summary else { return }
    destination.say(
      "\(summary.symbols) \(summary.symbols == 1 ? "label" : "labels"); "
        + summary.sentence(conditions, isNative: native))
  }

  private func medium(_ conditions: PrintConditions) throws -> LabelMedium {
    let style = captionOptions.style
    let (stock, roll) = paper
    if let stock { return try LabelMedium(labelsOf: stock.stock(), conditions, caption: style) }
    let width = (roll ?? Roll.widest)?.width(dpi) ?? 0
    return try LabelMedium(rollWidth: width, conditions, caption: style)
  }

  private func preparation(
    _ conditions: PrintConditions, _ medium: LabelMedium, _ language: Language
  ) throws -> SymbolPreparation {
    let size = sizeOptions
    // The limit of symbols that the printer draws, unless the user gives the number of dots.
    let limit =
      !native || size.moduleDots != nil
      ? Int.max : language == .zpl ? ZPLSink.mostNativeDots : ESCPOSSink.mostNativeDots
    var preparation = SymbolPreparation(
      conditions: conditions, level: size.level, logo: try size.logo.map { try Console.current.logo($0) },
      check: try listOptions.check(beside: list ?? messageOptions.file),
      label: medium.stock
    ) { modules, hasCaption, mostDots in
      medium.layout(modules: modules, hasCaption: hasCaption, mostDots: mostDots, limit: limit)
    }
    preparation.size = size.requested
    preparation.names = PrintParameter.options
    preparation.isBilevel = language != .pdf
    return preparation
  }

  private func sink(
    _ language: Language, _ medium: LabelMedium, write: @escaping ([UInt8]) throws -> Void
  ) throws -> any LabelSink {
    switch language {
    case .zpl: return ZPLSink(medium, isNative: native, write: write)
    case .escpos: return ESCPOSSink(medium, isNative: native, cut: cut, write: write)
    case .png: return PNGSink(medium, write: write)
    case .pdf:
      var options = SheetWriter.Options(stock: medium.stock, resolution: dpi)
      options.caption = captionOptions.style
      return try SheetWriter(options, write: write)
    }
  }
}

extension ESCPOS.Cut: ExpressibleByArgument {}
