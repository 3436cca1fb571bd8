import CPangoCairo
package import Imaging

/// Text drawn as pixels.
package enum TextImage {
  /// Typesets a caption in a rectangle of dots.
  ///
  /// - Parameters:
  ///   - point: Dots in a point.
  ///   - isBeside: Whether it is beside a symbol, which aligns it left, rather than below it.
  /// - Returns: The letters, dark on light, and what happened to the text.
  /// - Throws: ``TypesettingFailure``.
  package static func set(
    caption text: String, _ style: CaptionStyle, width: Int, height: Int, point: Double, isBeside: Bool
  ) throws(TypesettingFailure) -> (image: GrayImage, findings: CaptionFindings) {
    var findings = CaptionFindings()
    let image = try draw(
      font: style.font, isFirstBold: style.isFirstLineBold, width: width, height: height, isBeside ? .left : .centre,
      isCentred: isBeside
    ) { layout throws(TypesettingFailure) in
      let set = try layout.set(
        caption: text, style, in: .init(width: Double(width), height: Double(height), point: point),
        isBeside ? .left : .centre)
      findings = set.findings
      return set.extent
    }
    return (image, findings)
  }

  /// Draws a text in a rectangle of pixels, dark on light.
  ///
  /// - Parameters:
  ///   - font: A font family in Pango's syntax of font descriptions.
  ///   - isFirstBold: Whether the first of several paragraphs is bold, if the font has bold letters.
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - alignment: That of the lines.
  ///   - isCentred: Whether the text is in the middle between top and bottom, rather than at the top.
  ///   - set: Lays the text out.
  /// - Throws: ``TypesettingFailure``.
  package static func draw(
    font: String, isFirstBold: Bool = false, width: Int, height: Int, _ alignment: TextLayout.Alignment,
    isCentred: Bool = true, set: (borrowing TextLayout) throws(TypesettingFailure) -> TextLayout.Extent
  ) throws(TypesettingFailure) -> GrayImage {
    let c = try PangoCairo.functions()
    let surface = unsafe c.cairo_image_surface_create(OOBQR_CAIRO_FORMAT_A8, Int32(width), Int32(height))
    guard let surface = unsafe surface, let context = unsafe c.cairo_create(surface) else {
      throw .failed(reason: "out of memory")
    }
    defer {
      unsafe c.cairo_destroy(context)
      unsafe c.cairo_surface_destroy(surface)
    }
    let layout = unsafe try TextLayout(on: context, font: font, isFirstBold: isFirstBold)
    let extent = try set(layout)
    layout.draw(
      x: alignment == .left ? -extent.left : 0,
      y: isCentred ? max(0, ((Double(height) - extent.height) / 2).rounded()) : 0,
      within: PDFDocument.Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)))
    unsafe c.cairo_surface_flush(surface)
    guard let data = unsafe c.cairo_image_surface_get_data(surface) else {
      throw .failed(reason: unsafe String(cString: c.cairo_status_to_string(c.cairo_surface_status(surface))))
    }
    let stride = Int(unsafe c.cairo_image_surface_get_stride(surface))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { unsafe pixels.append(~data[y * stride + x]) }
    }
    return GrayImage(width: width, height: height, pixels: pixels)
  }
}
