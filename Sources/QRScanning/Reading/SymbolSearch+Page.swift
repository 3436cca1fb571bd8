import Imaging

/// Pages with more symbols than one pass keeps patterns for.
extension SymbolSearch {
  /// Reads the symbols of a level with more patterns than the budget allows.
  ///
  /// If symbols were read before, or some of the clearest patterns make symbols, the level is a page: then it is read strip by strip,
  /// since the clearest of all patterns are seldom three of one symbol. What the cheapest attempt cannot read is tried
  /// thoroughly after all strips, as far as the work limit allows.
  ///
  /// - Parameter clearest: Its clearest patterns.
  /// - Returns: What is left for ``readOthers(_:)``.
  mutating func readPage(
    _ pyramid: Pyramid, level: Int, _ bitmap: Bitmap, isTolerant: Bool, clearest: [FinderPattern<PicturePixels>]
  ) -> [TripleProgress] {
    guard !tuning.isOver, failedModules < mostFailedModules(among: clearest.count) else { return [] }
    let reader = SymbolReader(pyramid: pyramid, tuning: tuning)
    var progress = TripleProgress(clearest, reader)
    readClear(triples(of: clearest), &progress)
    if 30 * detections.count < clearest.count { return [progress] }
    var strips: [TripleProgress] = []
    var (row, bareStrips): (Int?, Int) = (1, 0)
    // After two strips without a symbol the rest of the page is left out.
    while let start = row, bareStrips < 2, !tuning.isOver {
      let found = FinderSearch(bitmap, isTolerant: isTolerant, from: start, tuning)
      let patterns = unread(found.patterns, pyramid, level: level, isLight: false)
      let before = detections.count
      var strip = TripleProgress(patterns, reader)
      readClear(triples(of: patterns), &strip)
      strip.dropUsed()
      // A strip with symbols that were read before is not bare.
      let hasSymbols =
        detections.count > before
        || found.patterns.contains { occupied.contains($0.inPicture(fromLevel: level).centre) }
      if !hasSymbols { bareStrips += 1 }
      strips.append(strip)
      row = found.end.map { end in
        // The next strip begins above the symbols that this one cuts.
        let height = min(occupied.greatestHeight / Pyramid.factor(ofLevel: level), Double(bitmap.height))
        return max(end - Int(height), (start + end) / 2 + 1)
      }
    }
    return strips
  }
}
