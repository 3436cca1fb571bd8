import Imaging

/// A painter of flat colour with smooth edges.
struct Painter {
  /// Fills a polygon, or everything outside it.
  ///
  /// - Parameters:
  ///   - polygon: At least three corners; self-intersections follow the even-odd rule.
  ///   - levels: The colour: one value per plane, or one for all.
  static func fill(_ polygon: [ImagePoint], of picture: inout Picture, _ levels: [UInt8], outside: Bool = false) {
    let (width, height) = (picture.width, picture.height)
    let ys = polygon.map(\.y)
    let rows =
      outside
      ? 0..<height
      : clamped(
        Int(max(ys.min() ?? 0, -1).rounded(.down)), height)..<clamped(
          Int(min(ys.max() ?? 0, Double(height)).rounded(.up)), height)
    let xs = polygon.map(\.x)
    let columns =
      outside
      ? 0..<width
      : clamped(
        Int(max(xs.min() ?? 0, -1).rounded(.down)), width)..<clamped(
          Int(min(xs.max() ?? 0, Double(width)).rounded(.up)) + 1, width)
    var coverage = [Int](repeating: 0, count: width)
    for y in rows {
      // Four scan lines per row, each clipped to 1/64 of a pixel.
      for i in columns { coverage[i] = 0 }
      for line in 0..<4 { add(crossings(polygon, at: Double(y) + (Double(line) + 0.5) / 4), to: &coverage) }
      for plane in picture.planes.indices {
        let level = Int(levels[min(plane, levels.count - 1)])
        for x in columns {
          let share = outside ? 256 - coverage[x] : coverage[x]
          if share == 0 { continue }
          let old = Int(picture.planes[plane][y * width + x])
          picture.planes[plane][y * width + x] = UInt8((old * (256 - share) + level * share + 128) >> 8)
        }
      }
    }
  }

  /// Fills a disc.
  static func fillDisc(_ centre: ImagePoint, radius: Double, of picture: inout Picture, _ levels: [UInt8]) {
    let corners = stride(from: 0.0, to: 360, by: 15).map { angle in
      ImagePoint(
        x: centre.x + radius * ExactMath.cosine(degrees: angle), y: centre.y + radius * ExactMath.sine(degrees: angle))
    }
    fill(corners, of: &picture, levels)
  }

  /// Fills a line with a width.
  static func fillLine(
    _ a: ImagePoint, _ b: ImagePoint, width: Double, of picture: inout Picture, _ levels: [UInt8]
  ) {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = max((dx * dx + dy * dy).squareRoot(), 1e-9)
    let (nx, ny) = (-dy / length * width / 2, dx / length * width / 2)
    fill(
      [
        ImagePoint(x: a.x + nx, y: a.y + ny), ImagePoint(x: b.x + nx, y: b.y + ny),
        ImagePoint(x: b.x - nx, y: b.y - ny), ImagePoint(x: a.x - nx, y: a.y - ny),
      ], of: &picture, levels)
  }

  private static func clamped(_ value: Int, _ limit: Int) -> Int { min(max(value, 0), limit) }

  private static func crossings(_ polygon: [ImagePoint], at y: Double) -> [Double] {
    var xs: [Double] = []
    for i in polygon.indices {
      let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
      if (a.y <= y) != (b.y <= y) { xs.append(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)) }
    }
    return xs.sorted()
  }

  private static func add(_ crossings: [Double], to coverage: inout [Int]) {
    let limit = Double(coverage.count)
    for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
      let from = Int((min(max(crossings[pair], 0), limit) * 64).rounded())
      let to = Int((min(max(crossings[pair + 1], 0), limit) * 64).rounded())
      guard from < to else { continue }
      let (first, last) = (from / 64, (to - 1) / 64)
      if first == last {
        coverage[first] += to - from
      } else {
        coverage[first] += 64 - from % 64
        for x in first + 1..<last { coverage[x] += 64 }
        coverage[last] += to - last * 64
      }
    }
  }
}

extension Picture {
  /// Maps every value through a table.
  mutating func mapValues(_ table: [UInt8]) {
    for plane in planes.indices {
      for i in planes[plane].indices { planes[plane][i] = table[Int(planes[plane][i])] }
    }
  }

  /// Adds normal noise to every value.
  ///
  /// - Parameter sigma: The standard deviation in gray levels, 0 or more.
  mutating func addNoise(sigma: Double, _ random: inout SplitMix64) {
    guard sigma > 0 else { return }
    for plane in planes.indices {
      for i in planes[plane].indices {
        let value = Double(planes[plane][i]) + random.normal() * sigma
        planes[plane][i] = UInt8(min(max(value.rounded(), 0), 255))
      }
    }
  }

  /// Multiplies the light at each pixel; a factor of two is one stop.
  ///
  /// - Parameter light: Maps a pixel's centre to a factor, 0 or more, in linear light, not in gray levels.
  mutating func illuminate(_ light: (_ x: Double, _ y: Double) -> Double) {
    for y in 0..<height {
      for x in 0..<width {
        let factor = light(Double(x) + 0.5, Double(y) + 0.5)
        if factor == 1 { continue }
        for plane in planes.indices {
          let i = y * width + x
          planes[plane][i] = LinearLight.level(LinearLight.linear[Int(planes[plane][i])] * factor)
        }
      }
    }
  }
}
