public import Imaging

/// A picture with the positions of its symbols, to which damage is applied.
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

  /// Makes a scene of a picture with symbols at known positions.
  public init(_ picture: Picture, symbols: [PlacedSymbol]) { (self.picture, self.symbols) = (picture, symbols) }

  /// Makes the picture smaller if the rectangle around its symbols does not fit into a picture of this size.
  package mutating func shrink(toShowIn width: Int, _ height: Int) {
    let points = symbols.flatMap(\.corners.points)
    func extent(_ places: [Double]) -> Double { (places.max() ?? 0) - (places.min() ?? 0) }
    let share = min(Double(width) / extent(points.map(\.x)), Double(height) / extent(points.map(\.y)))
    // With a margin of a fortieth on each side.
    if share < 1 { shrink(by: share * 0.95) }
  }

  /// Cuts the picture to a size, or pads it, with its symbols as near the middle as the picture allows.
  package mutating func fit(width: Int, height: Int) {
    let points = symbols.flatMap(\.corners.points)
    /// The start of the part on one axis.
    func start(_ places: [Double], side: Int, wanted: Int) -> Int {
      if wanted >= side { return (side - wanted) / 2 }
      let middle = ((places.min() ?? 0) + (places.max() ?? Double(side))) / 2
      return min(max(Int((middle - Double(wanted) / 2).rounded()), 0), side - wanted)
    }
    let left = start(points.map(\.x), side: picture.width, wanted: width)
    let top = start(points.map(\.y), side: picture.height, wanted: height)
    picture = picture.part(left: left, top: top, width: width, height: height)
    moveSymbols { ImagePoint(x: $0.x - Double(left), y: $0.y - Double(top)) }
  }

  mutating func moveSymbols(_ moved: (ImagePoint) -> ImagePoint) {
    symbols = symbols.map { PlacedSymbol(corners: $0.corners.map(moved), size: $0.size) }
  }
}

extension Corners {
  fileprivate func map(_ transform: (ImagePoint) -> ImagePoint) -> Corners {
    Corners(
      topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
      bottomLeft: transform(bottomLeft))
  }
}

extension Scene.PlacedSymbol {
  /// A symbol as large as a picture.
  package init(filling picture: Picture, modules: Int) {
    self.init(
      corners: Corners(left: 0, top: 0, right: Double(picture.width), bottom: Double(picture.height)), size: modules)
  }

  package func moved(x: Double, y: Double) -> Scene.PlacedSymbol {
    Scene.PlacedSymbol(corners: corners.map { ImagePoint(x: $0.x + x, y: $0.y + y) }, size: size)
  }

  /// Pixels per module, on average.
  public var scale: Double {
    let points = corners.points
    let sides = points.indices.map { i -> Double in
      let (a, b) = (points[i], points[(i + 1) % 4])
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    return sides.reduce(0, +) / (4 * Double(size))
  }

  /// Returns the point that is `column` modules from the left and `row` modules from the top of the symbol.
  func point(column: Double, row: Double) -> ImagePoint {
    let points = corners.points.map { SIMD2($0.x, $0.y) }
    let place = Homography(unitSquareTo: (points[0], points[1], points[2], points[3]))
      .apply(column / Double(size), row / Double(size))
    return ImagePoint(x: place.x, y: place.y)
  }

  /// Returns a point by its distance from a side, in modules.
  ///
  /// - Parameters:
  ///   - side: 0…3, clockwise from the top.
  ///   - along: From the corner before the side, clockwise.
  ///   - depth: From the side towards the middle.
  func point(side: Int, along: Double, depth: Double) -> ImagePoint {
    let size = Double(size)
    return switch side {
    case 0: point(column: along, row: depth)
    case 1: point(column: size - depth, row: along)
    case 2: point(column: size - along, row: size - depth)
    default: point(column: depth, row: size - along)
    }
  }

  /// Returns the symbol's outline, enlarged by `margin` modules on each side.
  func outline(margin: Double) -> [ImagePoint] {
    let (low, high) = (-margin, Double(size) + margin)
    return [(low, low), (high, low), (high, high), (low, high)].map { point(column: $0.0, row: $0.1) }
  }
}
