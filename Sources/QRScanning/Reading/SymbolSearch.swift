import QRSymbology

/// The search of a whole picture: levels, thresholds, finder patterns, triples, symbols.
struct SymbolSearch {
  private let positive: Pyramid
  /// Light and dark exchanged.
  private lazy var negative = positive.inverted()
  private let effort: QRScanner.Effort
  private(set) var detections: [Detection] = []
  /// What was done, in order.
  private(set) var attempts: [ScanAttempt] = []
  /// Whether three clear finder patterns were seen, and timing patterns between them, that could not be read.
  private(set) var sawUnreadable = false
  /// Whether clear finder patterns were seen that are much wider than high, or much higher than wide.
  private(set) var sawForeshortened = (wide: false, high: false)
  /// Triples that looked like symbols and could not be read. Another size or threshold is another chance for one that
  /// is clearer there.
  private var failures: [FinderTriple] = []
  /// A page of six hundred symbols has 1,800.
  private static let mostPatterns = 2000
  /// Failures are what takes time. A picture may have so many, and more for each symbol that was read.
  private var mayFail: Bool {
    failures.count < (effort == .hard ? 300 : 60) + 4 * detections.count
      && failedModules < (effort == .hard ? 3_000_000 : 600_000) * (1 + detections.count)
  }
  /// Modules of all symbols that were tried in vain: large ones take longer.
  private var failedModules = 0
  /// Finder patterns that may be those of Micro QR symbols, once it is known which belong to larger ones.
  private var lone: [(patterns: [FinderPattern], isInverted: Bool)] = []
  /// Symbols that were read, in pixels of the whole picture: nothing inside them is searched again.
  private var read: [GridMap] = []

  init(_ image: GrayImage, effort: QRScanner.Effort) {
    positive = Pyramid(image.stretched())
    self.effort = effort
  }

  /// Looks for dark symbols on light ground first, from the smallest level up. Only a picture without any is searched
  /// with other thresholds, and for light symbols.
  mutating func run() {
    let levels = positive.levels.indices.reversed()
    for level in levels { search(level: level, .local, inverted: false) }
    readMicro()
    if effort == .fast || !detections.isEmpty { return }
    for level in levels {
      search(level: level, .local, inverted: true)
      search(level: level, .wide, inverted: false)
      if showsBlur(level) { search(level: level, .narrow, inverted: false) }
    }
    readMicro()
    if detections.isEmpty { searchDiscs() }
    if effort == .normal || !detections.isEmpty { return }
    for level in levels {
      for threshold in Bitmap.Threshold.allCases where threshold != .narrow || showsBlur(level) {
        search(level: level, threshold, inverted: false, tolerance: 0.8)
      }
      search(level: level, .wide, inverted: true, tolerance: 0.8)
    }
    readMicro()
  }

  /// Blur that hides rings goes with large modules: smaller levels show them as well.
  private func showsBlur(_ level: Int) -> Bool { positive.levels[level].pixels.count <= 4_000_000 }

  /// Looks for ornamental symbols, at the largest level that does not take long.
  private mutating func searchDiscs() {
    guard let level = positive.levels.indices.first(where: { positive.levels[$0].pixels.count <= 200_000 }) else {
      return
    }
    let start = ContinuousClock().now
    let factor = Double(1 << level)
    let reader = SymbolReader(positive, effort: effort)
    for triple in DiscSearch(Bitmap(positive.levels[level])).triples.prefix(8) {
      guard let found = reader.readOrnamental(triple.scaled(by: factor)) else { continue }
      read.append(found.map)
      detections.append(Detection(found))
      break
    }
    attempts.append(
      ScanAttempt(
        name: "discs for finder patterns", duration: start.duration(to: ContinuousClock().now),
        symbols: detections.count))
  }

  private mutating func search(
    level: Int, _ threshold: Bitmap.Threshold, inverted: Bool, tolerance: Double = 0.5
  ) {
    let start = ContinuousClock().now
    let before = detections.count
    defer {
      let size = "\(positive.levels[level].width) × \(positive.levels[level].height)"
      attempts.append(
        ScanAttempt(
          name: "\(size), \(threshold.rawValue) threshold" + (inverted ? ", light on dark" : "")
            + (tolerance > 0.5 ? ", tolerant" : ""),
          duration: start.duration(to: ContinuousClock().now), symbols: detections.count - before))
    }
    let pyramid = inverted ? negative : positive
    let bitmap = Bitmap(pyramid.levels[level], threshold)
    let factor = Double(1 << level)
    var patterns = FinderSearch(bitmap, tolerance: tolerance).patterns.map {
      $0.measured(in: pyramid.levels[level]).scaled(by: factor)
    }
    // Where a pattern's rings are thinner than that, a larger level shows it better; here, much else looks like it.
    .filter { $0.quality > (effort == .hard ? 0.4 : 0.5) && (level == 0 || $0.moduleSize > 1.7 * factor) }
    .filter { pattern in !read.contains { $0.hides(pattern) } }
    if patterns.count > Self.mostPatterns {
      patterns = Array(patterns.sorted { $0.quality > $1.quality }.prefix(Self.mostPatterns))
    }
    if patterns.count >= 3 {
      readLarge(patterns, FinderTriple.all(of: patterns, neighbours: patterns.count > 500 ? 6 : 8), pyramid)
    }
    lone.append((patterns, inverted))
    for pattern in patterns where pattern.quality > 0.8 {
      let extent = pattern.extent
      if extent.x > 1.6 * extent.y { sawForeshortened.wide = true }
      if extent.y > 1.6 * extent.x { sawForeshortened.high = true }
    }
    if detections.isEmpty && effort != .fast {
      let clear = patterns.filter { $0.quality > 0.8 }
      if 2...(effort == .hard ? 12 : 6) ~= clear.count {
        readLarge(clear, FinderTriple.completed(from: clear), pyramid)
      }
    }
  }

  private mutating func readLarge(_ patterns: [FinderPattern], _ triples: [FinderTriple], _ pyramid: Pyramid) {
    let reader = SymbolReader(pyramid, effort: effort)
    var used: Set<Int> = []
    // Most triples are refused at once; those that look like symbols take time.
    var failedTriples = 0
    for triple in triples.prefix(max(3000, 8 * patterns.count)) where used.isDisjoint(with: triple.members) {
      guard mayFail else { return }
      if effort != .hard, failures.contains(where: { $0.isAlmost(triple) && $0.quality > triple.quality - 0.03 }) {
        continue
      }
      let found: SymbolReader.Found
      switch reader.read(triple) {
      case .implausible: continue
      case .unreadable(let modules):
        if triple.quality > 0.85 { sawUnreadable = true }
        failures.append(triple)
        failedModules += modules
        failedTriples += 1
        if failedTriples == (effort == .hard ? 60 : 8 + patterns.count / 3) { return }
        continue
      case .read(let symbol): found = symbol
      }
      used.formUnion(triple.members)
      for (index, pattern) in patterns.enumerated() where found.map.hides(pattern) { used.insert(index) }
      read.append(found.map)
      detections.append(Detection(found))
    }
  }

  /// Tries finder patterns that belong to no symbol that was read as those of Micro QR symbols.
  private mutating func readMicro() {
    let start = ContinuousClock().now
    let before = detections.count
    for (patterns, isInverted) in lone {
      let reader = MicroReader(isInverted ? negative : positive)
      let clearest = patterns.filter { pattern in !read.contains { $0.hides(pattern) } }
        .sorted { $0.quality > $1.quality }.prefix(effort == .hard ? 60 : 12)
      for pattern in clearest where pattern.quality > 0.65 && !read.contains(where: { $0.contains(pattern.centre) }) {
        guard let found = reader.read(pattern) else { continue }
        read.append(found.map)
        detections.append(
          Detection(
            message: found.reading.message, corners: Corners(found.map, isMirrored: found.isMirrored), engine: .modules,
            microVersion: found.version, attempt: "Micro QR"))
      }
    }
    lone = []
    attempts.append(
      ScanAttempt(
        name: "Micro QR", duration: start.duration(to: ContinuousClock().now), symbols: detections.count - before))
  }
}

extension FinderTriple {
  /// Whether another triple's patterns stand where this one's do.
  fileprivate func isAlmost(_ other: FinderTriple) -> Bool {
    let limit = 2 * corner.moduleSize
    return (corner.centre - other.corner.centre).length < limit
      && (right.centre - other.right.centre).length < limit && (below.centre - other.below.centre).length < limit
  }
}

extension GridMap {
  /// Whether a pattern is one of this symbol's own, or a likeness among its modules. A clear and much smaller one inside
  /// belongs to another symbol, which stands where a logo might.
  func hides(_ pattern: FinderPattern) -> Bool {
    contains(pattern.centre) && (pattern.quality < 0.8 || pattern.moduleSize > 0.7 * moduleSize)
  }

  /// Whether a place lies inside the four corners.
  func contains(_ place: Vector) -> Bool {
    let points = outline
    let turns = (0..<4).map { i -> Double in (points[(i + 1) % 4] - points[i]).cross(place - points[i]) }
    return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
  }
}

extension Detection {
  fileprivate init(_ found: SymbolReader.Found) {
    self.init(
      message: found.reading.message, corners: Corners(found.map, isMirrored: found.isMirrored), engine: .modules,
      version: found.version, structuredAppend: found.reading.structuredAppend, attempt: found.attempt)
  }
}

extension Corners {
  /// A mirrored symbol's right upper corner lies where the map's lower left one is.
  fileprivate init(_ map: GridMap, isMirrored: Bool) {
    let corners = map.outline.map { ImagePoint(x: $0.x, y: $0.y) }
    self.init(
      topLeft: corners[0], topRight: corners[isMirrored ? 3 : 1], bottomRight: corners[2],
      bottomLeft: corners[isMirrored ? 1 : 3])
  }
}
