import Imaging
import QRSymbology
import SymbolDrawing

/// A writer of symbols with captions onto pages of labels, as PDF.
///
/// ```swift
/// let options = SheetWriter.Options(stock: stock, resolution: .laser)
/// let sheet = try SheetWriter(options) { bytes in file += bytes }
/// let layout = SheetWriter.layout(modules: symbol.size + 8, hasCaption: true, options)
/// let printed = try PrintedSymbol(symbol, dots: layout.dots)
/// let place = try sheet.add(printed, caption: "Room 12", layout)  // page 1, label 1
/// try sheet.finish()
/// ```
/// Modules are vector rectangles whose sides lie on whole printer dots. The sides of a page are also rounded to whole
/// dots, so that the dot grid is the same from any corner. The same input gives the same bytes with the same versions
/// of cairo, Pango and fonts. Full pages are written at once: memory does not grow with their number, except for a few
/// bytes of index per page.
public final class SheetWriter {
  /// The settings for all pages.
  public struct Options: Sendable {
    public var stock: LabelStock
    public var resolution: PrintResolution
    public var caption = LabelLayout.CaptionStyle()
    /// A line at the top of every page; `nil` for none.
    public var header: String?
    /// Whether each page has its number at the bottom.
    public var hasPageNumbers = false
    /// Whether thin lines beside the labels mark the cuts.
    public var hasCutMarks = false
    /// The first label to use on the first page, from 1; those before it have been used.
    public var start = 1
    /// The creation date in the file, ISO 8601.
    public var date = "1970-01-01T00:00:00Z"

    public init(stock: LabelStock, resolution: PrintResolution) { (self.stock, self.resolution) = (stock, resolution) }
  }

  /// The place of a symbol.
  public struct Placement: Hashable, Sendable {
    /// The page, from 1.
    public var page: Int
    /// The label on its page, from 1.
    public var label: Int
    /// The upper left corner of the symbol without its quiet zone, in millimetres from that of the page.
    public var x: Double, y: Double
    /// The side of the symbol without its quiet zone, in millimetres.
    public var side: Double
    /// What happened to the caption.
    public var caption = CaptionFindings()
  }

  private let options: Options
  private let document: PDFDocument
  private let text: TextLayout
  private var logoPicture: (logo: Logo, picture: PDFDocument.EmbeddedImage)?
  /// The index of the next label over all pages, from 0.
  private var next: Int
  private(set) var isPageOpen = false
  /// The side of a dot, in points.
  private let dot: Double
  /// The size of a page in points, rounded to whole dots.
  private let page: (width: Double, height: Double)

  /// - Parameters:
  ///   - options: What is the same on all pages.
  ///   - write: Receives the file's next bytes; an error that it throws ends the sheet.
  /// - Throws: ``PrintError``.
  public init(_ options: Options, write: @escaping ([UInt8]) throws -> Void) throws(PrintError) {
    precondition(1...options.stock.labelsPerPage ~= options.start, "the first label is on the page")
    try PDFDocument.check.get()
    self.options = options
    next = options.start - 1
    dot = 72 / options.resolution.dotsPerInch
    // A negligible amount less, so that no renderer rounds it up to one more dot.
    page = (
      Double(options.resolution.nearestDots(to: options.stock.page.width)) * dot - 0.0005,
      Double(options.resolution.nearestDots(to: options.stock.page.height)) * dot - 0.0005
    )
    document = try PDFDocument(
      width: page.width, height: page.height, title: options.stock.name,
      date: options.date, write: write)
    text = try document.layout(font: options.caption.font, isFirstBold: options.caption.isFirstLineBold)
  }

  /// The number of pages so far.
  public var pages: Int { (next + options.stock.labelsPerPage - 1) / options.stock.labelsPerPage }

  /// Lays out a symbol and its caption on a label of this stock.
  public static func layout(
    modules: Int, hasCaption: Bool, mostDots: Int = .max, _ options: Options
  ) -> LabelLayout {
    LabelLayout(
      width: options.resolution.wholeDots(in: options.stock.label.width),
      height: options.resolution.wholeDots(in: options.stock.label.height), modules: modules,
      resolution: options.resolution, caption: hasCaption ? options.caption : nil, mostDots: mostDots)
  }

  /// Puts a symbol on the next label.
  ///
  /// - Parameters:
  ///   - printed: The symbol at its size.
  ///   - caption: Text of any script; `nil` for none.
  ///   - layout: A result of ``layout(modules:hasCaption:mostDots:_:)`` with at least one dot per module.
  /// - Throws: ``PrintError``.
  @discardableResult
  public func add(_ printed: PrintedSymbol, caption: String?, _ layout: LabelLayout) throws(PrintError) -> Placement {
    let index = next % options.stock.labelsPerPage
    if index == 0 && isPageOpen { try endPage() }
    let origin = options.stock.origin(of: index)
    let (left, top) = (
      options.resolution.nearestDots(to: origin.x) + layout.symbol.x,
      options.resolution.nearestDots(to: origin.y) + layout.symbol.y
    )
    // First, because a caption that does not fit leaves the label empty.
    var findings = CaptionFindings()
    if let caption, let place = layout.caption {
      findings = try draw(
        caption, in: place, left: left - layout.symbol.x, top: top - layout.symbol.y,
        isBeside: place.x > layout.symbol.x)
    }
    isPageOpen = true
    next += 1
    draw(printed, left: left, top: top)
    let quiet = printed.quietZone * printed.dots
    return Placement(
      page: (next - 1) / options.stock.labelsPerPage + 1, label: index + 1,
      x: options.resolution.millimetres(left + quiet), y: options.resolution.millimetres(top + quiet),
      side: options.resolution.millimetres(printed.symbol.size * printed.dots), caption: findings)
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
    let picture: PDFDocument.EmbeddedImage
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
  ) throws(PrintError) -> CaptionFindings {
    let (width, height) = (Double(place.width) * dot, Double(place.height) * dot)
    let (extent, findings) = try text.set(
      caption: caption, options.caption, width: width, height: height, point: 1, isBeside ? .left : .centre)
    let down = isBeside ? max(0, (height - extent.height) / 2) : 0
    // A caption beside a symbol is left-aligned, whatever its direction.
    let (x, y) = (Double(left + place.x) * dot, Double(top + place.y) * dot)
    text.draw(
      x: x - (isBeside ? extent.left : 0), y: y + down,
      within: PDFDocument.Rectangle(x: x, y: y, width: width, height: height))
    return findings
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

  /// Draws short lines in the margins, at every side of a label; never on a label, where they could touch a quiet zone.
  private func drawCutMarks() {
    for mark in options.stock.cutMarks {
      let point = 72 / 25.4
      document.line(
        from: (mark.from.x * point, mark.from.y * point), to: (mark.to.x * point, mark.to.y * point), width: 0.25)
    }
  }
}
