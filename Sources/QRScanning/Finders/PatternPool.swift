import Imaging

/// The finder patterns of all passes over a picture, each once.
struct PatternPool {
  private(set) var dark: [FinderPattern<PicturePixels>] = []
  private(set) var light: [FinderPattern<PicturePixels>] = []

  /// Adds the clearer patterns of a pass. Of two at one place the clearer one is kept, and of
  /// more than ``Tuning/Budget/patterns`` the clearest.
  ///
  /// - Parameter isLight: Whether they are light on dark ground.
  mutating func add(_ patterns: [FinderPattern<PicturePixels>], isLight: Bool, _ tuning: Tuning) {
    if isLight { Self.add(patterns, to: &light, tuning) } else { Self.add(patterns, to: &dark, tuning) }
  }

  private static func add(
    _ patterns: [FinderPattern<PicturePixels>], to pool: inout [FinderPattern<PicturePixels>], _ tuning: Tuning
  ) {
    for pattern in patterns where pattern.quality > tuning.regions.pooledPattern {
      let reach = tuning.search.samePattern * pattern.moduleSize
      if let index = pool.firstIndex(where: { ($0.centre - pattern.centre).length < reach }) {
        if pattern.quality > pool[index].quality { pool[index] = pattern }
      } else if pool.count < tuning.budget.patterns {
        pool.append(pattern)
      } else if let least = pool.indices.min(by: { pool[$0].quality < pool[$1].quality }),
        pool[least].quality < pattern.quality
      {
        pool[least] = pattern
      }
    }
  }
}
