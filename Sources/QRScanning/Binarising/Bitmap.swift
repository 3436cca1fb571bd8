import Imaging

/// A picture thresholded to dark and light.
struct Bitmap {
  let width: Int
  let height: Int
  /// 1 where the picture is dark.
  private(set) var pixels: [UInt8]
  /// Gray levels between the darkest and the lightest pixel of each block of 8 × 8; empty without a local threshold.
  private(set) var contrasts: [UInt8] = []

  typealias Threshold = ScanAttempt.Threshold

  init(_ image: GrayImage, _ threshold: Threshold, _ tuning: Tuning.Search) {
    width = image.width
    height = image.height
    func thresholded(radius: Int) -> [UInt8] {
      Self.thresholded(image, by: BlockMeans(image, radius: radius, flatContrast: tuning.flatContrast))
    }
    switch threshold {
    case .local:
      let means = BlockMeans(image, radius: tuning.localRadius, flatContrast: tuning.flatContrast)
      pixels = Self.thresholded(image, by: means)
      contrasts = means.contrasts
    case .wide: pixels = thresholded(radius: max(tuning.wideRadius, max(width, height) / tuning.wideDivisor))
    case .global:
      let value = image.otsuThreshold
      pixels = image.pixels.map { $0 <= value ? 1 : 0 }
    case .narrow:
      pixels = thresholded(radius: tuning.localRadius)
      sharpen(image, reach: tuning.narrowReach, slack: tuning.narrowSlack)
    }
  }

  /// Thresholds by the mean of a small square around each pixel, for symbols of a few gray levels.
  init(faint image: GrayImage, _ tuning: Tuning.Search) {
    (width, height) = (image.width, image.height)
    pixels = [UInt8](repeating: 0, count: width * height)
    sharpen(image, reach: tuning.faintReach, slack: tuning.faintSlack)
  }

  /// Thresholds pixels again that are darker or lighter than the mean of the square around them.
  ///
  /// - Parameters:
  ///   - reach: Pixels of the square on each side of its centre.
  ///   - slack: Gray levels up to which a difference is ignored.
  private mutating func sharpen(_ image: GrayImage, reach: Int, slack: Int) {
    let side = 2 * reach + 1
    guard width > side, height > side else { return }
    let (area, count) = (Int32(side * side), width - 2 * reach)
    // Running sums: of each column over the height of the square, and of each square along one row.
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
