import Imaging

/// Damage by lenses and camera motion.
extension Damage.Kind {
  public static let defocus = Self(
    "defocus", "The lens is out of focus: every point becomes a uniform disc.",
    unit: "pixels of disc radius", range: 0...60, ladder: [1, 2, 2.6, 3, 4], needsSymbol: false
  ) { damage, _, scene, _ in
    scene.picture.blurDisc(radius: damage.strength)
  }

  public static let motion = Self(
    "motion", "The camera moves while the shutter is open: every point becomes a uniform line.",
    unit: "pixels of path", range: 0...120, ladder: [2, 4, 5, 7, 12], parameters: [.angle], needsSymbol: false
  ) { damage, _, scene, _ in
    scene.picture.blurLine(length: damage.strength, degrees: damage.option("angle"))
  }

  public static let resolution = Self(
    "resolution", "The symbol is small in the picture: each pixel is the mean of the area it covers.",
    unit: "pixels per module", range: 0.5...32, ladder: [3, 2, 1.7, 1.5, 1.2]
  ) { (damage, field, scene, _) throws(DamageFault) in
    let factor = damage.strength / max(field.symbol.scale, 1e-6)
    if factor < 1 {
      scene.shrink(by: factor)
      return
    }
    let (width, height) = (scene.picture.width, scene.picture.height)
    let larger = (width: Int((Double(width) * factor).rounded()), height: Int((Double(height) * factor).rounded()))
    try Picture.check(width: larger.width, height: larger.height, damage.kind)
    let (fx, fy) = (Double(width) / Double(larger.width), Double(height) / Double(larger.height))
    Warp(width: larger.width, height: larger.height) { ($0 * fx, $1 * fy) }.apply(to: &scene)
  }
}

extension Scene {
  /// Shrinks the picture; a factor of 1 or more changes nothing.
  mutating func shrink(by factor: Double) {
    guard factor < 1 else { return }
    let width = max(1, Int((Double(picture.width) * factor).rounded()))
    let height = max(1, Int((Double(picture.height) * factor).rounded()))
    let (fx, fy) = (Double(picture.width) / Double(width), Double(picture.height) / Double(height))
    picture = Picture(
      width: width, height: height,
      planes: picture.planes.map { plane in
        Resampling.areaMeans(
          of: plane, width: picture.width, height: picture.height, toWidth: width, height: height)
      })
    moveSymbols { ImagePoint(x: $0.x / fx, y: $0.y / fy) }
  }
}

extension Picture {
  /// Averages over a disc, whose edge pixels are weighted by the share of their row that is inside.
  mutating func blurDisc(radius: Double) {
    guard radius > 0 else { return }
    let reach = Int(radius.rounded(.up))
    // Half the width of the disc in each row: the mean of eight lines in the row.
    let spans = (-reach...reach).map { row -> Double in
      (0..<8).reduce(0) { sum, line in
        let y = Double(row) + (Double(line) + 0.5) / 8 - 0.5
        return sum + max(0, radius * radius - y * y).squareRoot() / 8
      }
    }
    for plane in planes.indices { planes[plane] = blurred(planes[plane], halfWidths: spans, reach: reach) }
  }

  /// Averages with a half width for each row above, at and below a pixel.
  private func blurred(_ plane: [UInt8], halfWidths: [Double], reach: Int) -> [UInt8] {
    // Half widths in 1/64 pixel: a row sums whole pixels and, at both ends, a fraction of one.
    let spans = halfWidths.map { Int(($0 * 64).rounded()) }
    let total = spans.reduce(0) { $0 + 2 * $1 }
    guard total > 0 else { return plane }
    // Prefix sums of each row, with repeated borders.
    let padded = width + 2 * (reach + 2)
    var sums = [Int32](repeating: 0, count: (padded + 1) * height)
    for y in 0..<height {
      var sum: Int32 = 0
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        unsafe plane.withUnsafeBufferPointer { plane in
          var at = y * (padded + 1) + 1
          func add(_ x: Int, times: Int) {
            let value = unsafe Int32(plane[y &* width &+ x])
            for _ in 0..<times {
              sum &+= value
              unsafe sums[at] = sum
              at &+= 1
            }
          }
          add(0, times: reach + 2)
          for x in 0..<width { add(x, times: 1) }
          add(width - 1, times: reach + 2)
        }
      }
    }
    // Division by multiplication, exact for values up to 256 × total (Granlund and Montgomery, 1994): 2 to the shift is
    // at least 256 × total².
    let shift = 8 + 2 * (Int.bitWidth - total.leadingZeroBitCount)
    let reciprocal = (UInt64(1) << UInt64(shift)) / UInt64(total) + 1
    // For discs of up to 60 pixels, 255 × the area in 1/128 stays below 2³¹.
    var values = [Int32](repeating: 0, count: width)
    return unsafe [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      unsafe sums.withUnsafeBufferPointer { sums in
        unsafe values.withUnsafeMutableBufferPointer { values in
          for y in 0..<height {
            for x in 0..<width { unsafe values[x] = Int32(total / 2) }
            for (index, span) in spans.enumerated() {
              let row = min(max(y + index - reach, 0), height - 1) * (padded + 1)
              unsafe Self.add(sums, centre: row + reach + 2, span: span, to: values)
            }
            for x in 0..<width {
              let quotient = unsafe (UInt64(UInt32(bitPattern: values[x])) &* reciprocal) &>> UInt64(shift)
              unsafe target[y &* width &+ x] = UInt8(truncatingIfNeeded: min(255, quotient))
            }
          }
        }
      }
      count = width * height
    }
  }

  /// Adds, for each pixel of a row, the sum from `span` 64ths left of its centre to `span` 64ths right of it.
  ///
  /// - Parameter centre: The index of the first pixel's own sum.
  private static func add(
    _ sums: UnsafeBufferPointer<Int32>, centre: Int, span: Int, to values: UnsafeMutableBufferPointer<Int32>
  ) {
    if span <= 32 {
      let weight = Int32(2 * span)
      for x in 0..<values.count {
        unsafe values[x] &+= (sums[centre &+ x &+ 1] &- sums[centre &+ x]) &* weight
      }
      return
    }
    let (whole, part) = ((span - 32) >> 6, Int32((span - 32) & 63))
    let (from, to) = (centre - whole, centre + whole + 1)
    for x in 0..<values.count {
      let inner = unsafe sums[to &+ x] &- sums[from &+ x]
      let outer = unsafe sums[to &+ x &+ 1] &- sums[from &+ x &- 1] &- inner
      unsafe values[x] &+= (inner &<< 6) &+ (outer &* part)
    }
  }

  /// Averages along a line through each pixel.
  mutating func blurLine(length: Double, degrees: Double) {
    guard length > 0 else { return }
    // Samples every half pixel, each interpolated from the four pixels around it, in 1/256².
    let (dx, dy) = (ExactMath.cosine(degrees: degrees), ExactMath.sine(degrees: degrees))
    let count = Int((length * 2).rounded(.up)) + 1
    var weights: [SIMD2<Int>: Int] = [:]
    for i in 0..<count {
      let along = (Double(i) / Double(count - 1) - 0.5) * length
      let (x, y) = (Int((along * dx * 256).rounded(.down)), Int((along * dy * 256).rounded(.down)))
      let (left, top, fx, fy) = (x >> 8, y >> 8, x & 255, y & 255)
      weights[SIMD2(left, top), default: 0] += (256 - fx) * (256 - fy)
      weights[SIMD2(left + 1, top), default: 0] += fx * (256 - fy)
      weights[SIMD2(left, top + 1), default: 0] += (256 - fx) * fy
      weights[SIMD2(left + 1, top + 1), default: 0] += fx * fy
    }
    let taps = weights.map { (x: $0.key.x, y: $0.key.y, weight: $0.value) }
    let total = count << 16
    for plane in planes.indices {
      let old = planes[plane]
      var sums = [Int](repeating: total / 2, count: width * height)
      for tap in taps {
        for y in 0..<height {
          let row = min(max(y + tap.y, 0), height - 1) * width
          for x in 0..<width { sums[y * width + x] += tap.weight * Int(old[row + min(max(x + tap.x, 0), width - 1)]) }
        }
      }
      planes[plane] = sums.map { UInt8($0 / total) }
    }
  }
}
