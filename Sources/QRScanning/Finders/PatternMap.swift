import Imaging

/// Where patterns are and how far they reach: a grid of cells, each of which lists the patterns that reach into it.
struct PatternMap {
  /// An element of the list of a cell.
  private struct Entry {
    var centre: Vector
    var reach: Double
    /// The next one of the same cell; `none` at the end.
    var next: Int32
  }

  /// The side of a cell in pixels: a pattern of usual size reaches into only a few cells.
  private static let side = 32.0
  private static let none: Int32 = -1

  private let columns: Int, rows: Int
  /// The first entry of each cell; `none` where it is empty.
  private var firsts: [Int32]
  /// In one array rather than one for each cell: a lookup must cost little.
  private var entries: [Entry] = []

  /// - Parameters:
  ///   - width: Width of the picture, in pixels.
  ///   - height: Height of the picture, in pixels.
  init(width: Int, height: Int) {
    (columns, rows) = (Int(Double(width) / Self.side) + 1, Int(Double(height) / Self.side) + 1)
    firsts = Array(repeating: Self.none, count: columns * rows)
  }

  /// - Parameter reach: In pixels.
  mutating func add(_ centre: Vector, reach: Double) {
    for row in Self.cell(centre.y - reach, of: rows)...Self.cell(centre.y + reach, of: rows) {
      for column in Self.cell(centre.x - reach, of: columns)...Self.cell(centre.x + reach, of: columns) {
        entries.append(Entry(centre: centre, reach: reach, next: firsts[row * columns + column]))
        firsts[row * columns + column] = Int32(entries.count - 1)
      }
    }
  }

  /// Whether a pattern is near a place.
  ///
  /// - Parameter isNear: Decides by the offset from the place to the pattern, and by the pattern's reach. It must be false where the
  ///   offset along either axis exceeds the reach.
  @inline(__always)
  func hasPattern(around place: Vector, isNear: (Vector, Double) -> Bool) -> Bool {
    var index = firsts[Self.cell(place.y, of: rows) * columns + Self.cell(place.x, of: columns)]
    while index != Self.none {
      let entry = entries[Int(index)]
      if isNear(entry.centre - place, entry.reach) { return true }
      index = entry.next
    }
    return false
  }

  private static func cell(_ coordinate: Double, of count: Int) -> Int {
    Int(min(max(0, coordinate / side), Double(count - 1)))
  }
}
