import CPangoCairo
import HostSystem
import SymbolDrawing

/// The functions of Pango and cairo, whose libraries are opened on first use.
@safe package enum PangoCairo {
  /// More than the libraries have open at a time: a poster and a calibration page need 4, with many fonts perhaps more.
  private static let mostFiles = 32

  /// Computed once per process.
  private static let opened = Result { () throws(PrintError) in
    // With too few, fontconfig finds other fonts, or none, without a word.
    if !FileDescriptor.canOpen(mostFiles) {
      throw .typesettingFailed(reason: "\(mostFiles) more descriptors are needed; \(ProcessLimit.files)")
    }
    // The libraries' code alone takes 30 MiB. With too little, fontconfig prints hundreds of lines before it gives up.
    if !ProcessLimit.hasMemory {
      throw .typesettingFailed(reason: "64 MiB more memory is needed; \(ProcessLimit.memory)")
    }
    if oobqr_can_start_threads() == 0 {
      throw .typesettingFailed(reason: "eight more threads are needed; \(ProcessLimit.threads)")
    }
    return try open("libpangocairo-1.0.so.0")
  }

  /// - Throws: ``PrintError/typesettingUnavailable(reason:)``.
  static func functions() throws(PrintError) -> oobqr_pangocairo { try opened.get() }

  /// Checks that a library can be opened by name.
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

/// Text in a font, typeset on lines within a width: shaped, bidirectional, wrapped, and cut with an ellipsis.
///
/// It supports all scripts of Pango and the installed fonts.
@safe struct TextLayout: ~Copyable {
  private let c: oobqr_pangocairo
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private let font: String
  /// Whether the first of several paragraphs is bold.
  private let isFirstBold: Bool

  /// The extent of a laid-out text.
  struct Extent {
    /// The left side of the text: right-to-left lines end at the right side of the width.
    var left: Double
    var width: Double
    var height: Double
    /// Whether some text was left out, and an ellipsis shows it.
    var isEllipsized: Bool
    /// The number of characters that no installed font has.
    var unknownCharacters: Int
  }

  /// The alignment of lines.
  enum Alignment { case left, centre }

  /// - Parameters:
  ///   - context: A cairo context, which must outlive the layout.
  ///   - font: A font family in Pango's syntax of font descriptions.
  ///   - isFirstBold: Whether the first of several paragraphs is bold, if the font has bold letters.
  /// - Throws: ``PrintError``.
  init(on context: OpaquePointer, font: String, isFirstBold: Bool = false) throws(PrintError) {
    let c = try PangoCairo.functions()
    try FontFamilies.check(font)
    guard let layout = unsafe c.pango_cairo_create_layout(context) else {
      throw .typesettingFailed(reason: "out of memory")
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
    return unsafe FontFamilies.hasBold(String(cString: family))
  }

  /// Sets the features of a text.
  private func setAttributes(_ text: [UInt8]) {
    // A ligature such as ﬂ would be another character to anyone who searches the file for a caption. Scripts that need
    // ligatures get them by other features.
    let attributes = unsafe c.pango_attr_list_new()
    unsafe c.pango_attr_list_insert(attributes, c.pango_attr_font_features_new("liga 0"))
    // A word that is too long for a line may be broken anywhere, where a hyphen would be wrong.
    unsafe c.pango_attr_list_insert(attributes, c.pango_attr_insert_hyphens_new(0))
    if isFirstBold, let end = text.firstIndex(of: UInt8(ascii: "\n")),
      let bold = unsafe c.pango_attr_weight_new(OOBQR_PANGO_WEIGHT_BOLD)
    {
      unsafe bold.pointee.end_index = UInt32(end)
      unsafe c.pango_attr_list_insert(attributes, bold)
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
  func set(_ text: String, size: Double, width: Double, height: Double, _ alignment: Alignment) -> Extent {
    var paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // No line is lower than its letters, so those after these have no place.
    let most = max(1, Int(min(height / size, 1000)) + 1)
    var (shown, isCut) = (text, false)
    if paragraphs.count > most {
      paragraphs.removeLast(paragraphs.count - most)
      (shown, isCut) = (paragraphs.joined(separator: "\n") + "…", true)
    }
    let unknown = setWhole(shown, size: size, width: width, height: 100_000, alignment).unknownCharacters
    while true {
      let whole =
        paragraphs.count < 2 ? 0 : setWhole(shown, size: size, width: width, height: 100_000, alignment).height
      var extent = setWhole(shown, size: size, width: width, height: height, alignment)
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

  /// Returns the largest whole number of points, 4 or more, at which a text fits without an ellipsis.
  ///
  /// - Parameters:
  ///   - style: The style whose size is too large.
  ///   - width: Units of the context, like the height.
  ///   - point: Units of the context in a point.
  func largestSize(
    _ text: String, _ style: LabelLayout.CaptionStyle, width: Double, height: Double, point: Double
  ) -> Int? {
    var size = Int((style.fit?.lowerBound ?? style.size).rounded(.up)) - 1
    while size >= Int(LabelLayout.CaptionStyle.sizes.lowerBound) {
      var smaller = style
      (smaller.size, smaller.fit) = (Double(size), nil)
      let limit = min(height, smaller.height * point)
      let extent = set(text, size: smaller.size * point, width: width, height: limit, .left)
      if !extent.isEllipsized && extent.height <= limit * 1.001 { return size }
      size -= 1
    }
    return nil
  }

  /// Returns the characters of a text that no installed font has, each once.
  func unknownCharacters(_ text: String) -> String {
    var seen: Set<Character> = []
    return text.filter { character in
      !character.isNewline && seen.insert(character).inserted
        && setWhole(String(character), size: 8, width: 1000, height: 1000, .left).unknownCharacters > 0
    }
  }

  private func setWhole(
    _ text: String, size: Double, width: Double, height: Double, _ alignment: Alignment
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
    setAttributes(utf8)
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
  func draw(x: Double, y: Double, within clip: PDFDocument.Rectangle, color: RGBColor = .black) {
    unsafe c.cairo_save(context)
    unsafe c.cairo_set_source_rgb(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    unsafe c.cairo_rectangle(context, clip.x, clip.y, clip.width, clip.height)
    unsafe c.cairo_clip(context)
    unsafe c.cairo_move_to(context, x, y)
    unsafe c.pango_cairo_show_layout(context, layout)
    unsafe c.cairo_restore(context)
  }
}
