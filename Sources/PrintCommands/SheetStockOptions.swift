import ArgumentParser
import CommandSupport
import KioskPrinting
import TextFormats

/// The label paper of `oobqr print sheet`, and where the printer puts it.
struct SheetStockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A name of 'oobqr print stocks', or WIDTHxHEIGHT in mm.", valueName: "stock"),
    completion: .list(LabelStock.builtIn.map(\.name)),
    transform: LabelStock.init(option:))
  var stock = LabelStock.builtIn[0]

  @Option(
    help: ArgumentHelp("Labels across and down, for WIDTHxHEIGHT: 3x7.", valueName: "grid"),
    transform: Grid.init(option:))
  var grid: Grid?

  @Option(
    help: .more("The page of --grid: a4, letter, a3, a5, a6 or WIDTHxHEIGHT in mm. (default: a4)", valueName: "page"),
    transform: { text in
      guard let size = LabelStock.Size(parsing: text) else {
        throw ValidationError("--page '\(text)' is not a4, letter, a3, a5, a6 or WIDTHxHEIGHT in mm.")
      }
      return size
    })
  var page: LabelStock.Size?

  @Option(
    parsing: .unconditional,
    help: .more(
      "Millimetres from the page's left and upper sides to the labels of --grid, 0…2000; by default, they are centred.",
      valueName: "left,top"),
    transform: { try Millimetres($0, "--margin", 0...2000) })
  var margin: Millimetres?

  @Option(
    parsing: .unconditional,
    help: .more("Millimetres between the labels of --grid, 0…2000. (default: 0,0)", valueName: "x,y"),
    transform: { try Millimetres($0, "--gap", 0...2000) })
  var gap: Millimetres?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move all labels right and down by mm: -1.5,2.", valueName: "x,y"),
    transform: { try Millimetres($0, "--offset", -20...20) })
  var offset = Millimetres(x: 0, y: 0)

  /// The numbers of labels across and down.
  struct Grid {
    var columns: Int
    var rows: Int

    init(option text: String) throws {
      let counts = text.split(omittingEmptySubsequences: false) { "x×X".contains($0) }.map { Int($0) ?? 0 }
      guard counts.count == 2, counts.allSatisfy((1...200).contains) else {
        throw ValidationError("--grid '\(text)' is not COLUMNSxROWS, each in 1…200.")
      }
      (columns, rows) = (counts[0], counts[1])
    }
  }

  /// Two lengths in millimetres.
  struct Millimetres {
    var x: Double
    var y: Double

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    init(_ text: String, _ option: String, _ limits: ClosedRange<Double>) throws {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw ValidationError(
          "\(option) '\(text)' is not two numbers of millimetres, such as \(limits.contains(-1.5) ? "-" : "")1.5,0.")
      }
      let bounded = Bounded(option, limits, "mm")
      (x, y) = (try bounded.parse(String(parts[0])), try bounded.parse(String(parts[1])))
    }
  }

  func validate() throws { _ = try labels() }

  /// Returns the labels at the places where they are printed.
  func labels() throws(ValidationError) -> LabelStock {
    let stock = try gridded()
    guard let moved = stock.moved(right: offset.x, down: offset.y) else {
      let (x, y) = stock.room
      throw ValidationError(
        "--offset moves labels of \(stock.name) off the page: its first number can be \(Self.text(x)) mm, and its second "
          + "\(Self.text(y)) mm.")
    }
    return moved
  }

  /// The stock, or a page of labels of its size.
  private func gridded() throws(ValidationError) -> LabelStock {
    guard let grid else {
      try refuse(["--page, --margin and --gap need --grid COLUMNSxROWS.": page != nil || margin != nil || gap != nil])
      return stock
    }
    try refuse([
      "--grid needs the size of a label: give --stock WIDTHxHEIGHT in mm, not '\(stock.name)'.": stock.page
        != stock.label
    ])
    let (page, label, gap) = (page ?? .a4, stock.label, gap ?? Millimetres(x: 0, y: 0))
    let width = Self.length(grid.columns, of: label.width, gap.x, from: margin?.x)
    let height = Self.length(grid.rows, of: label.height, gap.y, from: margin?.y)
    let remedy = "give fewer labels, a smaller --gap or --margin, or a larger --page."
    try refuse([
      "--grid is too wide: \(width.sum) mm, and the page has \(Self.text(page.width)) mm; \(remedy)": width.total
        > page.width,
      "--grid is too high: \(height.sum) mm, and the page has \(Self.text(page.height)) mm; \(remedy)": height.total
        > page.height,
    ])
    do {
      return try LabelStock(
        name: "\(stock.name),\(grid.columns)x\(grid.rows)", page: page, label: label, columns: grid.columns,
        rows: grid.rows, left: margin?.x, top: margin?.y, columnPitch: label.width + gap.x,
        rowPitch: label.height + gap.y)
    } catch { throw ValidationError("--grid: \(error).") }
  }

  /// The length of some labels with the gaps between them and a margin before them, in millimetres.
  ///
  /// - Returns: Also the sum in words, as in `10 + 3 × 63.5 + 2 × 2.5 = 205.5`.
  private static func length(
    _ count: Int, of label: Double, _ gap: Double, from margin: Double?
  ) -> (total: Double, sum: String) {
    let total = (margin ?? 0) + Double(count) * label + Double(count - 1) * gap
    var terms = ["\(count) × \(text(label))"]
    if let margin { terms.insert(text(margin), at: 0) }
    if gap > 0 && count > 1 { terms.append("\(count - 1) × \(text(gap))") }
    return (total, terms.joined(separator: " + ") + " = \(text(total))")
  }

  private static func text(_ length: Double) -> String { DecimalText.short(length, decimals: 2) }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound))…\(text(range.upperBound))"
  }
}
