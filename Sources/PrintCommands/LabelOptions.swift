public import ArgumentParser
import CommandSupport
public import KioskPrinting

/// The label or receipt of `oobqr print label`, and its printer.
struct LabelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The label: WIDTHxHEIGHT in mm, or a stock's name.", valueName: "stock"),
    completion: .list(LabelStock.builtIn.map(\.name)),
    transform: Paper.init(stock:))
  var stock: Paper?

  @Option(
    help: ArgumentHelp("A roll: 80mm, 58mm, 57mm or a number of dots.", valueName: "width"),
    transform: Paper.init(roll:))
  var roll: Paper?

  @Option(help: ArgumentHelp("The printer's language", valueName: "to"))
  var to: PrinterLanguage?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Dots per inch; default \(Int(PrintResolution.thermal.dotsPerInch)).", valueName: "n"),
    transform: PrintResolution.option)
  var dpi = PrintResolution.thermal

  @Option(
    help: ArgumentHelp("Copies of one message, 1…9999.", valueName: "n"),
    transform: Bounded("--copies", 1...9999).parse)
  var copies = 1

  @Option(help: .more("Cut after a receipt"))
  var cut: ESCPOS.Cut = .none

  @Flag(help: .more("Let the printer draw the symbol and print the caption in its own font."))
  var native = false

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
}

/// What the printer, or the file, takes.
enum PrinterLanguage: String, CaseIterable, ExpressibleByArgument {
  case zpl, escpos, png, pdf

  /// Whether each label is printed as soon as its part of the file is sent.
  var isSequence: Bool { self == .zpl || self == .escpos }
}

extension ESCPOS.Cut: ExpressibleByArgument {}
