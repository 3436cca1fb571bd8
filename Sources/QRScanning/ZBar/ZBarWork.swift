import Imaging

/// The work that a picture makes for zbar, which cannot be interrupted.
///
/// zbar compares every line that crosses something like a finder pattern with every other: a drawing of nothing but finder
/// patterns takes it minutes. The lines are counted here by the runs 1 : 1 : 3 : 1 : 1 of dark and light pixels in each row.
struct ZBarWork {
  /// Seconds that zbar would take, roughly. Measured on fields of patterns of 1-pixel modules: one for 30,000 lines along rows, and
  /// four for twice as many.
  private let seconds: Double

  init(_ image: GrayImage, _ tuning: Tuning.Search) {
    let bitmap = Bitmap(image, .local, tuning)
    let lines = unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      (0..<bitmap.height).reduce(0) { unsafe $0 + Self.lines(row: $1 * bitmap.width, bitmap.width, pixels) }
    }
    let share = Double(lines) / 30_000
    seconds = share * share
  }

  /// Whether zbar would take no longer than it may where there is a time limit. A picture that would take longer gets half its size.
  var isWithinBudget: Bool { seconds <= 20 }

  /// Whether zbar would exceed the limit, or its budget.
  func isTooMuch(until limit: TimeLimit) -> Bool {
    let left = limit.left / .seconds(1)
    return left <= 0 || seconds > left || !isWithinBudget
  }

  private static func lines(row: Int, _ width: Int, _ pixels: UnsafeBufferPointer<UInt8>) -> Int {
    // The lengths of the last five runs, the newest last.
    var runs = (0, 0, 0, 0, 0)
    var (count, start) = (0, 0)
    for x in 1...width where unsafe x == width || pixels[row &+ x] != pixels[row &+ x &- 1] {
      runs = (runs.1, runs.2, runs.3, runs.4, x - start)
      start = x
      guard min(runs.0, runs.1, runs.3) > 0 else { continue }
      // The middle is 0.75 of the others together in the standard's patterns; zbar's decoder is lenient.
      if 0.5...4.0 / 3 ~= Double(runs.2) / Double(runs.0 + runs.1 + runs.3 + runs.4) { count += 1 }
    }
    return count
  }
}
