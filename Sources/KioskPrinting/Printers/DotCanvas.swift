import Imaging

/// A label or a page as dots, for printers without gray.
struct DotCanvas {
  private let width: Int
  private let height: Int
  private var bytes: [UInt8]

  /// A light canvas.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 0xFF, count: (width + 7) / 8 * height)
  }

  /// Darkens a rectangle; what is outside the canvas is left out.
  mutating func fill(_ r: LabelLayout.Rectangle) {
    for y in r.y..<r.y + r.height { for x in r.x..<r.x + r.width { darken(x, y) } }
  }

  /// Darkens where a picture is dark; a gray one is thresholded.
  ///
  /// - Parameters:
  ///   - x: The column of the picture's upper left corner.
  ///   - y: Its row.
  mutating func draw(_ image: GrayImage, x: Int, y: Int) {
    for row in 0..<image.height {
      for column in 0..<image.width where image.pixels[row * image.width + column] < 128 {
        darken(x + column, y + row)
      }
    }
  }

  private mutating func darken(_ x: Int, _ y: Int) {
    if 0..<width ~= x, 0..<height ~= y { bytes[y * ((width + 7) / 8) + x / 8] &= ~(0x80 >> (x % 8)) }
  }

  var image: BilevelImage { BilevelImage(width: width, height: height, bytes: bytes) }
}
