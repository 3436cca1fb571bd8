import TextFormats

/// Artwork on a page whose origin is the lower left corner, as in PostScript and PDF.
struct VectorPage {
  let artwork: SymbolArtwork
  let pointsPerModule: Double

  init(_ artwork: SymbolArtwork, scale: Int, dotsPerInch: Double?) {
    precondition(scale > 0, "a module has at least one point")
    precondition(dotsPerInch.map { $0 >= 1 && $0.isFinite } ?? true, "dots per inch are 1 or more")
    self.artwork = artwork
    pointsPerModule = dotsPerInch.map { Double(scale) * 72 / $0 } ?? Double(scale)
  }

  /// Width and height in points.
  var size: (width: Double, height: Double) {
    (Double(artwork.width) * pointsPerModule, Double(artwork.height) * pointsPerModule)
  }

  /// The background and the dark modules, in units of a module.
  func operators(_ colors: SymbolColors, rectangle: String, fill: String, color: String) -> String {
    var text =
      "\(components(colors.light)) \(color)\n0 0 \(artwork.width) \(artwork.height) \(rectangle)\n\(fill)"
    text += "\(components(colors.dark)) \(color)\n"
    for dark in artwork.darkRectangles {
      text += "\(dark.column) \(artwork.height - dark.row - dark.height) \(dark.width) \(dark.height) \(rectangle)\n"
    }
    return text + fill
  }

  /// The lower left corner of a picture and its size, in units of a module.
  func place(_ picture: SymbolArtwork.PlacedPicture) -> (x: String, y: String, width: String, height: String) {
    let bottom = Double(artwork.height) - picture.y - picture.height
    return (
      DecimalText.length(picture.x), DecimalText.length(bottom), DecimalText.length(picture.width),
      DecimalText.length(picture.height)
    )
  }

  private func components(_ color: RGBColor) -> String {
    [color.red, color.green, color.blue].map { DecimalText.length(Double($0) / 255) }.joined(separator: " ")
  }
}
