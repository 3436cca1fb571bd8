extension SymbolSearch {
  /// Reads those that the cheapest attempt reads.
  ///
  /// - Returns: What is left for ``readOthers(_:)``.
  mutating func readClear(among patterns: [FinderPattern<PicturePixels>], _ pyramid: Pyramid) -> [TripleProgress] {
    guard patterns.count >= 3, !tuning.isOver, failedModules < mostFailedModules(among: patterns.count) else {
      return []
    }
    var progress = TripleProgress(patterns, SymbolReader(pyramid: pyramid, tuning: tuning))
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
    FinderTriple.all(of: patterns, atMost: mostTriples(of: patterns), isOver: tuning.isOver)
  }

  private func mostTriples(of patterns: [FinderPattern<PicturePixels>]) -> Int { max(3000, 8 * patterns.count) }

  /// Reads the triples that show timing patterns by the cheapest attempt; the first that fail are tried thoroughly.
  ///
  /// On a page of symbols most other triples are of several symbols. After a few failures the rest is tried by the cheapest
  /// attempt before all others, so that unreadable symbols do not use up the limit before the readable ones are found.
  mutating func readClear(_ triples: [FinderTriple<PicturePixels>], _ progress: inout TripleProgress) {
    let search = tuning.search
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
      // At 0 and at 20, a page of 200 spoilt symbols loses some of its 10 good ones.
      let isThorough = progress.failures < 4 && mayFail(among: patterns.count)
      attempt(index, prospect, isThorough: isThorough, &progress)
    }
  }

  /// Reads the triples that ``readClear(_:_:)`` has left, until the work limit is reached.
  mutating func readOthers(_ progress: inout TripleProgress) {
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
    let search = tuning.search
    let triple = progress.triples[index]
    switch progress.reader.readSymbol(of: triple, prospect, isThorough: isThorough) {
    case .implausible: break
    case .unreadable(let modules) where !isThorough:
      // A twelfth of the work of a thorough attempt, and some that does not depend on the size. Measured: no read is lost in
      // `make tune`, and lattices of finder patterns take less time (`make bench-hostile`).
      failedModules += (modules + 600) / 12
      progress.failedOnce.append((index, prospect))
    case .unreadable(let modules):
      if triple.quality > search.likelyTriple { sawUnreadable = true }
      failures.append(triple)
      failedModules += modules
      progress.failures += 1
    case .read(let symbol):
      progress.used.formUnion(triple.members)
      let area = add(symbol)
      progress.use { area.hides($0, search) }
    }
  }

  /// Whether a triple at the same place, not much less clear, could not be read.
  private func hasFailed(_ triple: FinderTriple<PicturePixels>) -> Bool {
    failures.contains {
      $0.isAlmost(triple, within: tuning.search.sameTriple)
        && $0.quality > triple.quality - 0.03
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
