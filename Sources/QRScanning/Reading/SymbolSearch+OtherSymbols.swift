import Imaging

extension SymbolSearch {
  /// Looks for ornamental symbols, dark and light ones, at the largest level that does not take long. Light symbols on a light page
  /// whose dark ground ends with them are among them: the page joins the borders of their finder patterns.
  mutating func searchDiscs() {
    guard let level = positive.levels.indices.first(where: { positive.levels[$0].pixels.count <= 200_000 }),
      !tuning.isOver
    else { return }
    let beginning = beginning
    for pyramid in [positive, negative] where detections.isEmpty && !tuning.isOver {
      let reader = SymbolReader(pyramid: pyramid, tuning: tuning)
      let bitmap = Bitmap(pyramid.levels[level], .local, tuning.search)
      for triple in DiscSearch(bitmap, tuning.search).triples.prefix(8) where !tuning.isOver {
        guard let found = reader.readOrnamental(triple.inPicture(fromLevel: level)) else { continue }
        add(found)
        break
      }
    }
    record(.discs, since: beginning)
  }

  /// Tries finder patterns outside of symbols that were read as those of rMQR and Micro QR symbols.
  mutating func readSmallSymbols() {
    let beginning = beginning
    for (patterns, isInverted) in lone {
      let pyramid = isInverted ? negative : positive
      let reader = MicroReader(pyramid: pyramid, tuning: tuning)
      let rectangularReader = RectangularReader(pyramid: pyramid, tuning: tuning)
      let clearest = patterns.filter { !occupied.hides($0, tuning.search) }
        .sorted { $0.quality > $1.quality }.prefix(tuning.budget.microPatterns)
      for pattern in clearest where pattern.quality > tuning.search.microQuality {
        if tuning.isOver || microFailures >= tuning.budget.microFailures { break }
        if occupied.contains(pattern.centre) { continue }
        var isUnreadable = false
        if let found = rectangularReader.readSymbol(at: pattern, &isUnreadable)
          ?? reader.readSymbol(at: pattern, &isUnreadable)
        {
          add(found)
        } else if isUnreadable {
          microFailures += 1
        }
      }
    }
    lone = []
    record(.micro, since: beginning)
  }
}
