import CPangoCairo

/// The functions of Pango and cairo, from the libraries as they are opened on first use.
@safe package enum PangoCairo {
  /// Settled once for the process.
  private static let opened = Result { () throws(PrintError) in
    try open("libpangocairo-1.0.so.0")
  }

  /// - Throws: ``PrintError/typesettingUnavailable(reason:)``.
  static func functions() throws(PrintError) -> oobqr_pangocairo { try opened.get() }

  /// Opens a library by name, and gives nothing of it away.
  package static func check(_ name: String) throws(PrintError) { _ = try open(name) }

  /// Opens a library by name.
  static func open(_ name: String) throws(PrintError) -> oobqr_pangocairo {
    let functions = UnsafeMutablePointer<oobqr_pangocairo>.allocate(capacity: 1)
    defer { unsafe functions.deallocate() }
    if let reason = unsafe oobqr_pangocairo_open(functions, name) {
      throw .typesettingUnavailable(reason: unsafe String(cString: reason))
    }
    return unsafe functions.pointee
  }
}

/// Text in a font, set on lines within a width: shaped, in both directions, wrapped, and cut with an ellipsis.
///
/// Whatever Pango can set, in whatever scripts the installed fonts have.
@safe struct TextLayout: ~Copyable {
  private let c: oobqr_pangocairo
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private let font: String

  /// What came of a text.
  struct Extent {
    /// Where the text begins: lines that run from right to left end at the right side.
    var left: Double
    var height: Double
    /// Whether some of it was left out.
    var isEllipsized: Bool
    /// Characters that no installed font has.
    var unknownCharacters: Int
  }

  /// How lines lie between the left and the right side.
  enum Alignment { case left, centre }

  /// - Parameters:
  ///   - context: A cairo context, which must outlive the layout.
  ///   - font: A family, with what Pango's font descriptions allow.
  init(on context: OpaquePointer, font: String) throws(PrintError) {
    let c = try PangoCairo.functions()
    guard let layout = unsafe c.pango_cairo_create_layout(context) else {
      throw .typesettingFailed(reason: "no memory for text")
    }
    unsafe c.pango_layout_set_wrap(layout, OOBQR_PANGO_WRAP_WORD_CHAR)
    unsafe c.pango_layout_set_ellipsize(layout, OOBQR_PANGO_ELLIPSIZE_END)
    // A ligature such as ﬂ would be another character to whoever searches the file for a caption. Scripts that need
    // their ligatures have them by other features.
    let attributes = unsafe c.pango_attr_list_new()
    unsafe c.pango_attr_list_insert(attributes, c.pango_attr_font_features_new("liga 0"))
    // Where a word is too long for a line it is broken anywhere, which is no place for a hyphen.
    unsafe c.pango_attr_list_insert(attributes, c.pango_attr_insert_hyphens_new(0))
    unsafe c.pango_layout_set_attributes(layout, attributes)
    unsafe c.pango_attr_list_unref(attributes)
    unsafe (self.c, self.context, self.layout, self.font) = (c, context, layout, font)
  }

  deinit { unsafe c.g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Lays a text out.
  ///
  /// - Parameters:
  ///   - size: The font's size in units of the context, which are those of width and height.
  ///   - height: What is filled before the ellipsis; one line is always set.
  func set(_ text: String, size: Double, width: Double, height: Double, _ alignment: Alignment) -> Extent {
    let scale = Double(OOBQR_PANGO_SCALE)
    if let description = unsafe c.pango_font_description_from_string(font) {
      unsafe c.pango_font_description_set_absolute_size(description, size * scale)
      unsafe c.pango_layout_set_font_description(layout, description)
      unsafe c.pango_font_description_free(description)
    }
    unsafe c.pango_layout_set_width(layout, Int32(width * scale))
    unsafe c.pango_layout_set_height(layout, Int32(height * scale))
    unsafe c.pango_layout_set_alignment(layout, alignment == .left ? OOBQR_PANGO_ALIGN_LEFT : OOBQR_PANGO_ALIGN_CENTER)
    let utf8 = Array(text.utf8)
    unsafe utf8.withUnsafeBytes {
      unsafe c.pango_layout_set_text(
        layout, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    var logical = PangoRectangle()
    unsafe c.pango_layout_get_extents(layout, nil, &logical)
    return Extent(
      left: Double(logical.x) / scale, height: Double(logical.height) / scale,
      isEllipsized: unsafe c.pango_layout_is_ellipsized(layout) != 0,
      unknownCharacters: Int(unsafe c.pango_layout_get_unknown_glyphs_count(layout)))
  }

  /// Draws what was laid out last, its upper left corner at a place, and nothing outside of a rectangle: stacked accents
  /// may reach far beyond their line.
  func draw(x: Double, y: Double, within clip: PDFDocument.Rectangle) {
    unsafe c.cairo_save(context)
    unsafe c.cairo_rectangle(context, clip.x, clip.y, clip.width, clip.height)
    unsafe c.cairo_clip(context)
    unsafe c.cairo_move_to(context, x, y)
    unsafe c.pango_cairo_show_layout(context, layout)
    unsafe c.cairo_restore(context)
  }
}
