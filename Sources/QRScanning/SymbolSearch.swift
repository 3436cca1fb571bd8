import QRSymbology

/// The search of a whole picture: levels, thresholds, finder patterns, triples, symbols.
struct SymbolSearch {
  private let pyramid: Pyramid
  private let effort: QRScanner.Effort
  private(set) var detections: [Detection] = []
  /// Symbols that were read, in pixels of the whole picture: nothing inside them is searched again.
  private var read: [GridMap] = []

  init(_ image: GrayImage, effort: QRScanner.Effort) {
    pyramid = Pyramid(image)
    self.effort = effort
  }

  mutating func run() {
    for level in pyramid.levels.indices.reversed() { search(level: level, .local, inverted: false) }
    if effort == .fast || !detections.isEmpty { return }
    for level in pyramid.levels.indices.reversed() {
      search(level: level, .local, inverted: true)
      search(level: level, .wide, inverted: false)
    }
  }

  private mutating func search(level: Int, _ threshold: Bitmap.Threshold, inverted: Bool) {
    let image = pyramid.levels[level]
    let bitmap = Bitmap(image, threshold)
    let factor = Double(1 << level)
    var patterns = FinderSearch(inverted ? bitmap.inverted() : bitmap).patterns.map { $0.scaled(by: factor) }
      .filter { pattern in !read.contains { $0.contains(pattern.centre) } }
    trace("level \(level) \(threshold) inv \(inverted): \(patterns.count) patterns " + patterns.prefix(8).map { "(\(Int($0.centre.x)),\(Int($0.centre.y)) m \($0.moduleSize) q \($0.quality))" }.joined(separator: " "))
    guard patterns.count >= 3 else { return }
    let negative = inverted ? pyramid.inverted() : pyramid
    let locator = SymbolLocator(negative, effort: effort)
    var used: Set<Int> = []
    // In a texture nearly everything looks a little like a finder pattern.
    if patterns.count > 30 { patterns.removeAll { $0.quality < 0.85 } }
    trace("triples \(FinderTriple.all(of: patterns).count)")
    for triple in FinderTriple.all(of: patterns).prefix(200) where used.isDisjoint(with: triple.members) {
      guard let found = locator.read(triple) else { continue }
      used.formUnion(triple.members)
      for (index, pattern) in patterns.enumerated() where found.map.contains(pattern.centre) { used.insert(index) }
      read.append(found.map)
      detections.append(Detection(found))
    }
  }
}

extension GridMap {
  /// Whether a place lies inside the four corners.
  func contains(_ place: Vector) -> Bool {
    let points = [corners.0, corners.1, corners.2, corners.3]
    let turns = (0..<4).map { i -> Double in (points[(i + 1) % 4] - points[i]).cross(place - points[i]) }
    return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
  }
}

extension Detection {
  fileprivate init(_ found: SymbolLocator.Found) {
    let (a, b, c, d) = found.map.corners
    func point(_ place: Vector) -> ImagePoint { ImagePoint(x: place.x, y: place.y) }
    // A mirrored symbol's right upper corner lies where the map's lower left one is.
    self.init(
      message: found.reading.message,
      corners: Corners(
        topLeft: point(a), topRight: point(found.isMirrored ? d : b), bottomRight: point(c),
        bottomLeft: point(found.isMirrored ? b : d)),
      engine: .modules, version: found.version)
  }
}
