public import QRSymbology

/// A picture, and where the symbols in it are: what damages work on.
public struct Scene: Hashable, Sendable {
  public internal(set) var picture: Picture
  /// The symbols, in no particular order.
  public internal(set) var symbols: [PlacedSymbol]

  /// A symbol in a picture.
  public struct PlacedSymbol: Hashable, Sendable {
    /// The outer corners of the symbol itself, without its quiet zone, in pixels.
    public var corners: Corners
    /// Modules on each side: 21, 25, … 177, or 11…17 for a Micro QR symbol.
    public var size: Int

    public init(corners: Corners, size: Int) { (self.corners, self.size) = (corners, size) }
  }

  /// A picture with symbols whose places are known.
  public init(_ picture: Picture, symbols: [PlacedSymbol]) { (self.picture, self.symbols) = (picture, symbols) }
}

extension Scene.PlacedSymbol {
  /// Pixels per module, on average.
  public var scale: Double {
    let points = corners.points
    let sides = points.indices.map { i -> Double in
      let (a, b) = (points[i], points[(i + 1) % 4])
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    return sides.reduce(0, +) / (4 * Double(size))
  }

  /// The place of a point that is `column` modules from the left and `row` modules from the top of the symbol.
  func point(column: Double, row: Double) -> ImagePoint {
    Homography(unitSquareTo: corners.points).apply(x: column / Double(size), y: row / Double(size))
  }

  /// The symbol's outline, `margin` modules further out on each side.
  func outline(margin: Double) -> [ImagePoint] {
    let (low, high) = (-margin, Double(size) + margin)
    return [(low, low), (high, low), (high, high), (low, high)].map { point(column: $0.0, row: $0.1) }
  }
}

/// A projective map of the plane.
struct Homography {
  private var m: [Double]

  /// The map that takes the corners of the unit square, clockwise from the origin, to four points.
  init(unitSquareTo p: [ImagePoint]) {
    // Heckbert, "Fundamentals of Texture Mapping", 2.2.3.
    let (dx1, dx2, sx) = (p[1].x - p[2].x, p[3].x - p[2].x, p[0].x - p[1].x + p[2].x - p[3].x)
    let (dy1, dy2, sy) = (p[1].y - p[2].y, p[3].y - p[2].y, p[0].y - p[1].y + p[2].y - p[3].y)
    let area = dx1 * dy2 - dx2 * dy1
    let g = area == 0 ? 0 : (sx * dy2 - dx2 * sy) / area
    let h = area == 0 ? 0 : (dx1 * sy - sx * dy1) / area
    m = [
      p[1].x - p[0].x + g * p[1].x, p[3].x - p[0].x + h * p[3].x, p[0].x,
      p[1].y - p[0].y + g * p[1].y, p[3].y - p[0].y + h * p[3].y, p[0].y, g, h, 1,
    ]
  }

  func apply(x: Double, y: Double) -> ImagePoint {
    let w = m[6] * x + m[7] * y + m[8]
    return ImagePoint(x: (m[0] * x + m[1] * y + m[2]) / w, y: (m[3] * x + m[4] * y + m[5]) / w)
  }
}
