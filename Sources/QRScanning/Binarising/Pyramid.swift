import QRSymbology

/// A picture at full size, half, a quarter, …: each level is the mean of four pixels of the one below.
///
/// Small levels are searched first. They cost little, and averaging takes noise and the gaps of screen pixels away.
struct Pyramid {
  /// Level 0 is the picture itself.
  fileprivate(set) var levels: [GrayImage]
  fileprivate var soft = SoftLevels()

  /// - Parameter smallest: Pixels of the longer side below which no further level is made.
  init(_ image: GrayImage, smallest: Int = 120) {
    levels = [image]
    while let last = levels.last, max(last.width, last.height) >= 2 * smallest, min(last.width, last.height) >= 2 {
      levels.append(last.halved())
    }
  }

  /// The level at which a length at level 0 is nearest to, and not below, a number of pixels.
  func level(where length: Double, isAtLeast pixels: Double) -> Int {
    var level = 0
    var length = length / 2
    while level + 1 < levels.count, length >= pixels {
      level += 1
      length /= 2
    }
    return level
  }
}

extension Pyramid {
  /// A level with each pixel the mean of the nine around it; made when it is first asked for.
  func softened(_ level: Int) -> GrayImage {
    if let image = soft.images[level] { return image }
    let image = levels[level].softened()
    soft.images[level] = image
    return image
  }

  fileprivate final class SoftLevels {
    var images: [Int: GrayImage] = [:]
  }

  /// Light and dark exchanged.
  func inverted() -> Pyramid {
    var result = self
    result.soft = SoftLevels()
    result.levels = levels.map { level in
      GrayImage(width: level.width, height: level.height, pixels: level.pixels.map { ~$0 })
    }
    return result
  }
}

extension GrayImage {
  /// The picture with its gray levels spread over the whole range, when they fill less than half of it.
  func stretched() -> GrayImage {
    var histogram = [Int](repeating: 0, count: 256)
    // Every third row tells enough.
    var count = 0
    unsafe pixels.withUnsafeBufferPointer { pixels in
      for row in stride(from: 0, to: pixels.count, by: 3 * width) {
        for i in row..<row + width { unsafe histogram[Int(pixels[i])] += 1 }
        count += width
      }
    }
    // One pixel in two hundred at either end does not count.
    func level(_ levels: some Sequence<Int>) -> Int {
      var left = count / 200
      for level in levels {
        left -= histogram[level]
        if left < 0 { return level }
      }
      return 0
    }
    let (low, high) = (level(0...255), level((0...255).reversed()))
    guard high - low < 128, high > low else { return self }
    let table = (0...255).map { UInt8(min(max(($0 - low) * 255 / (high - low), 0), 255)) }
    return GrayImage(width: width, height: height, pixels: pixels.map { table[Int($0)] })
  }

  /// The means of squares of four; an odd last row or column is left out.
  func halved() -> GrayImage {
    let (newWidth, newHeight) = (width / 2, height / 2)
    var result = [UInt8](repeating: 0, count: newWidth * newHeight)
    unsafe pixels.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        for y in 0..<newHeight {
          let upper = 2 * y * width
          let lower = upper + width
          for x in 0..<newWidth {
            let sum = unsafe UInt16(source[upper &+ 2 &* x]) &+ UInt16(source[upper &+ 2 &* x &+ 1])
            let sum2 = unsafe UInt16(source[lower &+ 2 &* x]) &+ UInt16(source[lower &+ 2 &* x &+ 1])
            unsafe target[y &* newWidth &+ x] = UInt8(truncatingIfNeeded: (sum &+ sum2 &+ 2) >> 2)
          }
        }
      }
    }
    return GrayImage(width: newWidth, height: newHeight, pixels: result)
  }

  /// Every pixel the mean of the nine around it; those at the edges stay.
  func softened() -> GrayImage {
    guard width > 2, height > 2 else { return self }
    var result = pixels
    var columns = [UInt16](repeating: 0, count: width)
    unsafe pixels.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        for y in 1..<height - 1 {
          let row = y * width
          for x in 0..<width {
            let sum = unsafe UInt16(source[row &- width &+ x]) &+ UInt16(source[row &+ x])
            columns[x] = unsafe sum &+ UInt16(source[row &+ width &+ x])
          }
          for x in 1..<width - 1 {
            let sum = columns[x &- 1] &+ columns[x] &+ columns[x &+ 1]
            unsafe target[row &+ x] = UInt8(truncatingIfNeeded: (sum &+ 4) / 9)
          }
        }
      }
    }
    return GrayImage(width: width, height: height, pixels: result)
  }

  /// Twice as wide, twice as high, or both, with values between the pixels: for symbols of less than two pixels per
  /// module, and for those seen at a flat angle.
  func doubled(horizontally: Bool = true, vertically: Bool = true) -> GrayImage {
    let (newWidth, newHeight) = (horizontally ? 2 * width : width, vertically ? 2 * height : height)
    var result = [UInt8](repeating: 0, count: newWidth * newHeight)
    /// The pixel that a new one lies in, and the other one nearest to it.
    func sources(_ new: Int, isDoubled: Bool, count: Int) -> (Int, Int) {
      // New centres lie a quarter of an old pixel beside the old ones.
      isDoubled ? (new / 2, min(max(new / 2 + (new % 2 == 0 ? -1 : 1), 0), count - 1)) : (new, new)
    }
    for y in 0..<newHeight {
      let (near, far) = sources(y, isDoubled: vertically, count: height)
      for x in 0..<newWidth {
        let (nearX, farX) = sources(x, isDoubled: horizontally, count: width)
        let upper = 3 * Int(pixels[near * width + nearX]) + Int(pixels[near * width + farX])
        let lower = 3 * Int(pixels[far * width + nearX]) + Int(pixels[far * width + farX])
        result[y * newWidth + x] = UInt8((3 * upper + lower + 8) / 16)
      }
    }
    return GrayImage(width: newWidth, height: newHeight, pixels: result)
  }
}
