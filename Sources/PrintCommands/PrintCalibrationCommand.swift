import ArgumentParser
import CommandSupport
import HostSystem
import ImageCoding
import KioskPrinting

/// `oobqr print calibration`: a page that shows what a printer and a camera hold.
struct PrintCalibrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibration",
    abstract: "Print a page that tests a printer and a camera.",
    usage: "",
    discussion: """
        oobqr print calibration -o calibration.pdf
        oobqr print calibration --stock 57x32 -o calibration.zpl

      The symbols have modules of 1, 2, 3, … dots, and each symbol's message is its module size: 'oobqr scan' \
      prints the sizes that it reads in a photograph of the page, and 'oobqr scan --grade --printer-profile FILE' \
      writes a profile of the printer and the camera. The rulers show whether the page was printed at its actual \
      size; the stripes of 1 to 4 dots show whether dots merge.

      Exit codes: 0 written, or printed; 1 refused, or a job was not printed; 74 a file could not be written.
      All options: oobqr print calibration --help-hidden, and docs/calibration.md.
      """)

  @OptionGroup(title: "Where it goes") var destination: PrintDestination

  @Option(help: "The printer's language; default: the file's extension")
  var to: PrinterLanguage?

  @Option(
    help: ArgumentHelp(
      "The paper: WIDTHxHEIGHT in mm, or a stock; default: a4, for escpos 72x100.", valueName: "stock"),
    completion: .list(LabelStock.builtIn.map(\.name)),
    transform: LabelStock.init(option:))
  var stock: LabelStock?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Printer's dots per inch; default: \(Int(PrintResolution.thermal.dotsPerInch)) for zpl and escpos, else "
        + "\(Int(PrintResolution.laser.dotsPerInch)).", valueName: "n"),
    transform: PrintResolution.option)
  var dpi: PrintResolution?

  func validate() throws {
    try destination.check()
    try refuse([
      "Give the label's size: --stock WIDTHxHEIGHT in mm.": try destination.language(to) == .zpl && stock == nil
    ])
  }

  func run() throws {
    let language = try destination.language(to)
    let dpi = dpi ?? (language.isSequence ? .thermal : .laser)
    let stock = try stock ?? (language == .escpos ? LabelStock(option: "72x100") : LabelStock.builtIn[0])
    let size = language == .pdf ? stock.page : stock.label
    let (width, height) =
      language == .pdf
      ? (dpi.nearestDots(to: size.width), dpi.nearestDots(to: size.height))
      : (dpi.wholeDots(in: size.width), dpi.wholeDots(in: size.height))
    guard width * height <= LabelMedium.mostDots * 4 else {
      throw CommandFailure("\(size) at \(dpi) has more than \(LabelMedium.mostDots * 4) dots: use a smaller --stock")
    }
    let widest = dpi.wholeDots(in: LabelStock.rolls[0].value)
    if language == .escpos, width > widest {
      throw CommandFailure(
        "\(size) has \(width) dots at \(dpi), and the widest roll \(widest): use a narrower --stock, such as 72x100")
    }
    let page = try CalibrationPage(width: width, height: height, resolution: dpi)
    let output = try PrintOutput(destination, page: size)
    switch language {
    case .pdf: try page.writePDF(output.append)
    case .png: try output.append(PNG.encode(page.bitmap(), dotsPerInch: dpi.dotsPerInch))
    case .zpl: try output.append(ZPL.label(page.bitmap()))
    case .escpos: try output.append(ESCPOS.receipt(page.bitmap()))
    }
    try output.deliver()
    let most = page.steps.count
    destination.say(
      "rulers, patches and \(most == 1 ? "a symbol of 1 dot" : "symbols of 1 to \(most) dots") per "
        + "module at \(dpi); 'oobqr scan' of a photograph prints the sizes that were read")
  }
}
