public import QRSymbology

/// A drawing of symbols as Encapsulated PostScript: a background and a rectangle for each group of dark modules.
///
/// ```swift
/// let eps = PostScript.draw(symbol, scale: 8)  // "%!PS-Adobe-3.0 EPSF-3.0…", 8 points per module
/// ```
public enum PostScript {
  /// Draws a symbol. The comments name kind, version and level, but not the message, which may be secret.
  ///
  /// - Parameters:
  ///   - symbol: What is drawn.
  ///   - scale: Points per module, or dots with `dotsPerInch`; 1 or more.
  ///   - quietZone: Light modules on each side, 0 or more.
  ///   - colors: Of dark and light modules.
  ///   - dotsPerInch: Sets the size, with `scale` dots per module; `nil` takes points of 1/72 inch.
  public static func draw(
    _ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4, colors: SymbolColors = .blackOnWhite,
    dotsPerInch: Double? = nil
  ) -> String {
    let page = VectorPage(symbol, scale: scale, quietZone: quietZone, dotsPerInch: dotsPerInch)
    let side = Decimal.text(page.points)
    return """
      %!PS-Adobe-3.0 EPSF-3.0
      %%BoundingBox: 0 0 \(Int(page.points.rounded(.up))) \(Int(page.points.rounded(.up)))
      %%HiResBoundingBox: 0 0 \(side) \(side)
      %%Title: \(symbol.summary)
      %%Creator: oobqr
      %%LanguageLevel: 2
      %%EndComments
      gsave
      \(Decimal.text(page.pointsPerModule)) dup scale
      \(page.operators(colors, rectangle: "rectfill", fill: "", color: "setrgbcolor"))grestore
      %%EOF

      """
  }
}
