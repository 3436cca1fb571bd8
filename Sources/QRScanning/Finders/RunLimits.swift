import QRSymbology

/// How far five runs of dark and light pixels may deviate from the 1 : 1 : 3 : 1 : 1 of a finder pattern.
struct RunLimits {
  typealias Runs = (Int, Int, Int, Int, Int)

  /// In modules.
  private let share: Double
  /// In pixels, in addition.
  private let slack: Double
  /// The factor of the deviation for the core.
  private let core: Double

  init(share: Double, _ tuning: Tuning.Search) {
    (self.share, slack, core) = (share, tuning.runSlack, tuning.coreRun)
  }

  /// Whether the core is longer than the runs beside it, and the outer ones less than twice as long as it: a cheap integer test,
  /// which nearly all runs fail.
  @inline(__always)
  func haveCore(_ runs: Runs) -> Bool {
    let most = runs.2 &* 2
    return runs.2 > runs.1 && runs.2 > runs.3 && most > runs.0 && most > runs.4
  }

  /// Whether all five runs are within the limits.
  func contain(_ runs: Runs) -> Bool {
    let total = Double(runs.0 + runs.1 + runs.2 + runs.3 + runs.4)
    let module = total / Double(FunctionPattern.finderSize)
    let limit = module * share + slack
    return abs(Double(runs.0) - module) < limit && abs(Double(runs.1) - module) < limit
      && abs(Double(runs.2) - Double(FunctionPattern.finderCore) * module) < limit * core
      && abs(Double(runs.3) - module) < limit && abs(Double(runs.4) - module) < limit
  }
}
