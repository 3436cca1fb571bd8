import CPangoCairo
package import Imaging
package import SymbolDrawing
import TextFormats

/// A PDF file, written page by page, with the origin at the upper left corner of a page and points as units.
@safe package final class PDFDocument {
  private let c: oobqr_pangocairo
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let sink: Sink
  private let underlay: PDFUnderlay
  private let archive: PDFArchive
  /// The side of a printer's dot, in points.
  package let dot: Double
  /// The width of every page, in points.
  package let width: Double
  /// The height of every page, in points.
  package let height: Double

  /// The receiver of the bytes, which cairo calls through a pointer.
  private final class Sink {
    let write: ([UInt8]) throws -> Void
    /// The error of a failed write.
    var failure: (any Error)?

    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }
  }

  /// - Parameters:
  ///   - columns: The width of every page in dots. Whole dots give the same grid of dots from any corner.
  ///   - rows: The height of every page in dots.
  ///   - dot: The side of a dot, in points.
  ///   - language: The language of its texts, such as `de`; `nil` if it is not known.
  ///   - date: The creation date, ISO 8601. Nothing else in the file changes from run to run.
  ///   - write: Receives the file's next bytes.
  package init(
    columns: Int, rows: Int, dot: Double, title: String, language: String? = nil, date: String = usualDate,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    c = try PangoCairo.functions()
    // A negligible amount less, so that no renderer rounds it up to one more dot.
    let (width, height) = (Double(columns) * dot - 0.0005, Double(rows) * dot - 0.0005)
    let underlay = try PDFUnderlay(write: write)
    (self.underlay, self.dot, self.width, self.height) = (underlay, dot, width, height)
    let version = unsafe String(cString: c.cairo_version_string())
    archive = PDFArchive(title: title, language: language, date: date, producer: "cairo \(version)")
    sink = Sink { try underlay.pass($0) }
    let surface = unsafe c.cairo_pdf_surface_create_for_stream(
      { closure, data, length in
        guard let closure = unsafe closure else { return OOBQR_CAIRO_STATUS_WRITE_ERROR }
        let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
        if sink.failure == nil {
          let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: Int(length)))
          do { try sink.write(bytes) } catch { sink.failure = error }
        }
        return sink.failure == nil ? OOBQR_CAIRO_STATUS_SUCCESS : OOBQR_CAIRO_STATUS_WRITE_ERROR
      }, Unmanaged.passUnretained(sink).toOpaque(), width, height)
    guard let surface = unsafe surface, let context = unsafe c.cairo_create(surface) else {
      throw TypesettingFailure.failed(reason: "out of memory")
    }
    unsafe (self.surface, self.context) = (surface, context)
    // Later PDF versions pack page objects into streams.
    unsafe c.cairo_pdf_surface_restrict_to_version(surface, OOBQR_CAIRO_PDF_VERSION_1_4)
    // Otherwise it is that of the run; ``PDFArchive`` has the rest.
    unsafe c.cairo_pdf_surface_set_metadata(surface, OOBQR_CAIRO_PDF_METADATA_CREATE_DATE, date)
    try check()
  }

  deinit {
    unsafe c.cairo_destroy(context)
    unsafe c.cairo_surface_destroy(surface)
  }

  /// A constant, so that the same pages give the same file.
  package static let usualDate = "1970-01-01T00:00:00Z"

  /// Returns a layout for texts of this document.
  ///
  /// - Parameters:
  ///   - font: A font family in Pango's syntax of font descriptions.
  ///   - isFirstBold: Whether the first of several paragraphs is bold, if the font has bold letters.
  package func layout(font: String, isFirstBold: Bool = false) throws(TypesettingFailure) -> TextLayout {
    unsafe try TextLayout(on: context, font: font, isFirstBold: isFirstBold)
  }

  // MARK: The layer below

  /// Fills rectangles of dots in black, below everything else on the page.
  ///
  /// Their sides are inset by a thousandth of a dot: a renderer that darkens every dot it touches would otherwise add a
  /// line of dots wherever numbers are rounded up. The gap between adjacent rectangles is too small to show.
  ///
  /// - Parameters:
  ///   - rectangles: Rectangles of modules from an origin.
  ///   - scale: Dots on the side of a module.
  ///   - left: The origin, in dots from the left side of the page.
  ///   - top: The origin, in dots from the upper side of the page.
  ///   - color: The colour; black by default.
  package func fill(_ rectangles: [ModuleRectangle], scale: Int, left: Int, top: Int, color: RGBColor = .black) {
    let parts = Self.partsOfDot
    var operators: [UInt8] = []
    operators.reserveCapacity(24 * rectangles.count + 100)
    // Coordinates from the upper left corner, as in cairo.
    func place(_ points: Double) -> String { DecimalText.short(points, decimals: 6) }
    let unit = DecimalText.short(dot / Double(parts), decimals: 9)
    if color != .black { operators += Array(Self.fillColor(color).utf8) }
    operators += Array(
      "q \(unit) 0 0 -\(unit) \(place(Double(left) * dot)) \(place(height - Double(top) * dot)) cm\n".utf8)
    for r in rectangles {
      operators.append(r.column * scale * parts + 1)
      operators.append(r.row * scale * parts + 1)
      operators.append(r.width * scale * parts - 2)
      operators.append(r.height * scale * parts - 2)
      operators += [UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "\n")]
    }
    operators += Array("f Q\n".utf8)
    if color != .black { operators += Array("0 g\n".utf8) }
    underlay.draw(operators)
  }

  private static let partsOfDot = 1000

  private static func fillColor(_ color: RGBColor) -> String {
    [color.red, color.green, color.blue].map { DecimalText.short(Double($0) / 255, decimals: 4) }
      .joined(separator: " ") + " rg\n"
  }

  /// Fills a rectangle below everything that is drawn on the page later.
  package func fillBelow(_ r: Rectangle, color: RGBColor) {
    let numbers = [r.x, height - r.y - r.height, r.width, r.height].map { DecimalText.short($0, decimals: 4) }
    underlay.draw(Array((Self.fillColor(color) + numbers.joined(separator: " ") + " re f 0 g\n").utf8))
  }

  // MARK: The page

  /// A rectangle in points.
  package struct Rectangle {
    package var x: Double, y: Double, width: Double, height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  package func fill(_ r: Rectangle, color: RGBColor) {
    unsafe c.set(color, in: context)
    unsafe c.cairo_rectangle(context, r.x, r.y, r.width, r.height)
    unsafe c.cairo_fill(context)
  }

  package func fillCircle(x: Double, y: Double, radius: Double, color: RGBColor) {
    unsafe c.set(color, in: context)
    // A text leaves its last point, from which a line would lead to the circle.
    unsafe c.cairo_new_path(context)
    unsafe c.cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
    unsafe c.cairo_fill(context)
  }

  /// Draws a thin black line.
  package func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double) {
    unsafe c.set(.black, in: context)
    unsafe c.cairo_set_line_width(context, width)
    unsafe c.cairo_move_to(context, start.x, start.y)
    unsafe c.cairo_line_to(context, end.x, end.y)
    unsafe c.cairo_stroke(context)
  }

  /// A picture that can be drawn repeatedly and is stored in the file once.
  @safe package final class EmbeddedImage {
    fileprivate let surface: OpaquePointer?
    fileprivate let image: ColorImage
    private let c: oobqr_pangocairo

    fileprivate init(_ image: ColorImage, _ c: oobqr_pangocairo) {
      (self.image, self.c) = (image, c)
      unsafe surface = c.cairo_image_surface_create(
        OOBQR_CAIRO_FORMAT_RGB24, Int32(image.width), Int32(image.height))
      unsafe c.cairo_surface_flush(surface)
      guard let data = unsafe c.cairo_image_surface_get_data(surface) else { return }
      let stride = Int(unsafe c.cairo_image_surface_get_stride(surface))
      // A pixel is 0x00RRGGBB.
      for y in 0..<image.height {
        for x in 0..<image.width {
          let i = 3 * (y * image.width + x)
          let (red, green, blue) = (image.pixels[i], image.pixels[i + 1], image.pixels[i + 2])
          let pixel = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
          unsafe UnsafeMutableRawPointer(data + y * stride + 4 * x).storeBytes(of: pixel, as: UInt32.self)
        }
      }
      unsafe c.cairo_surface_mark_dirty(surface)
    }

    deinit { unsafe c.cairo_surface_destroy(surface) }
  }

  package func picture(_ image: ColorImage) -> EmbeddedImage { EmbeddedImage(image, c) }

  /// Draws a picture into a rectangle.
  package func draw(_ picture: EmbeddedImage, in r: Rectangle) {
    let (width, height) = (Double(picture.image.width), Double(picture.image.height))
    unsafe c.cairo_save(context)
    unsafe c.cairo_translate(context, r.x, r.y)
    unsafe c.cairo_scale(context, r.width / width, r.height / height)
    unsafe c.cairo_set_source_surface(context, picture.surface, 0, 0)
    // PDF/A does not allow that a reader invents pixels between those of a picture.
    unsafe c.cairo_pattern_set_filter(c.cairo_get_source(context), OOBQR_CAIRO_FILTER_NEAREST)
    unsafe c.cairo_rectangle(context, 0, 0, width, height)
    unsafe c.cairo_fill(context)
    unsafe c.cairo_restore(context)
  }

  // MARK: Output

  /// Writes the page and begins the next.
  ///
  /// - Throws: ``TypesettingFailure/failed(reason:)``, `FileFailure` of the temporary file, and what `write` throws.
  package func endPage() throws {
    unsafe c.cairo_show_page(context)
    try check()
    try underlay.endPage()
  }

  /// Writes the end of the file.
  ///
  /// - Throws: As ``endPage()``.
  package func finish() throws {
    unsafe c.cairo_surface_finish(surface)
    try check()
    try underlay.finish(archive)
  }

  private func check() throws {
    if let failure = sink.failure { throw failure }
    var status = unsafe c.cairo_status(context)
    if status == OOBQR_CAIRO_STATUS_SUCCESS { status = unsafe c.cairo_surface_status(surface) }
    if status != OOBQR_CAIRO_STATUS_SUCCESS, status != OOBQR_CAIRO_STATUS_SURFACE_FINISHED {
      throw TypesettingFailure.failed(reason: unsafe String(cString: c.cairo_status_to_string(status)))
    }
  }
}

extension oobqr_pangocairo {
  /// Sets the colour of what is drawn next.
  func set(_ color: RGBColor, in context: OpaquePointer) {
    unsafe cairo_set_source_rgb(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }
}

extension [UInt8] {
  /// Appends a whole number, 0 or more, and a space.
  fileprivate mutating func append(_ number: Int) {
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    var rest = number
    while divisor > 0 {
      append(UInt8(truncatingIfNeeded: 48 + rest / divisor))
      rest %= divisor
      divisor /= 10
    }
    append(UInt8(ascii: " "))
  }
}
