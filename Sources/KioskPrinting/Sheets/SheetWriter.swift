public import Imaging
import QRSymbology
public import SymbolDrawing
public import Typesetting

/// A writer of symbols with captions onto pages of labels, as PDF.
///
/// ```swift
/// let options = SheetWriter.Options(stock: stock, resolution: .laser)
/// let sheet = try SheetWriter(options) { bytes in file += bytes }
/// let layout = LabelLayout(
///   on: stock.label, modules: symbol.size + 8, resolution: .laser, caption: options.caption)
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
    public var caption = CaptionStyle()
    /// The colour of captions.
    public var ink = RGBColor.black
    /// A picture on every label, where its layout has room for one.
    public var logo: ColorImage?
    /// A line at the top of every page; `nil` for none.
    public var header: String?
    /// Whether each page has its number at the bottom.
    public var hasPageNumbers = false
    /// Whether thin lines beside the labels mark the cuts.
    public var hasCutMarks = false
    /// The first label to use on the first page, from 1; those before it have been used.
    public var start = 1
    /// The creation date in the file, ISO 8601.
    public var date = PDFDocument.usualDate

    public init(stock: LabelStock, resolution: PrintResolution) { (self.stock, self.resolution) = (stock, resolution) }

    /// Lays out a label with the largest symbol.
    ///
    /// - Parameters:
    ///   - modules: Modules on the side of the symbol with its quiet zone.
    ///   - hasCaption: Whether there is a caption or a logo beside or below the symbol.
    ///   - mostDots: The most dots per module; `nil` for any number.
    ///   - place: The place of the caption; `nil` for that of its style.
    public func layout(
      modules: Int, hasCaption: Bool, mostDots: Int? = nil, place: CaptionStyle.Place? = nil
    ) -> LabelLayout {
      var style = caption
      if let place { style.place = place }
      let layout = LabelLayout(
        on: stock.label, modules: modules, resolution: resolution, caption: hasCaption ? style : nil,
        mostDots: mostDots ?? .max)
      return logo.map { layout.with(logo: $0, resolution) } ?? layout
    }
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

  var options: Options
  let document: PDFDocument
  let text: TextLayout
  private lazy var labelLogo = options.logo.map { document.picture($0) }
  private var logoPicture: (logo: Logo, picture: PDFDocument.EmbeddedImage)?
  /// The index of the next label over all pages, from 0.
  private var next: Int
  private var isPageOpen = false

  /// - Parameters:
  ///   - options: What is the same on all pages.
  ///   - write: Receives the file's next bytes; an error that it throws ends the sheet.
  /// - Throws: `TypesettingFailure`, `FileFailure` of the temporary file, and what `write` throws.
  public init(_ options: Options, write: @escaping ([UInt8]) throws -> Void) throws {
    precondition(1...options.stock.labelsPerPage ~= options.start, "the first label is on the page")
    self.options = options
    next = options.start - 1
    document = try PDFDocument(
      options.stock.page, options.resolution, title: options.stock.name, date: options.date, write: write)
    text = try document.layout(font: options.caption.font, isFirstBold: options.caption.isFirstLineBold)
  }

  /// The number of pages so far.
  public var pages: Int { (next + options.stock.labelsPerPage - 1) / options.stock.labelsPerPage }

  /// Puts a symbol on the next label.
  ///
  /// - Parameters:
  ///   - printed: The symbol at its size.
  ///   - caption: Text of any script; `nil` for none.
  ///   - layout: A layout on the stock's labels with at least one dot per module.
  /// - Throws: As ``init(_:write:)``.
  @discardableResult
  public func add(_ printed: PrintedSymbol, caption: String?, _ layout: LabelLayout) throws -> Placement {
    let index = next % options.stock.labelsPerPage
    if index == 0 && isPageOpen { try endPage() }
    let origin = options.stock.origin(of: index)
    let (labelX, labelY) = (options.resolution.nearestDots(to: origin.x), options.resolution.nearestDots(to: origin.y))
    // First, because a caption that does not fit leaves the label empty.
    var findings = CaptionFindings()
    if let caption, let place = layout.caption {
      findings = try draw(
        caption, document.rectangle(place, left: labelX, top: labelY),
        isBeside: layout.isCaptionBeside || layout.logo != nil)
    }
    if let labelLogo {
      guard let place = layout.logo else {
        throw PrintFault(
          "labels of \(options.stock.label) leave no room for a logo of \(Int(LabelLayout.leastLogo)) mm beside or below the "
            + "symbol: leave out --label-logo, or choose a larger --stock")
      }
      document.draw(labelLogo, in: document.rectangle(place, left: labelX, top: labelY))
    }
    isPageOpen = true
    next += 1
    let (left, top) = (labelX + layout.symbol.x, labelY + layout.symbol.y)
    document.draw(printed, left: left, top: top)
    drawLogo(of: printed, left: left, top: top)
    let quiet = printed.quietZone * printed.dots
    return Placement(
      page: (next - 1) / options.stock.labelsPerPage + 1, label: index + 1,
      x: options.resolution.millimetres(left + quiet), y: options.resolution.millimetres(top + quiet),
      side: options.resolution.millimetres(printed.symbol.size * printed.dots), caption: findings)
  }

  /// Ends the last page and the file.
  ///
  /// - Throws: As ``init(_:write:)``.
  public func finish() throws {
    if isPageOpen { try endPage() }
    try document.finish()
  }

  private func drawLogo(of printed: PrintedSymbol, left: Int, top: Int) {
    guard let logo = printed.logo, let place = printed.logoPlace(dots: printed.dots) else { return }
    if logoPicture?.logo != logo { logoPicture = (logo, document.picture(logo.picture)) }
    guard let picture = logoPicture?.picture else { return }
    let rectangle = LabelLayout.Rectangle(x: place.x, y: place.y, width: place.width, height: place.height)
    document.draw(picture, in: document.rectangle(rectangle, left: left, top: top))
  }

  private func draw(
    _ caption: String, _ place: PDFDocument.Rectangle, isBeside: Bool
  ) throws(TypesettingFailure) -> CaptionFindings {
    let (extent, findings) = try text.set(
      caption: caption, options.caption, in: .init(width: place.width, height: place.height, point: 1),
      isBeside ? .left : .centre)
    let down = isBeside ? max(0, (place.height - extent.height) / 2) : 0
    // A caption beside a symbol or a logo is left-aligned, whatever its direction.
    text.draw(x: place.x - (isBeside ? extent.left : 0), y: place.y + down, within: place, color: options.ink)
    return findings
  }

  private func endPage() throws {
    let point = 72 / 25.4
    let header = options.stock.top / 25.4 * 72
    let below = document.height - options.stock.bottom / 25.4 * 72
    if let line = options.header { drawMargin(line, inset: 2 * point * 4, top: 0, height: header) }
    if options.hasPageNumbers {
      let number = (next - 1) / options.stock.labelsPerPage + 1
      drawMargin("\(number)", inset: 0, top: below, height: document.height - below)
    }
    // In the margins, at every side of a label; never on a label, where they could touch a quiet zone.
    for mark in options.hasCutMarks ? options.stock.cutMarks : [] {
      document.line(
        from: (mark.from.x * point, mark.from.y * point), to: (mark.to.x * point, mark.to.y * point), width: 0.25)
    }
    try document.endPage()
    isPageOpen = false
  }

  /// Draws a line in the middle of a margin.
  private func drawMargin(_ line: String, inset: Double, top: Double, height: Double) {
    let extent = text.set(line, size: 9, width: document.width - 2 * inset, height: 12, .centre)
    text.draw(
      x: inset, y: top + max(0, (height - extent.height) / 2),
      within: PDFDocument.Rectangle(x: 0, y: top, width: document.width, height: height))
  }

  /// The narrowest margins, in millimetres, that hold a line of text.
  public static let narrowestMargin = 5.0
}
