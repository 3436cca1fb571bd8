import Imaging

/// A geometric transform: for each point of the new picture, the point of the old one that is seen there.
struct Warp {
  /// The size of the new picture in pixels.
  var width: Int, height: Int
  /// Maps a new point to the old point, both in pixels from the upper left corner; `nil` where the old picture is not
  /// seen.
  var source: (_ x: Double, _ y: Double) -> (x: Double, y: Double)?

  /// Redraws the picture and moves its symbols.
  ///
  /// Beyond the old picture, the new one has the mean colour of its border.
  func apply(to scene: inout Scene) {
    let old = scene.picture
    let grid = Grid(self)
    let planes = old.planes.map { plane in
      resample(plane, old.width, old.height, grid, background: Self.border(plane, old.width, old.height))
    }
    scene.picture = Picture(width: width, height: height, planes: planes)
    scene.moveSymbols { target(of: $0, old) }
  }

  /// Returns the mean of the outermost pixels.
  private static func border(_ plane: [UInt8], _ width: Int, _ height: Int) -> UInt8 {
    var sum = 0
    for x in 0..<width { sum += Int(plane[x]) + Int(plane[(height - 1) * width + x]) }
    for y in 0..<height { sum += Int(plane[y * width]) + Int(plane[y * width + width - 1]) }
    return UInt8(sum / (2 * (width + height)))
  }

  /// The old points for every eighth new point; between them the map is nearly always close to linear.
  private struct Grid {
    static let step = 8
    var columns: Int
    /// x and y; NaN where the old picture is not seen.
    var nodes: [SIMD2<Double>] = []

    init(_ warp: Warp) {
      columns = (warp.width + Self.step - 1) / Self.step + 1
      let rows = (warp.height + Self.step - 1) / Self.step + 1
      for row in 0..<rows {
        for column in 0..<columns {
          let old = warp.source(Double(column * Self.step), Double(row * Self.step))
          nodes.append(old.map { SIMD2($0.x, $0.y) } ?? SIMD2(.nan, .nan))
        }
      }
    }
  }

  private func resample(
    _ plane: [UInt8], _ oldWidth: Int, _ oldHeight: Int, _ grid: Grid, background: UInt8
  ) -> [UInt8] {
    let source = PlaneSampler(width: oldWidth, height: oldHeight, background: background)
    let span = plane.span
    var target = [UInt8](repeating: background, count: width * height)
    let step = Grid.step
    for top in stride(from: 0, to: height, by: step) {
      for left in stride(from: 0, to: width, by: step) {
        let node = top / step * grid.columns + left / step
        let (a, b) = (grid.nodes[node], grid.nodes[node + 1])
        let (c, d) = (grid.nodes[node + grid.columns], grid.nodes[node + grid.columns + 1])
        // Where the picture shrinks, several samples per pixel are averaged, so that no module is skipped.
        let stretch = max(max(abs(b - a).max(), abs(c - a).max()), max(abs(d - b).max(), abs(d - c).max()))
        if !isStraight(grid, left: left, top: top) {
          // At the edge of the visible part, and where the map bends within a few pixels, we map pixel by pixel.
          for y in top..<min(top + step, height) {
            for x in left..<min(left + step, width) {
              guard let place = self.source(Double(x) + 0.5, Double(y) + 0.5) else { continue }
              target[y * width + x] = UInt8((source.value(of: span, at: SIMD2(place.x, place.y)) + 32768) >> 16)
            }
          }
          continue
        }
        let samples = min(8, max(1, Int((stretch / Double(step) - 0.3).rounded(.up))))
        for y in top..<min(top + step, height) {
          if samples == 1 {
            let from = a + (c - a) * ((Double(y - top) + 0.5) / Double(step))
            let across = (b + (d - b) * ((Double(y - top) + 0.5) / Double(step)) - from) / Double(step)
            for x in left..<min(left + step, width) {
              let sum = source.value(of: span, at: from + across * (Double(x - left) + 0.5))
              target[y * width + x] = UInt8((sum + 32768) >> 16)
            }
            continue
          }
          for x in left..<min(left + step, width) {
            var sum = 0
            for sampleY in 0..<samples {
              let t = (Double(y - top) + (Double(sampleY) + 0.5) / Double(samples)) / Double(step)
              let from = a + (c - a) * t
              let across = (b + (d - b) * t - from) / Double(step)
              for sampleX in 0..<samples {
                sum += source.value(
                  of: span, at: from + across * (Double(x - left) + (Double(sampleX) + 0.5) / Double(samples)))
              }
            }
            let total = 65536 * samples * samples
            target[y * width + x] = UInt8((sum + total / 2) / total)
          }
        }
      }
    }
    return target
  }

  /// Whether interpolation between a block's four nodes is accurate to a quarter of a pixel.
  private func isStraight(_ grid: Grid, left: Int, top: Int) -> Bool {
    let node = top / Grid.step * grid.columns + left / Grid.step
    let middle =
      (grid.nodes[node] + grid.nodes[node + 1] + grid.nodes[node + grid.columns]
        + grid.nodes[node + grid.columns + 1]) / 4
    guard !middle.x.isNaN, let there = source(Double(left + Grid.step / 2), Double(top + Grid.step / 2)) else {
      return false
    }
    return Swift.abs(there.x - middle.x) < 0.25 && Swift.abs(there.y - middle.y) < 0.25
  }

  /// Finds the new point of an old one by Newton's method on ``source``.
  private func target(of point: ImagePoint, _ old: Picture) -> ImagePoint {
    var x = point.x / Double(old.width) * Double(width)
    var y = point.y / Double(old.height) * Double(height)
    // The closest so far: some points are nowhere in the new picture.
    var closest = (x: x, y: y, distance: Double.infinity)
    for _ in 0..<40 {
      guard let here = source(x, y), let right = source(x + 0.5, y), let below = source(x, y + 0.5) else {
        // The old picture is not seen here; it is closer to the middle.
        (x, y) = (x + (Double(width) / 2 - x) / 8, y + (Double(height) / 2 - y) / 8)
        continue
      }
      let (dx, dy) = (point.x - here.x, point.y - here.y)
      let distance = dx * dx + dy * dy
      if distance < closest.distance { closest = (x, y, distance) }
      let (xx, xy, yx, yy) = (
        2 * (right.x - here.x), 2 * (below.x - here.x), 2 * (right.y - here.y), 2 * (below.y - here.y)
      )
      let area = xx * yy - xy * yx
      guard abs(area) > 1e-9 else { break }
      // Short steps keep it on the visible side.
      let limit = Double(max(width, height)) / 8
      x += min(max((dx * yy - xy * dy) / area, -limit), limit)
      y += min(max((xx * dy - dx * yx) / area, -limit), limit)
    }
    if let here = source(x, y) {
      let (dx, dy) = (point.x - here.x, point.y - here.y)
      if dx * dx + dy * dy < 1e-4 { return ImagePoint(x: x, y: y) }
    }
    return closest.distance.isFinite ? ImagePoint(x: closest.x, y: closest.y) : ImagePoint(x: x, y: y)
  }
}

private func abs(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(Swift.abs(v.x), Swift.abs(v.y)) }
