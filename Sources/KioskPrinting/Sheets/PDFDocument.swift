import CPangoCairo
import SymbolDrawing
import TextFormats

/// A PDF file, written page by page, with the origin at the upper left corner of a page and points as units.
@safe final class PDFDocument {
  private let c: oobqr_pangocairo
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let sink: Sink
  private let underlay: PDFUnderlay
  private let archive: PDFArchive
  private let height: Double

  /// The receiver of the bytes, which cairo calls through a pointer.
  private final class Sink {
    let write: ([UInt8]) throws -> Void
    /// The error of a failed write.
    var failure: (any Error)?

    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }
  }

  /// - Parameters:
  ///   - width: The width of every page, in points.
  ///   - language: The language of its texts, such as `de`; `nil` if it is not known.
  ///   - date: The creation date, ISO 8601 (`2026-01-31T12:00:00Z`). Nothing else in the file changes from run to run.
  ///   - write: Receives the file's next bytes.
  init(
    width: Double, height: Double, title: String, language: String? = nil, date: String,
    write: @escaping ([UInt8]) throws -> Void
  ) throws(PrintError) {
    c = try PangoCairo.functions()
    let underlay = try PDFUnderlay(write: write)
    (self.underlay, self.height) = (underlay, height)
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
      throw .typesettingFailed(reason: "out of memory")
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

  /// The result of making an empty document: whether documents can be made at all. Computed once per process.
  static let check = Result { () throws(PrintError) in
    let document = try PDFDocument(width: 100, height: 100, title: "", date: "1970-01-01T00:00:00Z") { _ in }
    try document.endPage()
    try document.finish()
  }

  /// Returns a layout for texts of this document.
  ///
  /// - Parameters:
  ///   - font: A font family in Pango's syntax of font descriptions.
  ///   - isFirstBold: Whether the first of several paragraphs is bold, if the font has bold letters.
  func layout(font: String, isFirstBold: Bool = false) throws(PrintError) -> TextLayout {
    unsafe try TextLayout(on: context, font: font, isFirstBold: isFirstBold)
  }

  /// A rectangle in points.
  struct Rectangle { var x: Double, y: Double, width: Double, height: Double }

  /// Fills rectangles of dots in black, below everything else on the page.
  ///
  /// Their sides are inset by a thousandth of a dot: a renderer that darkens every dot it touches would otherwise add a
  /// line of dots wherever numbers are rounded up. The gap between adjacent rectangles is too small to show.
  ///
  /// - Parameters:
  ///   - rectangles: Rectangles in dots from an origin.
  ///   - dot: The side of a dot in points.
  ///   - left: The origin, in dots from the left side of the page.
  ///   - top: The origin, in dots from the upper side of the page.
  ///   - color: The colour; black by default.
  func fill(
    _ rectangles: [ModuleRectangle], scale: Int, dot: Double, left: Int, top: Int, color: RGBColor = .black
  ) {
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

  private static func fillColor(_ color: RGBColor) -> String {
    [color.red, color.green, color.blue].map { DecimalText.short(Double($0) / 255, decimals: 4) }
      .joined(separator: " ") + " rg\n"
  }

  /// Fills a rectangle below everything that is drawn on the page later.
  func fillBelow(_ r: Rectangle, color: RGBColor) {
    let numbers = [r.x, height - r.y - r.height, r.width, r.height].map { DecimalText.short($0, decimals: 4) }
    underlay.draw(Array((Self.fillColor(color) + numbers.joined(separator: " ") + " re f 0 g\n").utf8))
  }

  private func set(_ color: RGBColor) {
    unsafe c.cairo_set_source_rgb(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  func fill(_ r: Rectangle, color: RGBColor) {
    set(color)
    unsafe c.cairo_rectangle(context, r.x, r.y, r.width, r.height)
    unsafe c.cairo_fill(context)
  }

  func fillCircle(x: Double, y: Double, radius: Double, color: RGBColor) {
    set(color)
    // A text leaves its last point, from which a line would lead to the circle.
    unsafe c.cairo_new_path(context)
    unsafe c.cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
    unsafe c.cairo_fill(context)
  }

  private static let partsOfDot = 1000

  /// Draws a thin line.
  func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double) {
    unsafe c.cairo_set_source_rgb(context, 0, 0, 0)
    unsafe c.cairo_set_line_width(context, width)
    unsafe c.cairo_move_to(context, start.x, start.y)
    unsafe c.cairo_line_to(context, end.x, end.y)
    unsafe c.cairo_stroke(context)
  }

  /// A picture that can be drawn repeatedly and is stored in the file once.
  @safe final class EmbeddedImage {
    fileprivate let surface: OpaquePointer?
    fileprivate let width: Int
    fileprivate let height: Int
    private let c: oobqr_pangocairo

    fileprivate init(_ pixels: [UInt32], width: Int, height: Int, _ c: oobqr_pangocairo) {
      self.c = c
      (self.width, self.height) = (width, height)
      unsafe surface = c.cairo_image_surface_create(OOBQR_CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
      unsafe c.cairo_surface_flush(surface)
      guard let data = unsafe c.cairo_image_surface_get_data(surface) else { return }
      let stride = Int(unsafe c.cairo_image_surface_get_stride(surface))
      unsafe pixels.withUnsafeBytes { source in
        for y in 0..<height {
          let row = unsafe UnsafeRawBufferPointer(rebasing: source[4 * y * width..<4 * (y + 1) * width])
          unsafe UnsafeMutableRawBufferPointer(start: data + y * stride, count: 4 * width).copyMemory(from: row)
        }
      }
      unsafe c.cairo_surface_mark_dirty(surface)
    }

    deinit { unsafe c.cairo_surface_destroy(surface) }
  }

  /// - Parameter pixels: Row by row, each 0x00RRGGBB.
  func picture(_ pixels: [UInt32], width: Int, height: Int) -> EmbeddedImage {
    EmbeddedImage(pixels, width: width, height: height, c)
  }

  /// Draws a picture into a rectangle.
  func draw(_ picture: EmbeddedImage, in r: Rectangle) {
    unsafe c.cairo_save(context)
    unsafe c.cairo_translate(context, r.x, r.y)
    unsafe c.cairo_scale(context, r.width / Double(picture.width), r.height / Double(picture.height))
    unsafe c.cairo_set_source_surface(context, picture.surface, 0, 0)
    // PDF/A does not allow that a reader invents pixels between those of a picture.
    unsafe c.cairo_pattern_set_filter(c.cairo_get_source(context), OOBQR_CAIRO_FILTER_NEAREST)
    unsafe c.cairo_rectangle(context, 0, 0, Double(picture.width), Double(picture.height))
    unsafe c.cairo_fill(context)
    unsafe c.cairo_restore(context)
  }

  /// Writes the page and begins the next.
  ///
  /// - Throws: ``PrintError/cannotWrite(_:)``, ``PrintError/typesettingFailed(reason:)``.
  func endPage() throws(PrintError) {
    unsafe c.cairo_show_page(context)
    try check()
    try underlay.endPage()
  }

  /// Writes the end of the file.
  func finish() throws(PrintError) {
    unsafe c.cairo_surface_finish(surface)
    try check()
    try underlay.finish(archive)
  }

  private func check() throws(PrintError) {
    if let failure = sink.failure { throw .cannotWrite(UnderlyingError(failure)) }
    var status = unsafe c.cairo_status(context)
    if status == OOBQR_CAIRO_STATUS_SUCCESS { status = unsafe c.cairo_surface_status(surface) }
    if status != OOBQR_CAIRO_STATUS_SUCCESS, status != OOBQR_CAIRO_STATUS_SURFACE_FINISHED {
      throw .typesettingFailed(reason: unsafe String(cString: c.cairo_status_to_string(status)))
    }
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
