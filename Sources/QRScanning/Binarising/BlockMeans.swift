import Imaging

/// The mean of each block of 8 × 8 pixels, for thresholds by their surroundings.
///
/// A block without contrast is ground: light around dark symbols, dark around light ones. So these need thresholds of their own.
struct BlockMeans {
  /// Pixels on each side of a block: as many as a vector instruction takes.
  static var side: Int { SIMD8<UInt8>.scalarCount }
  let columns: Int
  let rows: Int
  /// Those for dark symbols, as a summed-area table with a row and a column of zeros before the first.
  private var dark: [Int]
  /// Those for light symbols.
  private var light: [Int]
  /// Gray levels between the darkest and the lightest pixel of a flat block: what noise makes of paper.
  private(set) var noise = 0
  /// Gray levels within which a block is flat. Larger suppresses noise and faint symbols.
  static let flatContrast = 24

  init(_ image: GrayImage, _ tuning: Tuning.Search) {
    columns = (image.width + Self.side - 1) / Self.side
    rows = (image.height + Self.side - 1) / Self.side
    (dark, light) = ([], [])
    let (points, contrasts) = points(image, tuning)
    // Most blocks of nearly every picture are flat.
    noise = Self.lowest(0.1, of: contrasts)
    dark = summed(points.dark)
    light = summed(points.light)
  }

  private func summed(_ points: [Int]) -> [Int] {
    var sums = [Int](repeating: 0, count: (columns + 1) * (rows + 1))
    for y in 0..<rows {
      var line = 0
      for x in 0..<columns {
        line += points[y * columns + x]
        sums[(y + 1) * (columns + 1) + x + 1] = sums[y * (columns + 1) + x + 1] + line
      }
    }
    return sums
  }

  /// A threshold for each block: the lightest gray that is dark.
  ///
  /// - Parameters:
  ///   - radius: Blocks on each side whose means are averaged.
  ///   - isLight: Whether they are for light symbols on dark ground.
  func thresholds(radius: Int, isLight: Bool) -> [UInt8] {
    let sums = isLight ? light : dark
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

  /// The mean of each block that has contrast. For dark symbols, a flat block is taken as light, unless it is darker than its
  /// neighbours' thresholds; for light ones, as dark, unless it is lighter.
  private func points(
    _ image: GrayImage, _ tuning: Tuning.Search
  ) -> (points: (dark: [Int], light: [Int]), contrasts: [Int]) {
    var contrasts = [Int](repeating: 0, count: 256)
    let white = Int(UInt8.max)
    var dark = [Int](repeating: 0, count: columns * rows)
    var light = dark
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for blockY in 0..<rows {
        // The last blocks overlap their neighbours.
        let top = min(blockY * Self.side, max(0, image.height - Self.side))
        for blockX in 0..<columns {
          let left = min(blockX * Self.side, max(0, image.width - Self.side))
          let (bottom, right) = (min(top + Self.side, image.height), min(left + Self.side, image.width))
          let (sum, low, high) = unsafe Self.summary(pixels, image.width, left..<right, top..<bottom)
          contrasts[Int(high - low)] += 1
          let at = blockY * columns + blockX
          dark[at] = sum / ((bottom - top) * (right - left))
          light[at] = dark[at]
          if Int(high) - Int(low) > Self.flatContrast { continue }
          dark[at] = Int(Double(low) * tuning.flatThreshold)
          light[at] = white - Int(Double(UInt8.max - high) * tuning.flatThreshold)
          guard blockX > 0, blockY > 0 else { continue }
          let (darkAround, lightAround) = (around(at, dark), around(at, light))
          if Int(low) < darkAround { dark[at] = darkAround }
          if Int(high) > lightAround { light[at] = lightAround }
        }
      }
    }
    return ((dark, light), contrasts)
  }

  /// The mean of the blocks above and to the left; that beside has the weight of the other two.
  private func around(_ at: Int, _ points: [Int]) -> Int {
    (points[at - columns] + 2 * points[at - 1] + points[at - columns - 1]) / 4
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
