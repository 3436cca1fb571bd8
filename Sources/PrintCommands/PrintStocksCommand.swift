import ArgumentParser
import CommandSupport
import KioskPrinting
import TextFormats

/// `oobqr print stocks`: the names of paper that `--stock` takes.
struct PrintStocksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stocks",
    abstract: "List the stocks by name, with their sizes.",
    usage: "",
    discussion: """
        oobqr print stocks
        oobqr print stocks '63.5 x 38.1'

      Built-in stocks come first, with glabels' names where it has them; then the rectangular labels among \
      glabels' templates, if its package is installed (Debian: glabels-data); then rolls, for 'print label'.

      Exit codes: 0 listed; 1 no stock matches the filter.
      More: docs/printing.md.
      """)

  @Argument(help: "Only stocks that match this text, ignoring case: a brand, a part number, '63.5 × 38.1'.")
  var filter: String?

  /// The names that glabels has for built-in stocks.
  private static let glabels = [
    "l7160": "Avery L7160", "l7163": "Avery L7163", "l7651": "Avery L7651", "5160": "Avery 5160", "5871": "Avery 5871",
    "3474": "Zweckform 3474",
  ]

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  func run() throws {
    let builtIn = LabelStock.builtIn.map { ($0, Self.glabels[$0.name] ?? "") }
    let rows = builtIn + GlabelsTemplates.all().map { ($0, $0.name) }
    let width = rows.map(\.0.name.count).max() ?? 0
    let otherWidth = builtIn.map(\.1.count).max() ?? 0
    var lines = rows.map { stock, other -> (text: String, json: JSONValue) in
      let count = stock.labelsPerPage
      let text =
        "\(stock.name.padded(to: width))  \((other == stock.name ? "" : other).padded(to: otherWidth))  "
        + "\(stock.label), \(count == 1 ? "1 label" : "\(count) labels") on \(stock.page)"
      let sides = [stock.label.width, stock.label.height, stock.page.width, stock.page.height].map {
        JSONValue.number($0)
      }
      return (
        text,
        [
          "stock": .string(stock.name), "also": other.isEmpty || other == stock.name ? .null : .string(other),
          "label_mm": .array(Array(sides[..<2])), "page_mm": .array(Array(sides[2...])), "labels": .number(count),
        ]
      )
    }
    lines += LabelStock.rolls.map { name, side in
      (
        "\(name.padded(to: width))  \("".padded(to: otherWidth))  a roll, \(DecimalText.short(side, decimals: 1)) mm "
          + "printable; for 'print label'", ["roll": .string(name), "printable_mm": .number(side)]
      )
    }
    if let filter {
      func plain(_ text: String) -> String {
        text.lowercased().replacing("×", with: "x").replacing(" ", with: "")
      }
      lines = lines.filter { plain($0.text).contains(plain(filter)) }
      if lines.isEmpty {
        throw CommandFailure("no stock matches '\(filter)'; give WIDTHxHEIGHT in mm for a label of any other size")
      }
    }
    try Console.current.write(lines.map { answer.isJSON ? $0.json.line(as: .printStocks) : $0.text + "\n" }.joined())
  }
}
