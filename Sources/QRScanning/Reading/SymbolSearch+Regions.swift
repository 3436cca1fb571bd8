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

  /// Reads triples of the patterns of all passes.
  mutating func readPooledPatterns() {
    for isLight in [false, true] {
      let patterns = unexplained(isLight: isLight)
      guard patterns.count >= 3 else { continue }
      let start = ContinuousClock().now
      let before = detections.count
      readSymbols(among: patterns, isLight: isLight)
      record(.pooled(isInverted: isLight), from: start, symbols: detections.count - before)
    }
  }

  /// Searches the surroundings of finder patterns outside of symbols that were read.
  mutating func searchRegions() {
    let start = ContinuousClock().now
    let before = detections.count
    let found = [false, true].flatMap { regions(isLight: $0) }.sorted {
      ($0.showsTiming ? 0 : 1, $0.triple.doubt) < ($1.showsTiming ? 0 : 1, $1.triple.doubt)
    }
    var searched: [FinderTriple<PicturePixels>] = []
    for region in found
    where searched.count < tuning.budget.regions && failedRegionModules < tuning.budget.regionModules && !tuning.isOver
    {
      let triple = region.triple
      let isKnown = searched.contains { $0.isAlmost(triple, within: tuning.search.sameTriple) }
      if isKnown || triple.patterns.contains(where: { occupied.contains($0.centre) }) { continue }
      if search(region) { searched.append(triple) }
    }
    if searched.isEmpty { return }
    record(.regions(searched.count), from: start, symbols: detections.count - before)
  }

  /// Triples of patterns that no symbol has explained.
  ///
  /// A picture without any symbol was searched with all thresholds: there, only faint ones are worth a search of their own.
  private func regions(isLight: Bool) -> [Region] {
    let (search, budget) = (tuning.search, tuning.budget)
    let patterns = unexplained(isLight: isLight)
    var triples = FinderTriple.all(
      of: patterns, neighbours: budget.neighbours(among: patterns.count),
      atMost: budget.regionTriples, clearerThan: tuning.regions.quality, search, isOver: tuning.isOver)
    let clear = patterns.count { $0.quality > search.clearPattern }
    if budget.completes(clear) {
      triples += FinderTriple.completed(from: patterns, clearerThan: search.clearPattern, search)
    }
    let reader = SymbolReader(positive, tuning)
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
      if abs(ring - core) >= tuning.regions.dimContrast { return nil }
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
      max(xs[3] - xs[0], ys[3] - ys[0]) * tuning.regions.border
      + Double(FunctionPattern.finderSize) * triple.corner.moduleSize
    func range(_ values: [Double], _ limit: Int) -> Range<Int> {
      func bound(_ value: Double) -> Int { Int(min(max(value, 0), Double(limit))) }
      return bound(values[0] - border)..<bound(values[3] + border)
    }
    let (columns, rows) = (range(xs, image.width), range(ys, image.height))
    guard !columns.isEmpty, !rows.isEmpty, columns.count * rows.count <= tuning.budget.regionPixels else {
      return false
    }
    var part = image.part(columns: columns, rows: rows)
    if let (dark, light) = region.grays {
      // As much again on each side, as light and paper change within a symbol.
      let slack = (light - dark) * tuning.regions.slack
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
      let map = map.moved(by: origin)
      if occupied.contains(map.centre) { continue }
      occupied.append(map)
      detections.append(detection.moved(by: origin))
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
