public import Imaging
import QREncoding
import QRSymbology
import SymbolDrawing
import TextFormats
public import Typesetting

/// A page that shows what a printer and a camera hold: rulers, patches, and a ladder of symbols with larger and larger
/// modules, each with its own size in its message.
///
/// ```swift
/// let page = try CalibrationPage(width: 456, height: 256, resolution: .thermal)
/// let steps = page.steps  // 1, 2, 3: dots per module
/// ```
/// Everything lies on whole dots.
public struct CalibrationPage: Sendable {
  /// The page's width in dots.
  public let width: Int
  /// The page's height in dots.
  public let height: Int
  public let resolution: PrintResolution
  private var ladder: [Step] = []
  private var rectangles: [LabelLayout.Rectangle] = []
  private var texts: [Text] = []

  /// A symbol with its quiet zone, by its upper left corner.
  private struct Step: Sendable {
    var symbol: PrintedSymbol
    var x: Int, y: Int
  }

  /// A line of text in a rectangle of dots.
  private struct Text: Sendable {
    var text: String
    var place: LabelLayout.Rectangle
    var alignment: TextLayout.Alignment
  }

  /// Dots per module of the symbols, from 1.
  public var steps: [Int] { ladder.map(\.symbol.dots) }

  /// The most dots per module: more says nothing about a printer.
  public static let mostDots = 16

  /// The message of a step: `4 DOTS 300 DPI`. It fits into version 1 for every resolution.
  public static func message(_ dots: Int, _ resolution: PrintResolution) -> String {
    "\(dots) \(dots == 1 ? "DOT" : "DOTS") \(DecimalText.short(resolution.dotsPerInch, decimals: 0)) DPI"
  }

  /// - Parameters:
  ///   - width: The page's width in dots.
  ///   - height: The page's height in dots.
  ///   - resolution: The printer's.
  /// - Throws: ``PrintFault`` if not even symbols of one dot per module fit.
  public init(width: Int, height: Int, resolution: PrintResolution) throws(PrintFault) {
    (self.width, self.height, self.resolution) = (width, height, resolution)
    let isLabel = resolution.millimetres(min(width, height)) < Self.leastPage
    let margin = dots(isLabel ? 2 : 10)
    let line = lineHeight
    addText(
      "oobqr \(resolution), a dot is \(DecimalText.short(resolution.dotSize, decimals: 3)) mm"
        + (isLabel ? "" : "; print at 100 %, not fitted to the page, and check the rulers"),
      x: margin, y: margin, width: width - 2 * margin, .left)
    let (left, top) = (
      margin + dots(Self.rulerDepth) + dots(resolution.millimetres(height) < 100 ? 3.5 : 5),
      margin + 2 * line + dots(Self.rulerDepth)
    )
    addRulers(left: left, top: top, margin: margin, from: margin + line)
    let gap = dots(isLabel ? 1 : 3)
    let bottom = addPatches(
      left: left + gap, top: top + gap, right: width - margin, side: dots(isLabel ? 2 : 10), gap: gap, isLabel)
    addLadder(left: left + gap, top: bottom + gap, right: width - margin, lowest: height - margin, gap: gap, isLabel)
    if ladder.isEmpty {
      let page = LabelStock.Size(resolution.millimetres(width), resolution.millimetres(height))
      throw PrintFault("a page of \(page) has no room for rulers and symbols; use one of at least 50 × 30 mm")
    }
  }

  /// Pages with a shorter side, in millimetres, are labels: with small margins and short texts.
  private static let leastPage = 120.0
  /// The length of the longest marks of a ruler, in millimetres.
  private static let rulerDepth = 3.0
  /// The size of all texts in points.
  private static let textSize = 6.0
  private var lineHeight: Int { Int((Self.textSize * 1.45 / 72 * resolution.dotsPerInch).rounded(.up)) }

  private func dots(_ millimetres: Double) -> Int { resolution.nearestDots(to: millimetres) }

  private mutating func addText(
    _ text: String, x: Int, y: Int, width: Int, _ alignment: TextLayout.Alignment = .centre
  ) {
    texts.append(Text(text: text, place: .init(x: x, y: y, width: width, height: lineHeight), alignment: alignment))
  }

  /// Rulers from a common zero, to the right and downwards, with a mark at each millimetre and numbers at each ten.
  private mutating func addRulers(left: Int, top: Int, margin: Int, from upper: Int) {
    let thickness = max(1, dots(0.1))
    func length(_ mark: Int) -> Int { dots(Self.rulerDepth * (mark % 10 == 0 ? 1 : mark % 5 == 0 ? 0.75 : 0.5)) }
    let numberWidth = dots(8)
    for mark in 0...2000 {
      let x = left + dots(Double(mark))
      if x + thickness > width - margin { break }
      rectangles.append(.init(x: x, y: top - length(mark), width: thickness, height: length(mark)))
      if mark % 10 == 0, mark > 0, x + numberWidth / 2 <= width {
        addText("\(mark)", x: x - numberWidth / 2, y: upper, width: numberWidth)
      }
    }
    for mark in 0...2000 {
      let y = top + dots(Double(mark))
      if y + thickness > height - margin { break }
      rectangles.append(.init(x: left - length(mark), y: y, width: length(mark), height: thickness))
      if mark % 10 == 0, mark > 0, y + lineHeight / 2 <= height {
        addText("\(mark)", x: margin, y: y - lineHeight / 2, width: left - dots(Self.rulerDepth) - margin)
      }
    }
  }

  /// A black patch, and patches of upright and level stripes of 1 to 4 dots, with numbers on pages.
  ///
  /// - Returns: The row below them.
  private mutating func addPatches(left: Int, top: Int, right: Int, side: Int, gap: Int, _ isLabel: Bool) -> Int {
    var x = left
    for (index, stripe) in ([0] + [1, 2, 3, 4] + [1, 2, 3, 4]).enumerated() {
      guard x + side <= right else { break }
      if stripe == 0 {
        rectangles.append(.init(x: x, y: top, width: side, height: side))
      } else {
        for start in stride(from: 0, to: side - stripe + 1, by: 2 * stripe) {
          rectangles.append(
            index < 5
              ? .init(x: x + start, y: top, width: stripe, height: side)
              : .init(x: x, y: top + start, width: side, height: stripe))
        }
        if !isLabel { addText("\(stripe)", x: x, y: top + side, width: side) }
      }
      x += side + gap
    }
    return top + side + (isLabel ? 0 : lineHeight)
  }

  /// Symbols row by row, the smallest first, with their feet level and their sizes below them.
  private mutating func addLadder(left: Int, top: Int, right: Int, lowest: Int, gap: Int, _ isLabel: Bool) {
    var (y, next) = (top, 1)
    while next <= Self.mostDots {
      var row: [(symbol: PrintedSymbol, cell: Int)] = []
      var end = left
      while next <= Self.mostDots, let printed = printed(next) {
        let cell = max(printed.side, dots(isLabel ? 9 : 20))
        guard end + cell <= right, y + printed.side + lineHeight <= lowest else { break }
        row.append((printed, cell))
        end += cell + gap
        next += 1
      }
      guard let foot = row.last.map({ y + $0.symbol.side }) else { return }
      var x = left
      for (printed, cell) in row {
        ladder.append(Step(symbol: printed, x: x + (cell - printed.side) / 2, y: foot - printed.side))
        let size = DecimalText.fixed(resolution.millimetres(printed.dots), decimals: 2)
        addText(
          isLabel ? "\(printed.dots): \(size)" : "\(printed.dots) \(printed.dots == 1 ? "dot" : "dots"), \(size) mm",
          x: x, y: foot, width: cell)
        x += cell + gap
      }
      y = foot + lineHeight + gap
    }
  }

  private func printed(_ dots: Int) -> PrintedSymbol? {
    guard let symbol = try? QREncoder(level: .medium).encode(Self.message(dots, resolution)) else { return nil }
    return try? PrintedSymbol(symbol, dots: dots)
  }

  // MARK: Output

  /// The page as dots, for printers without gray.
  ///
  /// - Throws: `TypesettingFailure` if the texts cannot be typeset.
  public func bitmap() throws(TypesettingFailure) -> BilevelImage {
    var canvas = DotCanvas(width: width, height: height)
    for rectangle in rectangles { canvas.fill(rectangle) }
    for step in ladder { canvas.draw(step.symbol.raster, x: step.x, y: step.y) }
    let size = Self.textSize / 72 * resolution.dotsPerInch
    for text in texts {
      let place = text.place
      let image = try TextImage.draw(font: "Sans", width: place.width, height: place.height, text.alignment) {
        layout throws(TypesettingFailure) in
        layout.set(text.text, size: size, width: Double(place.width), height: 0, text.alignment)
      }
      canvas.draw(image, x: place.x, y: place.y)
    }
    return canvas.image
  }

  /// Writes the page as PDF.
  ///
  /// - Parameter write: Receives the file's next bytes.
  /// - Throws: `TypesettingFailure`, `FileFailure` of the temporary file, and what `write` throws.
  public func writePDF(_ write: @escaping ([UInt8]) throws -> Void) throws {
    let document = try PDFDocument(
      columns: width, rows: height, dot: 72 / resolution.dotsPerInch, title: "oobqr \(resolution)", write: write)
    document.fill(
      rectangles.map { ModuleRectangle(column: $0.x, row: $0.y, width: $0.width, height: $0.height) }, scale: 1,
      left: 0, top: 0)
    for step in ladder { document.draw(step.symbol, left: step.x, top: step.y) }
    let layout = try document.layout(font: "Sans")
    for text in texts {
      let place = document.rectangle(text.place)
      let extent = layout.set(text.text, size: Self.textSize, width: place.width, height: 0, text.alignment)
      layout.draw(x: place.x, y: place.y + (place.height - extent.height) / 2, within: place)
    }
    try document.endPage()
    try document.finish()
  }
}
