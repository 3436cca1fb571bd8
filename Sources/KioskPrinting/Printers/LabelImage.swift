public import Imaging

/// A label as bilevel dots, for printers without gray.
public struct LabelImage: Hashable, Sendable {
  /// One pixel is one dot.
  public let bitmap: BilevelImage
  /// The positions of symbol and caption.
  public let layout: LabelLayout
  /// What happened to the caption.
  public let caption: CaptionFindings

  /// Draws symbol and caption.
  ///
  /// - Parameters:
  ///   - printed: The symbol to draw.
  ///   - caption: Text in any script; `nil` for none.
  ///   - style: The style that the layout was made for.
  ///   - layout: A layout with as many dots per module as the symbol.
  ///   - width: The label's width in dots, as for the layout.
  ///   - height: The label's height in dots, as for the layout.
  ///   - resolution: The printer's resolution, for the size of the caption.
  /// - Throws: ``PrintError`` if the caption cannot be typeset.
  public init(
    _ printed: PrintedSymbol, caption: String?, style: LabelLayout.CaptionStyle, layout: LabelLayout, width: Int,
    height: Int, resolution: PrintResolution
  ) throws(PrintError) {
    precondition(layout.dots == printed.dots, "the layout has the symbol's dots per module")
    let rowBytes = (width + 7) / 8
    var bytes = [UInt8](repeating: 0xFF, count: rowBytes * height)
    func darken(_ x: Int, _ y: Int) {
      if 0..<width ~= x, 0..<height ~= y { bytes[y * rowBytes + x / 8] &= ~(0x80 >> (x % 8)) }
    }
    // The logo is thresholded, because thermal printers have no gray.
    let raster = printed.raster
    for y in 0..<raster.height {
      for x in 0..<raster.width where raster.pixels[y * raster.width + x] < 128 {
        darken(layout.symbol.x + x, layout.symbol.y + y)
      }
    }
    self.layout = layout
    if let caption, let place = layout.caption, place.width > 0, place.height > 0 {
      let text = try CaptionImage.set(
        caption, style, width: place.width, height: place.height, resolution: resolution,
        isBeside: place.x > layout.symbol.x)
      for y in 0..<place.height {
        for x in 0..<place.width where text.isDark[y * place.width + x] { darken(place.x + x, place.y + y) }
      }
      self.caption = text.findings
    } else {
      self.caption = CaptionFindings()
    }
    bitmap = BilevelImage(width: width, height: height, bytes: bytes)
  }
}

extension BilevelImage {
  /// The rows as in printer languages: 1 is dark, and the bits after the last pixel are 0.
  var darkBits: [[UInt8]] {
    let last = UInt8(truncatingIfNeeded: 0xFF << (rowBytes * 8 - width))
    return (0..<height).map { y in
      var row = bytes[y * rowBytes..<(y + 1) * rowBytes].map { ~$0 }
      row[rowBytes - 1] &= last
      return row
    }
  }
}
