import ArgumentParser
import CommandSupport
import KioskPrinting
import OutOfBand

/// `oobqr print label`: a message or a list → the language of a label or receipt printer.
struct PrintLabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Print labels and receipts in the printer's language.",
    usage: "",
    discussion: """
        oobqr print label 'https://example.com' --stock 57x32 -o label.zpl
        oobqr print label --list a.csv --stock 57x32 --to zpl --raw --printer zebra
        oobqr print label --file link.txt --to escpos --roll 80mm -o /dev/usb/lp0

      Exit codes: 0 printed; 1 refused or failed; 5 a symbol is unreadable.
      All options: oobqr print label --help-hidden, and docs/printing.md.
      """)

  @OptionGroup(title: "The message") var messageOptions: MessageOptions

  @OptionGroup(title: "The list") var listOptions: PrintListOptions
  @OptionGroup(title: "Where it goes") var destination: PrintDestination
  @OptionGroup(title: "The label") var label: LabelOptions
  @OptionGroup(title: "The label") var captionOptions: PrintCaptionOptions
  @OptionGroup(title: "The label") var sizeOptions: PrintSizeOptions

  func validate() throws {
    let (list, native, cut, copies) = (listOptions.list, label.native, label.cut, label.copies)
    let isList = list != nil
    try refuse([
      "Give a message or a --list, not both.": messageOptions.isGiven && isList,
      "No message: give TEXT, --file FILE, --payload FILE, --list FILE, or '-' for standard input.": !messageOptions
        .isGiven && !isList,
    ])
    try destination.check()
    try listOptions.validatePaths(list ?? messageOptions.file, output: destination.output, sizeOptions)
    if !isList { try messageOptions.payload.validateForm() }
    let language = try destination.language(label.to)
    let paper = label.stock ?? label.roll
    try refuse([
      "--data belongs to a payload that is built: leave it out with --list.": isList
        && !messageOptions.payload.content.data.isEmpty,
      "Give --stock or --roll, not both.": label.stock != nil && label.roll != nil,
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
    let language = try destination.language(label.to)
    let medium = try medium(try sizeOptions.conditions(label.dpi))
    var job = PrintJob(
      options: listOptions, preparation: try preparation(medium, language), name: listOptions.list ?? "the message",
      isList: listOptions.list != nil)
    let output = try PrintOutput(
      destination, page: medium.stock.page, report: listOptions.report, isSequence: language.isSequence)
    let sink = try sink(language, medium, write: output.append)
    let rows = try rows(&job)
    guard let summary = try job.run(rows, into: sink, stock: medium.stock.name, isNative: label.native, output) else {
      return
    }
    destination.say(
      "\(summary.symbols) \(summary.symbols == 1 ? "label" : "labels"); "
        + summary.sentence(medium.conditions, isNative: label.native))
  }

  /// Returns what returns the rows of the list, or the message as one row.
  private func rows(_ job: inout PrintJob) throws -> () throws -> Result<PrintRow, MessageListError>? {
    let caption = captionOptions.rowCaption()
    if let list = listOptions.list {
      var rows = try job.named {
        try listOptions.rows(of: list, form: messageOptions.payload.form, caption: caption)
      }
      job.unprintedColumns = rows.unprintedColumns
      return { try rows.next() }
    }
    let message = try messageOptions.message()
    if message.bytes.isEmpty { throw CommandFailure("the message is empty") }
    if messageOptions.source.isGiven { messageOptions.source.sayNotes(on: message.bytes) }
    let token = caption.uses("token") ? message.payload?.token : nil
    var rows = [
      PrintRow(
        recognized: message, caption: caption.caption(of: [:], token: token.map { "\($0)" }), copies: label.copies,
        isAnyText: !messageOptions.payload.isGiven)
    ]
    return { rows.popLast().map { .success($0) } }
  }

  private func medium(_ conditions: PrintConditions) throws -> LabelMedium {
    let style = captionOptions.style(isForced: listOptions.force)
    switch label.stock ?? label.roll ?? .widest {
    case .labels(let stock): return try LabelMedium(labelsOf: stock, conditions, caption: style)
    case .roll(let width): return try LabelMedium(rollWidth: label.dpi.wholeDots(in: width), conditions, caption: style)
    case .rollOfDots(let width): return try LabelMedium(rollWidth: width, conditions, caption: style)
    }
  }

  private func preparation(_ medium: LabelMedium, _ language: PrinterLanguage) throws -> SymbolPreparation {
    // The limit of symbols that the printer draws, unless the user gives the number of dots.
    let limit =
      !label.native || sizeOptions.moduleDots != nil
      ? Int.max : language == .zpl ? ZPL.mostNativeDots : ESCPOS.mostNativeDots
    var preparation = try sizeOptions.preparation(
      medium.conditions, check: listOptions.check(), label: medium.stock
    ) { modules, hasCaption, mostDots in
      medium.layout(modules: modules, hasCaption: hasCaption, mostDots: mostDots, limit: limit)
    }
    preparation.isBilevel = language != .pdf
    return preparation
  }

  private func sink(
    _ language: PrinterLanguage, _ medium: LabelMedium, write: @escaping ([UInt8]) throws -> Void
  ) throws -> any LabelSink {
    switch language {
    case .zpl: return LabelWriter(medium, .zpl(isNative: label.native), write: write)
    case .escpos: return LabelWriter(medium, .escpos(isNative: label.native, cut: label.cut), write: write)
    case .png: return LabelWriter(medium, .png, write: write)
    case .pdf:
      var options = SheetWriter.Options(stock: medium.stock, resolution: label.dpi)
      options.caption = captionOptions.style(isForced: listOptions.force)
      return try SheetWriter(options, write: write)
    }
  }
}
