import QRSymbology

/// A picture reduced to dark and light by a threshold that follows the light.
struct Bitmap {
  let width: Int
  let height: Int
  /// 1 where the picture is dark.
  private(set) var pixels: [UInt8]

  /// How the threshold is found.
  enum Threshold: String, CaseIterable {
    /// The mean of blocks of eight pixels and of the 24 blocks around them.
    case local
    /// The mean of a wide surrounding: an eighth of the picture.
    case wide
    /// One value for the whole picture, which parts its histogram best (Otsu, 1979).
    case global
    /// The mean of the 11 × 11 pixels around, where a pixel differs from it by more than three gray levels, and ``local``
    /// elsewhere: what blur has left of thin rings.
    case narrow
  }

  init(_ image: GrayImage, _ threshold: Threshold = .local) {
    width = image.width
    height = image.height
    switch threshold {
    case .local: pixels = Self.thresholded(image, by: BlockMeans(image, radius: 2))
    case .wide: pixels = Self.thresholded(image, by: BlockMeans(image, radius: max(4, max(width, height) / 128)))
    case .global:
      let value = image.otsuThreshold
      pixels = image.pixels.map { $0 <= value ? 1 : 0 }
    case .narrow:
      pixels = Self.thresholded(image, by: BlockMeans(image, radius: 2))
      sharpen(image, reach: 5, slack: 3)
    }
  }

  /// Decides anew where a pixel is darker or lighter than the mean of the square around it.
  ///
  /// - Parameters:
  ///   - reach: The square goes so many pixels to each side.
  ///   - slack: Gray levels that do not count as a difference.
  private mutating func sharpen(_ image: GrayImage, reach: Int, slack: Int) {
    let side = 2 * reach + 1
    guard width > side, height > side else { return }
    let (area, count) = (Int32(side * side), width - 2 * reach)
    // Sums of columns, as high as the square, that move down with it; and of the squares of one row.
    var columns = [Int32](repeating: 0, count: width)
    var squares = [Int32](repeating: 0, count: count)
    let width = width
    unsafe image.pixels.withUnsafeBufferPointer { source in
      unsafe pixels.withUnsafeMutableBufferPointer { target in
        unsafe columns.withUnsafeMutableBufferPointer { columns in
          unsafe squares.withUnsafeMutableBufferPointer { squares in
            for y in 0..<side { for x in 0..<width { unsafe columns[x] &+= Int32(source[y &* width &+ x]) } }
            for y in reach..<image.height - reach {
              if y > reach {
                let (new, old) = ((y &+ reach) &* width, (y &- reach &- 1) &* width)
                for x in 0..<width { unsafe columns[x] &+= Int32(source[new &+ x]) &- Int32(source[old &+ x]) }
              }
              var sum: Int32 = 0
              for x in 0..<side { sum &+= unsafe columns[x] }
              for x in 0..<count {
                unsafe squares[x] = sum
                if x &+ 1 < count { sum &+= unsafe columns[x &+ side] &- columns[x] }
              }
              let row = y &* width &+ reach
              for x in 0..<count {
                let difference = unsafe Int32(source[row &+ x]) &* area &- squares[x]
                let isClear = difference &* difference > Int32(slack * slack) &* area &* area
                unsafe target[row &+ x] = isClear ? UInt8(truncatingIfNeeded: difference >> 31) & 1 : target[row &+ x]
              }
            }
          }
        }
      }
    }
  }

  private static func thresholded(_ image: GrayImage, by means: BlockMeans) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: image.width * image.height)
    let (width, height) = (image.width, image.height)
    unsafe image.pixels.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          let line = y * width
          let thresholds = y / 8 * means.columns
          var x = 0
          while x &+ 8 <= width {
            let threshold = SIMD8(repeating: means.values[thresholds &+ x / 8])
            let values = unsafe UnsafeRawPointer(source.baseAddress! + (line &+ x)).loadUnaligned(as: SIMD8<UInt8>.self)
            let dark = SIMD8<UInt8>(repeating: 0).replacing(with: 1, where: values .<= threshold)
            unsafe UnsafeMutableRawPointer(target.baseAddress! + (line &+ x)).storeBytes(
              of: dark, as: SIMD8<UInt8>.self)
            x &+= 8
          }
          while x < width {
            unsafe target[line &+ x] = unsafe source[line &+ x] <= means.values[thresholds &+ x / 8] ? 1 : 0
            x &+= 1
          }
        }
      }
    }
    return result
  }
}

/// A threshold for each block of 8 × 8 pixels.
private struct BlockMeans {
  let columns: Int
  let rows: Int
  private(set) var values: [UInt8] = []

  /// Blocks whose values differ less are flat: all paper, or all inside a dark area.
  private static let flat = 24

  init(_ image: GrayImage, radius: Int) {
    columns = (image.width + 7) / 8
    rows = (image.height + 7) / 8
    let points = blackPoints(image)
    // Sums over rectangles from a table of sums from the corner.
    var sums = [Int](repeating: 0, count: (columns + 1) * (rows + 1))
    for y in 0..<rows {
      var line = 0
      for x in 0..<columns {
        line += points[y * columns + x]
        sums[(y + 1) * (columns + 1) + x + 1] = sums[y * (columns + 1) + x + 1] + line
      }
    }
    values.reserveCapacity(columns * rows)
    for y in 0..<rows {
      // Near the border the same number of blocks counts, all inside.
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
  }

  /// The mean of each block that has contrast. A flat one is light, unless its neighbours say that it lies in the dark.
  private func blackPoints(_ image: GrayImage) -> [Int] {
    var points = [Int](repeating: 0, count: columns * rows)
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for blockY in 0..<rows {
        // The last blocks overlap their neighbours rather than be cut.
        let top = min(blockY * 8, max(0, image.height - 8))
        for blockX in 0..<columns {
          let left = min(blockX * 8, max(0, image.width - 8))
          let (bottom, right) = (min(top + 8, image.height), min(left + 8, image.width))
          let (sum, low, high) = unsafe Self.summary(pixels, image.width, left..<right, top..<bottom)
          var point = sum / ((bottom - top) * (right - left))
          if Int(high) - Int(low) <= Self.flat {
            point = Int(low) / 2
            if blockX > 0, blockY > 0 {
              let at = blockY * columns + blockX
              let around = (points[at - columns] + 2 * points[at - 1] + points[at - columns - 1]) / 4
              if Int(low) < around { point = around }
            }
          }
          points[blockY * columns + blockX] = point
        }
      }
    }
    return points
  }
}

extension BlockMeans {
  /// Sum, least and greatest value of a block.
  @inline(__always)
  private static func summary(
    _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> (sum: Int, low: UInt8, high: UInt8) {
    if columns.count == 8, let base = pixels.baseAddress {
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

extension GrayImage {
  /// The gray level that parts the histogram into two classes of the largest distance.
  var otsuThreshold: UInt8 {
    var histogram = [Int](repeating: 0, count: 256)
    for value in pixels { histogram[Int(value)] += 1 }
    let total = Double(pixels.count)
    let sum = histogram.enumerated().reduce(0.0) { $0 + Double($1.offset * $1.element) }
    var (best, bestLevel, count, below) = (0.0, 127, 0.0, 0.0)
    for level in 0..<255 {
      count += Double(histogram[level])
      below += Double(level * histogram[level])
      guard count > 0, count < total else { continue }
      let difference = below / count - (sum - below) / (total - count)
      let variance = count * (total - count) * difference * difference
      if variance > best { (best, bestLevel) = (variance, level) }
    }
    return UInt8(bestLevel)
  }
}
