import Imaging

/// A picture thresholded to dark and light.
struct Bitmap {
  let width: Int
  let height: Int
  /// 1 where the picture is dark.
  private(set) var pixels: [UInt8]

  typealias Threshold = ScanAttempt.Threshold

  /// - Parameters:
  ///   - means: Those of the picture, if they are known.
  ///   - isLight: Whether the thresholds are for light symbols on dark ground.
  init(
    _ image: GrayImage, _ threshold: Threshold, means: BlockMeans? = nil, isLight: Bool = false, _ tuning: Tuning.Search
  ) {
    (width, height) = (image.width, image.height)
    func thresholded(radius: Int) -> [UInt8] {
      let means = means ?? BlockMeans(image, tuning)
      return Self.thresholded(image, by: means.thresholds(radius: radius, isLight: isLight), columns: means.columns)
    }
    switch threshold {
    case .local: pixels = thresholded(radius: tuning.localRadius)
    case .wide: pixels = thresholded(radius: max(4, max(width, height) / 128))
    case .global:
      let value = image.otsuThreshold
      pixels = image.pixels.map { $0 <= value ? 1 : 0 }
    case .narrow:
      pixels = thresholded(radius: tuning.localRadius)
      sharpen(image, reach: tuning.narrowReach, slack: tuning.narrowSlack)
    }
  }

  /// Thresholds pixels again where they differ from the mean of the square around them.
  ///
  /// - Parameters:
  ///   - reach: Pixels of the square on each side of its centre, 0…7.
  ///   - slack: Gray levels up to which a difference is ignored, 0…30.
  mutating func sharpen(_ image: GrayImage, reach: Int, slack: Int) {
    let side = 2 * reach + 1
    precondition(0...7 ~= reach && 0...30 ~= slack, "sums of the square have 16 bits")
    guard width > side, height > side else { return }
    let (area, ignored, count) = (UInt16(side * side), UInt16(slack * side * side), width - 2 * reach)
    // Running sums of each column over the height of the square. Along a row, sums of 1, 2, 4, … columns are made from
    // these; those for the set bits of the side add up to the sum of each square.
    var sums = [UInt16](repeating: 0, count: 3 * width)
    let (width, height) = (width, height)
    unsafe image.pixels.withUnsafeBufferPointer { source in
      unsafe pixels.withUnsafeMutableBufferPointer { target in
        unsafe sums.withUnsafeMutableBufferPointer { sums in
          let columns = unsafe UnsafeMutableBufferPointer(rebasing: sums[..<width])
          let spans = unsafe UnsafeMutableBufferPointer(rebasing: sums[width..<2 * width])
          let squares = unsafe UnsafeMutableBufferPointer(rebasing: sums[(2 * width)...])
          for y in 0..<side { for x in 0..<width { unsafe columns[x] &+= UInt16(source[y &* width &+ x]) } }
          for y in reach..<height - reach {
            if y > reach {
              let (new, old) = ((y &+ reach) &* width, (y &- reach &- 1) &* width)
              for x in 0..<width {
                unsafe columns[x] = columns[x] &+ UInt16(source[new &+ x]) &- UInt16(source[old &+ x])
              }
            }
            for x in 0..<width { unsafe spans[x] = columns[x] }
            for x in 0..<count { unsafe squares[x] = 0 }
            var (span, start) = (1, 0)
            while true {
              if side & span != 0 {
                for x in 0..<count { unsafe squares[x] &+= spans[x &+ start] }
                start += span
              }
              if span * 2 > side { break }
              for x in 0...width &- 2 &* span { unsafe spans[x] &+= spans[x &+ span] }
              span *= 2
            }
            let row = y &* width &+ reach
            for x in 0..<count {
              let (value, mean) = unsafe (UInt16(source[row &+ x]) &* area, squares[x])
              let isDark: UInt8 = value &+ ignored < mean ? 1 : 0
              let isLight: UInt8 = mean &+ ignored < value ? 1 : 0
              unsafe target[row &+ x] = (target[row &+ x] & ~isLight) | isDark
            }
          }
        }
      }
    }
  }

  private static func thresholded(_ image: GrayImage, by values: [UInt8], columns: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: image.width * image.height)
    let (width, height) = (image.width, image.height)
    unsafe image.pixels.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          let line = y * width
          let thresholds = y / BlockMeans.side * columns
          var x = 0
          while x &+ BlockMeans.side <= width {
            let threshold = SIMD8(repeating: values[thresholds &+ x / BlockMeans.side])
            let grays = unsafe UnsafeRawPointer(source.baseAddress! + (line &+ x)).loadUnaligned(as: SIMD8<UInt8>.self)
            let dark = SIMD8<UInt8>(repeating: 0).replacing(with: 1, where: grays .<= threshold)
            unsafe UnsafeMutableRawPointer(target.baseAddress! + (line &+ x)).storeBytes(
              of: dark, as: SIMD8<UInt8>.self)
            x &+= BlockMeans.side
          }
          while x < width {
            unsafe target[line &+ x] = unsafe source[line &+ x] <= values[thresholds &+ x / BlockMeans.side] ? 1 : 0
            x &+= 1
          }
        }
      }
    }
    return result
  }
}
