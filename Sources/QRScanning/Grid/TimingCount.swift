import QRSymbology

/// Counts the modules between two finder patterns by the timing pattern that joins them.
enum TimingCount {
  /// The symbol's size as the timing patterns to the right and below tell it: alternations and twelve.
  static func sizes(of triple: FinderTriple, in image: GrayImage) -> [Int] {
    let frames = triple.frames()
    precondition(frames.contains { !$0.pattern.isSupposed }, "at most two patterns are supposed")
    // A pattern that is only supposed tells no levels: those of the others must do.
    let known = frames.filter { !$0.pattern.isSupposed }.map { Self.levels(of: $0, image) }
    let levels = frames.map { $0.pattern.isSupposed ? known[0] : Self.levels(of: $0, image) }
    guard levels.allSatisfy({ $0.light - $0.dark > 4 }) else { return [] }
    let (corner, right, below) = (frames[0], frames[1], frames[2])
    // From the innermost module of one pattern to that of the other: (6, 6) to (size − 7, 6), and to (6, size − 7).
    let start = corner.pattern.centre + corner.right * 3 + corner.down * 3
    let across = right.pattern.centre - right.right * 3 + right.down * 3
    let down = below.pattern.centre + below.right * 3 - below.down * 3
    return [(across, 1, corner.right), (down, 2, corner.down)].map { end, other, axis in
      runs(from: start, to: end, image, levels[0], levels[other], module: axis.length) + 12
    }
  }

  private typealias Levels = (dark: Double, light: Double)

  /// The gray of a pattern's dark centre and of its light ring.
  private static func levels(
    of frame: (pattern: FinderPattern, right: Vector, down: Vector), _ image: GrayImage
  ) -> Levels {
    func gray(_ x: Double, _ y: Double) -> Double {
      image.value(at: frame.pattern.centre + frame.right * x + frame.down * y)
    }
    let dark = gray(0, 0) + gray(0.7, 0) + gray(-0.7, 0) + gray(0, 0.7) + gray(0, -0.7)
    let light = gray(2, 0) + gray(-2, 0) + gray(0, 2) + gray(0, -2)
    return (dark / 5, light / 4)
  }

  /// Runs of dark and light on the way, parted by the mean of some modules around each place: blur leaves little of the
  /// contrast that the finder patterns have.
  private static func runs(
    from start: Vector, to end: Vector, _ image: GrayImage, _ a: Levels, _ b: Levels, module: Double
  ) -> Int {
    let steps = max(2, Int((end - start).length * 1.5))
    let profile = (0...steps).map { image.value(at: start + (end - start) * (Double($0) / Double(steps))) }
    let reach = max(2, Int(module * 1.5 * 2))
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
