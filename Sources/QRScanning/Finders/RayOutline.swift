import Imaging

/// The outline of a finder pattern, measured along rays from its centre.
///
/// Concentric squares have the same proportions from their centre in every direction: a ray leaves the core, enters the
/// border and leaves it at distances of 3 : 5 : 7, at whatever angle the pattern is seen.
struct RayOutline {
  private let centre: Vector
  /// Where rays leave the pattern, from the centre.
  private var points: [Vector] = []
  private let tuning: Tuning.Search
  /// The value of the core and the border: 1, or 0 in a light pattern on dark ground.
  private let core: UInt8
  /// The distance at which a ray must have left the core, in pixels.
  private let coreReach: Double
  /// The width and the height of a stretched pattern, as shares of the longer.
  private let stretch: Vector

  /// Eight to each side of a square around the centre.
  private static let directions: [Vector] = {
    let right = (0..<8).map { Vector(1, Double($0) / 8 * 2 - 1) }
    let rest = [
      right.map { Vector(-$0.y, $0.x) }, right.map { Vector(-$0.x, -$0.y) }, right.map { Vector($0.y, -$0.x) },
    ]
    return (right + rest.joined()).map { $0 / $0.length }
  }()

  /// - Parameters:
  ///   - width: Of the pattern along the row through its centre, in pixels.
  ///   - height: The same along the column.
  init(
    from centre: Vector, width: Double, height: Double, isLight: Bool, _ bitmap: Bitmap,
    _ pixels: UnsafeBufferPointer<UInt8>,
    _ tuning: Tuning.Search
  ) {
    (self.centre, self.tuning, core) = (centre, tuning, isLight ? 0 : 1)
    let length = max(width, height)
    coreReach = length * tuning.rayReach
    // In a stretched picture few of the usual rays would meet the short sides: they go where those of an even pattern would go.
    let isStretched = length > 2 * min(width, height)
    stretch = isStretched ? Vector(width, height) / length : Vector(1, 1)
    for (index, direction) in Self.directions.enumerated() {
      var direction = direction
      if isStretched {
        direction *= stretch
        direction /= direction.length
      }
      if points.count + Self.directions.count - index < tuning.outlineRays { return }
      guard let changes = unsafe changes(along: direction, bitmap, pixels) else { continue }
      let module = changes.2 / FinderGeometry.half
      let limit = module * tuning.rayTolerance + tuning.raySlack
      if abs(changes.0 - FinderGeometry.core * module) < limit, abs(changes.1 - FinderGeometry.ring * module) < limit {
        points.append(direction * changes.2)
      }
    }
  }

  /// Distances at which a ray leaves the core, enters the border and leaves it, in pixels.
  private func changes(
    along direction: Vector, _ bitmap: Bitmap, _ pixels: UnsafeBufferPointer<UInt8>
  ) -> (Double, Double, Double)? {
    let (width, height) = (bitmap.width, bitmap.height)
    var changes: (Double, Double, Double) = (0, 0, 0)
    var found = 0
    var at = tuning.rayStep
    var previous = core
    while found < 3 {
      let place = centre + direction * at
      // Outside the picture is the ground: symbols may reach its edge.
      let isInside = place.x >= 0 && place.y >= 0 && place.x < Double(width) && place.y < Double(height)
      if !isInside, found < 2 { break }
      let value = isInside ? unsafe pixels[Int(place.y) &* width &+ Int(place.x)] : 1 - core
      if value != previous {
        // The change is between two samples.
        let distance = at - tuning.rayStep / 2
        switch found {
        case 0: changes.0 = distance
        case 1: changes.1 = distance
        default: changes.2 = distance
        }
        found += 1
        previous = value
      }
      at += tuning.rayStep
      if found == 0, at > coreReach { break }
      // What has no ring would take long.
      if found > 0, at > changes.0 * 4 + 3 { break }
    }
    return found == 3 ? changes : nil
  }

  /// The pattern whose outline the points are; `nil` when too few rays met one, or the points are not a parallelogram.
  var pattern: FinderPattern<LevelPixels>? {
    guard points.count >= tuning.outlineRays else { return nil }
    let quality = Double(points.count) / Double(Self.directions.count)
    let square = parallelogram
    let squareError = square.map { square in error(of: square) { max(abs($0), abs($1)) } } ?? .infinity
    if let round = ellipse, error(of: round, { ($0 * $0 + $1 * $1).squareRoot() }) < min(0.4 * squareError, 0.01) {
      return FinderPattern(centre: centre + round.shift, axes: round.axes, quality: quality, isRound: true)
    }
    return square.map { FinderPattern(centre: centre + $0.shift, axes: $0.axes, quality: quality) }
  }

  /// An outline: its centre from ``centre``, and its axes.
  private typealias Outline = (shift: Vector, axes: (Vector, Vector))

  /// The mean square of the distance of points from an outline, as a share of its size.
  ///
  /// - Parameter distance: From the centre to a place in the frame of the axes; 1 on the outline.
  private func error(of outline: Outline, _ distance: (Double, Double) -> Double) -> Double {
    let area = outline.axes.0.cross(outline.axes.1)
    let sum = points.reduce(0) { sum, point in
      let p = point - outline.shift
      let off = distance(p.cross(outline.axes.1) / area, outline.axes.0.cross(p) / area) - 1
      return sum + off * off
    }
    return sum / Double(points.count)
  }

  /// The ellipse that fits the points, with its half axes: symbols are drawn with circles and rings for finder patterns. `nil` where more
  /// than a few points are missing.
  private var ellipse: Outline? {
    guard points.count >= 28 else { return nil }
    // Of rays to all sides of a circle, the mean is half of the way to its centre.
    let shift = points.reduce(Vector(), +) / Double(points.count) * 2
    // Least squares for a·x² + 2b·xy + c·y² = 1.
    var (xxxx, xxxy, xxyy, xyyy, yyyy, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for point in points {
      let p = point - shift
      let (x2, y2, both) = (p.x * p.x, p.y * p.y, p.x * p.y)
      (xxxx, xxxy, xxyy) = (xxxx + x2 * x2, xxxy + 2 * x2 * both, xxyy + x2 * y2)
      (xyyy, yyyy) = (xyyy + 2 * both * y2, yyyy + y2 * y2)
      (xx, xy, yy) = (xx + x2, xy + 2 * both, yy + y2)
    }
    let four = 4 * xxyy
    let determinant =
      xxxx * (four * yyyy - xyyy * xyyy) - xxxy * (xxxy * yyyy - xyyy * xxyy) + xxyy * (xxxy * xyyy - four * xxyy)
    guard abs(determinant) > 1e-9 else { return nil }
    let a =
      (xx * (four * yyyy - xyyy * xyyy) - xxxy * (xy * yyyy - xyyy * yy) + xxyy * (xy * xyyy - four * yy)) / determinant
    let b =
      (xxxx * (xy * yyyy - xyyy * yy) - xx * (xxxy * yyyy - xyyy * xxyy) + xxyy * (xxxy * yy - xy * xxyy)) / determinant
    let c =
      (xxxx * (four * yy - xyyy * xy) - xxxy * (xxxy * yy - xy * xxyy) + xx * (xxxy * xyyy - four * xxyy)) / determinant
    // The roots of the quadratic form's eigenvalues are one over the half axes.
    let (mean, half) = ((a + c) / 2, ((a - c) * (a - c) / 4 + b * b).squareRoot())
    // A circle is up to 2.5 times as long as wide under 66°; what is flatter is a square under such an angle.
    guard mean - half > 1e-9, mean + half < 6.25 * (mean - half) else { return nil }
    let long = abs(b) < 1e-12 ? (a < c ? Vector(1, 0) : Vector(0, 1)) : Vector(b, mean - half - a)
    let direction = long / long.length
    let axes = (
      direction / (mean - half).squareRoot(), Vector(-direction.y, direction.x) / (mean + half).squareRoot()
    )
    return (shift, axes)
  }

  /// Fits a parallelogram to the points.
  private var parallelogram: Outline? {
    // The farthest point is near a corner; the farthest of those well beside it is near the next.
    let even = points.map { $0 / stretch }
    guard let first = even.max(by: { $0.length < $1.length }) else { return nil }
    let beside = even.filter { abs($0.cross(first)) > 0.55 * $0.length * first.length }
    guard let second = beside.max(by: { $0.length < $1.length }) else { return nil }
    var axes = ((first + second) / 2 * stretch, (first - second) / 2 * stretch)
    var shift = Vector()
    for _ in 0..<tuning.outlinePasses {
      // In the frame of the axes the sides are at ±1: each pair of sides is fitted by least squares, the centre free.
      let area = axes.0.cross(axes.1)
      guard abs(area) > 1 else { return nil }
      var fits = (SideFit(), SideFit())
      for point in points {
        let p = point - shift
        let (s, t) = (p.cross(axes.1) / area, axes.0.cross(p) / area)
        if abs(s) > abs(t) { fits.0.add(point, side: s > 0 ? 1 : -1) } else { fits.1.add(point, side: t > 0 ? 1 : -1) }
      }
      guard let a = fits.0.solution(least: tuning.sidePoints), let b = fits.1.solution(least: tuning.sidePoints)
      else { return nil }
      // a·p = a0 ± 1 and b·p = b0 ± 1: the axes are the columns of the inverse matrix.
      let determinant = a.normal.x * b.normal.y - a.normal.y * b.normal.x
      guard abs(determinant) > 1e-9 else { return nil }
      axes = (
        Vector(b.normal.y, -b.normal.x) / determinant, Vector(-a.normal.y, a.normal.x) / determinant
      )
      shift = axes.0 * a.offset + axes.1 * b.offset
    }
    let (long, short) = (max(axes.0.length, axes.1.length), min(axes.0.length, axes.1.length))
    // What is smaller, flatter or more slanted is no pattern that could be read.
    guard short > 2.5, long < short * 5, abs(axes.0.cross(axes.1)) > 0.35 * long * short, shift.length < short * 0.6
    else { return nil }
    return (shift, axes)
  }
}

/// Least squares for normal·p − offset = ±1.
private struct SideFit {
  private var (xx, xy, yy, x, y, n) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
  private var (xs, ys, s) = (0.0, 0.0, 0.0)

  mutating func add(_ p: Vector, side: Double) {
    xx += p.x * p.x
    xy += p.x * p.y
    yy += p.y * p.y
    x += p.x
    y += p.y
    n += 1
    xs += p.x * side
    ys += p.y * side
    s += side
  }

  /// Solves the normal equations by Cramer's rule; `nil` with fewer points, or points on one line through the centre.
  func solution(least count: Double) -> (normal: Vector, offset: Double)? {
    // Unknowns (nx, ny, c) with nx·x + ny·y + c = side; the offset is −c.
    let det = xx * (yy * n - y * y) - xy * (xy * n - y * x) + x * (xy * y - yy * x)
    guard n >= count, abs(det) > 1e-9 else { return nil }
    let nx = xs * (yy * n - y * y) - xy * (ys * n - y * s) + x * (ys * y - yy * s)
    let ny = xx * (ys * n - y * s) - xs * (xy * n - y * x) + x * (xy * s - ys * x)
    let c = xx * (yy * s - ys * y) - xy * (xy * s - ys * x) + xs * (xy * y - yy * x)
    return (Vector(nx, ny) / det, -c / det)
  }
}
