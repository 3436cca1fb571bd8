import Imaging

/// A painter of flat colour with smooth edges.
struct Painter {
  /// Fills a polygon, or everything outside it.
  ///
  /// - Parameters:
  ///   - polygon: At least three corners; self-intersections follow the even-odd rule.
  ///   - levels: The colour: one value per plane, or one for all.
  static func fill(_ polygon: [ImagePoint], of picture: inout Picture, _ levels: [UInt8], outside: Bool = false) {
    let width = picture.width
    /// The pixels that the polygon may touch along an axis.
    func span(_ values: [Double], _ limit: Int) -> Range<Int> {
      if outside { return 0..<limit }
      let ends = [values.min(), values.max()].map { min(max($0 ?? 0, 0), Double(limit)) }
      return Int(ends[0].rounded(.down))..<min(limit, Int(ends[1].rounded(.up)) + 1)
    }
    let (rows, columns) = (span(polygon.map(\.y), picture.height), span(polygon.map(\.x), width))
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
    change { x, y in
      let factor = light(x, y)
      return factor == 1 ? nil : factor
    } to: { old, factor, _ in
      LinearLight.level(LinearLight.linear[Int(old)] * factor)
    }
  }

  /// Darkens gradually.
  ///
  /// - Parameters:
  ///   - stops: Where it is darkest; a stop is half the light.
  ///   - share: Maps a pixel's centre to the share of the stops that is lost, limited to 0…1.
  mutating func darken(stops: Double, _ share: (_ x: Double, _ y: Double) -> Double) {
    // A table of 4096 steps saves a power for each pixel.
    let light = (0...4096).map { ExactMath.powerOfTwo(-stops * Double($0) / 4096) }
    illuminate { x, y in light[Int(min(max(share(x, y), 0), 1) * 4096)] }
  }

  /// Changes pixels one by one, in rows.
  ///
  /// - Parameters:
  ///   - columns: Those of the pixels, as far as they are in the picture; `nil` for all.
  ///   - rows: The same for rows.
  ///   - change: Maps a pixel's centre to what changes it; `nil` for no change.
  ///   - level: Returns the new value in a plane.
  @inline(__always)
  mutating func change<Change>(
    columns: Range<Int>? = nil, rows: Range<Int>? = nil, _ change: (_ x: Double, _ y: Double) -> Change?,
    to level: (_ old: UInt8, _ change: Change, _ plane: Int) -> UInt8
  ) {
    let columns = (columns ?? 0..<width).clamped(to: 0..<width)
    for y in (rows ?? 0..<height).clamped(to: 0..<height) {
      for x in columns {
        guard let change = change(Double(x) + 0.5, Double(y) + 0.5) else { continue }
        for plane in planes.indices {
          planes[plane][y * width + x] = level(planes[plane][y * width + x], change, plane)
        }
      }
    }
  }
}
