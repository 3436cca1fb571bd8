import CPangoCairo

/// The installed font families.
enum FontFamilies {
  /// Names that fontconfig replaces by an installed family.
  private static let generic = ["sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui"]

  /// The families, which belong to Pango's map of fonts.
  private static func families(_ c: oobqr_pangocairo) -> [OpaquePointer] {
    var list: UnsafeMutablePointer<OpaquePointer?>?
    var count: Int32 = 0
    unsafe c.pango_font_map_list_families(c.pango_cairo_font_map_get_default(), &list, &count)
    defer { unsafe c.g_free(list) }
    return unsafe (0..<Int(count)).compactMap { unsafe list?[$0] }
  }

  private static func name(of family: OpaquePointer, _ c: oobqr_pangocairo) -> String {
    unsafe String(cString: c.pango_font_family_get_name(family))
  }

  /// The names of all families, sorted; listed once per process.
  private static let installed = Result { () throws(TypesettingFailure) in
    let c = try PangoCairo.functions()
    return unsafe families(c).map { unsafe name(of: $0, c) }.sorted()
  }

  /// Whether a family has bold letters of its own; others would only be thickened.
  static func hasBold(_ name: String, _ c: oobqr_pangocairo) -> Bool {
    guard let family = unsafe families(c).first(where: { unsafe self.name(of: $0, c) == name }) else { return false }
    var faces: UnsafeMutablePointer<OpaquePointer?>?
    var count: Int32 = 0
    unsafe c.pango_font_family_list_faces(family, &faces, &count)
    defer { unsafe c.g_free(faces) }
    return (0..<Int(count)).contains { index in
      guard let face = unsafe faces?[index], unsafe c.pango_font_face_is_synthesized(face) == 0 else { return false }
      let description = unsafe c.pango_font_face_describe(face)
      defer { unsafe c.pango_font_description_free(description) }
      return unsafe c.pango_font_description_get_weight(description) >= OOBQR_PANGO_WEIGHT_BOLD
    }
  }

  /// Checks that a family of a font description is installed: Pango would silently take another.
  ///
  /// - Parameter font: A font family in Pango's syntax of font descriptions, or several with commas between them.
  /// - Throws: ``TypesettingFailure/unknownFont(_:installed:)``.
  static func check(_ font: String) throws(TypesettingFailure) {
    let c = try PangoCairo.functions()
    guard let description = unsafe c.pango_font_description_from_string(font) else { return }
    defer { unsafe c.pango_font_description_free(description) }
    // Without a family, it is the default one.
    guard let family = unsafe c.pango_font_description_get_family(description) else { return }
    let wanted = unsafe String(cString: family)
    let names = wanted.lowercased().split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    let installed = try installed.get()
    let known = Set(generic + installed.map { $0.lowercased() })
    if !names.contains(where: known.contains) {
      throw .unknownFont(wanted, installed: installed.filter { !generic.contains($0.lowercased()) })
    }
  }
}
