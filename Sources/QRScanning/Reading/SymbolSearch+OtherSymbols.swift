import Imaging

extension SymbolSearch {
  /// Looks for ornamental symbols, at the largest level that does not take long.
  mutating func searchDiscs() {
    guard
      let level = positive.levels.indices.first(where: {
        positive.levels[$0].pixels.count <= tuning.budget.discPixels
      }), !tuning.isOver
    else { return }
    let start = ContinuousClock().now
    let reader = SymbolReader(positive, tuning)
    let bitmap = Bitmap(positive.levels[level], .local, tuning.search)
    for triple in DiscSearch(bitmap, tuning).triples.prefix(tuning.budget.discTriples) where !tuning.isOver {
      guard let found = reader.readOrnamental(triple.inPicture(fromLevel: level)) else { continue }
      occupied.append(found.map)
      detections.append(Detection(found))
      break
    }
    record(.discs, from: start, symbols: detections.count)
  }

  /// Tries finder patterns outside of symbols that were read as those of rMQR and Micro QR symbols.
  mutating func readSmallSymbols() {
    let start = ContinuousClock().now
    let before = detections.count
    for (patterns, isInverted) in lone {
      let reader = MicroReader(isInverted ? negative : positive, tuning)
      let rectangularReader = RectangularReader(isInverted ? negative : positive, tuning)
      let clearest = patterns.filter { pattern in !occupied.contains { $0.hides(pattern, tuning.search) } }
        .sorted { $0.quality > $1.quality }.prefix(tuning.budget.microPatterns)
      for pattern in clearest where pattern.quality > tuning.search.microQuality {
        if tuning.isOver { break }
        if isOccupied(pattern.centre) { continue }
        if let found = rectangularReader.readSymbol(at: pattern) {
          occupied.append(found.map)
          detections.append(Detection(found))
        } else if let found = reader.readSymbol(at: pattern) {
          occupied.append(found.map)
          detections.append(Detection(found))
        }
      }
    }
    lone = []
    record(.micro, from: start, symbols: detections.count - before)
  }
}
