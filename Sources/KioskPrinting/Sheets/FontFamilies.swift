import CPangoCairo

/// The installed font families.
enum FontFamilies {
  /// Names that fontconfig replaces by an installed family.
  private static let generic = ["sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui"]

  /// The names of all families, sorted; listed once per process.
  private static let installed = Result { () throws(PrintError) in try listed() }

  private static func listed() throws(PrintError) -> [String] {
    let c = try PangoCairo.functions()
    var families: UnsafeMutablePointer<OpaquePointer?>?
    var count: Int32 = 0
    unsafe c.pango_font_map_list_families(c.pango_cairo_font_map_get_default(), &families, &count)
    defer { unsafe c.g_free(families) }
    return (0..<Int(count)).compactMap { i in
      unsafe families?[i].map { unsafe String(cString: c.pango_font_family_get_name($0)) }
    }.sorted()
  }

  /// Whether a family has bold letters of its own; others would only be thickened.
  static func hasBold(_ name: String) -> Bool {
    guard let c = try? PangoCairo.functions() else { return false }
    var families: UnsafeMutablePointer<OpaquePointer?>?
    var count: Int32 = 0
    unsafe c.pango_font_map_list_families(c.pango_cairo_font_map_get_default(), &families, &count)
    defer { unsafe c.g_free(families) }
    for i in 0..<Int(count) {
      guard let family = unsafe families?[i], unsafe String(cString: c.pango_font_family_get_name(family)) == name
      else {
        continue
      }
      var faces: UnsafeMutablePointer<OpaquePointer?>?
      var faceCount: Int32 = 0
      unsafe c.pango_font_family_list_faces(family, &faces, &faceCount)
      defer { unsafe c.g_free(faces) }
      for j in 0..<Int(faceCount) {
        guard let face = unsafe faces?[j], unsafe c.pango_font_face_is_synthesized(face) == 0 else { continue }
        let description = unsafe c.pango_font_face_describe(face)
        defer { unsafe c.pango_font_description_free(description) }
        if unsafe c.pango_font_description_get_weight(description) >= OOBQR_PANGO_WEIGHT_BOLD { return true }
      }
    }
    return false
  }

  /// Checks that a family of a font description is installed: Pango would take another without a word.
  ///
  /// - Parameter font: A font family in Pango's syntax of font descriptions, or several with commas between them.
  /// - Throws: ``PrintError/unknownFont(_:installed:)``.
  static func check(_ font: String) throws(PrintError) {
    let c = try PangoCairo.functions()
    guard let description = unsafe c.pango_font_description_from_string(font) else { return }
    defer { unsafe c.pango_font_description_free(description) }
    // Without a family, it is the default one.
    guard let family = unsafe c.pango_font_description_get_family(description) else { return }
    let wanted = unsafe String(cString: family).split(separator: ",").map { String($0).trimmingSpaces().lowercased() }
    let installed = try installed.get()
    let known = Set(generic + installed.map { $0.lowercased() })
    if !wanted.contains(where: known.contains) {
      throw .unknownFont(
        unsafe String(cString: family), installed: installed.filter { !generic.contains($0.lowercased()) })
    }
  }
}
