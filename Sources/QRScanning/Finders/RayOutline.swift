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

  /// Eight to each side of a square around the centre.
  private static let directions: [Vector] = {
    let right = (0..<8).map { Vector(1, Double($0) / 8 * 2 - 1) }
    let rest = [
      right.map { Vector(-$0.y, $0.x) }, right.map { Vector(-$0.x, -$0.y) }, right.map { Vector($0.y, -$0.x) },
    ]
    return (right + rest.joined()).map { $0 / $0.length }
  }()

  /// - Parameter length: Of the pattern along the row or the column through its centre, whichever is longer, in pixels.
  init(
    from centre: Vector, length: Double, isLight: Bool, _ bitmap: Bitmap, _ pixels: UnsafeBufferPointer<UInt8>,
    _ tuning: Tuning.Search
  ) {
    (self.centre, self.tuning, core) = (centre, tuning, isLight ? 0 : 1)
    coreReach = length * tuning.rayReach
    for (index, direction) in Self.directions.enumerated() {
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
    guard points.count >= tuning.outlineRays, let (centre, axes) = parallelogram else { return nil }
    return FinderPattern(centre: centre, axes: axes, quality: Double(points.count) / Double(Self.directions.count))
  }

  /// Fits a parallelogram to the points.
  private var parallelogram: (centre: Vector, axes: (Vector, Vector))? {
    // The farthest point is near a corner; the farthest of those well beside it is near the next.
    guard let first = points.max(by: { $0.length < $1.length }) else { return nil }
    let beside = points.filter { abs($0.cross(first)) > 0.55 * $0.length * first.length }
    guard let second = beside.max(by: { $0.length < $1.length }) else { return nil }
    var axes = ((first + second) / 2, (first - second) / 2)
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
    guard short > 2.5, long < short * 4, abs(axes.0.cross(axes.1)) > 0.35 * long * short, shift.length < short * 0.6
    else { return nil }
    return (centre + shift, axes)
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
