import ImageCoding
import Imaging
import QRScanning

/// A picture with outlines of the symbols found in it.
enum Annotation {
  /// Outlines each symbol in green, with a red mark at the upper left corner of the upright symbol.
  static func draw(_ detections: [Detection], on image: GrayImage) throws -> [UInt8] {
    var pixels = image.pixels.flatMap { [$0, $0, $0] }
    let thickness = max(1, max(image.width, image.height) / 400)
    func dot(_ x: Double, _ y: Double, _ radius: Int, _ color: (UInt8, UInt8, UInt8)) {
      for row in Int(y) - radius...Int(y) + radius where 0..<image.height ~= row {
        for column in Int(x) - radius...Int(x) + radius where 0..<image.width ~= column {
          let at = 3 * (row * image.width + column)
          (pixels[at], pixels[at + 1], pixels[at + 2]) = color
        }
      }
    }
    /// Clamps a point that may be far outside the picture.
    func near(_ point: ImagePoint) -> ImagePoint {
      func clamped(_ value: Double, _ limit: Int) -> Double { min(max(value, -Double(limit)), 2 * Double(limit)) }
      return ImagePoint(x: clamped(point.x, image.width), y: clamped(point.y, image.height))
    }
    for detection in detections {
      let points = detection.corners.points.map(near)
      for i in 0..<4 {
        let (a, b) = (points[i], points[(i + 1) % 4])
        let steps = Int(max(abs(b.x - a.x), abs(b.y - a.y)).rounded(.up)) + 1
        for step in 0...steps {
          let t = Double(step) / Double(steps)
          dot(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, thickness, (0, 200, 0))
        }
      }
      dot(points[0].x, points[0].y, 3 * thickness, (220, 0, 0))
    }
    return try PNG.encode(ColorImage(width: image.width, height: image.height, pixels: pixels))
  }
}
