extension Tuning {
  /// Limits of work: larger reads more and takes longer.
  struct Budget: Hashable, Sendable, Codable {
    // MARK: Patterns and symbols

    /// Clear patterns up to which triples are completed from two of them.
    var clearPatterns = 6
    /// Lone patterns that are tried as Micro QR and rMQR symbols, the clearest first.
    var microPatterns = 12
    /// Patterns that look like those of Micro QR or rMQR symbols and cannot be read, per picture. Smaller gives up sooner.
    var microFailures = 24
    /// Versions that are tried for a triple.
    var versions = 2
    /// The largest version whose modules are made clearer one parameter at a time.
    var clarifiedVersion = 6

    // MARK: Failures

    /// Triples that look like symbols and cannot be read, per picture.
    var failures = 60
    /// The same at a level with more than ``crowd`` patterns: most symbols of a page are read by the first map. Smaller
    /// gives up sooner. Measured: no read is lost in `make tune`; pages of spoilt symbols and crowds of slanted
    /// patterns take less time (`make bench-hostile`).
    var crowdedFailures = 20
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

    // MARK: Pictures, in pixels

    /// Largest picture that is enlarged.
    var enlargementPixels = 4_000_000
    /// Largest picture whose enlargement is searched at `normal` effort, others at `fast`.
    var deepEnlargementPixels = 300_000
  }
}

extension Tuning.Budget {
  /// Patterns at a level above which most are those of other symbols, or of none, and fewer attempts are made for each.
  static let crowd = 500

  /// The most failures among so many patterns, before any symbol was read.
  func failures(among patterns: Int) -> Int { patterns > Self.crowd ? crowdedFailures : failures }

  /// The most modules of failures among so many patterns, before any symbol was read.
  func failedModules(among patterns: Int) -> Int { patterns > Self.crowd ? crowdedModules : failedModules }

  /// Whether pairs are completed where so many patterns are clear.
  func completes(_ patterns: Int) -> Bool { patterns > 0 && patterns <= clearPatterns }
}
