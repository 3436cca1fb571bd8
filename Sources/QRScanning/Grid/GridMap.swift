import Imaging

/// A map from the modules of a symbol to places in a picture: projective, with a bend where the surface has one.
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
    var place = homography.apply(column.share, row.share)
    place += bend.0 * column.bend
    place += bend.1 * row.bend
    if let residuals { place += residuals.value(column.modules, row.modules) }
    return place
  }

  /// The places of the corners in the picture, clockwise from that at (0, 0).
  var outline: [Vector] {
    let (right, bottom) = (Double(columns), Double(rows))
    return [place(0, 0), place(right, 0), place(right, bottom), place(0, bottom)]
  }

  var centre: Vector { place(Double(columns) / 2, Double(rows) / 2) }

  /// The map of the unit square where nothing is bent, else `nil`.
  var plane: Homography? { bend == (.zero, .zero) && residuals == nil ? homography : nil }

  /// Pixels per module along the outline.
  var moduleSize: Double {
    let upper = (corners.1 - corners.0).length + (corners.2 - corners.1).length
    let lower = (corners.3 - corners.2).length + (corners.0 - corners.3).length
    return (upper + lower) / (2 * Double(columns + rows))
  }

  /// Whether the corners are convex and the modules along the sides of comparable length.
  func isPlausible(_ tuning: Tuning.Fit) -> Bool {
    let points = [corners.0, corners.1, corners.2, corners.3]
    let turns = (0..<4).map { i -> Double in
      let (a, b, c) = (points[i], points[(i + 1) % 4], points[(i + 2) % 4])
      return (b - a).cross(c - b)
    }
    guard turns.allSatisfy({ $0 > 0 }) || turns.allSatisfy({ $0 < 0 }) else { return false }
    let sides = (0..<4).map { i -> Double in
      (points[(i + 1) % 4] - points[i]).length * Double(i % 2 == 0 ? rows : columns)
    }
    return (sides.min() ?? 0) * tuning.sideRatio > (sides.max() ?? 1)
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
    let factor = Pyramid.factor(ofLevel: level)
    var map = GridMap<PicturePixels>(
      columns: columns, rows: rows,
      corners: (corners.0 * factor, corners.1 * factor, corners.2 * factor, corners.3 * factor))
    map.bend = (bend.0 * factor, bend.1 * factor)
    map.residuals = residuals?.scaled(by: factor)
    return map
  }
}

extension GridMap<PicturePixels> {
  /// Rows and columns exchanged.
  var transposed: Self {
    var map = GridMap(columns: rows, rows: columns, corners: (corners.0, corners.3, corners.2, corners.1))
    map.bend = (bend.1, bend.0)
    return map
  }

  func moved(by delta: Vector) -> Self {
    var result = self
    result.corners = (corners.0 + delta, corners.1 + delta, corners.2 + delta, corners.3 + delta)
    return result
  }

  /// The map in a picture that is `factor` times as wide and high.
  func scaled(by factor: Vector) -> Self {
    var result = self
    result.corners = (corners.0 * factor, corners.1 * factor, corners.2 * factor, corners.3 * factor)
    result.bend = (bend.0 * factor, bend.1 * factor)
    if var residuals {
      residuals.nodes = residuals.nodes.map { $0 * factor }
      result.residuals = residuals
    }
    return result
  }
}

/// Displacements at the nodes of a net, bilinear between them.
struct Residuals: Hashable {
  /// The rows and columns of the nodes, in modules.
  var centres: [Double]
  /// Row by row, in pixels.
  var nodes: [Vector]
  /// Cells by which the outermost ones are extrapolated.
  var extrapolation: Double

  func value(_ column: Double, _ row: Double) -> Vector {
    Bilinear.mean(of: nodes, side: centres.count, column: cell(column), row: cell(row))
  }

  /// The interval that contains a coordinate, or the outermost one, and the share of it.
  private func cell(_ x: Double) -> (index: Int, share: Double) {
    var i = 0
    while i + 2 < centres.count, x > centres[i + 1] { i += 1 }
    let share = (x - centres[i]) / (centres[i + 1] - centres[i])
    return (i, min(max(share, -extrapolation), 1 + extrapolation))
  }

  func scaled(by factor: Double) -> Residuals {
    Residuals(centres: centres, nodes: nodes.map { $0 * factor }, extrapolation: extrapolation)
  }
}

extension GridMap<LevelPixels> {
  /// The map that fits pairs of module and picture coordinates best, by least squares.
  ///
  /// - Returns: `nil` when the pairs do not determine a map, or it is not plausible.
  static func fitted(
    size: Int, _ pairs: [(module: Vector, place: Vector, weight: Double)], _ tuning: Tuning.Fit
  ) -> GridMap<LevelPixels>? {
    let scaled = pairs.map {
      (point: Vector($0.module.x / Double(size), $0.module.y / Double(size)), place: $0.place, weight: $0.weight)
    }
    guard let corners = Homography.corners(fitting: scaled, depth: tuning.perspective) else { return nil }
    let map = GridMap<LevelPixels>(size: size, corners: corners)
    return map.isPlausible(tuning) ? map : nil
  }
}
