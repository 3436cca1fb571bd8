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
      let clearest = patterns.filter { !occupied.hides($0, tuning.search) }
        .sorted { $0.quality > $1.quality }.prefix(tuning.budget.microPatterns)
      for pattern in clearest where pattern.quality > tuning.search.microQuality {
        if tuning.isOver || microFailures >= tuning.budget.microFailures { break }
        if occupied.contains(pattern.centre) { continue }
        switch rectangularReader.readSymbol(at: pattern).or(reader.readSymbol(at: pattern)) {
        case .read(let detection, let map):
          occupied.append(map)
          detections.append(detection)
        case .unreadable: microFailures += 1
        case .implausible: break
        }
      }
    }
    lone = []
    record(.micro, from: start, symbols: detections.count - before)
  }
}
