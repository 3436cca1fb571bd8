import Imaging

/// Where patterns are and how far they reach: a grid of cells, each of which lists the patterns that reach into it.
struct PatternMap {
  private typealias Pattern = (centre: Vector, reach: Double)

  /// The side of a cell in pixels: a pattern of usual size reaches into only a few cells.
  private static let side = 64.0

  private let columns: Int, rows: Int
  private var cells: [[Pattern]]

  /// - Parameters:
  ///   - width: Width of the picture, in pixels.
  ///   - height: Height of the picture, in pixels.
  init(width: Int, height: Int) {
    (columns, rows) = (Int(Double(width) / Self.side) + 1, Int(Double(height) / Self.side) + 1)
    cells = Array(repeating: [], count: columns * rows)
  }

  /// - Parameter reach: In pixels.
  mutating func add(_ centre: Vector, reach: Double) {
    for row in Self.cell(centre.y - reach, of: rows)...Self.cell(centre.y + reach, of: rows) {
      for column in Self.cell(centre.x - reach, of: columns)...Self.cell(centre.x + reach, of: columns) {
        cells[row * columns + column].append((centre, reach))
      }
    }
  }

  /// Whether a pattern is near a place.
  ///
  /// - Parameter isNear: Decides by the offset from the place to the pattern, and by the pattern's reach. It must be false where the
  ///   offset along either axis exceeds the reach.
  func hasPattern(around place: Vector, isNear: (Vector, Double) -> Bool) -> Bool {
    cells[Self.cell(place.y, of: rows) * columns + Self.cell(place.x, of: columns)].contains {
      isNear($0.centre - place, $0.reach)
    }
  }

  private static func cell(_ coordinate: Double, of count: Int) -> Int {
    Int(min(max(0, coordinate / side), Double(count - 1)))
  }
}
