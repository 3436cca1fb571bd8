/// The numbers that decide how a picture is searched, and whose effect is measured.
///
/// Every field has a unit, says what a larger or smaller value does, and was measured at both
/// (`Benchmarks/effects.tsv`). Numbers without a measured effect are constants beside their use. ``Acceptance`` guards
/// against wrong reads; ``Search`` and ``Fit`` serve recall; ``Budget`` limits time. `make tune SET=group.field=value`
/// measures a change against `Benchmarks/baseline.tsv`; its fields come and go with every release.
@_spi(Tuning) public struct Tuning: Hashable, Sendable, Codable {
  var acceptance = Acceptance()
  var search = Search()
  var fit = Fit()
  var budget = Budget()
  /// When the search ends, complete or not; `nil` for never. Work between two checks of the clock takes milliseconds,
  /// a large symbol up to a second.
  var limit: TimeLimit?

  private enum CodingKeys: CodingKey { case acceptance, search, fit, budget }

  /// Whether the search has to end.
  var isOver: Bool { limit.map { $0.left <= .zero } ?? false }

  /// The values for an effort. The defaults of the fields are those of `normal`.
  public init(_ effort: QRScanner.Effort) {
    switch effort {
    case .fast:
      search.usesAllThresholds = false
      search.deblurs = false
      search.sharpensMore = false
      budget.clearPatterns = 0
      budget.versions = 1
      budget.clarifiedVersion = 0
      budget.enlargementPixels = 0
    case .normal: break
    case .hard:
      search.hasTolerantPass = true
      search.retriesTriples = true
      search.samplesNarrowly = true
      search.doublesBothAxes = true
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
}
