import ArgumentParser
import KioskPrinting

/// `oobqr print stocks`: the names of paper that `--stock` takes.
struct PrintStocksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stocks",
    abstract: "List the stocks by name, with their sizes.",
    discussion: """
      Built-in stocks come first, each with the name that glabels has for it; then the rectangular labels among glabels' \
      templates, where its package is installed (Debian: glabels-data).

      Exit codes: 0 listed; 1 no stock contains the filter.
      """)

  @Argument(help: "Only stocks whose line contains this text, in any case: a brand, a part, '63.5 × 38.1'.")
  var filter: String?

  /// The names that glabels has for built-in stocks.
  private static let glabels = [
    "l7160": "Avery L7160", "l7163": "Avery L7163", "5160": "Avery 5160", "3474": "Zweckform 3474",
  ]

  func run() throws {
    let builtIn = LabelStock.builtIn.map { ($0, Self.glabels[$0.name] ?? "") }
    let rows = builtIn + GlabelsTemplates.all().map { ($0, $0.name) }
    let width = rows.map(\.0.name.count).max() ?? 0
    let otherWidth = builtIn.map(\.1.count).max() ?? 0
    var lines = rows.map { stock, other in
      let count = stock.labelsPerPage
      return "\(stock.name.padded(to: width))  \((other == stock.name ? "" : other).padded(to: otherWidth))  "
        + "\(stock.label), \(count == 1 ? "1 label" : "\(count) labels") on \(stock.page)"
    }
    lines += LabelStock.rolls.map { name, side in
      "\(name.padded(to: width))  \("".padded(to: otherWidth))  a roll of which \(NumberFormat.shown(side, decimals: 1)) mm "
        + "are printed; for 'print label'"
    }
    if let filter {
      func plain(_ text: String) -> String {
        text.lowercased().replacing("×", with: "x").replacing(" ", with: "")
      }
      lines = lines.filter { plain($0).contains(plain(filter)) }
      if lines.isEmpty {
        throw CommandFailure("no stock contains '\(filter)'; WIDTHxHEIGHT in mm is a label of any size")
      }
    }
    try Console.current.write(lines.map { $0 + "\n" }.joined())
  }
}
