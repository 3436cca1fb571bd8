import Imaging

/// The work that a picture makes for zbar, which cannot be interrupted.
///
/// zbar compares every line that crosses something like a finder pattern with every other: a drawing of nothing but finder
/// patterns takes it minutes. The lines are counted here by the runs 1 : 1 : 3 : 1 : 1 of dark and light pixels in each row.
struct ZBarWork {
  /// Lines along rows; 0 without a deadline.
  private(set) var lines = 0
  private let tuning: Tuning

  init(_ image: GrayImage, _ tuning: Tuning) {
    self.tuning = tuning
    guard tuning.deadline != nil else { return }
    let bitmap = Bitmap(image, .local, tuning.search)
    let middles = tuning.budget.zbarLeastMiddle...tuning.budget.zbarMostMiddle
    lines = unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      (0..<bitmap.height).reduce(0) { unsafe $0 + Self.lines(row: $1 * bitmap.width, bitmap.width, pixels, middles) }
    }
  }

  /// Seconds that zbar would take, roughly.
  private var seconds: Double {
    let share = Double(lines) / Double(max(1, tuning.budget.zbarLines))
    return share * share
  }

  /// Whether zbar would exceed the deadline, or its budget.
  var isTooMuch: Bool {
    guard let deadline = tuning.deadline else { return false }
    let left = ContinuousClock.now.duration(to: deadline) / .seconds(1)
    return left <= 0 || seconds > min(left, tuning.budget.zbarSeconds)
  }

  /// Whether it would not exceed the budget.
  var isWithinBudget: Bool { seconds <= tuning.budget.zbarSeconds }

  /// - Parameter middles: Widths of the middle run, as shares of the others together.
  private static func lines(
    row: Int, _ width: Int, _ pixels: UnsafeBufferPointer<UInt8>, _ middles: ClosedRange<Double>
  ) -> Int {
    // The lengths of the last five runs, the newest last.
    var runs = (0, 0, 0, 0, 0)
    var (count, start) = (0, 0)
    for x in 1...width where unsafe x == width || pixels[row &+ x] != pixels[row &+ x &- 1] {
      runs = (runs.1, runs.2, runs.3, runs.4, x - start)
      start = x
      guard min(runs.0, runs.1, runs.3) > 0 else { continue }
      if middles ~= Double(runs.2) / Double(runs.0 + runs.1 + runs.3 + runs.4) { count += 1 }
    }
    return count
  }
}
