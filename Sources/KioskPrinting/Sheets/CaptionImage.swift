import CPangoCairo

/// Text drawn as dots, for printers that receive pictures.
enum CaptionImage {
  /// Typesets a text in a rectangle of dots.
  ///
  /// - Returns: The dark dots, row by row, and what happened to the text.
  /// - Throws: ``PrintError``.
  static func set(
    _ text: String, _ style: LabelLayout.CaptionStyle, width: Int, height: Int, resolution: PrintResolution,
    isBeside: Bool
  ) throws(PrintError) -> (isDark: [Bool], findings: CaptionFindings) {
    var findings = CaptionFindings()
    let coverage = try draw(
      font: style.font, isFirstBold: style.isFirstLineBold, width: width, height: height, isBeside ? .left : .centre,
      isBeside
    ) {
      layout throws(PrintError) in
      let set = try layout.set(
        caption: text, style, width: Double(width), height: Double(height), point: resolution.dotsPerInch / 72,
        isBeside ? .left : .centre)
      findings = set.findings
      return set.extent
    }
    return (coverage.map { $0 >= 128 }, findings)
  }

  /// Draws a text in a rectangle of pixels.
  ///
  /// - Parameters:
  ///   - font: A font family in Pango's syntax of font descriptions.
  ///   - isFirstBold: Whether the first of several paragraphs is bold, if the font has bold letters.
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - alignment: That of the lines.
  ///   - isCentred: Whether the text is in the middle between top and bottom, rather than at the top.
  ///   - set: Lays the text out.
  /// - Returns: How much of each pixel the text covers, 0…255, row by row.
  /// - Throws: ``PrintError``.
  static func draw(
    font: String, isFirstBold: Bool = false, width: Int, height: Int, _ alignment: TextLayout.Alignment,
    _ isCentred: Bool,
    set: (borrowing TextLayout) throws(PrintError) -> TextLayout.Extent
  ) throws(PrintError) -> [UInt8] {
    let c = try PangoCairo.functions()
    let surface = unsafe c.cairo_image_surface_create(OOBQR_CAIRO_FORMAT_A8, Int32(width), Int32(height))
    guard let surface = unsafe surface, let context = unsafe c.cairo_create(surface) else {
      throw .typesettingFailed(reason: "out of memory")
    }
    defer {
      unsafe c.cairo_destroy(context)
      unsafe c.cairo_surface_destroy(surface)
    }
    let layout = unsafe try TextLayout(on: context, font: font, isFirstBold: isFirstBold)
    let extent = try set(layout)
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
    return coverage
  }
}
