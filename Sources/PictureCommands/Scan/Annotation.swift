import CommandSupport
import ImageCoding
import Imaging

/// A picture with outlines of the symbols found in it.
enum Annotation {
  /// Outlines each symbol in green on the gray picture, with a red mark at the upper left corner of the upright symbol.
  ///
  /// An outline is as wide as its symbol and the picture allow.
  static func draw(_ outlines: [Corners], on image: GrayImage) throws(ImageCodingError) -> [UInt8] {
    var canvas = Canvas(image)
    let most = max(1, min(image.width, image.height) / 300)
    for outline in outlines {
      let points = outline.points.map(canvas.near)
      let sides = points.indices.map { side in
        let (a, b) = (points[side], points[(side + 1) % 4])
        return max(abs(a.x - b.x), abs(a.y - b.y))
      }
      let reach = max(1, min(most, Int((sides.min() ?? 0) / 21)))
      for i in points.indices { canvas.line(from: points[i], to: points[(i + 1) % 4], reach: reach, Canvas.green) }
      canvas.square(around: points[0], reach: 3 * reach, Canvas.red)
    }
    return try PNG.encode(canvas.image, palette: Canvas.palette, compressionLevel: 1)
  }
}

/// A gray picture that is drawn on in two colours: a byte for each pixel, as large pictures have many.
private struct Canvas {
  /// The entries of the palette behind the grays.
  static let (green, red): (UInt8, UInt8) = (254, 255)
  /// Red, green and blue of 254 grays, of green and of red.
  static let palette: [UInt8] = {
    let grays = (0..<254).map { UInt8(($0 * 255 + 126) / 253) }
    let colors: [UInt8] = [0, 200, 0, 220, 0, 0]
    return grays.flatMap { [$0, $0, $0] } + colors
  }()

  private(set) var image: GrayImage

  init(_ image: GrayImage) {
    let entries = (0...255).map { UInt8(($0 * 253 + 127) / 255) }
    self.image = GrayImage(width: image.width, height: image.height, pixels: image.pixels.map { entries[Int($0)] })
  }

  /// A point that may be far outside, no farther than the width and height.
  func near(_ point: ImagePoint) -> ImagePoint {
    func clamped(_ value: Double, _ limit: Int) -> Double { min(max(value, -Double(limit)), 2 * Double(limit)) }
    return ImagePoint(x: clamped(point.x, image.width), y: clamped(point.y, image.height))
  }

  /// Draws a square across the line at each of its pixels, one row or column wide.
  mutating func line(from a: ImagePoint, to b: ImagePoint, reach: Int, _ color: UInt8) {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let steps = Int(max(abs(dx), abs(dy)).rounded(.up)) + 1
    let isFlat = abs(dx) > abs(dy)
    for step in 0...steps {
      let t = Double(step) / Double(steps)
      let (x, y) = (Int((a.x + dx * t).rounded(.down)), Int((a.y + dy * t).rounded(.down)))
      fill(columns: isFlat ? x...x : x - reach...x + reach, rows: isFlat ? y - reach...y + reach : y...y, color)
    }
    for end in [a, b] { square(around: end, reach: reach, color) }
  }

  mutating func square(around point: ImagePoint, reach: Int, _ color: UInt8) {
    let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    fill(columns: x - reach...x + reach, rows: y - reach...y + reach, color)
  }

  private mutating func fill(columns: ClosedRange<Int>, rows: ClosedRange<Int>, _ color: UInt8) {
    for row in Range(rows).clamped(to: 0..<image.height) {
      for column in Range(columns).clamped(to: 0..<image.width) { image[x: column, y: row] = color }
    }
  }
}
