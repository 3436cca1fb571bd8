public import Imaging
public import QRSymbology
import TextFormats

/// A drawing of symbols as Scalable Vector Graphics: a background and one path with a rectangle for each group of dark
/// modules.
///
/// ```swift
/// let svg = SVG.draw(symbol, scale: 8)  // "<?xml version=…", 8 user-agent pixels per module
/// ```
public enum SVG {
  /// Draws a symbol.
  ///
  /// The unit of the drawing is the module, so it scales without rounding. Its title has version and level, but not the
  /// message, which may be secret.
  ///
  /// - Parameters:
  ///   - symbol: What is drawn.
  ///   - scale: Pixels per module of the nominal size, 1 or more.
  ///   - quietZone: Light modules on each side, 0 or more.
  ///   - colors: Of dark and light modules.
  ///   - dotsPerInch: Sets the nominal size in millimetres, with `scale` dots per module; `nil` sets it in pixels.
  public static func draw(
    _ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4, colors: SymbolColors = .blackOnWhite,
    dotsPerInch: Double? = nil
  ) -> String {
    draw(SymbolArtwork(symbol, quietZone: quietZone), scale: scale, colors: colors, dotsPerInch: dotsPerInch) { _ in ""
    }
  }

  /// Draws a symbol with a logo or a frame.
  ///
  /// - Parameters:
  ///   - artwork: What is drawn.
  ///   - scale: Pixels per module of the nominal size, 1 or more.
  ///   - colors: Of dark and light modules.
  ///   - dotsPerInch: Sets the nominal size in millimetres, with `scale` dots per module; `nil` sets it in pixels.
  ///   - dataURI: Encodes a picture, for example as `data:image/png;base64,…`.
  public static func draw<Failure: Error>(
    _ artwork: SymbolArtwork, scale: Int, colors: SymbolColors = .blackOnWhite, dotsPerInch: Double? = nil,
    dataURI: (ColorImage) throws(Failure) -> String
  ) throws(Failure) -> String {
    precondition(scale > 0, "a module has at least one pixel")
    precondition(dotsPerInch.map { $0 >= 1 && $0.isFinite } ?? true, "dots per inch are 1 or more")
    func length(_ modules: Int) -> String {
      dotsPerInch.map { DecimalText.fixed(Double(modules * scale) * 25.4 / $0, decimals: 3) + "mm" }
        ?? String(modules * scale)
    }
    var path = ""
    for dark in artwork.darkRectangles {
      path += "M\(dark.column) \(dark.row)h\(dark.width)v\(dark.height)h-\(dark.width)z"
    }
    var pictures = ""
    for picture in artwork.pictures {
      pictures += """
        <image x="\(DecimalText.length(picture.x))" y="\(DecimalText.length(picture.y))" \
        width="\(DecimalText.length(picture.width))" \
        height="\(DecimalText.length(picture.height))" preserveAspectRatio="none" href="\(try dataURI(picture.image))"/>

        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(length(artwork.width))" height="\(length(artwork.height))" \
      viewBox="0 0 \(artwork.width) \(artwork.height)" role="img" shape-rendering="crispEdges">
      <title>\(artwork.summary)</title>
      <rect width="\(artwork.width)" height="\(artwork.height)" fill="\(colors.light)"/>
      <path fill="\(colors.dark)" d="\(path)"/>
      \(pictures)</svg>

      """
  }
}
