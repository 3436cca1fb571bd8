extension SymbolSearch {
  /// Reads the symbols whose finder patterns are among these.
  mutating func readSymbols(among patterns: [FinderPattern<PicturePixels>], isLight: Bool) {
    readOthers(readClear(among: patterns, isLight ? negative : positive))
  }

  /// Reads those that the cheapest attempt reads.
  ///
  /// - Returns: What is left for ``readOthers(_:)``.
  mutating func readClear(among patterns: [FinderPattern<PicturePixels>], _ pyramid: Pyramid) -> [TripleProgress] {
    guard patterns.count >= 3, !tuning.isOver, failedModules < mostFailedModules(among: patterns.count) else {
      return []
    }
    var progress = TripleProgress(patterns, SymbolReader(pyramid, tuning))
    readClear(triples(of: patterns), &progress)
    return [progress]
  }

  /// Reads the triples that were left, until the work limit is reached.
  mutating func readOthers(_ left: [TripleProgress]) {
    for var progress in left {
      progress.use { occupied.hides($0, tuning.search) }
      readOthers(&progress)
    }
  }

  /// The likeliest triples of patterns.
  func triples(of patterns: [FinderPattern<PicturePixels>]) -> [FinderTriple<PicturePixels>] {
    FinderTriple.all(
      of: patterns, neighbours: tuning.budget.neighbours(among: patterns.count), atMost: mostTriples(of: patterns),
      tuning.search, isOver: tuning.isOver)
  }

  func mostTriples(of patterns: [FinderPattern<PicturePixels>]) -> Int {
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
    var progress = TripleProgress(patterns, SymbolReader(pyramid, tuning))
    readClear(triples, &progress)
    readOthers(&progress)
  }

  /// Reads the triples that show timing patterns by the cheapest attempt; the first that fail are tried thoroughly.
  mutating func readClear(_ triples: [FinderTriple<PicturePixels>], _ progress: inout TripleProgress) {
    let (search, budget) = (tuning.search, tuning.budget)
    let patterns = progress.patterns
    progress.triples = triples
    for (index, triple) in triples.prefix(mostTriples(of: patterns)).enumerated()
    where progress.used.isDisjoint(with: triple.members) {
      if tuning.isOver { return }
      if triple.encloses(patterns, progress.byHeight, search) { continue }
      if !search.retriesTriples, hasFailed(triple) { continue }
      let prospect = progress.reader.prospect(triple)
      if !prospect.showsTiming {
        progress.withoutTiming.append((index, prospect))
        continue
      }
      guard failedModules < mostFailedModules(among: patterns.count) else { return }
      let isThorough = progress.failures < budget.promptFailures && mayFail(among: patterns.count)
      attempt(index, prospect, isThorough: isThorough, &progress)
    }
  }

  /// Reads the triples that ``readClear(_:_:)`` has left, until the work limit is reached.
  private mutating func readOthers(_ progress: inout TripleProgress) {
    let (search, budget, count) = (tuning.search, tuning.budget, progress.patterns.count)
    // Most triples are rejected at once; those that look like symbols take time.
    let mostFailures = budget.failedTriples + count / budget.patternsPerFailedTriple
    for (index, prospect) in progress.failedOnce + progress.withoutTiming {
      let triple = progress.triples[index]
      guard progress.used.isDisjoint(with: triple.members) else { continue }
      guard progress.failures < mostFailures, mayFail(among: count), !tuning.isOver else { return }
      if !search.retriesTriples, hasFailed(triple) { continue }
      attempt(index, prospect, isThorough: true, &progress)
    }
  }

  /// - Parameter index: The triple's index in `progress.triples`.
  private mutating func attempt(
    _ index: Int, _ prospect: SymbolReader.Prospect, isThorough: Bool, _ progress: inout TripleProgress
  ) {
    let (search, budget) = (tuning.search, tuning.budget)
    let triple = progress.triples[index]
    switch progress.reader.readSymbol(of: triple, prospect, isThorough: isThorough) {
    case .implausible: break
    case .unreadable(let modules) where !isThorough:
      failedModules += (modules + budget.modulesPerDirectAttempt) / budget.directAttempts
      progress.failedOnce.append((index, prospect))
    case .unreadable(let modules):
      if triple.quality > search.likelyTriple { sawUnreadable = true }
      failures.append(triple)
      failedModules += modules
      progress.failures += 1
    case .read(let symbol):
      progress.used.formUnion(triple.members)
      let area = SymbolArea(symbol.map)
      progress.use { area.hides($0, search) }
      occupied.append(area)
      detections.append(Detection(symbol))
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

/// What became of the triples of some patterns so far.
struct TripleProgress {
  let patterns: [FinderPattern<PicturePixels>]
  let byHeight: PatternsByHeight
  let reader: SymbolReader
  /// Indices of patterns that belong to symbols that were read.
  fileprivate(set) var used: Set<Int> = []
  /// Triples that looked like symbols and could not be read thoroughly.
  fileprivate(set) var failures = 0
  /// All of them, in the order of their likelihood; set once.
  fileprivate var triples: [FinderTriple<PicturePixels>] = []
  /// A triple, by its index, that waits for another attempt. There may be tens of thousands, so the triples are not copied.
  fileprivate typealias Waiting = (index: Int, prospect: SymbolReader.Prospect)
  /// Those that the cheapest attempt did not read.
  fileprivate var failedOnce: [Waiting] = []
  fileprivate var withoutTiming: [Waiting] = []

  init(_ patterns: [FinderPattern<PicturePixels>], _ reader: SymbolReader) {
    (self.patterns, self.reader) = (patterns, reader)
    byHeight = PatternsByHeight(patterns.lazy.map(\.centre))
  }

  /// Forgets the triples that share a pattern with a symbol that was read: a page has many.
  mutating func dropUsed() {
    var left: [FinderTriple<PicturePixels>] = []
    func kept(_ waiting: [Waiting]) -> [Waiting] {
      waiting.filter { used.isDisjoint(with: triples[$0.index].members) }.map {
        left.append(triples[$0.index])
        return (left.count - 1, $0.prospect)
      }
    }
    (failedOnce, withoutTiming) = (kept(failedOnce), kept(withoutTiming))
    triples = left
  }

  /// Marks the patterns that belong to symbols that were read.
  mutating func use(where belongs: (FinderPattern<PicturePixels>) -> Bool) {
    for (index, pattern) in patterns.enumerated() where belongs(pattern) { used.insert(index) }
  }
}
