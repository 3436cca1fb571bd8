import Imaging

/// The place of a symbol that was read. A page has thousands of them, and more patterns: most are told apart by their coordinates
/// alone.
struct SymbolArea {
  let map: GridMap<PicturePixels>
  private let outline: [Vector]
  /// The corners of the upright rectangle around the outline.
  let least: Vector, most: Vector
  let moduleSize: Double

  init(_ map: GridMap<PicturePixels>) {
    self.map = map
    outline = map.outline
    least = outline.dropFirst().reduce(outline[0]) { pointwiseMin($0, $1) }
    most = outline.dropFirst().reduce(outline[0]) { pointwiseMax($0, $1) }
    moduleSize = map.moduleSize
  }

  /// Whether a place is inside the outline.
  func contains(_ place: Vector) -> Bool {
    guard all(place .>= least), all(place .<= most) else { return false }
    let turns = (0..<4).map { i in (outline[(i + 1) % 4] - outline[i]).cross(place - outline[i]) }
    return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
  }

  /// Whether a pattern inside belongs to this symbol, as one of its own or an accident among its modules. A clear and
  /// much smaller one belongs to another symbol, in the place of a logo.
  func hides(_ pattern: FinderPattern<PicturePixels>, _ tuning: Tuning.Search) -> Bool {
    contains(pattern.centre)
      && (pattern.quality < tuning.clearPattern || pattern.moduleSize > FinderGeometry.inset * moduleSize)
  }
}

/// The places of all symbols that were read, by their height.
struct SymbolAreas {
  private(set) var areas: [SymbolArea] = []
  /// Indices of those that reach into each strip of the picture.
  private var strips: [Int: [Int]] = [:]
  /// Of the upright rectangles around them, in pixels; 0 if there are none.
  private(set) var greatestHeight = 0.0
  /// Pixels per module of the smallest modules; infinite if there are none.
  private(set) var leastModule = Double.infinity

  /// Strips of 64 pixels. Places outside of any picture, or nowhere, are in the first or the last one.
  private static func strip(_ y: Double) -> Int { Int(min(4096, max(0, y) / 64)) }

  mutating func append(_ area: SymbolArea) {
    for strip in Self.strip(area.least.y)...Self.strip(area.most.y) { strips[strip, default: []].append(areas.count) }
    areas.append(area)
    greatestHeight = max(greatestHeight, area.most.y - area.least.y)
    leastModule = min(leastModule, area.moduleSize)
  }

  /// Whether a place is inside one of them.
  func contains(_ place: Vector) -> Bool {
    strips[Self.strip(place.y)]?.contains { areas[$0].contains(place) } ?? false
  }

  /// Whether a pattern belongs to one of them; ``SymbolArea/hides(_:_:)``.
  func hides(_ pattern: FinderPattern<PicturePixels>, _ tuning: Tuning.Search) -> Bool {
    strips[Self.strip(pattern.centre.y)]?.contains { areas[$0].hides(pattern, tuning) } ?? false
  }
}
