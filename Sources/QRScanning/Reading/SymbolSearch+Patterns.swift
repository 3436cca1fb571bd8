import Imaging

extension SymbolSearch {
  /// The finder patterns of a level that are outside of symbols that were read, and whether there are more of them than the budget
  /// allows.
  mutating func patterns(
    _ pyramid: Pyramid, level: Int, _ bitmap: Bitmap, isTolerant: Bool, isLight: Bool = false, isCoarse: Bool = false
  ) -> (patterns: [FinderPattern<PicturePixels>], areCut: Bool) {
    let found = FinderSearch(bitmap, isTolerant: isTolerant, isLight: isLight, isCoarse: isCoarse, tuning)
    let patterns = unread(found.patterns, pyramid, level: level, isLight: isLight)
    let most = PatternPool.capacity
    if patterns.count <= most { return (patterns, found.end != nil) }
    return (Array(patterns.sorted { $0.quality > $1.quality }.prefix(most)), true)
  }

  /// Those of a level's patterns that are clear enough and outside of symbols that were read.
  mutating func unread(
    _ found: [FinderPattern<LevelPixels>], _ pyramid: Pyramid, level: Int, isLight: Bool
  ) -> [FinderPattern<PicturePixels>] {
    let image = pyramid.levels[level]
    // A larger level shows small modules better; here, much else looks like them.
    let smallest = 1.7 * Pyramid.factor(ofLevel: level)
    var patterns: [FinderPattern<PicturePixels>] = []
    for pattern in found where !tuning.isOver {
      let pattern = pattern.measured(in: image, isLight: isLight).inPicture(fromLevel: level)
      guard pattern.quality > tuning.search.patternQuality, !occupied.hides(pattern, tuning.search) else { continue }
      if level == 0 || pattern.moduleSize > smallest {
        patterns.append(pattern)
      } else if level == 1 {
        smallPatterns.append(pattern)
      }
    }
    return patterns
  }
}
