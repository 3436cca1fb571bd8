import ArgumentParser
import CommandSupport
import HostSystem
import KioskPrinting

/// `oobqr print sheet`: a list → pages of labels.
struct PrintSheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Print a list on sheets of labels, as PDF.",
    discussion: """
      The list is CSV with a header, or JSON lines. A row has its message in 'payload' (JSON or base64url, converted \
      as --as and --base-url say), 'link', 'text', 'message' or 'message_base64', and may have 'caption', 'copies' and \
      columns for --caption. A module is a whole number of printer dots, so print the file at its actual size \
      ("100 %", not "fit to page").

      Exit codes: 0 written, or printed; 1 a bad row, a file could not be read or written, or a job was not printed; \
      5 a symbol is too small or does not scan.
      """)

  @Option(help: ArgumentHelp("The list: \(ListHelp.columns). '-' reads CSV from standard input.", valueName: "file"))
  var list: String

  @OptionGroup var destination: PrintDestination

  @Option(
    help: ArgumentHelp(
      "a4, letter, a5, a6, l7160, l7163, 5160, 3474, WIDTHxHEIGHT in mm, or a glabels template; 'oobqr print stocks' "
        + "lists them. (default: a4)", valueName: "stock"), transform: LabelStock.init(option:))
  var stock = LabelStock.builtIn[0]

  @Option(
    name: .shortAndLong,
    help: "Dots per inch of the printer, 72…4800; default \(Int(PrintResolution.laser.dotsPerInch)).",
    transform: PrintResolution.option)
  var dpi = PrintResolution.laser

  @Option(
    help: "The first unused label of the first page, from 1.", transform: Bounded("--start", 1...100_000).parse)
  var start = 1

  @Flag(help: "Mark cuts with thin lines in the margins.")
  var cutMarks = false

  @Option(help: "A line at the top of every page.")
  var header: String?

  @Flag(help: "Number the pages.")
  var pageNumbers = false

  @Option(
    help: ArgumentHelp(
      "The creation date in the file, such as 2026-01-31T12:00:00Z (default: 1970-01-01T00:00:00Z), and '{date}' of "
        + "captions (default: today).", valueName: "date"))
  var date: String?

  @OptionGroup(title: "Captions") var captionOptions: PrintCaptionOptions
  @OptionGroup(title: "Symbols") var sizeOptions: PrintSizeOptions
  @OptionGroup(title: "List") var form: PayloadFormOptions
  @OptionGroup(title: "List") var listOptions: PrintListOptions

  func validate() throws {
    try destination.check()
    try listOptions.validatePaths(list, output: destination.output, sizeOptions)
    try destination.checkPDF("A sheet", dpi)
    guard let date else { return }
    let form = /[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z/
    try refuse([
      "--date '\(date)' does not have the form 2026-01-31T12:00:00Z.": date.wholeMatch(of: form) == nil,
      "--date '\(date)' is not a day of the years 1900…2199.": CalendarDay(parsing: date) == nil,
    ])
  }

  func run() throws {
    let options = try sheetOptions()
    let preparation = try sizeOptions.preparation(
      sizeOptions.conditions(dpi), check: listOptions.check(beside: list), label: stock
    ) { modules, hasCaption, mostDots in
      LabelLayout(
        on: stock.label, modules: modules, resolution: dpi, caption: hasCaption ? options.caption : nil,
        mostDots: mostDots ?? .max)
    }
    let job = PrintJob(options: listOptions, preparation: preparation, name: list)
    let caption = captionOptions.rowCaption(on: date.flatMap { CalendarDay(parsing: $0) })
    var rows = try job.named { try listOptions.rows(of: list, form: form, caption: caption) }
    let output = try PrintOutput(destination, page: stock.page, report: listOptions.report)
    let sheet = try SheetWriter(options, write: output.append)
    guard let summary = try job.run({ try rows.next() }, into: sheet, stock: stock.name, output) else { return }
    let pages = sheet.pages
    destination.say(
      "\(summary.symbols) \(summary.symbols == 1 ? "symbol" : "symbols") on "
        + "\(pages) \(pages == 1 ? "page" : "pages") of \(stock.name); \(summary.sentence(preparation.conditions))")
  }

  private func sheetOptions() throws -> SheetWriter.Options {
    guard 1...stock.labelsPerPage ~= start else {
      throw CommandFailure("--start \(start) is not in 1…\(stock.labelsPerPage), the labels of \(stock.name)")
    }
    let margin = "\(stock.name) has no margin of \(Int(SheetWriter.narrowestMargin)) mm"
    if header != nil && !stock.hasRoomForHeader { throw CommandFailure("\(margin) at the top for --header") }
    if pageNumbers && !stock.hasRoomForPageNumbers {
      throw CommandFailure("\(margin) at the bottom for --page-numbers")
    }
    if cutMarks && !stock.hasRoomForCutMarks {
      Console.current.say("note: \(stock.name) has no margins for cut marks; none are drawn")
    }
    var options = SheetWriter.Options(stock: stock, resolution: dpi)
    (options.caption, options.header, options.hasPageNumbers) = (captionOptions.style, header, pageNumbers)
    (options.hasCutMarks, options.start) = (cutMarks, start)
    if let date { options.date = date }
    return options
  }
}
