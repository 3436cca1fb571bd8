import ArgumentParser
import CommandSupport
import HostSystem
import KioskPrinting

/// `oobqr print sheet`: a list → pages of labels.
struct PrintSheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Print a list on sheets of labels, as PDF.",
    usage: "",
    discussion: """
        oobqr print sheet --list codes.csv --stock l7160 -o codes.pdf
        oobqr print sheet --list codes.csv --caption '{name}' --printer office
        oobqr print sheet --list codes.csv --resume report.json -o missing.pdf

      Print the file at its actual size ("100 %", not "fit to page").

      Exit codes: 0 printed; 1 refused or failed; 5 too small, or it does not scan.
      All options: oobqr print sheet --help-hidden, and docs/printing.md.
      """)

  @Option(help: ArgumentHelp("\(ListHelp.columns).", valueName: "file"))
  var list: String

  @OptionGroup(title: "Where it goes") var destination: PrintDestination

  @Option(
    help: ArgumentHelp(
      "A name of 'oobqr print stocks', or WIDTHxHEIGHT in mm; default a4.", valueName: "stock"),
    transform: LabelStock.init(option:))
  var stock = LabelStock.builtIn[0]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Printer's dots per inch; default \(Int(PrintResolution.laser.dotsPerInch)).", valueName: "n"),
    transform: PrintResolution.option)
  var dpi = PrintResolution.laser

  @Option(
    help: ArgumentHelp("The first unused label of the first page.", valueName: "n"),
    transform: Bounded("--start", 1...100_000).parse)
  var start = 1

  @Flag(help: "Mark cuts with thin lines in the margins.")
  var cutMarks = false

  @Option(help: ArgumentHelp("A line at the top of every page.", valueName: "text"))
  var header: String?

  @Flag(help: "Number the pages.")
  var pageNumbers = false

  @Option(
    help: .more(
      "The creation date in the file, such as 2026-01-31T12:00:00Z (default: 1970-01-01T00:00:00Z), and '{date}' of "
        + "captions (default: today).", valueName: "date"))
  var date: String?

  @OptionGroup(title: "The label") var captionOptions: PrintCaptionOptions
  @OptionGroup(title: "The label") var sizeOptions: PrintSizeOptions
  @OptionGroup(title: "The rows") var form: PayloadFormOptions
  @OptionGroup(title: "The rows") var listOptions: PrintListOptions

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
