import Imaging

extension GrayImage {
  /// The gray value at a place, bilinear between pixel centres; outside, that of the nearest pixel.
  func value(at place: Vector) -> Double {
    unsafe pixels.withUnsafeBufferPointer { unsafe Self.value($0, width, height, place) }
  }

  /// The mean gray value over places in the picture, each displaced by `shift`.
  func mean(_ places: [Vector], _ shift: Vector) -> Double {
    unsafe pixels.withUnsafeBufferPointer { pixels in
      var sum = 0.0
      for place in places { sum += unsafe Self.value(pixels, width, height, place + shift) }
      return sum / Double(places.count)
    }
  }

  /// The mean gray value over points of a symbol.
  func mean(_ points: [Vector], _ map: GridMap<LevelPixels>) -> Double {
    unsafe pixels.withUnsafeBufferPointer { pixels in
      var sum = 0.0
      if let plane = map.plane {
        let (across, down) = (1 / Double(map.columns), 1 / Double(map.rows))
        for point in points {
          sum += unsafe Self.value(pixels, width, height, plane.apply(point.x * across, point.y * down))
        }
        return sum / Double(points.count)
      }
      for point in points {
        sum += unsafe Self.value(pixels, width, height, map.place(point.x, point.y))
      }
      return sum / Double(points.count)
    }
  }

  @inline(__always)
  static func value(_ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ place: Vector) -> Double {
    // The comparisons are false for NaN, which becomes 0.
    let x = place.x > 0.5 ? min(place.x - 0.5, Double(width - 1)) : 0
    let y = place.y > 0.5 ? min(place.y - 0.5, Double(height - 1)) : 0
    // Fixed point with 12 fractional bits, as rounding to integers takes longer than all the rest.
    let (fineX, fineY) = (Int(x * 4096), Int(y * 4096))
    let (left, top) = (fineX >> 12, fineY >> 12)
    let (fx, fy) = (fineX & 4095, fineY & 4095)
    let at = top &* width &+ left
    let right = left &+ 1 < width ? 1 : 0
    let down = top &+ 1 < height ? width : 0
    let upper = unsafe Int(pixels[at]) &* (4096 &- fx) &+ Int(pixels[at &+ right]) &* fx
    let lower = unsafe Int(pixels[at &+ down]) &* (4096 &- fx) &+ Int(pixels[at &+ down &+ right]) &* fx
    return Double(upper &* (4096 &- fy) &+ lower &* fy) * 0x1p-24
  }
}
