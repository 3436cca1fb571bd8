import Imaging

extension GrayImage {
  /// Stretches the gray levels to 0…255 if they span less than half of that. The few beyond that span keep a part of 0…255.
  func stretched() -> GrayImage {
    var histogram = [Int](repeating: 0, count: 256)
    var count = 0
    unsafe pixels.withUnsafeBufferPointer { pixels in
      // Some 256 rows are enough.
      for row in stride(from: 0, to: pixels.count, by: max(3, height / 256) * width) {
        for i in row..<row + width { unsafe histogram[Int(pixels[i])] += 1 }
        count += width
      }
    }
    func level(_ levels: some Sequence<Int>, ignoring ignored: Int) -> Int {
      var left = ignored
      for level in levels {
        left -= histogram[level]
        if left < 0 { return level }
      }
      return 0
    }
    func range(ignoring ignored: Int) -> (low: Int, high: Int) {
      (level(0...255, ignoring: ignored), level((0...255).reversed(), ignoring: ignored))
    }
    let ignored = count / 200
    let (low, high) = range(ignoring: ignored)
    guard high - low < 128, high > low else { return self }
    // A small symbol on a large page may be among what does not count: only some pixels are specks.
    let (darkest, lightest) = range(ignoring: min(16, ignored))
    let flat = BlockMeans.flatContrast
    let hasTails = (dark: low - darkest > flat, light: lightest - high > flat)
    // Three quarters of the gray levels are for what is beyond the span: else faint symbols there would be lost.
    let (tail, white) = (192.0 / (hasTails.dark && hasTails.light ? 2 : 1), Double(UInt8.max))
    return mapped(through: [
      (Double(darkest), 0), (Double(low), hasTails.dark ? tail : 0),
      (Double(high), white - (hasTails.light ? tail : 0)),
      (Double(lightest), white),
    ])
  }

  /// The picture with gray levels moved to others, and those between two of them in proportion.
  ///
  /// - Parameter points: From the darkest to the lightest; what is beyond them becomes as dark or light as they do.
  func mapped(through points: [(from: Double, to: Double)]) -> GrayImage {
    mapped(
      by: (0...255).map { value in
        let value = Double(value)
        guard let next = points.firstIndex(where: { value < $0.from }) else {
          return UInt8(points[points.count - 1].to)
        }
        let (upper, lower) = (points[next], points[max(0, next - 1)])
        if next == 0 { return UInt8(upper.to) }
        return UInt8(lower.to + (value - lower.from) * (upper.to - lower.to) / (upper.from - lower.from))
      })
  }

  /// The gray level that splits the histogram into the two classes of the largest variance between them.
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
