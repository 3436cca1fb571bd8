import ArgumentParser
import CommandSupport
import HostSystem
import KioskPrinting
import SymbolDrawing

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

      Exit codes: 0 printed; 1 refused or failed; 5 a symbol is unreadable.
      All options: oobqr print sheet --help-hidden, and docs/printing.md.
      """)

  @OptionGroup(title: "The list") var listOptions: PrintListOptions
  @OptionGroup(title: "The list") var form: PayloadFormOptions
  @OptionGroup(title: "Where it goes") var destination: PrintDestination
  @OptionGroup(title: "The sheet") var sheet: SheetOptions
  @OptionGroup(title: "The label") var captionOptions: PrintCaptionOptions
  @OptionGroup(title: "The label") var sizeOptions: PrintSizeOptions

  func validate() throws {
    try refuse(["Missing expected argument '--list <file>'.": listOptions.list == nil])
    try form.refuseIntent()
    try destination.check()
    try listOptions.validatePaths(list, output: destination.output, sizeOptions, logo: sheet.labelLogo)
    try destination.checkPDF("A sheet", sheet.dpi)
  }

  private var list: String { listOptions.list ?? "-" }

  func run() throws {
    let (stock, resolution) = (try sheet.stockOptions.labels(), sheet.dpi)
    var options = try sheet.writing(on: stock, captions: captionOptions.style(isForced: listOptions.force))
    options.logo = try sheet.labelLogo.map { try Console.current.logo($0).picture }
    let look = options
    var preparation = try sizeOptions.preparation(
      sizeOptions.conditions(resolution), check: listOptions.check(), label: stock
    ) { look.layout(modules: $0, hasCaption: $1, mostDots: $2) }
    preparation.hasLabelLogo = options.logo != nil
    var job = PrintJob(options: listOptions, preparation: preparation, name: list)
    let caption = captionOptions.rowCaption(on: sheet.date.flatMap { CalendarDay(parsing: $0) })
    var rows = try job.named { try listOptions.rows(of: list, form: form, caption: caption) }
    job.unprintedColumns = rows.unprintedColumns
    job.symbolsGiveWay = sheet.fit == .all && preparation.size == nil
    let output = try PrintOutput(destination, page: stock.page, report: listOptions.report)
    let writer = try SheetWriter(options, write: output.append)
    var next = { try rows.next() }
    if sheet.fit == .all {
      var all = try job.named { try rows.all() }[...]
      let good: [PrintRow] = all.compactMap { try? $0.get() }
      let captions = Set(good.compactMap(\.caption))
      let leastDots = preparation.conditions.leastDots
      let layout = job.preparation.layOutAlike(good, jobs: listOptions.jobsOptions.number) {
        writer.layout(of: captions, from: $0, modules: $1, leastDots: leastDots)
      }
      if let layout { writer.setOneSize(of: captions, in: layout) }
      next = { all.popFirst() }
    }
    guard let summary = try job.run(next, into: writer, stock: stock.name, output) else { return }
    let pages = writer.pages
    let (across, down) = (Int(210 / stock.label.width), Int(297 / stock.label.height))
    if stock.page == stock.label, pages > 1, across * down > 1 {
      Console.current.say(
        "note: every label is a page of its own; --grid \(across)x\(down) puts \(across * down) on each A4 page")
    }
    destination.say(
      "\(summary.symbols) \(summary.symbols == 1 ? "symbol" : "symbols") on "
        + "\(pages) \(pages == 1 ? "page" : "pages") of \(stock.name); \(summary.sentence(preparation.conditions))")
  }
}
