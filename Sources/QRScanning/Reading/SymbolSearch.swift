import Imaging
import QRSymbology

/// The search of a whole picture: levels, thresholds, finder patterns, triples, symbols.
struct SymbolSearch {
  let positive: Pyramid
  /// The picture with light and dark exchanged.
  lazy var negative = positive.inverted()
  let tuning: Tuning
  var detections: [Detection] = []
  /// The passes so far, in order.
  private(set) var attempts: [ScanAttempt] = []
  /// Whether a clear triple with timing patterns could not be read.
  var sawUnreadable = false
  /// Whether clear finder patterns are much wider than high, or much higher than wide.
  private(set) var sawForeshortened = (wide: false, high: false)
  /// Triples that looked like symbols and could not be read. A clearer one at the same place is tried again.
  var failures: [FinderTriple<PicturePixels>] = []
  /// Modules that were sampled for them: large symbols take longer.
  var failedModules = 0
  /// The same in the regions of the picture.
  var failedRegionModules = 0
  /// Patterns that looked like those of Micro QR or rMQR symbols and could not be read.
  var microFailures = 0
  /// Patterns that are tried as those of Micro QR and rMQR symbols once larger symbols are read.
  var lone: [(patterns: [FinderPattern<PicturePixels>], isInverted: Bool)] = []
  /// The places of symbols that were read: inside them nothing is searched again.
  var occupied = SymbolAreas()

  /// What passes left for thorough attempts.
  private var waiting: [Waiting] = []
  /// The patterns of all passes.
  var pool = PatternPool()
  /// The clear finder patterns of a symbol that was not read: 3 where a triple of them has timing patterns, 1 or 2 where there are no
  /// more, and otherwise 0, as much in photographs looks like one.
  var cornersSeen: Int {
    let clear = [pool.dark, pool.light].map { $0.count { $0.quality > tuning.search.clearPattern } }.max() ?? 0
    return sawUnreadable ? 3 : clear < 3 ? clear : 0
  }
  /// The levels that are searched, from the smallest.
  private(set) var levels: [Int] = []
  /// Patterns at level 1 whose modules are too small there.
  var smallPatterns: [FinderPattern<PicturePixels>] = []
  /// The block means of each level.
  private(set) var means: [Int: BlockMeans] = [:]
  /// The same of the picture with light and dark exchanged.
  private var invertedMeans: [Int: BlockMeans] = [:]
  /// The bitmap of each level by the local threshold.
  private var bitmaps: [Int: Bitmap] = [:]

  /// What a pass left for thorough attempts.
  private struct Waiting {
    /// The index of the pass among ``attempts``.
    var attempt: Int
    var progress: [TripleProgress]
    /// Two of them may be those of a symbol.
    var clear: [FinderPattern<PicturePixels>] = []
    var isInverted: Bool
  }

  /// The largest picture that is searched at its full size in any case. Others are searched at half of it first, where a symbol of a
  /// photograph is nearly always read; the fixtures are smaller.
  static let wholePixels = 3_000_000

  /// Whether the picture is an enlargement: then its bitmaps are large, and made again instead of kept for further passes, and the full
  /// size is what it was enlarged for.
  private let isEnlarged: Bool

  init(_ image: GrayImage, _ tuning: Tuning, isEnlarged: Bool = false) {
    self.isEnlarged = isEnlarged
    positive = Pyramid(image.stretched(), smallest: tuning.search.smallestLevel)
    self.tuning = tuning
  }

  /// Whether another failure is allowed at a level with this many patterns. The limits on failed triples and sampled modules
  /// rise with each symbol read, the latter to a maximum.
  func mayFail(among patterns: Int) -> Bool {
    let budget = tuning.budget
    return failures.count < budget.failures(among: patterns) + 4 * detections.count
      && failedModules < mostFailedModules(among: patterns)
  }

  /// The limit on ``failedModules``, which all levels share, at a level with this many patterns.
  func mostFailedModules(among patterns: Int) -> Int {
    let budget = tuning.budget
    return budget.failedModules(among: patterns)
      + min(budget.addedModules, budget.failedModulesPerSymbol * detections.count)
  }

  /// Looks for dark symbols on light ground first, from the smallest level up, and for clear light ones; in a large picture up to half its
  /// size, and then at its full size if something asks for it. If there are no dark ones,
  /// or small ones, looks for all light ones; if there are none at all, tries other thresholds; otherwise looks for those that were
  /// missed.
  ///
  /// Thorough attempts wait until every level was searched for both: on small levels, modules may be too small for any, and these
  /// would use up the work limit before a larger level shows the same symbols clearly; and so would dark symbols that cannot be read,
  /// before the light ones beside them.
  mutating func run() {
    levels = positive.levels.indices.reversed()
    let isLarge = !isEnlarged && positive.levels[0].pixels.count > Self.wholePixels && levels.count > 1
    if isLarge { levels.removeLast() }
    for level in levels { search(level: level, .local) }
    if tuning.search.usesAllThresholds { for level in levels { searchLight(level: level) } }
    finishWaiting()
    readSmallSymbols()
    if isLarge { searchFullSize() }
    if !tuning.search.usesAllThresholds { return }
    // Only needed again beside symbols, and as large as the picture or larger.
    if detections.isEmpty { bitmaps = [:] }
    let hasDark = hasDarkSymbols
    // Light symbols beside others with small modules may have equally small modules.
    if !hasDark || occupied.leastModule < 1.8 {
      for level in levels {
        search(level: level, .local, isInverted: true)
        if hasDark { continue }
        search(level: level, .wide)
        if !showsBlur(level) { continue }
        search(level: level, .narrow)
        // Ground that is lighter than what surrounds it is light by the other thresholds.
        search(level: level, .narrow, isInverted: true)
      }
      finishWaiting()
      readSmallSymbols()
    }
    if detections.isEmpty {
      readPooledPatterns()
      if detections.isEmpty { searchDiscs() }
      if detections.isEmpty, tuning.search.searchesRegions { searchRegions() }
    }
    if !detections.isEmpty {
      searchBeside()
      return
    }
    if !tuning.search.hasTolerantPass { return }
    for level in levels {
      for threshold in Bitmap.Threshold.allCases where threshold != .narrow || showsBlur(level) {
        search(level: level, threshold, isTolerant: true)
      }
      search(level: level, .wide, isInverted: true, isTolerant: true)
    }
    finishWaiting()
    readSmallSymbols()
  }

  /// Looks for modules that are too small at half the size of a large picture: where nothing was read, and beside symbols if finder
  /// patterns were seen that belong to none. Only where such patterns were seen, other thresholds are tried at the full size, too; the
  /// narrow one sees small modules best that are blurred.
  private mutating func searchFullSize() {
    let seen = smallPatterns + pool.dark + pool.light
    let unexplained = seen.count { $0.quality > 0.65 && !occupied.hides($0, tuning.search) }
    let isAsked = unexplained > (detections.isEmpty ? 0 : 1)
    guard isAsked || detections.isEmpty else { return }
    search(level: 0, .local)
    if isAsked {
      if detections.isEmpty { search(level: 0, .narrow) }
      levels.append(0)
      if tuning.search.usesAllThresholds { searchLight(level: 0) }
    }
    finishWaiting()
    readSmallSymbols()
  }

  /// Whether any dark symbol was read.
  private var hasDarkSymbols: Bool {
    let light = attempts.reduce(0) { sum, attempt in
      if case .level(_, _, _, isInverted: true, _) = attempt.pass { sum + attempt.symbols } else { sum }
    }
    return detections.count > light
  }

  /// Blur that closes rings occurs with large modules, which smaller levels show as well.
  private func showsBlur(_ level: Int) -> Bool {
    positive.levels[level].pixels.count <= 4_000_000
  }

  /// Adds a symbol that was read.
  @discardableResult
  mutating func add(_ found: FoundSymbol<PicturePixels>) -> SymbolArea {
    let area = SymbolArea(found.map)
    occupied.append(area)
    detections.append(Detection(found))
    return area
  }

  /// The time, and the number of symbols read, when a pass begins.
  typealias Beginning = (time: ContinuousClock.Instant, symbols: Int)

  var beginning: Beginning { (.now, detections.count) }

  mutating func record(_ pass: ScanAttempt.Pass, since beginning: Beginning) {
    attempts.append(
      ScanAttempt(
        pass: pass, duration: beginning.time.duration(to: .now), symbols: detections.count - beginning.symbols))
  }

  /// Searches a level. All but the first thorough attempts wait for ``finishWaiting()``.
  private mutating func search(
    level: Int, _ threshold: Bitmap.Threshold, isInverted: Bool = false, isTolerant: Bool = false
  ) {
    if tuning.isOver { return }
    let beginning = beginning
    let pyramid = isInverted ? negative : positive
    let image = pyramid.levels[level]
    let bitmap = Bitmap(image, threshold, means: means(level, image, isInverted: isInverted), tuning.search)
    // The tolerant pass is the last.
    let isNeededAgain = threshold == .local && !isInverted && !isTolerant && tuning.search.usesAllThresholds
    if isNeededAgain, !isEnlarged { bitmaps[level] = bitmap }
    let (patterns, areCut) = patterns(pyramid, level: level, bitmap, isTolerant: isTolerant)
    pool.add(patterns, isLight: isInverted)
    let left =
      areCut
      ? readPage(pyramid, level: level, bitmap, isTolerant: isTolerant, clearest: patterns)
      : readClear(among: patterns, pyramid)
    lone.append((patterns, isInverted))
    noteForeshortening(patterns)
    let clear = patterns.filter { $0.quality > tuning.search.clearPattern }
    waiting.append(Waiting(attempt: attempts.count, progress: left, clear: clear, isInverted: isInverted))
    record(
      .level(
        width: image.width, height: image.height, threshold, isInverted: isInverted, isTolerant: isTolerant),
      since: beginning)
  }

  /// The block means of a level, which are computed once.
  private mutating func means(_ level: Int, _ image: GrayImage, isInverted: Bool) -> BlockMeans {
    if let known = isInverted ? invertedMeans[level] : means[level] { return known }
    let result = BlockMeans(image, tuning.search)
    if isInverted { invertedMeans[level] = result } else { means[level] = result }
    return result
  }

  /// Makes the thorough attempts that wait.
  private mutating func finishWaiting() {
    for pass in waiting { finish(pass) { $0.readOthers(pass.progress) } }
    for pass in waiting {
      finish(pass) { $0.completePairs(of: pass.clear, isInverted: pass.isInverted) }
    }
    waiting = []
  }

  /// Adds time and symbols to those of a pass.
  private mutating func finish(_ pass: Waiting, _ work: (inout SymbolSearch) -> Void) {
    let (time, symbols) = beginning
    work(&self)
    let attempt = attempts[pass.attempt]
    attempts[pass.attempt] = ScanAttempt(
      pass: attempt.pass, duration: attempt.duration + time.duration(to: .now),
      symbols: attempt.symbols + detections.count - symbols)
  }

  /// Reads symbols of which two finder patterns are clear, while nothing was read, or nothing dark for dark ones.
  private mutating func completePairs(of clear: [FinderPattern<PicturePixels>], isInverted: Bool) {
    guard isInverted ? detections.isEmpty : !hasDarkSymbols, tuning.budget.completes(clear.count) else { return }
    var progress = TripleProgress(clear, SymbolReader(pyramid: isInverted ? negative : positive, tuning: tuning))
    readClear(FinderTriple.completed(from: clear), &progress)
    readOthers(&progress)
  }

  /// Looks for clear light symbols by thresholds of their own, and in the bitmap of the first pass: shadows hide symbols in the
  /// former, and ground of middling gray is light in the latter.
  private mutating func searchLight(level: Int) {
    guard let means = means[level], !tuning.isOver else { return }
    let image = positive.levels[level]
    let beginning = beginning
    for isOwn in [true, false] where !tuning.isOver {
      let bitmap =
        isOwn ? Bitmap(image, .local, means: means, isLight: true, tuning.search) : local(level, means)
      let patterns = patterns(positive, level: level, bitmap, isTolerant: false, isLight: true, isCoarse: true)
        .patterns
      pool.add(patterns, isLight: true)
      if isOwn { lone.append((patterns, true)) }
      if patterns.count(where: { $0.quality > tuning.search.clearPattern }) < 3 { continue }
      let left = readClear(among: patterns, negative)
      waiting.append(Waiting(attempt: attempts.count, progress: left, isInverted: true))
    }
    record(
      .level(width: image.width, height: image.height, .local, isInverted: true, isTolerant: false), since: beginning)
  }

  /// The bitmap of a level by the local threshold.
  func local(_ level: Int, _ means: BlockMeans) -> Bitmap {
    bitmaps[level] ?? Bitmap(positive.levels[level], .local, means: means, tuning.search)
  }

  private mutating func noteForeshortening(_ patterns: [FinderPattern<PicturePixels>]) {
    for pattern in patterns where pattern.quality > tuning.search.clearPattern {
      let extent = pattern.extent
      if extent.x > tuning.search.foreshortening * extent.y { sawForeshortened.wide = true }
      if extent.y > tuning.search.foreshortening * extent.x { sawForeshortened.high = true }
    }
  }
}
