public import Imaging
public import Typesetting

/// A label as bilevel dots, for printers without gray.
public struct LabelImage: Hashable, Sendable {
  /// One pixel is one dot.
  public let bitmap: BilevelImage
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
  /// - Throws: `TypesettingFailure` if the caption cannot be typeset.
  public init(
    _ printed: PrintedSymbol, caption: String?, style: CaptionStyle, layout: LabelLayout, width: Int, height: Int,
    resolution: PrintResolution
  ) throws(TypesettingFailure) {
    precondition(layout.dots == printed.dots, "the layout has the symbol's dots per module")
    var canvas = DotCanvas(width: width, height: height)
    canvas.draw(printed.raster, x: layout.symbol.x, y: layout.symbol.y)
    var findings = CaptionFindings()
    if let caption, let place = layout.caption, place.width > 0, place.height > 0 {
      let text = try TextImage.set(
        caption: caption, style, width: place.width, height: place.height, point: resolution.dotsPerInch / 72,
        isBeside: layout.isCaptionBeside)
      canvas.draw(text.image, x: place.x, y: place.y)
      findings = text.findings
    }
    (bitmap, self.caption) = (canvas.image, findings)
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
