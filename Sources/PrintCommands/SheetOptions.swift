import ArgumentParser
import CommandSupport
import KioskPrinting
import SymbolDrawing
import Typesetting

/// The pages of `oobqr print sheet`.
struct SheetOptions: ParsableArguments {
  @OptionGroup var stockOptions: SheetStockOptions

  @Option(help: .more("One size for all labels (long captions may be smaller), or each as large as its label allows"))
  var fit = Fit.all

  enum Fit: String, CaseIterable, ExpressibleByArgument { case all, each }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Dots per inch; default \(Int(PrintResolution.laser.dotsPerInch)).", valueName: "n"),
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
    help: .more("A PNG or JPEG beside or below the symbol of every label, with the caption.", valueName: "file"))
  var labelLogo: String?

  @OptionGroup var inkOption: InkOption

  @Option(
    help: .more(
      "The creation date in the file, such as 2026-01-31 or 2026-01-31T12:00:00Z (default: 1970-01-01T00:00:00Z), and '{date}' of "
        + "captions (default: today).", valueName: "date"))
  var date: String?

  func validate() throws {
    guard let date else { return }
    let form = /[0-9]{4}-[0-9]{2}-[0-9]{2}(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z)?/
    try refuse([
      "--date '\(date)' does not have the form 2026-01-31 or 2026-01-31T12:00:00Z.": date.wholeMatch(of: form) == nil,
      "--date '\(date)' is not a day of the years 1900…2199.": CalendarDay(parsing: date) == nil,
    ])
  }

  /// How the pages are written.
  ///
  /// - Throws: A failure for what the stock has no room for.
  func writing(on stock: LabelStock, captions: CaptionStyle) throws(CommandFailure) -> SheetWriter.Options {
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
    (options.caption, options.header, options.hasPageNumbers) = (captions, header, pageNumbers)
    (options.hasCutMarks, options.start) = (cutMarks, start)
    if let ink = inkOption.ink {
      do { try ink.check(asTextOn: .white, remedy: "use a darker --ink") } catch { throw CommandFailure(error) }
      options.ink = ink
    }
    if let date { options.date = date.contains("T") ? date : date + "T00:00:00Z" }
    return options
  }
}
