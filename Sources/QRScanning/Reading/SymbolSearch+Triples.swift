extension SymbolSearch {
  /// Reads the symbols whose finder patterns are among these.
  mutating func readSymbols(among patterns: [FinderPattern<PicturePixels>], isLight: Bool) {
    guard patterns.count >= 3, !tuning.isOver, failedModules < mostFailedModules(among: patterns.count) else { return }
    let pyramid = isLight ? negative : positive
    let triples = FinderTriple.all(
      of: patterns, neighbours: tuning.budget.neighbours(among: patterns.count), atMost: mostTriples(of: patterns),
      tuning.search, isOver: tuning.isOver)
    readTriples(triples, of: patterns, pyramid)
  }

  private func mostTriples(of patterns: [FinderPattern<PicturePixels>]) -> Int {
    max(tuning.budget.triples, tuning.budget.triplesPerPattern * patterns.count)
  }

  /// Reads triples until the work limit is reached.
  ///
  /// Triples with timing patterns are first: on a page of symbols most others are of several symbols. After a few
  /// failures the rest is tried by the cheapest attempt before all others, so that unreadable symbols do not use up the
  /// limit before the readable ones are found.
  mutating func readTriples(
    _ triples: [FinderTriple<PicturePixels>], of patterns: [FinderPattern<PicturePixels>], _ pyramid: Pyramid
  ) {
    let (search, budget) = (tuning.search, tuning.budget)
    let reader = SymbolReader(pyramid, tuning)
    let byHeight = PatternsByHeight(patterns.lazy.map(\.centre))
    var used: Set<Int> = []
    // Most triples are rejected at once; those that look like symbols take time.
    let mostFailures = budget.failedTriples + patterns.count / budget.patternsPerFailedTriple
    var failedTriples = 0
    typealias Waiting = (triple: FinderTriple<PicturePixels>, prospect: SymbolReader.Prospect)
    var failedOnce: [Waiting] = []
    var withoutTiming: [Waiting] = []
    /// Whether the limit allows more.
    func attempt(_ triple: FinderTriple<PicturePixels>, _ prospect: SymbolReader.Prospect, isThorough: Bool) -> Bool {
      switch reader.readSymbol(of: prospect, isThorough: isThorough) {
      case .implausible: break
      case .unreadable(let modules) where !isThorough:
        failedModules += (modules + budget.modulesPerDirectAttempt) / budget.directAttempts
        failedOnce.append((triple, prospect))
      case .unreadable(let modules):
        if triple.quality > search.likelyTriple { sawUnreadable = true }
        failures.append(triple)
        failedModules += modules
        failedTriples += 1
      case .read(let symbol):
        used.formUnion(triple.members)
        let area = SymbolArea(symbol.map)
        for (index, pattern) in patterns.enumerated() where area.hides(pattern, search) { used.insert(index) }
        occupied.append(area)
        detections.append(Detection(symbol))
      }
      return failedTriples < mostFailures
    }
    for triple in triples.prefix(mostTriples(of: patterns)) where used.isDisjoint(with: triple.members) {
      if tuning.isOver { return }
      if triple.encloses(patterns, byHeight, search) { continue }
      if !search.retriesTriples, hasFailed(triple) { continue }
      let prospect = reader.prospect(triple)
      if !prospect.showsTiming {
        withoutTiming.append((triple, prospect))
        continue
      }
      guard failedModules < mostFailedModules(among: patterns.count) else { return }
      _ = attempt(triple, prospect, isThorough: failedTriples < budget.promptFailures && mayFail(among: patterns.count))
    }
    for (triple, prospect) in failedOnce + withoutTiming where used.isDisjoint(with: triple.members) {
      guard mayFail(among: patterns.count), !tuning.isOver else { return }
      if !search.retriesTriples, hasFailed(triple) { continue }
      if !attempt(triple, prospect, isThorough: true) { return }
    }
  }

  /// Whether a triple at the same place, not much less clear, could not be read.
  private func hasFailed(_ triple: FinderTriple<PicturePixels>) -> Bool {
    failures.contains {
      $0.isAlmost(triple, within: tuning.search.sameTriple)
        && $0.quality > triple.quality - tuning.search.retryGain
    }
  }
}
