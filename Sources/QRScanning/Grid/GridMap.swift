import Imaging

/// A map from the modules of a symbol to places in a picture: projective, with a bend where the surface has one, or through a lens.
///
/// Module coordinates run from 0 at the left and upper edge to ``columns`` and ``rows``; module centres are at
/// half-integers.
struct GridMap<Frame: PixelFrame> {
  let columns: Int
  let rows: Int
  /// The places of the corners (0, 0), (columns, 0), (columns, rows), (0, rows), without any bend.
  var corners: (Vector, Vector, Vector, Vector) {
    didSet { homography = Homography(unitSquareTo: corners) }
  }
  /// Displacement of the middle of the sides from the straight line between their corners: for a surface bent across
  /// the columns, and across the rows.
  var bend: (Vector, Vector) = (.zero, .zero)
  /// The lens through which the plane is seen.
  var lens = Lens()
  /// Displacements in addition to the bend, in pixels, at the nodes of a net.
  var residuals: Residuals?
  private var homography: Homography

  init(columns: Int, rows: Int, corners: (Vector, Vector, Vector, Vector)) {
    (self.columns, self.rows, self.corners) = (columns, rows, corners)
    homography = Homography(unitSquareTo: corners)
  }

  /// A map of a square symbol.
  init(size: Int, corners: (Vector, Vector, Vector, Vector)) {
    self.init(columns: size, rows: size, corners: corners)
  }

  /// A map of a square symbol without perspective, with one module to the right and one down.
  init(size: Int, origin: Vector, right: Vector, down: Vector) {
    let side = Double(size)
    self.init(
      size: size, corners: (origin, origin + right * side, origin + (right + down) * side, origin + down * side))
  }

  /// Modules on each side of a square symbol; columns of any other.
  var size: Int { columns }

  /// The place of a point of the symbol.
  func place(_ column: Double, _ row: Double) -> Vector { place(self.column(column), self.row(row)) }

  /// A coordinate of a point, in modules and as a share of all of them, and how much of the bend is there.
  typealias Coordinate = (modules: Double, share: Double, bend: Double)

  private static func coordinate(_ modules: Double, of count: Int) -> Coordinate {
    let share = modules / Double(count)
    return (modules, share, 4 * share * (1 - share))
  }

  func column(_ modules: Double) -> Coordinate { Self.coordinate(modules, of: columns) }

  func row(_ modules: Double) -> Coordinate { Self.coordinate(modules, of: rows) }

  /// The place of a point, for many points whose coordinates are calculated once.
  @inline(__always) func place(_ column: Coordinate, _ row: Coordinate) -> Vector {
    var place = lens.isNone ? homography.apply(column.share, row.share) : apply(lens, column, row)
    place += bend.0 * column.bend
    place += bend.1 * row.bend
    if let residuals { place += residuals.value(column.modules, row.modules) }
    return place
  }

  private func apply(_ lens: Lens, _ column: Coordinate, _ row: Coordinate) -> Vector {
    let point = lens.apply(Vector(column.share, row.share))
    return homography.apply(point.x, point.y)
  }

  /// The places of the corners in the picture, clockwise from that at (0, 0).
  var outline: [Vector] {
    let (right, bottom) = (Double(columns), Double(rows))
    return [place(0, 0), place(right, 0), place(right, bottom), place(0, bottom)]
  }

  var centre: Vector { place(Double(columns) / 2, Double(rows) / 2) }

  /// The map of the unit square where nothing is bent, else `nil`.
  var plane: Homography? { bend == (.zero, .zero) && lens.isNone && residuals == nil ? homography : nil }

  /// Pixels per module along the outline.
  var moduleSize: Double {
    let upper = (corners.1 - corners.0).length + (corners.2 - corners.1).length
    let lower = (corners.3 - corners.2).length + (corners.0 - corners.3).length
    return (upper + lower) / (2 * Double(columns + rows))
  }

  /// Whether the corners are convex and the modules along the sides of comparable length.
  var isPlausible: Bool {
    let points = [corners.0, corners.1, corners.2, corners.3]
    let turns = (0..<4).map { i -> Double in
      let (a, b, c) = (points[i], points[(i + 1) % 4], points[(i + 2) % 4])
      return (b - a).cross(c - b)
    }
    guard turns.allSatisfy({ $0 > 0 }) || turns.allSatisfy({ $0 < 0 }) else { return false }
    let sides = (0..<4).map { i -> Double in
      (points[(i + 1) % 4] - points[i]).length * Double(i % 2 == 0 ? rows : columns)
    }
    // No flatter view can be read.
    return (sides.min() ?? 0) * 6 > (sides.max() ?? 1)
  }

  /// The map in a frame of `factor` times as many pixels.
  private func converted<Other>(by factor: Vector) -> GridMap<Other> {
    var map = GridMap<Other>(
      columns: columns, rows: rows,
      corners: (corners.0 * factor, corners.1 * factor, corners.2 * factor, corners.3 * factor))
    map.bend = (bend.0 * factor, bend.1 * factor)
    map.lens = lens
    map.residuals = residuals.map { Residuals(centres: $0.centres, nodes: $0.nodes.map { $0 * factor }) }
    return map
  }
}

extension GridMap<LevelPixels> {
  /// The same surface with other numbers of modules to the right and down.
  func extended(columns: Int, rows: Int) -> Self {
    let (right, bottom) = (Double(columns), Double(rows))
    var map = GridMap(
      columns: columns, rows: rows,
      corners: (place(0, 0), place(right, 0), place(right, bottom), place(0, bottom)))
    // The height of an extended parabola grows with the square of its length.
    let (across, down) = (right / Double(self.columns), bottom / Double(self.rows))
    map.bend = (bend.0 * (across * across), bend.1 * (down * down))
    return map
  }

  /// The map in pixels of the whole picture.
  func inPicture(fromLevel level: Int) -> GridMap<PicturePixels> {
    converted(by: Vector(repeating: Pyramid.factor(ofLevel: level)))
  }

  /// The map in pixels of another level.
  func inLevel(_ level: Int, from own: Int) -> Self {
    converted(by: Vector(repeating: Pyramid.factor(ofLevel: own) / Pyramid.factor(ofLevel: level)))
  }

  /// The map that fits pairs of module and picture coordinates best, by least squares.
  ///
  /// - Returns: `nil` when the pairs do not determine a map, or it is not plausible.
  static func fitted(
    size: Int, _ pairs: [(module: Vector, place: Vector, weight: Double)], lens: Lens = Lens()
  ) -> GridMap? {
    let scaled = pairs.map { (point: lens.apply($0.module / Double(size)), place: $0.place, weight: $0.weight) }
    // A smaller depth is beyond the flattest view.
    guard let corners = Homography.corners(fitting: scaled, depth: 0.05) else { return nil }
    var map = GridMap(size: size, corners: corners)
    map.lens = lens
    return map.isPlausible ? map : nil
  }
}

extension GridMap<PicturePixels> {
  /// Rows and columns exchanged.
  var transposed: Self {
    var map = GridMap(columns: rows, rows: columns, corners: (corners.0, corners.3, corners.2, corners.1))
    map.bend = (bend.1, bend.0)
    map.lens = lens
    return map
  }

  /// The map in a picture that is `factor` times as wide and high, and of which this one was a part.
  func placed(by factor: Vector = Vector(1, 1), from origin: Vector) -> Self {
    var map: Self = converted(by: factor)
    let corners = map.corners
    map.corners = (corners.0 + origin, corners.1 + origin, corners.2 + origin, corners.3 + origin)
    return map
  }
}

/// Displacements at the nodes of a net, bilinear between them.
struct Residuals: Hashable {
  /// The rows and columns of the nodes, in modules.
  var centres: [Double]
  /// Row by row, in pixels.
  var nodes: [Vector]

  func value(_ column: Double, _ row: Double) -> Vector {
    Bilinear.mean(of: nodes, side: centres.count, column: cell(column), row: cell(row))
  }

  /// The interval that contains a coordinate, or the outermost one, and the share of it. Beyond the net, it is extrapolated by
  /// less than a cell.
  private func cell(_ x: Double) -> (index: Int, share: Double) {
    var i = 0
    while i + 2 < centres.count, x > centres[i + 1] { i += 1 }
    let share = (x - centres[i]) / (centres[i + 1] - centres[i])
    return (i, min(max(share, -0.65), 1.65))
  }
}
