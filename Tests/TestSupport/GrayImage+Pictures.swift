public import Imaging

/// Pictures made of pictures.
extension GrayImage {
  /// Draws a picture with its upper left corner at a place.
  public mutating func draw(_ image: GrayImage, x: Int, y: Int) {
    for row in 0..<image.height {
      let start = (y + row) * width + x
      pixels.replaceSubrange(
        start..<start + image.width, with: image.pixels[row * image.width..<(row + 1) * image.width])
    }
  }

  /// A square of the picture, clipped at its borders.
  public func part(_ left: Int, _ top: Int, side: Int) -> GrayImage {
    let (columns, rows) = (max(0, left)..<min(width, left + side), max(0, top)..<min(height, top + side))
    let pixels = rows.map { self.pixels[$0 * width + columns.lowerBound..<$0 * width + columns.upperBound] }
    return GrayImage(width: columns.count, height: rows.count, pixels: Array(pixels.joined()))
  }

  /// The picture with another one of the same width below it.
  public func above(_ other: GrayImage) -> GrayImage {
    GrayImage(width: width, height: height + other.height, pixels: pixels + other.pixels)
  }

  /// A drawing in other grays: black becomes the first, everything else the second.
  public func inGrays(_ dark: UInt8, _ light: UInt8) -> GrayImage {
    GrayImage(width: width, height: height, pixels: pixels.map { $0 == 0 ? dark : light })
  }

  public var negative: GrayImage { GrayImage(width: width, height: height, pixels: pixels.map { ~$0 }) }

  public var mirrored: GrayImage {
    var result = self
    for y in 0..<height { result.pixels[y * width..<(y + 1) * width].reverse() }
    return result
  }

  /// The picture turned by 90° clockwise.
  public var turned: GrayImage {
    GrayImage(
      width: height, height: width,
      pixels: (0..<width * height).map { pixels[(height - 1 - $0 % height) * width + $0 / height] })
  }
}
