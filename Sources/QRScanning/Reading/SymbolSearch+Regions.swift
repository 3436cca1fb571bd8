import Imaging

/// Parts of the picture that are searched as pictures of their own.
///
/// A symbol in the shadow is nearly flat beside a lamp, and what reads a clear symbol may miss a blurred one beside it.
/// Faint finder patterns are looked for where the picture changes as often as modules; clear ones that no symbol has
/// explained are known from the passes before. The surroundings of three get the full contrast and all thresholds.
extension SymbolSearch {
  /// Three finder patterns that may be those of a symbol, with the darkest and the lightest gray around them.
  private struct Region {
    var triple: FinderTriple<PicturePixels>
    var isLight: Bool
    /// `nil` where the contrast is that of the picture.
    var grays: (dark: Double, light: Double)?
  }

  /// Searches the surroundings of finder patterns outside of symbols that were read.
  mutating func searchRegions() {
    let start = ContinuousClock().now
    let before = detections.count
    var regions = faintRegions()
    if !detections.isEmpty { regions += unexplainedRegions() }
    var searched: [FinderTriple<PicturePixels>] = []
    for region in regions where searched.count < tuning.budget.regions && !tuning.isOver {
      let triple = region.triple
      let isKnown = searched.contains { $0.isAlmost(triple, within: tuning.search.sameTriple) }
      if isKnown || triple.patterns.contains(where: { isInsideRead($0.centre) }) { continue }
      searched.append(triple)
      search(region)
    }
    if regions.isEmpty { return }
    record(.regions(searched.count), from: start, symbols: detections.count - before)
  }

  /// Triples of patterns of little contrast, the clearest first.
  private mutating func faintRegions() -> [Region] {
    let (search, budget) = (tuning.search, tuning.budget)
    var regions: [Region] = []
    var pixels = 0
    for level in positive.levels.indices.reversed() {
      guard let contrasts = bitmaps[level]?.contrasts else { continue }
      let image = positive.levels[level]
      let factor = Pyramid.factor(ofLevel: level)
      let areas = FaintAreas(image, contrasts: contrasts, search) { isInsideRead($0 * factor) }
      for box in areas.boxes {
        guard pixels + box.area <= budget.faintPixels, !tuning.isOver else { break }
        pixels += box.area
        let part = image.part(columns: box.columns, rows: box.rows)
        let bitmap = Bitmap(faint: part, search)
        for isLight in [false, true] {
          let patterns = FinderSearch(bitmap, isTolerant: false, isLight: isLight, tuning).patterns
            .map { $0.measured(in: part, isLight: isLight) }.filter { $0.quality > search.patternQuality }
          let triples = FinderTriple.all(
            of: patterns, neighbours: budget.crowdedNeighbours, search, isOver: tuning.isOver)
          for triple in triples.prefix(budget.faintTriples) where triple.quality > search.faintTripleQuality {
            guard let grays = grays(of: triple, in: part) else { continue }
            let origin = Vector(Double(box.columns.lowerBound), Double(box.rows.lowerBound))
            regions.append(
              Region(triple: triple.moved(by: origin).inPicture(fromLevel: level), isLight: isLight, grays: grays))
          }
        }
      }
    }
    return regions.sorted { $0.triple.quality > $1.triple.quality }
  }

  /// Triples of clear patterns that no symbol has explained, the likeliest first.
  private func unexplainedRegions() -> [Region] {
    [false, true].flatMap { isLight -> [Region] in
      var patterns: [FinderPattern<PicturePixels>] = []
      for (pattern, isInverted) in clear where isInverted == isLight && !isInsideRead(pattern.centre) {
        let isKnown = patterns.contains {
          ($0.centre - pattern.centre).length < tuning.search.samePattern * $0.moduleSize
        }
        if !isKnown { patterns.append(pattern) }
      }
      guard 2...max(2, tuning.budget.clearPatterns) ~= patterns.count else { return [] }
      let triples =
        FinderTriple.all(of: patterns, neighbours: tuning.budget.neighbours, tuning.search)
        + FinderTriple.completed(from: patterns, tuning.search)
      return triples.map { Region(triple: $0, isLight: isLight) }
    }
  }

  private func isInsideRead(_ place: Vector) -> Bool { read.contains { $0.contains(place) } }

  /// The darkest and the lightest gray of three finder patterns; `nil` where one has much contrast.
  private func grays(
    of triple: FinderTriple<LevelPixels>, in image: GrayImage
  ) -> (dark: Double, light: Double)? {
    var (dark, light) = (Double(UInt8.max), 0.0)
    let middle = (FinderGeometry.core + FinderGeometry.ring) / 2
    for oriented in triple.oriented() {
      let core = image.value(at: oriented.pattern.centre)
      let ring = oriented.places(at: middle).reduce(0.0) { $0 + image.value(at: $1) } / 4
      if abs(ring - core) >= tuning.search.faintLimit { return nil }
      (dark, light) = (min(dark, core, ring), max(light, core, ring))
    }
    return (dark, light)
  }

  /// Searches the square around a triple, with a share of its width on each side.
  private mutating func search(_ region: Region) {
    let image = positive.levels[0]
    let triple = region.triple
    let places = triple.patterns.map(\.centre) + [triple.right.centre + triple.below.centre - triple.corner.centre]
    let (xs, ys) = (places.map(\.x).sorted(), places.map(\.y).sorted())
    let border =
      max(xs[3] - xs[0], ys[3] - ys[0]) * tuning.search.regionBorder
      + FinderGeometry.half * 2 * triple.corner.moduleSize
    func range(_ values: [Double], _ limit: Int) -> Range<Int> {
      func bound(_ value: Double) -> Int { Int(min(max(value, 0), Double(limit))) }
      return bound(values[0] - border)..<bound(values[3] + border)
    }
    let (columns, rows) = (range(xs, image.width), range(ys, image.height))
    guard !columns.isEmpty, !rows.isEmpty, columns.count * rows.count <= tuning.budget.regionPixels else { return }
    var part = image.part(columns: columns, rows: rows)
    if let (dark, light) = region.grays {
      // As much again on each side, as light and paper change within a symbol.
      let slack = (light - dark) * tuning.search.regionSlack
      part = part.spread(from: dark - slack, to: light + slack)
    }
    if region.isLight { part = part.negative() }
    var inner = tuning
    inner.search.searchesRegions = false
    inner.search.hasTolerantPass = false
    var search = SymbolSearch(part, inner)
    search.run()
    let origin = Vector(Double(columns.lowerBound), Double(rows.lowerBound))
    for (detection, map) in zip(search.detections, search.read) {
      let map = map.moved(by: origin)
      if isInsideRead(map.place(Double(map.size) / 2, Double(map.size) / 2)) { continue }
      read.append(map)
      detections.append(detection.moved(by: origin))
    }
  }
}

extension OrientedPattern {
  /// The four places at a distance from the centre along the axes, in modules.
  fileprivate func places(at distance: Double) -> [Vector] {
    [place(distance, 0), place(-distance, 0), place(0, distance), place(0, -distance)]
  }
}

extension FinderTriple {
  fileprivate var patterns: [FinderPattern<Frame>] { [corner, right, below] }

  fileprivate func moved(by delta: Vector) -> Self {
    var result = self
    result.corner.centre += delta
    result.right.centre += delta
    result.below.centre += delta
    return result
  }
}

extension GrayImage {
  fileprivate func part(columns: Range<Int>, rows: Range<Int>) -> GrayImage {
    var result: [UInt8] = []
    result.reserveCapacity(columns.count * rows.count)
    for row in rows { result += pixels[row * width + columns.lowerBound..<row * width + columns.upperBound] }
    return GrayImage(width: columns.count, height: rows.count, pixels: result)
  }

  /// The picture with two gray levels moved to 0 and 255, and those between them in proportion.
  fileprivate func spread(from low: Double, to high: Double) -> GrayImage {
    let range = max(1, high - low)
    let table = (0...255).map { UInt8(min(max((Double($0) - low) * 255 / range, 0), 255)) }
    return GrayImage(width: width, height: height, pixels: pixels.map { table[Int($0)] })
  }

  fileprivate func negative() -> GrayImage {
    GrayImage(width: width, height: height, pixels: pixels.map { ~$0 })
  }
}
