import Imaging

/// The mean of each block of 8 × 8 pixels, for thresholds by their surroundings.
struct BlockMeans {
  /// Pixels on each side of a block: as many as a vector instruction takes.
  static var side: Int { SIMD8<UInt8>.scalarCount }
  let columns: Int
  let rows: Int
  /// A summed-area table of the means, with a row and a column of zeros before the first.
  private var sums: [Int]
  /// Gray levels between the darkest and the lightest pixel of a flat block: what noise makes of paper.
  private(set) var noise = 0

  init(_ image: GrayImage, _ tuning: Tuning.Search) {
    columns = (image.width + Self.side - 1) / Self.side
    rows = (image.height + Self.side - 1) / Self.side
    sums = [Int](repeating: 0, count: (columns + 1) * (rows + 1))
    let (points, contrasts) = blackPoints(image, tuning)
    noise = Self.lowest(tuning.noiseShare, of: contrasts)
    for y in 0..<rows {
      var line = 0
      for x in 0..<columns {
        line += points[y * columns + x]
        sums[(y + 1) * (columns + 1) + x + 1] = sums[y * (columns + 1) + x + 1] + line
      }
    }
  }

  /// A threshold for each block.
  ///
  /// - Parameter radius: Blocks on each side whose means are averaged.
  func thresholds(radius: Int) -> [UInt8] {
    var values: [UInt8] = []
    values.reserveCapacity(columns * rows)
    for y in 0..<rows {
      // Near the border the window is shifted inwards and keeps its size.
      let top = min(max(y - radius, 0), max(0, rows - 2 * radius - 1))
      let bottom = min(top + 2 * radius + 1, rows)
      for x in 0..<columns {
        let left = min(max(x - radius, 0), max(0, columns - 2 * radius - 1))
        let right = min(left + 2 * radius + 1, columns)
        let sum =
          sums[bottom * (columns + 1) + right] - sums[top * (columns + 1) + right]
          - sums[bottom * (columns + 1) + left] + sums[top * (columns + 1) + left]
        values.append(UInt8(sum / ((bottom - top) * (right - left))))
      }
    }
    return values
  }

  /// The mean of each block that has contrast. A flat block is taken as light, unless it is darker than its neighbours'
  /// thresholds.
  private func blackPoints(_ image: GrayImage, _ tuning: Tuning.Search) -> (points: [Int], contrasts: [Int]) {
    var contrasts = [Int](repeating: 0, count: 256)
    var points = [Int](repeating: 0, count: columns * rows)
    let beside = tuning.flatBesideWeight
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for blockY in 0..<rows {
        // The last blocks overlap their neighbours.
        let top = min(blockY * Self.side, max(0, image.height - Self.side))
        for blockX in 0..<columns {
          let left = min(blockX * Self.side, max(0, image.width - Self.side))
          let (bottom, right) = (min(top + Self.side, image.height), min(left + Self.side, image.width))
          let (sum, low, high) = unsafe Self.summary(pixels, image.width, left..<right, top..<bottom)
          contrasts[Int(high - low)] += 1
          var point = sum / ((bottom - top) * (right - left))
          if Int(high) - Int(low) <= tuning.flatContrast {
            point = Int(Double(low) * tuning.flatThreshold)
            if blockX > 0, blockY > 0 {
              let at = blockY * columns + blockX
              let around =
                (points[at - columns] + beside * points[at - 1] + points[at - columns - 1]) / (2 + beside)
              if Int(low) < around { point = around }
            }
          }
          points[blockY * columns + blockX] = point
        }
      }
    }
    return (points, contrasts)
  }

  /// The value below which a share of a histogram is.
  private static func lowest(_ share: Double, of counts: [Int]) -> Int {
    var left = Int(Double(counts.reduce(0, +)) * share)
    return counts.firstIndex { count in
      left -= count
      return left < 0
    } ?? 0
  }
}

extension BlockMeans {
  /// Sum, least and greatest value of a block.
  @inline(__always)
  private static func summary(
    _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> (sum: Int, low: UInt8, high: UInt8) {
    if columns.count == side, let base = pixels.baseAddress {
      var sums = SIMD8<UInt16>()
      var (lows, highs) = (SIMD8<UInt8>(repeating: 255), SIMD8<UInt8>())
      for y in rows {
        let values = unsafe UnsafeRawPointer(base + (y &* width &+ columns.lowerBound))
          .loadUnaligned(as: SIMD8<UInt8>.self)
        sums &+= SIMD8<UInt16>(truncatingIfNeeded: values)
        lows = pointwiseMin(lows, values)
        highs = pointwiseMax(highs, values)
      }
      return (Int(sums.wrappedSum()), lows.min(), highs.max())
    }
    var (sum, low, high) = (0, UInt8.max, UInt8.min)
    for y in rows {
      for x in columns {
        let value = unsafe pixels[y * width + x]
        sum += Int(value)
        (low, high) = (min(low, value), max(high, value))
      }
    }
    return (sum, low, high)
  }
}
