import Imaging
import TextFormats

/// A drawing of symbols as Encapsulated PostScript: a background and a rectangle for each group of dark modules.
///
/// ```swift
/// let eps = PostScript.draw(SymbolArtwork(symbol), scale: 8)  // "%!PS-Adobe-3.0 EPSF-3.0…", 8 points per module
/// ```
public enum PostScript {
  /// Draws a symbol. The comments name kind, version and level, but not the message, which may be secret.
  ///
  /// - Parameters:
  ///   - artwork: The symbol with its quiet zone, and perhaps a logo or a frame.
  ///   - scale: Points per module, or dots with `dotsPerInch`; 1 or more.
  ///   - colors: Of dark and light modules.
  ///   - dotsPerInch: Sets the size, with `scale` dots per module; `nil` takes points of 1/72 inch.
  public static func draw(
    _ artwork: SymbolArtwork, scale: Int, colors: SymbolColors = .blackOnWhite, dotsPerInch: Double? = nil
  ) -> String {
    let page = VectorPage(artwork, scale: scale, dotsPerInch: dotsPerInch)
    let (width, height) = page.size
    return """
      %!PS-Adobe-3.0 EPSF-3.0
      %%BoundingBox: 0 0 \(Int(width.rounded(.up))) \(Int(height.rounded(.up)))
      %%HiResBoundingBox: 0 0 \(DecimalText.length(width)) \(DecimalText.length(height))
      %%Title: \(artwork.summary)
      %%Creator: oobqr
      %%LanguageLevel: 2
      %%EndComments
      gsave
      \(DecimalText.length(page.pointsPerModule)) dup scale
      \(page.operators(colors, rectangle: "rectfill", fill: "", color: "setrgbcolor"))\
      \(artwork.pictures.map { operators($0, on: page) }.joined())grestore
      %%EOF

      """
  }

  /// A picture, as hexadecimal digits after the operator that reads them.
  private static func operators(_ picture: SymbolArtwork.PlacedPicture, on page: VectorPage) -> String {
    let (x, y, width, height) = page.place(picture)
    let image = picture.image
    var digits = ""
    for start in stride(from: 0, to: image.pixels.count, by: 36) {
      let line = image.pixels[start..<min(start + 36, image.pixels.count)]
      digits += HexadecimalText.of(Array(line)) + (line.count == 36 ? "\n" : "")
    }
    return """
      gsave
      \(x) \(y) translate \(width) \(height) scale
      /row \(3 * image.width) string def
      \(image.width) \(image.height) 8 [\(image.width) 0 0 -\(image.height) 0 \(image.height)]
      {currentfile row readhexstring pop} false 3 colorimage
      \(digits)
      grestore

      """
  }
}
