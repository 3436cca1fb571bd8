import QRSymbology

/// Looks for finder patterns: along rows for runs of 1 : 1 : 3 : 1 : 1 modules, then along columns, then along rays.
struct FinderSearch {
  private let bitmap: Bitmap
  private(set) var patterns: [FinderPattern] = []
  /// How far the width of a run may be off, in modules. Glyphs and textures pass when it is large, and blurred symbols
  /// fail when it is small.
  private let tolerance: Double

  init(_ bitmap: Bitmap, tolerance: Double = 0.5, rowStep: Int = 3) {
    self.bitmap = bitmap
    self.tolerance = tolerance
    guard bitmap.width >= 11, bitmap.height >= 11 else { return }
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      for y in stride(from: 1, to: bitmap.height - 1, by: rowStep) where patterns.count < Self.limit {
        unsafe search(row: y, pixels)
      }
    }
  }

  private mutating func search(row y: Int, _ pixels: UnsafeBufferPointer<UInt8>) {
    let width = bitmap.width
    let row = y * width
    // Ends of the last six runs; the newest last.
    var (e0, e1, e2, e3, e4, e5) = (0, 0, 0, 0, 0, 0)
    var x = 0
    var isDark = unsafe pixels[row] != 0
    var runs = 0
    while x < width {
      let value: UInt8 = isDark ? 1 : 0
      while x < width, unsafe pixels[row &+ x] == value { x &+= 1 }
      (e0, e1, e2, e3, e4, e5) = (e1, e2, e3, e4, e5, x)
      runs += 1
      if isDark, runs >= 5 {
        let widths = (e1 &- e0, e2 &- e1, e3 &- e2, e4 &- e3, e5 &- e4)
        // Cheap integer test first: nearly all runs fail it.
        if widths.2 > widths.1, widths.2 > widths.3, widths.2 &* 2 > widths.0, widths.2 &* 2 > widths.4,
          isFinder(widths, slack: tolerance)
        {
          unsafe examine(x: Double(e2 + e3) / 2, y: Double(y) + 0.5, width: Double(e5 - e0), pixels)
        }
      }
      isDark.toggle()
    }
  }

  /// Whether five runs are 1 : 1 : 3 : 1 : 1, within a share of a module and the width of a pixel.
  private func isFinder(_ runs: (Int, Int, Int, Int, Int), slack: Double) -> Bool {
    let total = Double(runs.0 + runs.1 + runs.2 + runs.3 + runs.4)
    guard total >= 7 else { return false }
    let module = total / 7
    let limit = module * slack + 0.6
    return abs(Double(runs.0) - module) < limit && abs(Double(runs.1) - module) < limit
      && abs(Double(runs.2) - 3 * module) < limit * 1.6 && abs(Double(runs.3) - module) < limit
      && abs(Double(runs.4) - module) < limit
  }

  private mutating func examine(x: Double, y: Double, width: Double, _ pixels: UnsafeBufferPointer<UInt8>) {
    // Rows through a pattern that is known already add nothing.
    if patterns.contains(where: { abs($0.centre.x - x) < $0.moduleSize * 2 && abs($0.centre.y - y) < $0.moduleSize * 2 }
    ) {
      return
    }
    guard let (centreY, height) = unsafe cross(x: Int(x), y: Int(y), limit: Int(width * 3), pixels, vertical: true),
      height * 3.5 > width,
      let (centreX, _) = unsafe cross(
        x: Int(x), y: Int(centreY), limit: Int(width * 3), pixels, vertical: false),
      let pattern = unsafe byRays(from: Vector(centreX, centreY), pixels)
    else { return }
    if patterns.contains(where: { ($0.centre - pattern.centre).length < $0.moduleSize * 2 }) { return }
    patterns.append(pattern)
  }

  /// The centre and the length of the pattern along a column, or a row, through a place.
  private func cross(
    x: Int, y: Int, limit: Int, _ pixels: UnsafeBufferPointer<UInt8>, vertical: Bool
  ) -> (centre: Double, length: Double)? {
    let step = vertical ? bitmap.width : 1
    let start = y * bitmap.width + x
    guard unsafe pixels[start] == 1 else { return nil }
    let before = vertical ? y : x
    let after = (vertical ? bitmap.height : bitmap.width) - 1 - before
    /// Lengths of the rest of the dark centre, the light ring and the dark ring, one way.
    func runs(_ direction: Int, room: Int) -> (Int, Int, Int)? {
      var lengths = (0, 0, 0)
      var i = 1
      while i <= room, i <= limit, unsafe pixels[start + direction * i * step] == 1 { i += 1 }
      lengths.0 = i - 1
      var from = i
      while i <= room, i - from <= limit, unsafe pixels[start + direction * i * step] == 0 { i += 1 }
      lengths.1 = i - from
      from = i
      while i <= room, i - from <= limit, unsafe pixels[start + direction * i * step] == 1 { i += 1 }
      lengths.2 = i - from
      return lengths.1 > 0 && lengths.2 > 0 ? lengths : nil
    }
    guard let up = runs(-1, room: before), let down = runs(1, room: after) else { return nil }
    let widths = (up.2, up.1, up.0 + 1 + down.0, down.1, down.2)
    guard isFinder(widths, slack: tolerance + 0.1) else { return nil }
    let length = Double(widths.0 + widths.1 + widths.2 + widths.3 + widths.4)
    return (Double(before) + 0.5 + Double(down.0 - up.0) / 2, length)
  }

  /// More are no page of symbols but a texture.
  private static let limit = 4000

  private static let rays = 32

  private static let directions: [Vector] = (0..<rays).map { ray in
    // Eight to each side of a square around the centre.
    let t = Double(ray % 8) / 8 * 2 - 1
    let base = Vector(1, t)
    let turned =
      switch ray / 8 {
      case 0: base
      case 1: Vector(-base.y, base.x)
      case 2: Vector(-base.x, -base.y)
      default: Vector(base.y, -base.x)
      }
    return turned / turned.length
  }

  /// Squares inside one another look alike from their centre in every direction: a ray leaves the inner one, meets the
  /// ring and leaves it at distances of 3 : 5 : 7, whatever the angle at which the pattern is seen.
  private func byRays(from centre: Vector, _ pixels: UnsafeBufferPointer<UInt8>) -> FinderPattern? {
    let (width, height) = (bitmap.width, bitmap.height)
    var outline: [Vector] = []
    for direction in Self.directions {
      var changes: (Double, Double, Double) = (0, 0, 0)
      var found = 0
      var at = 0.5
      var previous: UInt8 = 1
      while found < 3 {
        let place = centre + direction * at
        // What lies beyond the picture counts as light: symbols may fill it to the edge.
        let isInside = place.x >= 0 && place.y >= 0 && place.x < Double(width) && place.y < Double(height)
        if !isInside, found < 2 { break }
        let value = isInside ? unsafe pixels[Int(place.y) &* width &+ Int(place.x)] : 0
        if value != previous {
          switch found {
          case 0: changes.0 = at - 0.25
          case 1: changes.1 = at - 0.25
          default: changes.2 = at - 0.25
          }
          found += 1
          previous = value
          if found == 1, at > 400 { break }
        }
        at += 0.5
        if found > 0, at > changes.0 * 4 + 3 { break }
      }
      guard found == 3 else { continue }
      let module = changes.2 / 3.5
      let limit = module * 0.5 + 0.8
      if abs(changes.0 - 1.5 * module) < limit, abs(changes.1 - 2.5 * module) < limit {
        outline.append(direction * changes.2)
      }
    }
    guard outline.count >= Self.rays * 5 / 8 else { return nil }
    return FinderPattern(
      centre: centre, outline: outline, quality: Double(outline.count) / Double(Self.rays))
  }
}

extension FinderPattern {
  /// Fits a parallelogram to points on the outline, given from the centre.
  fileprivate init?(centre: Vector, outline: [Vector], quality: Double) {
    // The farthest point is near a corner; the farthest one well beside it is near the next.
    guard let first = outline.max(by: { $0.length < $1.length }) else { return nil }
    let beside = outline.filter { abs($0.cross(first)) > 0.55 * $0.length * first.length }
    guard let second = beside.max(by: { $0.length < $1.length }) else { return nil }
    var axes = ((first + second) / 2, (first - second) / 2)
    var shift = Vector()
    for _ in 0..<4 {
      // In the frame of the axes the sides lie at ±1: fit each pair of sides by least squares, with the centre free.
      let area = axes.0.cross(axes.1)
      guard abs(area) > 1 else { return nil }
      var fits = (SideFit(), SideFit())
      for point in outline {
        let p = point - shift
        let (s, t) = (p.cross(axes.1) / area, axes.0.cross(p) / area)
        if abs(s) > abs(t) { fits.0.add(point, side: s > 0 ? 1 : -1) } else { fits.1.add(point, side: t > 0 ? 1 : -1) }
      }
      guard let a = fits.0.solution, let b = fits.1.solution else { return nil }
      // a·p = a0 ± 1 and b·p = b0 ± 1: the axes are the columns of the inverse matrix.
      let determinant = a.normal.x * b.normal.y - a.normal.y * b.normal.x
      guard abs(determinant) > 1e-9 else { return nil }
      axes = (
        Vector(b.normal.y, -b.normal.x) / determinant, Vector(-a.normal.y, a.normal.x) / determinant
      )
      shift = axes.0 * a.offset + axes.1 * b.offset
    }
    let (long, short) = (max(axes.0.length, axes.1.length), min(axes.0.length, axes.1.length))
    guard short > 2.5, long < short * 4, abs(axes.0.cross(axes.1)) > 0.35 * long * short, shift.length < short * 0.6
    else {
      return nil
    }
    self.init(centre: centre + shift, axes: axes, quality: quality)
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

  /// Solves the normal equations by Cramer's rule.
  var solution: (normal: Vector, offset: Double)? {
    // Unknowns (nx, ny, c) with nx·x + ny·y + c = side; the offset is −c.
    let det = xx * (yy * n - y * y) - xy * (xy * n - y * x) + x * (xy * y - yy * x)
    guard n >= 6, abs(det) > 1e-9 else { return nil }
    let nx = xs * (yy * n - y * y) - xy * (ys * n - y * s) + x * (ys * y - yy * s)
    let ny = xx * (ys * n - y * s) - xs * (xy * n - y * x) + x * (xy * s - ys * x)
    let c = xx * (yy * s - ys * y) - xy * (xy * s - ys * x) + xs * (xy * y - yy * x)
    return (Vector(nx, ny) / det, -c / det)
  }
}
