/// Resampling of planes of gray values. Every resampler of the package is in this module.
///
/// A plane is an array of `width × height` values, row by row.
package enum Resampling {
  /// Averages areas: each new pixel is the mean of the old pixels it covers, weighted by the share covered.
  ///
  /// - Parameters:
  ///   - width: Pixels in an old row, 1 or more.
  ///   - height: Old rows, 1 or more.
  ///   - newWidth: 1 or more; a larger one repeats pixels.
  ///   - newHeight: 1 or more.
  /// - Returns: `newWidth × newHeight` values, rounded to the nearest.
  package static func areaMeans(
    of plane: [UInt8], width: Int, height: Int, toWidth newWidth: Int, height newHeight: Int
  ) -> [UInt8] {
    precondition(plane.count == width * height && newWidth > 0 && newHeight > 0, "a plane has width × height values")
    let (columns, rows) = (spans(width, newWidth), spans(height, newHeight))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(newWidth * newHeight)
    for row in rows {
      for column in columns {
        var (sum, total) = (0, 0)
        for (y, weightY) in row.weights.enumerated() {
          for (x, weightX) in column.weights.enumerated() {
            sum += weightX * weightY * Int(plane[(row.first + y) * width + column.first + x])
            total += weightX * weightY
          }
        }
        pixels.append(UInt8((sum + total / 2) / total))
      }
    }
    return pixels
  }

  /// Returns, for each new pixel along an axis, the first old pixel that it covers and the weights from that one on.
  private static func spans(_ old: Int, _ new: Int) -> [(first: Int, weights: [Int])] {
    // Pixel edges in 1/256 of an old pixel.
    (0..<new).map { i in
      let (from, to) = (i * old * 256 / new, (i + 1) * old * 256 / new)
      let first = from / 256
      let last = max(first, (to - 1) / 256)
      return (first, (first...last).map { min(to, ($0 + 1) * 256) - max(from, $0 * 256) })
    }
  }

  /// Averages squares of `factor × factor` values, rounded to the nearest; an incomplete last row or column is dropped.
  ///
  /// - Parameter factor: 1…2000, at most the shorter side.
  package static func squareMeans(
    of plane: [UInt8], width: Int, height: Int, by factor: Int
  ) -> (width: Int, height: Int, values: [UInt8]) {
    precondition(plane.count == width * height, "a plane has width × height values")
    precondition(1...min(2000, width, height) ~= factor, "a square fits inside the plane")
    let (newWidth, newHeight) = (width / factor, height / factor)
    var result = [UInt8](repeating: 255, count: newWidth * newHeight)
    var sums = [Int32](repeating: 0, count: newWidth)
    unsafe plane.withUnsafeBufferPointer { source in
      for y in 0..<newHeight {
        for x in 0..<newWidth { sums[x] = Int32(factor * factor / 2) }
        for row in y * factor..<(y + 1) * factor {
          for x in 0..<newWidth {
            let start = row &* width &+ x &* factor
            for i in start..<start &+ factor { unsafe sums[x] &+= Int32(source[i]) }
          }
        }
        for x in 0..<newWidth { result[y * newWidth + x] = UInt8(sums[x] / Int32(factor * factor)) }
      }
    }
    return (newWidth, newHeight, result)
  }
}

extension GrayImage {
  /// Averages squares of `factor × factor` pixels into one; an incomplete last row or column is dropped.
  ///
  /// - Parameter factor: 1 or more; one larger than a side counts as that side.
  package func reduced(by factor: Int) -> GrayImage {
    let factor = min(factor, width, height)
    if factor <= 1 { return self }
    let small = Resampling.squareMeans(of: pixels, width: width, height: height, by: factor)
    return GrayImage(width: small.width, height: small.height, pixels: small.values)
  }

  /// Resizes the picture: each pixel is the mean of the area that it covers.
  package func resized(width newWidth: Int, height newHeight: Int) -> GrayImage {
    GrayImage(
      width: newWidth, height: newHeight,
      pixels: Resampling.areaMeans(of: pixels, width: width, height: height, toWidth: newWidth, height: newHeight))
  }
}

extension ColorImage {
  /// Averages squares of `factor × factor` pixels into one; an incomplete last row or column is dropped.
  ///
  /// - Parameter factor: 1 or more; one larger than a side counts as that side.
  package func reduced(by factor: Int) -> ColorImage {
    let factor = min(factor, width, height)
    if factor <= 1 { return self }
    let planes = self.planes.map { Resampling.squareMeans(of: $0, width: width, height: height, by: factor) }
    return ColorImage(width: planes[0].width, height: planes[0].height, planes: planes.map(\.values))
  }
}
