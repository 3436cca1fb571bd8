/// Every number that decides something in the scanner.
///
/// ```swift
/// let tuning = Tuning(.hard)
/// tuning.budget.failures  // 300 failed triples per picture
/// ```
///
/// The groups are named by what guards a change. ``Acceptance`` guards against wrong reads; ``Search``, ``Regions`` and
/// ``Fit`` serve recall; ``Budget`` limits time. `make tune SET=name=value` measures a change against
/// `Benchmarks/baseline.tsv`.
struct Tuning: Hashable, Sendable {
  var acceptance = Acceptance()
  var search = Search()
  var regions = Regions()
  var fit = Fit()
  var budget = Budget()
  /// When the search ends, complete or not; `nil` for never. Work between two checks of the clock takes milliseconds,
  /// a large symbol up to a second.
  var deadline: ContinuousClock.Instant?

  /// Whether the deadline has passed.
  var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// The values for an effort. The defaults of the fields are those of `normal`.
  init(_ effort: QRScanner.Effort) {
    switch effort {
    case .fast:
      search.usesAllThresholds = false
      search.completesPairs = false
      search.deblurs = false
      search.sharpensMore = false
      search.triesZBar = false
      budget.versions = 1
      budget.clarifiedVersion = 0
      budget.enlargementPixels = 0
    case .normal: break
    case .hard:
      search.hasTolerantPass = true
      search.retriesTriples = true
      search.samplesNarrowly = true
      search.doublesBothAxes = true
      search.zbarNeedsEvidence = false
      search.patternQuality = 0.4
      search.countedTriple = 0
      search.convincingTiming = 0.6
      budget.versions = 3
      budget.clarifiedVersion = 20
      budget.clearPatterns = 12
      budget.microPatterns = 60
      budget.failures = 300
      budget.crowdedFailures = 100
      budget.failedModules = 1_300_000
      budget.crowdedModules = 850_000
      budget.failedModulesPerSymbol = 8000
      budget.addedModules = 250_000
      budget.regionModules = 250_000
      budget.microFailures = 120
      budget.failedTriples = 60
      budget.patternsPerFailedTriple = .max
      budget.deepEnlargementPixels = .max
      budget.zbarPixels = .max
    }
  }
}

extension Tuning {
  /// The effort for the enlargement of a picture of so many pixels. A second whole search takes its time: in large
  /// pictures it is a fast one.
  func effortOfEnlargement(pixels: Int) -> QRScanner.Effort {
    pixels <= budget.deepEnlargementPixels ? .normal : .fast
  }

  /// The same for an enlargement or a part of the picture, whose regions are not searched again.
  var forPart: Tuning {
    var tuning = self
    tuning.search.searchesRegions = false
    return tuning
  }

  /// The values for a region of the picture.
  ///
  /// - Parameter failedModules: Those of the regions before.
  func forRegion(failedModules: Int) -> Tuning {
    var tuning = forPart
    tuning.search.hasTolerantPass = false
    tuning.budget.failedModules = budget.regionModules - failedModules
    tuning.budget.crowdedModules = tuning.budget.failedModules
    return tuning
  }

  /// Whether no minimum exceeds its maximum, sums over squares fit in 16 bits, gray levels in 8, and what is divided by, or counted to, is at
  /// least 1.
  var isPossible: Bool {
    let reaches = [regions.pooledReach, search.narrowReach]
    let slacks = [regions.pooledSlack, search.narrowSlack]
    let counts = [
      search.wideDivisor, search.discVersions, fit.blurRadius, fit.timingStretch, budget.patternsPerFailedTriple,
      budget.directAttempts, search.clippedDivisor, search.stretchedRows, search.stretchedStep,
      fit.rectangularHead, search.rectangularPairs, search.outerRun, acceptance.erasureReserveDivisor,
    ]
    return [
      (search.tripleSmallest, search.tripleLargest), (search.tripleNearest, search.tripleFarthest),
      (search.pairSmallest, search.pairLargest), (search.pairNearest, search.pairFarthest),
      (1, search.discRatio), (budget.zbarLeastMiddle, budget.zbarMostMiddle),
    ].allSatisfy { $0 <= $1 } && reaches.allSatisfy { Bitmap.reaches ~= $0 }
      && slacks.allSatisfy { Bitmap.slacks ~= $0 }
      && counts.allSatisfy { $0 >= 1 } && search.flatBesideWeight >= 0 && 0...1 ~= search.flatThreshold
      && 0...Int(UInt8.max) ~= search.clippedTails
  }
}
