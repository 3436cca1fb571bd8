import Imaging

/// Pages of more symbols than have their patterns in one pass.
extension SymbolSearch {
  /// Reads the symbols of a level with more patterns than the budget allows.
  ///
  /// If some of the clearest patterns make symbols, the level is a page: then it is read strip by strip, since the clearest of all
  /// patterns are seldom three of one symbol. What the cheapest attempt cannot read is tried thoroughly after all strips, as far as
  /// the limit of work allows.
  ///
  /// - Parameter clearest: Its clearest patterns.
  mutating func readPage(
    _ pyramid: Pyramid, level: Int, _ bitmap: Bitmap, isTolerant: Bool, isLight: Bool,
    clearest: [FinderPattern<PicturePixels>]
  ) {
    guard !tuning.isOver, failedModules < mostFailedModules(among: clearest.count) else { return }
    let reader = SymbolReader(pyramid, tuning)
    let before = detections.count
    var progress = TripleProgress(clearest, reader)
    readClear(triples(of: clearest), &progress)
    if tuning.budget.patternsPerPageSymbol * (detections.count - before) < clearest.count {
      return readOthers(&progress)
    }
    var strips: [TripleProgress] = []
    var (row, bareStrips): (Int?, Int) = (1, 0)
    while let start = row, bareStrips < tuning.budget.bareStrips, !tuning.isOver {
      let found = FinderSearch(bitmap, isTolerant: isTolerant, isLight: isLight, from: start, tuning)
      let patterns = unread(found.patterns, pyramid, level: level, isLight: isLight)
      let before = detections.count
      var strip = TripleProgress(patterns, reader)
      readClear(triples(of: patterns), &strip)
      if detections.count == before { bareStrips += 1 }
      strips.append(strip)
      row = found.end.map { end in
        // The next strip begins above the symbols that this one cuts.
        let height = occupied.greatestHeight / Pyramid.factor(ofLevel: level)
        return max(end - Int(height), (start + end) / 2 + 1)
      }
    }
    for var strip in strips {
      strip.use { occupied.hides($0, tuning.search) }
      readOthers(&strip)
    }
  }
}
