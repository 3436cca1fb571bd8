import Imaging
import QRSymbology

/// Counts the modules between two finder patterns along the timing pattern that connects them.
enum TimingCount {
  /// The symbol's size by the timing patterns to the right and down: their runs, and the modules beyond both ends.
  ///
  /// - Returns: Two sizes, or none where a finder pattern has too little contrast.
  static func sizes(of triple: FinderTriple<LevelPixels>, in image: GrayImage) -> [Int] {
    let patterns = triple.oriented()
    precondition(patterns.contains { !$0.pattern.isSupposed }, "at most two patterns are supposed")
    // A supposed pattern has no gray levels of its own.
    let known = patterns.filter { !$0.pattern.isSupposed }.map { Self.levels(of: $0, image) }
    let levels = patterns.map { $0.pattern.isSupposed ? known[0] : Self.levels(of: $0, image) }
    // With less contrast noise would be counted.
    guard levels.allSatisfy({ $0.light - $0.dark > 4 }) else { return [] }
    let (corner, right, below) = (patterns[0], patterns[1], patterns[2])
    // From the last module of one pattern to the first of the other: (6, 6) to (size − 7, 6), and to (6, size − 7).
    let edge = Double(FunctionPattern.finderMiddle)
    let start = corner.place(edge, edge)
    let across = right.pattern.centre - right.right * edge + right.down * edge
    let down = below.pattern.centre + below.right * edge - below.down * edge
    return [(across, 1, corner.right), (down, 2, corner.down)].map { end, other, axis in
      runs(from: start, to: end, image, levels[0], levels[other], module: axis.length) + 2 * FunctionPattern.timingLine
    }
  }

  private typealias Levels = (dark: Double, light: Double)

  /// The grays of a pattern's dark core and of its light ring.
  private static func levels(of pattern: OrientedPattern, _ image: GrayImage) -> Levels {
    (pattern.darkGray(at: 0.7, in: image), pattern.ringGray(in: image))
  }

  /// Runs of dark and light along a line, thresholded by the mean around each sample: blur leaves little of the contrast
  /// that the finder patterns have.
  private static func runs(
    from start: Vector, to end: Vector, _ image: GrayImage, _ a: Levels, _ b: Levels, module: Double
  ) -> Int {
    // Three samples for two pixels.
    let density = 1.5
    let steps = max(2, Int((end - start).length * density))
    let profile = (0...steps).map { image.value(at: start + (end - start) * (Double($0) / Double(steps))) }
    // Two modules on each side.
    let reach = max(2, Int(module * density * 2))
    // Less hysteresis counts noise, more misses blurred modules.
    let slack = ((a.light - a.dark) + (b.light - b.dark)) / 2 * 0.04
    var sum = 0.0
    for i in 0..<min(reach, profile.count) { sum += profile[i] }
    var (runs, isDark) = (1, true)
    for i in profile.indices {
      if i + reach < profile.count { sum += profile[i + reach] }
      if i > reach { sum -= profile[i - reach - 1] }
      let count = min(profile.count - 1, i + reach) - max(0, i - reach) + 1
      let mean = sum / Double(count)
      if isDark ? profile[i] > mean + slack : profile[i] < mean - slack {
        isDark.toggle()
        runs += 1
      }
    }
    return runs
  }
}
