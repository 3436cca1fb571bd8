import CPangoCairo

/// Text drawn as dots, for printers that receive pictures.
enum CaptionImage {
  /// Typesets a text in a rectangle of dots.
  ///
  /// - Returns: The dark dots, row by row, and the extent of the text.
  /// - Throws: ``PrintError``.
  static func set(
    _ text: String, _ style: LabelLayout.CaptionStyle, width: Int, height: Int, resolution: PrintResolution,
    isBeside: Bool
  ) throws(PrintError) -> (isDark: [Bool], extent: TextLayout.Extent) {
    let size = style.size / 72 * resolution.dotsPerInch
    let limit = style.lineHeight * Double(style.lines) / 72 * resolution.dotsPerInch
    let (coverage, extent) = try draw(
      text, font: style.font, size: size, width: width, height: height, limit: min(Double(height), limit),
      isBeside ? .left : .centre, isCentred: isBeside)
    return (coverage.map { $0 >= 128 }, extent)
  }

  /// Draws a text in a rectangle of pixels.
  ///
  /// - Parameters:
  ///   - size: The font size in pixels.
  ///   - limit: The height to fill before the ellipsis, in pixels.
  ///   - isCentred: Whether the text is in the middle between top and bottom, rather than at the top.
  /// - Returns: How much of each pixel the text covers, 0…255, row by row, and its extent.
  /// - Throws: ``PrintError``.
  static func draw(
    _ text: String, font: String, size: Double, width: Int, height: Int, limit: Double,
    _ alignment: TextLayout.Alignment, isCentred: Bool
  ) throws(PrintError) -> (coverage: [UInt8], extent: TextLayout.Extent) {
    let c = try PangoCairo.functions()
    let surface = unsafe c.cairo_image_surface_create(OOBQR_CAIRO_FORMAT_A8, Int32(width), Int32(height))
    guard let surface = unsafe surface, let context = unsafe c.cairo_create(surface) else {
      throw .typesettingFailed(reason: "out of memory")
    }
    defer {
      unsafe c.cairo_destroy(context)
      unsafe c.cairo_surface_destroy(surface)
    }
    let layout = unsafe try TextLayout(on: context, font: font)
    let extent = layout.set(text, size: size, width: Double(width), height: limit, alignment)
    unsafe c.cairo_set_source_rgb(context, 0, 0, 0)
    layout.draw(
      x: alignment == .left ? -extent.left : 0,
      y: isCentred ? max(0, ((Double(height) - extent.height) / 2).rounded()) : 0,
      within: PDFDocument.Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)))
    unsafe c.cairo_surface_flush(surface)
    guard let data = unsafe c.cairo_image_surface_get_data(surface) else {
      throw .typesettingFailed(
        reason: unsafe String(cString: c.cairo_status_to_string(c.cairo_surface_status(surface))))
    }
    let stride = Int(unsafe c.cairo_image_surface_get_stride(surface))
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { coverage.append(unsafe data[y * stride + x]) }
    }
    return (coverage, extent)
  }
}
