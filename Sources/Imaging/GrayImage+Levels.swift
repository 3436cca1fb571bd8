extension GrayImage {
  /// The picture with each gray replaced.
  ///
  /// - Parameter table: The new gray for each of 0…255.
  /// - Precondition: `table` has 256 values.
  package func mapped(by table: [UInt8]) -> GrayImage {
    precondition(table.count == 256, "a table has a value for each gray")
    return unsafe table.withUnsafeBufferPointer { table in mapped { unsafe table[Int($0)] } }
  }

  /// The picture with light and dark exchanged.
  package func inverted() -> GrayImage { mapped { ~$0 } }

  @inline(__always)
  private func mapped(_ change: (UInt8) -> UInt8) -> GrayImage {
    let result = unsafe [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
      unsafe pixels.withUnsafeBufferPointer { source in
        for i in 0..<source.count { unsafe target[i] = change(source[i]) }
      }
      count = pixels.count
    }
    return GrayImage(width: width, height: height, pixels: result)
  }

  /// Averages 2 × 2 pixels; an odd last row or column is dropped.
  package func halved() -> GrayImage {
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

  /// Replaces each pixel by the mean of 3 × 3; those at the edges are unchanged.
  package func softened() -> GrayImage {
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

  /// Doubles the width, the height, or both by interpolation: for symbols below two pixels per module and for flat
  /// angles.
  package func doubled(horizontally: Bool = true, vertically: Bool = true) -> GrayImage {
    let (newWidth, newHeight) = (horizontally ? 2 * width : width, vertically ? 2 * height : height)
    var result = [UInt8](repeating: 0, count: newWidth * newHeight)
    /// Returns the old pixel that contains a new one, and the next nearest.
    func sources(_ new: Int, isDoubled: Bool, count: Int) -> (Int, Int) {
      // New centres are a quarter of an old pixel from the old ones.
      isDoubled ? (new / 2, min(max(new / 2 + (new % 2 == 0 ? -1 : 1), 0), count - 1)) : (new, new)
    }
    for y in 0..<newHeight {
      let (near, far) = sources(y, isDoubled: vertically, count: height)
      for x in 0..<newWidth {
        let (nearX, farX) = sources(x, isDoubled: horizontally, count: width)
        let upper = (Int(pixels[near * width + nearX]), Int(pixels[near * width + farX]))
        let lower = (Int(pixels[far * width + nearX]), Int(pixels[far * width + farX]))
        result[y * newWidth + x] = UInt8((Bilinear.mean(upper, lower, x: 1, y: 1, of: 4) + 8) / 16)
      }
    }
    return GrayImage(width: newWidth, height: newHeight, pixels: result)
  }
}
