extension Tuning {
  /// Limits of work: larger reads more and takes longer.
  struct Budget: Hashable, Sendable {
    // MARK: Patterns and triples

    /// Patterns found in one pass before they are measured. A page with more is read strip by strip.
    var candidatePatterns = 4000
    /// Patterns kept at one level, the clearest first. A level with more may be a page; ``patternsPerPageSymbol``.
    var patterns = 2000
    /// A level is a page, and is read strip by strip, if at least one symbol was read for this many of its clearest patterns.
    /// Larger takes more pictures for pages.
    var patternsPerPageSymbol = 30
    /// Strips without a symbol after which the rest of a page is left out. Larger takes longer.
    var bareStrips = 2
    /// Neighbours on each of four sides of a pattern, the nearest first.
    var neighbours = 8
    /// Patterns above which ``crowdedNeighbours``, ``crowdedFailures`` and ``crowdedModules`` apply.
    var crowd = 500
    /// Neighbours on each side in a crowd.
    var crowdedNeighbours = 6
    /// Clear patterns up to which pairs are completed.
    var clearPatterns = 6
    /// Triples that are looked at per level, at least.
    var triples = 3000
    /// Triples that are looked at per pattern, where that is more.
    var triplesPerPattern = 8
    /// Lone patterns that are tried as Micro QR and rMQR symbols, the clearest first.
    var microPatterns = 12
    /// Patterns that look like those of Micro QR or rMQR symbols and cannot be read, per picture. Smaller gives up sooner.
    var microFailures = 24
    /// Dark spots that are tried as discs, the largest first: those of the data are a third as wide.
    var discSpots = 24
    /// Triples of discs that are tried.
    var discTriples = 8

    /// Regions of a picture that are searched on their own.
    var regions = 8
    /// Triples of the patterns of all passes that may make a region, the likeliest first.
    var regionTriples = 60

    // MARK: Failures

    /// Triples that look like symbols and cannot be read, per picture.
    var failures = 60
    /// The same at a level with more than ``crowd`` patterns: most symbols of a page are read by the first map. Smaller
    /// gives up sooner. Measured: no read is lost in `make tune`; pages of spoilt symbols and crowds of slanted
    /// patterns take less time (`make bench-hostile`).
    var crowdedFailures = 20
    /// Failures added per symbol that was read.
    var failuresPerSymbol = 4
    /// Modules of all symbols that cannot be read, per picture, without those that ``failedModulesPerSymbol`` adds.
    /// Smaller gives up sooner.
    var failedModules = 245_000
    /// The same while a level with more than ``crowd`` patterns is searched: its symbols are small. Smaller gives up sooner.
    /// Measured: no read is lost in `make tune`; a plaid with the widths of finder patterns takes less time (`make bench-hostile`).
    var crowdedModules = 180_000
    /// Modules added to either limit for each symbol that was read: a page has more patterns that are not one symbol's.
    /// Smaller gives up sooner.
    var failedModulesPerSymbol = 2000
    /// The most modules that are added in this way.
    var addedModules = 60_000
    /// The limit for all regions of a picture together. Smaller gives up sooner. Measured: at 60,000, one of 209 symbols on pages of 60
    /// is lost in `make tune`.
    var regionModules = 120_000
    /// Failures per level and threshold, before patterns are counted.
    var failedTriples = 8
    /// Patterns per further failure. Larger allows fewer.
    var patternsPerFailedTriple = 3
    /// Failures per level and threshold before the other triples are tried by the first map alone, and thoroughly after
    /// all of them. Measured: a page of 200 spoilt symbols and 10 good ones at 0 and at 20.
    var promptFailures = 4
    /// Triples tried by the first map alone that count as many modules as one that is tried thoroughly. Smaller gives up sooner.
    /// Measured: at 10, no read is lost in `make tune`.
    var directAttempts = 12
    /// Modules that such an attempt counts beside its own, for the work that does not depend on its size. Larger gives up
    /// sooner. Measured: no read is lost in `make tune`; lattices of finder patterns that several symbols could share take
    /// two thirds of the time (`make bench-hostile`).
    var modulesPerDirectAttempt = 600

    // MARK: One symbol

    /// Versions that are tried for a triple.
    var versions = 2
    /// The largest version whose modules are made clearer one parameter at a time.
    var clarifiedVersion = 6
    /// From this number of modules on, only every second one is sampled while they are made clearer. Smaller takes less time and fits
    /// worse.
    var halvedModules = 700
    /// The smallest version of a clear triple that is tracked before a plane is fitted.
    var trackedVersion = 7
    /// Passes of a search for the best map.
    var mapPasses = 30
    /// Passes of a search for the best finder pattern.
    var patternPasses = 40
    /// Passes of projected gradient descent.
    var deblurringPasses = 50

    // MARK: Pictures, in pixels

    /// Largest level that is searched with the narrow threshold.
    var narrowPixels = 4_000_000
    /// Largest region.
    var regionPixels = 1_000_000
    /// Largest level that is searched for discs.
    var discPixels = 200_000
    /// Largest picture that is enlarged.
    var enlargementPixels = 4_000_000
    /// Largest picture whose enlargement is searched at `normal` effort, others at `fast`.
    var deepEnlargementPixels = 300_000
    /// Largest picture that zbar sees; others are halved.
    var zbarPixels = 400_000

    /// Seconds that zbar may take, where there is a deadline: a picture that would take longer gets half its size. Larger takes
    /// longer for pictures full of finder patterns.
    var zbarSeconds = 20.0
    /// Lines across finder patterns with which zbar takes a second. Twice as many take four. Measured: fields of patterns
    /// of 1-pixel modules.
    var zbarLines = 30_000
    /// Least width of the middle of five runs, as a share of the other four together, for the runs to count as such a line.
    /// Larger counts fewer lines, and asks zbar more often. In the standard's patterns the share is 0.75; zbar's decoder is
    /// lenient.
    var zbarLeastMiddle = 0.5
    /// The greatest such share. Smaller counts fewer lines, and asks zbar more often.
    var zbarMostMiddle = 4.0 / 3
  }
}

extension Tuning.Budget {
  /// The neighbours on each side among so many patterns.
  func neighbours(among patterns: Int) -> Int { patterns > crowd ? crowdedNeighbours : neighbours }

  /// The most failures among so many patterns, before any symbol was read.
  func failures(among patterns: Int) -> Int { patterns > crowd ? crowdedFailures : failures }

  /// The most modules of failures among so many patterns, before any symbol was read.
  func failedModules(among patterns: Int) -> Int { patterns > crowd ? crowdedModules : failedModules }

  /// Whether pairs of so many clear patterns are completed.
  func completes(_ clearPatterns: Int) -> Bool { 2...max(2, self.clearPatterns) ~= clearPatterns }
}
