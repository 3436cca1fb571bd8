import CPangoCairo

/// Text drawn as dots, for printers that receive pictures.
enum CaptionImage {
  /// Typesets a text in a rectangle of dots.
  ///
  /// - Returns: The dark dots, row by row, and what became of the text.
  /// - Throws: ``PrintError``.
  static func set(
    _ text: String, _ style: LabelLayout.CaptionStyle, width: Int, height: Int, resolution: PrintResolution,
    isBeside: Bool
  ) throws(PrintError) -> (isDark: [Bool], findings: CaptionFindings) {
    let c = try PangoCairo.functions()
    let surface = unsafe c.cairo_image_surface_create(OOBQR_CAIRO_FORMAT_A8, Int32(width), Int32(height))
    guard let surface = unsafe surface, let context = unsafe c.cairo_create(surface) else {
      throw .typesettingFailed(reason: "out of memory")
    }
    defer {
      unsafe c.cairo_destroy(context)
      unsafe c.cairo_surface_destroy(surface)
    }
    let layout = unsafe try TextLayout(on: context, font: style.font)
    let (extent, findings) = try layout.set(
      caption: text, style, width: Double(width), height: Double(height), point: resolution.dotsPerInch / 72,
      isBeside ? .left : .centre)
    unsafe c.cairo_set_source_rgb(context, 0, 0, 0)
    layout.draw(
      x: isBeside ? -extent.left : 0, y: isBeside ? max(0, ((Double(height) - extent.height) / 2).rounded()) : 0,
      within: PDFDocument.Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)))
    unsafe c.cairo_surface_flush(surface)
    guard let data = unsafe c.cairo_image_surface_get_data(surface) else {
      throw .typesettingFailed(
        reason: unsafe String(cString: c.cairo_status_to_string(c.cairo_surface_status(surface))))
    }
    let stride = Int(unsafe c.cairo_image_surface_get_stride(surface))
    var isDark: [Bool] = []
    isDark.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { isDark.append(unsafe data[y * stride + x] >= 128) }
    }
    return (isDark, findings)
  }
}
