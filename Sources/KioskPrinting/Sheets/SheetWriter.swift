import Imaging
import QRSymbology
import SymbolDrawing

/// Writes symbols with their captions onto pages of labels, as PDF.
///
/// ```swift
/// let options = SheetWriter.Options(stock: stock, resolution: .laser)
/// let sheet = try SheetWriter(options) { bytes in file += bytes }
/// let layout = SheetWriter.layout(modules: symbol.size + 8, hasCaption: true, options)
/// let printed = try PrintedSymbol(symbol, dots: layout.dots)
/// let place = try sheet.add(printed, caption: "Room 12", layout)  // page 1, label 1
/// try sheet.finish()
/// ```
/// Modules are vector rectangles whose sides lie on whole printer dots. The sides of a page are rounded to whole dots,
/// too, so that the dots are the same counted from any corner. The same input gives the same bytes with the same
/// versions of cairo, Pango and fonts. Pages leave as they are full: memory does not grow with their number, but for a
/// few bytes of index each.
public final class SheetWriter {
  /// What is the same on all pages.
  public struct Options: Sendable {
    public var stock: LabelStock
    public var resolution: PrintResolution
    public var caption = LabelLayout.CaptionStyle()
    /// A line at the top of every page; `nil` for none.
    public var header: String?
    /// Whether every page has its number at the bottom.
    public var hasPageNumbers = false
    /// Whether thin lines beside the labels show where to cut.
    public var hasCutMarks = false
    /// The first label to use, from 1: those before it are gone already.
    public var start = 1
    /// Creation date in the file, as ISO 8601.
    public var date = "1970-01-01T00:00:00Z"

    public init(stock: LabelStock, resolution: PrintResolution) { (self.stock, self.resolution) = (stock, resolution) }
  }

  /// Where a symbol went.
  public struct Placement: Hashable, Sendable {
    /// From 1.
    public var page: Int
    /// On its page, from 1.
    public var label: Int
    /// Of the symbol without its quiet zone: the upper left corner in millimetres from that of the page.
    public var x: Double, y: Double
    /// The side of the symbol without its quiet zone, in millimetres.
    public var side: Double
    /// Whether the caption ended in an ellipsis.
    public var isCaptionCut: Bool
    /// Characters of the caption that no installed font has.
    public var unknownCharacters: Int
  }

  private let options: Options
  private let document: PDFDocument
  private let text: TextLayout
  private var logoPicture: (logo: Logo, picture: PDFDocument.Picture)?
  /// The next label, from 0, counted over all pages.
  private var next: Int
  private(set) var isPageOpen = false
  /// Points in a dot.
  private let dot: Double
  /// Whole dots, in points.
  private let page: (width: Double, height: Double)

  /// - Parameter write: Takes the file's next bytes; what it throws ends the sheet.
  /// - Throws: ``PrintError``.
  public init(_ options: Options, write: @escaping ([UInt8]) throws -> Void) throws(PrintError) {
    precondition(1...options.stock.labelsPerPage ~= options.start, "the first label is one of the page's")
    try PDFDocument.check.get()
    self.options = options
    next = options.start - 1
    dot = 72 / options.resolution.dotsPerInch
    // Less by nothing to speak of, so that no renderer rounds it up to one more dot.
    page = (
      Double(options.resolution.nearestDots(to: options.stock.page.width)) * dot - 0.0005,
      Double(options.resolution.nearestDots(to: options.stock.page.height)) * dot - 0.0005
    )
    document = try PDFDocument(
      width: page.width, height: page.height, title: options.stock.name,
      date: options.date, write: write)
    text = try document.layout(font: options.caption.font)
  }

  /// Pages so far.
  public var pages: Int { (next + options.stock.labelsPerPage - 1) / options.stock.labelsPerPage }

  /// How a symbol and a caption share a label of this stock.
  public static func layout(
    modules: Int, hasCaption: Bool, mostDots: Int = .max, _ options: Options
  ) -> LabelLayout {
    LabelLayout(
      width: options.resolution.wholeDots(in: options.stock.label.width),
      height: options.resolution.wholeDots(in: options.stock.label.height), modules: modules,
      resolution: options.resolution, caption: hasCaption ? options.caption : nil, mostDots: mostDots)
  }

  /// Puts a symbol onto the next label.
  ///
  /// - Parameter layout: As ``layout(modules:hasCaption:mostDots:_:)`` gives it, with at least one dot per module.
  /// - Throws: ``PrintError``.
  @discardableResult
  public func add(_ printed: PrintedSymbol, caption: String?, _ layout: LabelLayout) throws(PrintError) -> Placement {
    let index = next % options.stock.labelsPerPage
    if index == 0 && isPageOpen { try endPage() }
    isPageOpen = true
    next += 1
    let origin = options.stock.origin(of: index)
    let (left, top) = (
      options.resolution.nearestDots(to: origin.x) + layout.symbol.x,
      options.resolution.nearestDots(to: origin.y) + layout.symbol.y
    )
    draw(printed, left: left, top: top)
    var extent: TextLayout.Extent?
    if let caption, let place = layout.caption {
      extent = draw(
        caption, in: place, left: left - layout.symbol.x, top: top - layout.symbol.y,
        isBeside: place.x > layout.symbol.x)
    }
    let quiet = printed.quietZone * printed.dots
    return Placement(
      page: (next - 1) / options.stock.labelsPerPage + 1, label: index + 1,
      x: options.resolution.millimetres(left + quiet), y: options.resolution.millimetres(top + quiet),
      side: options.resolution.millimetres(printed.symbol.size * printed.dots),
      isCaptionCut: extent?.isEllipsized ?? false, unknownCharacters: extent?.unknownCharacters ?? 0)
  }

  /// Ends the last page and the file.
  ///
  /// - Throws: ``PrintError``.
  public func finish() throws(PrintError) {
    if isPageOpen { try endPage() }
    try document.finish()
  }

  private func draw(_ printed: PrintedSymbol, left: Int, top: Int) {
    let quiet = printed.quietZone * printed.dots
    document.fill(
      printed.symbol.darkRectangles, scale: printed.dots, dot: dot, left: left + quiet, top: top + quiet)
    guard let logo = printed.logo, let place = printed.logoPlace(dots: printed.dots) else { return }
    let picture: PDFDocument.Picture
    if let last = logoPicture, last.logo == logo {
      picture = last.picture
    } else {
      picture = document.picture(logo.packed, width: logo.picture.width, height: logo.picture.height)
      logoPicture = (logo, picture)
    }
    document.draw(
      picture,
      in: PDFDocument.Rectangle(
        x: Double(left + place.x) * dot, y: Double(top + place.y) * dot, width: Double(place.width) * dot,
        height: Double(place.height) * dot))
  }

  private func draw(
    _ caption: String, in place: LabelLayout.Rectangle, left: Int, top: Int, isBeside: Bool
  ) -> TextLayout.Extent {
    let (width, height) = (Double(place.width) * dot, Double(place.height) * dot)
    let extent = text.set(
      caption, size: options.caption.size, width: width,
      height: min(height, options.caption.lineHeight * Double(options.caption.lines)), isBeside ? .left : .centre)
    let down = isBeside ? max(0, (height - extent.height) / 2) : 0
    // Beside a symbol text begins next to it, whichever way it runs.
    let (x, y) = (Double(left + place.x) * dot, Double(top + place.y) * dot)
    text.draw(
      x: x - (isBeside ? extent.left : 0), y: y + down,
      within: PDFDocument.Rectangle(x: x, y: y, width: width, height: height))
    return extent
  }

  private func endPage() throws(PrintError) {
    let (width, height) = (page.width, page.height)
    let margin = 72 / 25.4 * 4
    if let header = options.header {
      let extent = text.set(header, size: 9, width: width - 4 * margin, height: 12, .centre)
      let top = options.stock.top / 25.4 * 72
      text.draw(
        x: 2 * margin, y: max(0, (top - extent.height) / 2),
        within: PDFDocument.Rectangle(x: 0, y: 0, width: width, height: top))
    }
    if options.hasPageNumbers {
      let below = height - options.stock.bottom / 25.4 * 72
      let extent = text.set(
        "\((next - 1) / options.stock.labelsPerPage + 1)", size: 9, width: width, height: 12, .centre)
      text.draw(
        x: 0, y: below + max(0, (height - below - extent.height) / 2),
        within: PDFDocument.Rectangle(x: 0, y: below, width: width, height: height - below))
    }
    if options.hasCutMarks { drawCutMarks() }
    try document.endPage()
    isPageOpen = false
  }

  /// The narrowest margins, in millimetres, that hold a line of text.
  public static let narrowestMargin = 5.0

  /// Short lines in the margins, at every side of a label: never on a label, where they could touch a quiet zone.
  private func drawCutMarks() {
    for mark in options.stock.cutMarks {
      let point = 72 / 25.4
      document.line(
        from: (mark.from.x * point, mark.from.y * point), to: (mark.to.x * point, mark.to.y * point), width: 0.25)
    }
  }
}
