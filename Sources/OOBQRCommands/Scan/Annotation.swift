import ImageCoding
import Imaging

/// A picture with outlines of the symbols found in it.
enum Annotation {
  /// Outlines each symbol in green on the gray picture, with a red mark at the upper left corner of the upright symbol.
  ///
  /// An outline is as wide as its symbol and the picture allow, so that the work is that of a few pictures at most,
  /// however many symbols there are.
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
      for i in points.indices { canvas.line(from: points[i], to: points[(i + 1) % 4], reach: reach, (0, 200, 0)) }
      canvas.square(around: points[0], reach: 3 * reach, (220, 0, 0))
    }
    return try PNG.encode(ColorImage(width: image.width, height: image.height, pixels: canvas.pixels))
  }
}

private typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

/// Pixels that are drawn on.
private struct Canvas {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  init(_ image: GrayImage) {
    (width, height) = (image.width, image.height)
    let grays = image.pixels
    pixels = [UInt8](repeating: 0, count: 3 * grays.count)
    for i in pixels.indices { pixels[i] = grays[i / 3] }
  }

  /// A point that may be far outside, no farther than the width and height.
  func near(_ point: ImagePoint) -> ImagePoint {
    func clamped(_ value: Double, _ limit: Int) -> Double { min(max(value, -Double(limit)), 2 * Double(limit)) }
    return ImagePoint(x: clamped(point.x, width), y: clamped(point.y, height))
  }

  /// Draws a square across the line at each of its pixels, one row or column wide.
  mutating func line(from a: ImagePoint, to b: ImagePoint, reach: Int, _ color: Color) {
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

  mutating func square(around point: ImagePoint, reach: Int, _ color: Color) {
    let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    fill(columns: x - reach...x + reach, rows: y - reach...y + reach, color)
  }

  private mutating func fill(columns: ClosedRange<Int>, rows: ClosedRange<Int>, _ color: Color) {
    for row in Range(rows).clamped(to: 0..<height) {
      for column in Range(columns).clamped(to: 0..<width) {
        let at = 3 * (row * width + column)
        (pixels[at], pixels[at + 1], pixels[at + 2]) = color
      }
    }
  }
}
