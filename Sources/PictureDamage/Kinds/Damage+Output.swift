import Imaging

/// Damage by printers and screens.
extension Damage.Kind {
  public static let dotGain = Self(
    "dot-gain", "Ink spreads: dark modules grow and light modules shrink by this amount, half of it on each side.",
    unit: "modules", range: 0...2, ladder: [0.3, 0.5, 0.7, 0.78, 0.9]
  ) { damage, field, scene, _ in
    scene.picture.spreadDark(radius: damage.strength / 2 * field.symbol.scale)
  }

  public static let streaks = Self(
    "streaks", "Dots of a thermal print head are dead: their lines stay light along the paper feed.",
    unit: "share of dots", range: 0...1, ladder: [0.01, 0.02, 0.05, 0.1, 0.3],
    parameters: [Damage.Parameter("dots", "dots per module", 1...16, .fixed(4))]
  ) { damage, field, scene, random in
    let dot = field.symbol.scale / damage.option("dots")
    let limit = UInt64((damage.strength * 4_294_967_296).rounded())
    var dead = (0..<Int((Double(scene.picture.width) / dot).rounded(.up))).filter { _ in random.next() >> 32 < limit }
    // A print head without dead dots, or with some beside the symbol only, would be no damage.
    let left = max(0, field.x - field.width / 2)
    let right = min(field.x + field.width / 2, Double(scene.picture.width))
    if damage.strength > 0, left < right, !dead.contains(where: { left...right ~= (Double($0) + 0.5) * dot }) {
      dead.append(Int(random.uniform(left...right) / dot))
    }
    for index in dead {
      let (left, right) = (Double(index) * dot, Double(index + 1) * dot)
      for x in Int(left)..<min(Int(right.rounded(.up)), scene.picture.width) {
        let share = Int(((min(right, Double(x + 1)) - max(left, Double(x))) * 256).rounded())
        for plane in scene.picture.planes.indices {
          for i in stride(from: x, to: scene.picture.planes[plane].count, by: scene.picture.width) {
            let old = Int(scene.picture.planes[plane][i])
            scene.picture.planes[plane][i] = UInt8((old * (256 - share) + 255 * share + 128) >> 8)
          }
        }
      }
    }
  }

  public static let moire = Self(
    "moire",
    "The grids of screen and sensor interfere: dark stripes of this depth cross the picture in two directions.",
    unit: "share of light lost in the stripes", range: 0...1, ladder: [0.3, 0.5, 0.7, 0.75, 0.9],
    parameters: [.angle, Damage.Parameter("period", "modules", 0.5...100, .fixed(2.6))]
  ) { damage, field, scene, _ in
    let period = damage.option("period") * field.symbol.scale
    let first = field.direction(degrees: damage.option("angle"))
    let second = field.direction(degrees: damage.option("angle") + 67)
    let wave = (0..<1024).map { (1 + ExactMath.cosine(degrees: Double($0) * 360 / 1024)) / 2 }
    func stripe(_ along: Double) -> Double {
      wave[Int(((along / period) * 1024).rounded(.down)) & 1023]
    }
    // Stripes are applied to gray levels, as displays and eyes grade them.
    scene.picture.scaleLevels { x, y in
      let light = stripe(x * first.dx + y * first.dy) * stripe(x * second.dx + y * second.dy)
      return 1 - damage.strength * (1 - light)
    }
  }

  public static let pixelGrid = Self(
    "pixel-grid", "A screen is photographed so closely that the dark gaps between its pixels show.",
    unit: "share of each pixel's side that is dark", range: 0...0.95, ladder: [0.05, 0.1, 0.13, 0.16, 0.3],
    parameters: [Damage.Parameter("pitch", "modules", 0.1...10, .fixed(0.8))]
  ) { damage, field, scene, _ in
    let pitch = damage.option("pitch") * field.symbol.scale
    /// Returns the share of a pixel's width inside lit parts of the screen's pixels.
    func lit(_ start: Double) -> Double {
      func total(_ x: Double) -> Double {
        let whole = (x / pitch).rounded(.down)
        return (whole + min((x / pitch - whole) / (1 - damage.strength), 1)) * pitch * (1 - damage.strength)
      }
      return total(start + 1) - total(start)
    }
    let columns = (0..<scene.picture.width).map { lit(Double($0)) }
    let rows = (0..<scene.picture.height).map { lit(Double($0)) }
    scene.picture.scaleLevels { x, y in columns[Int(x)] * rows[Int(y)] }
  }
}

extension Picture {
  /// Multiplies gray levels.
  fileprivate mutating func scaleLevels(_ factor: (_ x: Double, _ y: Double) -> Double) {
    change { x, y in
      Int((factor(x, y) * 65536).rounded())
    } to: { old, share, _ in
      UInt8((Int(old) * share + 32768) >> 16)
    }
  }

  /// Replaces each value by the darkest within a distance; partial pixels are weighted by their share.
  mutating func spreadDark(radius: Double) {
    let whole = Int(radius.rounded(.down))
    let part = UInt16(((radius - Double(whole)) * 256).rounded())
    for plane in planes.indices {
      let inner = darkest(planes[plane], reach: whole)
      let outer = part == 0 ? inner : darkest(planes[plane], reach: whole + 1)
      unsafe planes[plane].withUnsafeMutableBufferPointer { target in
        unsafe inner.withUnsafeBufferPointer { inner in
          unsafe outer.withUnsafeBufferPointer { outer in
            // At most 255 × 256 + 128: just within 16 bits.
            for i in 0..<target.count {
              let sum = unsafe UInt16(inner[i]) &* (256 &- part) &+ UInt16(outer[i]) &* part &+ 128
              unsafe target[i] = UInt8(truncatingIfNeeded: sum >> 8)
            }
          }
        }
      }
    }
  }

  /// Returns the minimum over a square, first along rows and then along columns.
  private func darkest(_ plane: [UInt8], reach: Int) -> [UInt8] {
    guard reach > 0 else { return plane }
    let along = minimum(plane, over: (1...reach).map { $0 }, rowLength: width)
    // Rows above and below are `width` apart in one long row.
    return minimum(along, over: (1...reach).map { $0 * width }, rowLength: along.count)
  }

  /// Returns the minimum of each value and those at the distances before and after it in the same row.
  private func minimum(_ plane: [UInt8], over distances: [Int], rowLength: Int) -> [UInt8] {
    var result = plane
    unsafe plane.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        for start in stride(from: 0, to: source.count, by: rowLength) {
          for distance in distances where distance < rowLength {
            for i in start..<start + rowLength - distance {
              unsafe target[i] = min(target[i], source[i &+ distance])
            }
            for i in start + distance..<start + rowLength {
              unsafe target[i] = min(target[i], source[i &- distance])
            }
          }
        }
      }
    }
    return result
  }
}
