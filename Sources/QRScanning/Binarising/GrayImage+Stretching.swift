import Imaging

extension GrayImage {
  /// Stretches the gray levels to 0…255 if they span less than `stretchedSpan`. The few beyond that span keep a part of 0…255.
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
    let (low, high) = range(ignoring: count / tuning.clippedDivisor)
    guard high - low < tuning.stretchedSpan, high > low else { return self }
    // A small symbol on a large page may be among what does not count.
    let (darkest, lightest) = range(ignoring: min(tuning.specks, count / tuning.clippedDivisor))
    let hasTails = (dark: low - darkest > tuning.flatContrast, light: lightest - high > tuning.flatContrast)
    let tail = hasTails.dark && hasTails.light ? tuning.clippedTails / 2 : tuning.clippedTails
    return spread(
      from: (darkest, low), to: (high, lightest),
      tails: (hasTails.dark ? tail : 0, hasTails.light ? tail : 0))
  }

  /// The picture with the levels from `low` to `high` spread over what its tails leave of 0…255, and those beyond over the tails.
  private func spread(
    from dark: (darkest: Int, low: Int), to light: (high: Int, lightest: Int), tails: (dark: Int, light: Int)
  ) -> GrayImage {
    func moved(_ value: Int, from range: (Int, Int), to target: (Int, Int)) -> Double {
      let share = Double(value - range.0) / Double(max(1, range.1 - range.0))
      return Double(target.0) + min(max(share, 0), 1) * Double(target.1 - target.0)
    }
    let (low, high) = (tails.dark, Int(UInt8.max) - tails.light)
    return mapped(
      by: (0...255).map { value in
        UInt8(
          value < dark.low
            ? moved(value, from: (dark.darkest, dark.low), to: (0, low))
            : value > light.high
              ? moved(value, from: (light.high, light.lightest), to: (high, Int(UInt8.max)))
              : moved(value, from: (dark.low, light.high), to: (low, high)))
      })
  }

  /// The picture with two gray levels moved to 0 and 255, and those between them in proportion.
  func spread(from low: Double, to high: Double) -> GrayImage {
    let range = max(1, high - low)
    return mapped(by: (0...255).map { UInt8(min(max((Double($0) - low) * 255 / range, 0), 255)) })
  }
}
