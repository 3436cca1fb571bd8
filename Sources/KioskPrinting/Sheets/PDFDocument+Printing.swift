import SymbolDrawing
import Typesetting

extension PDFDocument {
  /// Begins a file whose pages have a size, rounded to whole dots of a printer.
  convenience init(
    _ page: LabelStock.Size, _ resolution: PrintResolution, title: String, language: String? = nil,
    date: String = usualDate,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    try self.init(
      columns: resolution.nearestDots(to: page.width), rows: resolution.nearestDots(to: page.height),
      dot: 72 / resolution.dotsPerInch, title: title, language: language, date: date, write: write)
  }

  /// Draws a symbol without its logo.
  ///
  /// - Parameters:
  ///   - left: The left side of its quiet zone, in dots.
  ///   - top: The upper side of its quiet zone, in dots.
  ///   - color: The colour of dark modules.
  func draw(_ printed: PrintedSymbol, left: Int, top: Int, color: RGBColor = .black) {
    let quiet = printed.quietZone * printed.dots
    fill(printed.symbol.darkRectangles, scale: printed.dots, left: left + quiet, top: top + quiet, color: color)
  }

  /// A rectangle of dots in points, moved by dots.
  func rectangle(_ r: LabelLayout.Rectangle, left: Int = 0, top: Int = 0) -> Rectangle {
    Rectangle(
      x: Double(left + r.x) * dot, y: Double(top + r.y) * dot, width: Double(r.width) * dot,
      height: Double(r.height) * dot)
  }
}
