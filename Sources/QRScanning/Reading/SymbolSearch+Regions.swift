import Imaging
import QRSymbology

/// One level or threshold may show what another misses of a symbol: the finder patterns of all passes are combined into
/// further triples. The parts of the picture around those that cannot be read as they are are searched as pictures of
/// their own, with the full contrast and all thresholds: a symbol in shadow is nearly flat beside a lamp.
extension SymbolSearch {
  /// Three finder patterns that may be those of a symbol, with the darkest and the lightest gray around them.
  private struct Region {
    var triple: FinderTriple<PicturePixels>
    var isLight: Bool
    /// `nil` where the contrast is that of the picture.
    var grays: (dark: Double, light: Double)?
    /// Whether timing patterns are seen between the finder patterns.
    var showsTiming: Bool
  }

  /// Looks for symbols that other thresholds show, beside those that were read.
  mutating func searchBeside() {
    guard tuning.search.searchesRegions else { return }
    for level in levels { gather(level: level) }
    readPooledPatterns()
    searchRegions()
    readSmallSymbols()
  }

  /// Looks for finder patterns with the narrow threshold, beside symbols that were read: for the pool, and for small symbols.
  private mutating func gather(level: Int) {
    guard let means = means[level], !tuning.isOver else { return }
    let image = positive.levels[level]
    var bitmap = local(level, means)
    var beginning = beginning
    // More than a part of the noise, so that paper stays paper. A wider square sees larger modules, and less near a bright ground.
    let slack = min(max(Int((0.15 * Double(means.noise)).rounded()), 1), 4)
    bitmap.sharpen(image, reach: 6, slack: slack)
    // Noise of single pixels resembles light patterns most.
    for isLight in level == 0 ? [false] : [false, true] where !tuning.isOver {
      let found = patterns(positive, level: level, bitmap, isTolerant: false, isLight: isLight, isCoarse: true)
        .patterns
      pool.add(found, isLight: isLight)
      lone.append((found, isLight))
      record(
        .level(width: image.width, height: image.height, .narrow, isInverted: isLight, isTolerant: false),
        since: beginning)
      beginning = self.beginning
    }
  }

  /// Reads triples of the patterns of all passes, and symbols of which two are seen.
  mutating func readPooledPatterns() {
    for isLight in [false, true] {
      let patterns = unexplained(isLight: isLight)
      guard patterns.count >= 2 else { continue }
      let beginning = beginning
      let pyramid = isLight ? negative : positive
      readOthers(readClear(among: patterns, pyramid))
      let left = unexplained(isLight: isLight)
      var progress = TripleProgress(left, SymbolReader(pyramid: pyramid, tuning: tuning))
      readClear(completed(from: left), &progress)
      readOthers(&progress)
      record(.pooled(isInverted: isLight), since: beginning)
    }
  }

  /// Searches the surroundings of finder patterns outside of symbols that were read.
  mutating func searchRegions() {
    let beginning = beginning
    let found = [false, true].flatMap { regions(isLight: $0) }.sorted {
      ($0.showsTiming ? 0 : 1, $0.triple.doubt) < ($1.showsTiming ? 0 : 1, $1.triple.doubt)
    }
    var searched: [FinderTriple<PicturePixels>] = []
    for region in found
    where searched.count < 8 && failedRegionModules < tuning.budget.regionModules && !tuning.isOver {
      let triple = region.triple
      let isKnown = searched.contains { $0.isAlmost(triple, within: tuning.search.sameTriple) }
      if isKnown || triple.patterns.contains(where: { occupied.contains($0.centre) }) { continue }
      if search(region) { searched.append(triple) }
    }
    if searched.isEmpty { return }
    record(.regions(searched.count), since: beginning)
  }

  /// Triples of patterns that no symbol has explained.
  ///
  /// A picture without any symbol was searched with all thresholds: there, only faint ones are worth a search of their own.
  private func regions(isLight: Bool) -> [Region] {
    let search = tuning.search
    let patterns = unexplained(isLight: isLight)
    var triples = FinderTriple.all(of: patterns, atMost: 60, clearerThan: 0.75, isOver: tuning.isOver)
    triples += completed(from: patterns)
    let reader = SymbolReader(pyramid: positive, tuning: tuning)
    let byHeight = PatternsByHeight(patterns.lazy.map(\.centre))
    return triples.compactMap { triple in
      if tuning.isOver || triple.encloses(patterns, byHeight, search) { return nil }
      let prospect = reader.prospect(triple)
      let grays =
        triple.patterns.contains(where: \.isSupposed)
        ? nil : grays(of: triple.inLevel(prospect.level), in: positive.levels[prospect.level])
      if detections.isEmpty && grays == nil { return nil }
      return Region(triple: triple, isLight: isLight, grays: grays, showsTiming: prospect.showsTiming)
    }
  }

  /// Triples of two patterns, if few are clear: a worn one counts beside a clear one.
  private func completed(from patterns: [FinderPattern<PicturePixels>]) -> [FinderTriple<PicturePixels>] {
    let least = tuning.search.clearPattern
    guard tuning.budget.completes(patterns.count { $0.quality > least }) else { return [] }
    return FinderTriple.completed(from: patterns, clearerThan: least)
  }

  private func unexplained(isLight: Bool) -> [FinderPattern<PicturePixels>] {
    (isLight ? pool.light : pool.dark).filter { !occupied.contains($0.centre) }
  }

  /// The darkest and the lightest gray of three finder patterns; `nil` where one has much contrast.
  private func grays(
    of triple: FinderTriple<LevelPixels>, in image: GrayImage
  ) -> (dark: Double, light: Double)? {
    var (dark, light) = (Double(UInt8.max), 0.0)
    for oriented in triple.oriented() {
      let (core, ring) = (oriented.centreGray(in: image), oriented.ringGray(in: image))
      if abs(ring - core) >= 64 { return nil }
      (dark, light) = (min(dark, core, ring), max(light, core, ring))
    }
    return (dark, light)
  }

  /// Searches the square around a triple, with a share of its width on each side.
  ///
  /// - Returns: Whether it is not too large to be searched.
  private mutating func search(_ region: Region) -> Bool {
    let image = positive.levels[0]
    let triple = region.triple
    let places = triple.patterns.map(\.centre) + [triple.right.centre + triple.below.centre - triple.corner.centre]
    let (xs, ys) = (places.map(\.x).sorted(), places.map(\.y).sorted())
    let border =
      max(xs[3] - xs[0], ys[3] - ys[0]) * 0.25 + Double(FunctionPattern.finderSize) * triple.corner.moduleSize
    func range(_ values: [Double], _ limit: Int) -> Range<Int> {
      func bound(_ value: Double) -> Int { Int(min(max(value, 0), Double(limit))) }
      return bound(values[0] - border)..<bound(values[3] + border)
    }
    let (columns, rows) = (range(xs, image.width), range(ys, image.height))
    guard !columns.isEmpty, !rows.isEmpty, columns.count * rows.count <= 1_000_000 else { return false }
    var part = image.part(columns: columns, rows: rows)
    if let (dark, light) = region.grays {
      // Half as much again on each side, as light and paper change within a symbol.
      let slack = (light - dark) * 0.5
      part = part.mapped(through: [(dark - slack, 0), (light + slack, Double(UInt8.max))])
    }
    if region.isLight { part = part.inverted() }
    var search = SymbolSearch(part, tuning.forRegion(failedModules: failedRegionModules))
    search.microFailures = microFailures
    search.run()
    failedRegionModules += search.failedModules
    microFailures = search.microFailures
    let origin = Vector(Double(columns.lowerBound), Double(rows.lowerBound))
    for (detection, map) in zip(search.detections, search.occupied.areas.map(\.map)) {
      let map = map.placed(from: origin)
      if occupied.contains(map.centre) { continue }
      occupied.append(SymbolArea(map))
      detections.append(detection.placed(from: origin))
    }
    return true
  }
}

extension FinderTriple {
  fileprivate var patterns: [FinderPattern<Frame>] { [corner, right, below] }
}

extension GrayImage {
  fileprivate func part(columns: Range<Int>, rows: Range<Int>) -> GrayImage {
    var result: [UInt8] = []
    result.reserveCapacity(columns.count * rows.count)
    for row in rows { result += pixels[row * width + columns.lowerBound..<row * width + columns.upperBound] }
    return GrayImage(width: columns.count, height: rows.count, pixels: result)
  }
}
