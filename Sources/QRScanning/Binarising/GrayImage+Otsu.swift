import Imaging

extension GrayImage {
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
