import QRSymbology

/// Counts the modules between two finder patterns by the timing pattern that joins them.
enum TimingCount {
  /// The symbol's size as the timing patterns to the right and below tell it: alternations and twelve.
  static func sizes(of triple: FinderTriple, in image: GrayImage) -> [Int] {
    let frames = triple.frames()
    let levels = frames.map { Self.levels(of: $0, image) }
    guard levels.allSatisfy({ $0.light - $0.dark > 8 }) else { return [] }
    let (corner, right, below) = (frames[0], frames[1], frames[2])
    // From the innermost module of one pattern to that of the other: (6, 6) to (size − 7, 6), and to (6, size − 7).
    let start = corner.pattern.centre + corner.right * 3 + corner.down * 3
    let across = right.pattern.centre - right.right * 3 + right.down * 3
    let down = below.pattern.centre + below.right * 3 - below.down * 3
    return [
      runs(from: start, to: across, image, levels[0], levels[1]), runs(from: start, to: down, image, levels[0], levels[2]),
    ].map { $0 + 12 }
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

  /// Runs of dark and light on the way, with some hysteresis against noise.
  private static func runs(from start: Vector, to end: Vector, _ image: GrayImage, _ a: Levels, _ b: Levels) -> Int {
    let steps = max(2, Int((end - start).length * 1.2))
    var runs = 1
    var isDark = true
    for step in 0...steps {
      let t = Double(step) / Double(steps)
      let gray = image.value(at: start + (end - start) * t)
      let dark = a.dark + (b.dark - a.dark) * t
      let light = a.light + (b.light - a.light) * t
      let share = (gray - dark) / (light - dark)
      if isDark ? share > 0.58 : share < 0.42 {
        isDark.toggle()
        runs += 1
      }
    }
    return runs
  }
}
