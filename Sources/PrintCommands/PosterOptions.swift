import ArgumentParser
import CommandSupport
import KioskPrinting
import QRSymbology
import SymbolDrawing

/// The page, the words and the colours of `oobqr print poster`.
struct PosterOptions: ParsableArguments {
  @Option(help: "The page")
  var size = PageSize.a4

  @Option(
    help: ArgumentHelp("One to four, such as en,de,fr,ar; default en.", valueName: "codes"),
    transform: Languages.init(option:))
  var languages: Languages?

  @Option(help: ArgumentHelp("Other texts; start from those of 'oobqr print texts'.", valueName: "file"))
  var texts: String?

  @Option(help: ArgumentHelp("An address to type, such as example.com/help.", valueName: "address"))
  var address: String?

  @Option(help: ArgumentHelp("A PNG or JPEG at the foot of the page.", valueName: "file"))
  var logo: String?

  @Option(
    name: .shortAndLong,
    help: .more(
      "Dots per inch of the printer, 72…4800; default \(Int(PrintResolution.laser.dotsPerInch)).", valueName: "n"),
    transform: PrintResolution.option)
  var dpi = PrintResolution.laser

  @Option(
    help: ArgumentHelp("Scanning distance, 10…10000; default 300.", valueName: "mm"),
    transform: PrintConditions.bounded.parse)
  var distance = 300.0

  @Option(name: .shortAndLong, help: .more("Error correction"))
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(
    help: ArgumentHelp("Colour of the band and the numbers.", valueName: "#rrggbb"), transform: ColorOptions.color)
  var brand = Poster.Style().brand

  @Option(
    help: .more("Colour of the text on --brand; the default is white or black.", valueName: "#rrggbb"),
    transform: ColorOptions.color)
  var brandText: RGBColor?

  @OptionGroup var inkOption: InkOption

  @Option(help: .more("Colour of dark modules.", valueName: "#rrggbb"), transform: ColorOptions.color)
  var dark = RGBColor.black

  @Option(help: .more("Colour of light modules and quiet zone.", valueName: "#rrggbb"), transform: ColorOptions.color)
  var light = RGBColor.white

  @Option(help: .more("Font family of all texts."))
  var font = Poster.Style().font

  enum PageSize: String, CaseIterable, ExpressibleByArgument {
    case a5, a4, a3, letter

    var size: LabelStock.Size {
      switch self {
      case .a5: .a5
      case .a4: .a4
      case .a3: .a3
      case .letter: .letter
      }
    }
  }

  /// Codes of languages, each once.
  struct Languages {
    var codes: [String]

    init(option text: String) throws {
      codes = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      guard 1...4 ~= codes.count, !codes.contains(""), Set(codes).count == codes.count else {
        throw ValidationError("it is not one to four different languages, such as en,de,fr,ar.")
      }
    }
  }
}
