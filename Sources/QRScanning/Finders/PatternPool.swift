import Imaging

/// The finder patterns of all passes over a picture, each once.
struct PatternPool {
  private(set) var dark: [FinderPattern<PicturePixels>] = []
  private(set) var light: [FinderPattern<PicturePixels>] = []

  /// The most patterns that are kept, of one colour in the pool or at one level.
  static let capacity = 2000

  /// Adds the clearer patterns of a pass. Of two at one place the clearer one is kept, and of
  /// more than ``capacity`` the clearest.
  ///
  /// - Parameter isLight: Whether they are light on dark ground.
  mutating func add(_ patterns: [FinderPattern<PicturePixels>], isLight: Bool) {
    var pool = isLight ? light : dark
    // Others make false triples.
    for pattern in patterns where pattern.quality > 0.65 {
      let reach = FinderGeometry.samePattern * pattern.moduleSize
      if let index = pool.firstIndex(where: { ($0.centre - pattern.centre).length < reach }) {
        if pattern.quality > pool[index].quality { pool[index] = pattern }
      } else if pool.count < Self.capacity {
        pool.append(pattern)
      } else if let least = pool.indices.min(by: { pool[$0].quality < pool[$1].quality }),
        pool[least].quality < pattern.quality
      {
        pool[least] = pattern
      }
    }
    if isLight { light = pool } else { dark = pool }
  }
}
