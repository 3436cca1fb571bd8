import Imaging

/// The place of a symbol that was read. A page has thousands of them, and more patterns: most are told apart by their coordinates
/// alone.
struct SymbolArea {
  let map: GridMap<PicturePixels>
  private let outline: [Vector]
  /// The corners of the upright rectangle around the outline.
  private let least: Vector, most: Vector
  private let moduleSize: Double

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
      && (pattern.quality < tuning.clearPattern || pattern.moduleSize > tuning.insetModule * moduleSize)
  }
}
