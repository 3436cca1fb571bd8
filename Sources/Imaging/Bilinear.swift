/// Bilinear interpolation between the centres of pixels, in whole numbers: rounding to these takes less time than rounding
/// results, and is the same on every machine.
@usableFromInline package enum Bilinear {
  /// Returns the mean of two pixels above two others, times the square of `one`.
  ///
  /// - Parameters:
  ///   - upper: The left and the right pixel above.
  ///   - lower: Those below.
  ///   - x: The weight of the right ones, 0…`one`.
  ///   - y: The weight of the lower ones, 0…`one`.
  @inlinable @inline(__always)
  package static func mean(_ upper: (Int, Int), _ lower: (Int, Int), x: Int, y: Int, of one: Int) -> Int {
    let above = upper.0 &* (one &- x) &+ upper.1 &* x
    let below = lower.0 &* (one &- x) &+ lower.1 &* x
    return above &* (one &- y) &+ below &* y
  }

  /// Returns the mean of the four nodes around a place in a square net.
  ///
  /// - Parameters:
  ///   - nodes: `side × side` values, row by row.
  ///   - column: The column on the left, and the share of the way to the next one; outside 0…1 it is extrapolated.
  ///   - row: The row above, and the share of the way to the next one.
  @inlinable
  package static func mean(
    of nodes: [SIMD2<Double>], side: Int, column: (index: Int, share: Double), row: (index: Int, share: Double)
  ) -> SIMD2<Double> {
    let first = row.index * side + column.index
    let upper = nodes[first] * (1 - column.share) + nodes[first + 1] * column.share
    let lower = nodes[first + side] * (1 - column.share) + nodes[first + side + 1] * column.share
    return upper * (1 - row.share) + lower * row.share
  }
}

extension GrayImage {
  /// The gray value at a place, bilinear between pixel centres; outside, that of the nearest pixel.
  @inlinable package func value(at place: SIMD2<Double>) -> Double {
    unsafe pixels.withUnsafeBufferPointer { unsafe Self.value($0, width, height, place) }
  }

  /// The gray value at a place, as ``value(at:)``, for many places of one picture.
  @inlinable @inline(__always)
  package static func value(
    _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ place: SIMD2<Double>
  ) -> Double {
    unsafe Double(fineValue(pixels, width, height, place)) / Double(fineGray)
  }

  /// The parts of a gray level in ``fineValue(_:_:_:_:)``.
  @inlinable package static var fineGray: Int { 1 << 24 }

  /// The gray value at a place, as ``value(at:)``, times ``fineGray``.
  @inlinable @inline(__always)
  package static func fineValue(
    _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ place: SIMD2<Double>
  ) -> Int {
    // The comparisons are false for NaN, which becomes 0.
    let x = place.x > 0.5 ? min(place.x - 0.5, Double(width - 1)) : 0
    let y = place.y > 0.5 ? min(place.y - 0.5, Double(height - 1)) : 0
    // Twelve fractional bits.
    let (fineX, fineY) = (Int(x * 4096), Int(y * 4096))
    let (left, top) = (fineX >> 12, fineY >> 12)
    let at = top &* width &+ left
    let right = left &+ 1 < width ? 1 : 0
    let down = top &+ 1 < height ? width : 0
    let upper = unsafe (Int(pixels[at]), Int(pixels[at &+ right]))
    let lower = unsafe (Int(pixels[at &+ down]), Int(pixels[at &+ down &+ right]))
    return Bilinear.mean(upper, lower, x: fineX & 4095, y: fineY & 4095, of: 4096)
  }
}

/// Samples a plane of `width × height` values between the centres of its pixels, with a background around it.
@usableFromInline package struct PlaneSampler {
  @usableFromInline let width: Int, height: Int, background: Int
  @usableFromInline let right: Double, bottom: Double

  package init(width: Int, height: Int, background: UInt8) {
    (self.width, self.height, self.background) = (width, height, Int(background))
    (right, bottom) = (Double(width) + 2, Double(height) + 2)
  }

  /// Returns the value at a point in pixels, times 65536.
  ///
  /// - Parameter plane: `width × height` values, row by row.
  @inlinable @inline(__always)
  package func value(of plane: Span<UInt8>, at place: SIMD2<Double>) -> Int {
    guard place.x > -2, place.y > -2, place.x < right, place.y < bottom else { return background << 16 }
    // Pixel centres lie at halves; weights are in 1/256. Truncation is rounding down, as nothing is below -1024 + 128.
    let (x, y) = (Int(place.x * 256 + 896) - 1024, Int(place.y * 256 + 896) - 1024)
    let (left, top) = (x >> 8, y >> 8)
    let (upper, lower): ((Int, Int), (Int, Int))
    if left >= 0, top >= 0, left + 1 < width, top + 1 < height {
      let at = top &* width &+ left
      // Both rows are inside the plane, by the test above.
      upper = unsafe (Int(plane[unchecked: at]), Int(plane[unchecked: at &+ 1]))
      lower = unsafe (Int(plane[unchecked: at &+ width]), Int(plane[unchecked: at &+ width &+ 1]))
    } else {
      upper = (pixel(of: plane, left, top), pixel(of: plane, left + 1, top))
      lower = (pixel(of: plane, left, top + 1), pixel(of: plane, left + 1, top + 1))
    }
    return Bilinear.mean(upper, lower, x: x & 255, y: y & 255, of: 256)
  }

  @usableFromInline func pixel(of plane: Span<UInt8>, _ x: Int, _ y: Int) -> Int {
    0..<width ~= x && 0..<height ~= y ? Int(plane[y * width + x]) : background
  }
}
