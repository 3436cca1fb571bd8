import CPangoCairo
package import SymbolDrawing

/// Text in a font, typeset on lines within a width: shaped, bidirectional, wrapped, and cut with an ellipsis.
///
/// It supports all scripts of Pango and the installed fonts.
@safe package struct TextLayout: ~Copyable {
  private let c: oobqr_pangocairo
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private let font: String
  /// Whether the first of several paragraphs is bold and larger.
  private let isFirstBold: Bool
  /// How much larger a bold first paragraph is than the others; our choice.
  private static let firstScale = 1.2

  /// The extent of a laid-out text.
  package struct Extent {
    /// The left side of the text: right-to-left lines end at the right side of the width.
    package var left: Double
    package var width: Double
    package var height: Double
    /// Whether some text was left out, and an ellipsis shows it.
    package var isEllipsized: Bool
    /// The number of characters that no installed font has.
    package var unknownCharacters: Int
  }

  /// The alignment of lines.
  package enum Alignment: Sendable { case left, centre }

  /// - Parameters:
  ///   - context: A cairo context, which must outlive the layout.
  ///   - font: A font family in Pango's syntax of font descriptions.
  ///   - isFirstBold: Whether the first of several paragraphs is bold and larger, if the font has bold letters.
  /// - Throws: ``TypesettingFailure``.
  init(on context: OpaquePointer, font: String, isFirstBold: Bool = false) throws(TypesettingFailure) {
    let c = try PangoCairo.functions()
    try FontFamilies.check(font)
    guard let layout = unsafe c.pango_cairo_create_layout(context) else {
      throw .failed(reason: "out of memory")
    }
    unsafe c.pango_layout_set_wrap(layout, OOBQR_PANGO_WRAP_WORD_CHAR)
    unsafe c.pango_layout_set_ellipsize(layout, OOBQR_PANGO_ELLIPSIZE_END)
    unsafe (self.c, self.context, self.layout, self.font) = (c, context, layout, font)
    self.isFirstBold = unsafe isFirstBold && Self.hasBold(font, layout, c)
  }

  /// Whether a font has bold letters of its own, and is not bold already.
  private static func hasBold(_ font: String, _ layout: OpaquePointer, _ c: oobqr_pangocairo) -> Bool {
    guard let description = unsafe c.pango_font_description_from_string(font) else { return false }
    defer { unsafe c.pango_font_description_free(description) }
    guard unsafe c.pango_font_description_get_weight(description) < OOBQR_PANGO_WEIGHT_BOLD else { return false }
    unsafe c.pango_font_description_set_weight(description, OOBQR_PANGO_WEIGHT_BOLD)
    guard let found = unsafe c.pango_context_load_font(c.pango_layout_get_context(layout), description) else {
      return false
    }
    defer { unsafe c.g_object_unref(UnsafeMutableRawPointer(found)) }
    let described = unsafe c.pango_font_describe(found)
    defer { unsafe c.pango_font_description_free(described) }
    guard let family = unsafe c.pango_font_description_get_family(described) else { return false }
    return unsafe FontFamilies.hasBold(String(cString: family), c)
  }

  /// Sets the features of a text.
  ///
  /// - Parameter hasTitle: Whether the first paragraph is one of several, also if the others are left out.
  private func setAttributes(_ text: [UInt8], hasTitle: Bool) {
    // A ligature such as ﬂ would be another character to anyone who searches the file for a caption. Scripts that need
    // ligatures get them by other features.
    let attributes = unsafe c.pango_attr_list_new()
    unsafe c.pango_attr_list_insert(attributes, c.pango_attr_font_features_new("liga 0"))
    // A word that is too long for a line may be broken anywhere, where a hyphen would be wrong.
    unsafe c.pango_attr_list_insert(attributes, c.pango_attr_insert_hyphens_new(0))
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    if isFirstBold, hasTitle, let bold = unsafe c.pango_attr_weight_new(OOBQR_PANGO_WEIGHT_BOLD),
      let larger = unsafe c.pango_attr_scale_new(Self.firstScale)
    {
      unsafe (bold.pointee.end_index, larger.pointee.end_index) = (UInt32(end), UInt32(end))
      unsafe c.pango_attr_list_insert(attributes, bold)
      unsafe c.pango_attr_list_insert(attributes, larger)
    }
    unsafe c.pango_layout_set_attributes(layout, attributes)
    unsafe c.pango_attr_list_unref(attributes)
  }

  deinit { unsafe c.g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Lays a text out, and ends it in an ellipsis where it exceeds the height.
  ///
  /// Pango ends a paragraph that exceeds the height in an ellipsis, but leaves out whole paragraphs without one.
  ///
  /// - Parameters:
  ///   - size: The font size in units of the context, like width and height.
  ///   - height: The height to fill before the ellipsis; at least one line is always set.
  package func set(_ text: String, size: Double, width: Double, height: Double, _ alignment: Alignment) -> Extent {
    var paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // No line is lower than its letters, so those after these have no place.
    let most = max(1, Int(min(height / size, 1000)) + 1)
    let hasTitle = paragraphs.count > 1
    var (shown, isCut) = (text, false)
    if paragraphs.count > most {
      paragraphs.removeLast(paragraphs.count - most)
      (shown, isCut) = (paragraphs.joined(separator: "\n") + "…", true)
    }
    let unknown = setWhole(shown, hasTitle: hasTitle, size: size, width: width, height: 100_000, alignment)
      .unknownCharacters
    while true {
      let whole =
        paragraphs.count < 2
        ? 0 : setWhole(shown, hasTitle: hasTitle, size: size, width: width, height: 100_000, alignment).height
      var extent = setWhole(shown, hasTitle: hasTitle, size: size, width: width, height: height, alignment)
      if extent.isEllipsized || whole <= extent.height * 1.001 {
        extent.isEllipsized = extent.isEllipsized || isCut
        extent.unknownCharacters = unknown
        return extent
      }
      paragraphs.removeLast()
      // An empty line has nothing to put the ellipsis after.
      while paragraphs.count > 1, paragraphs.last?.isEmpty ?? false { paragraphs.removeLast() }
      (shown, isCut) = (paragraphs.joined(separator: "\n") + "…", true)
    }
  }

  /// Returns the characters of a text that no installed font has, each once.
  package func unknownCharacters(_ text: String) -> String {
    var seen: Set<Character> = []
    return text.filter { character in
      !character.isNewline && seen.insert(character).inserted
        && setWhole(String(character), hasTitle: false, size: 8, width: 1000, height: 1000, .left).unknownCharacters > 0
    }
  }

  private func setWhole(
    _ text: String, hasTitle: Bool, size: Double, width: Double, height: Double, _ alignment: Alignment
  ) -> Extent {
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
    setAttributes(utf8, hasTitle: hasTitle)
    unsafe utf8.withUnsafeBytes {
      unsafe c.pango_layout_set_text(
        layout, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    var logical = PangoRectangle()
    unsafe c.pango_layout_get_extents(layout, nil, &logical)
    return Extent(
      left: Double(logical.x) / scale, width: Double(logical.width) / scale, height: Double(logical.height) / scale,
      isEllipsized: unsafe c.pango_layout_is_ellipsized(layout) != 0,
      unknownCharacters: Int(unsafe c.pango_layout_get_unknown_glyphs_count(layout)))
  }

  /// Draws the last layout with its upper left corner at a position, clipped to a rectangle: stacked accents may reach
  /// far beyond their line.
  package func draw(x: Double, y: Double, within clip: PDFDocument.Rectangle, color: RGBColor = .black) {
    unsafe c.cairo_save(context)
    unsafe c.set(color, in: context)
    unsafe c.cairo_rectangle(context, clip.x, clip.y, clip.width, clip.height)
    unsafe c.cairo_clip(context)
    unsafe c.cairo_move_to(context, x, y)
    unsafe c.pango_cairo_show_layout(context, layout)
    unsafe c.cairo_restore(context)
  }
}
