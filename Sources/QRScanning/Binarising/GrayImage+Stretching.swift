import Imaging

extension GrayImage {
  /// Stretches the gray levels to 0…255 if they span less than `stretchedSpan`.
  func stretched(_ tuning: Tuning.Search) -> GrayImage {
    var histogram = [Int](repeating: 0, count: 256)
    var count = 0
    unsafe pixels.withUnsafeBufferPointer { pixels in
      for row in stride(from: 0, to: pixels.count, by: max(tuning.stretchedStep, height / tuning.stretchedRows) * width)
      {
        for i in row..<row + width { unsafe histogram[Int(pixels[i])] += 1 }
        count += width
      }
    }
    func level(_ levels: some Sequence<Int>) -> Int {
      var left = count / tuning.clippedDivisor
      for level in levels {
        left -= histogram[level]
        if left < 0 { return level }
      }
      return 0
    }
    let (low, high) = (level(0...255), level((0...255).reversed()))
    guard high - low < tuning.stretchedSpan, high > low else { return self }
    return spread(from: Double(low), to: Double(high))
  }

  /// The picture with two gray levels moved to 0 and 255, and those between them in proportion.
  func spread(from low: Double, to high: Double) -> GrayImage {
    let range = max(1, high - low)
    return mapped(by: (0...255).map { UInt8(min(max((Double($0) - low) * 255 / range, 0), 255)) })
  }
}
