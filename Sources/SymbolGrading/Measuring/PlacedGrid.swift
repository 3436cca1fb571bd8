import Imaging
import QRScanning

/// The scanner's grid, moved to where the edges of modules are.
///
/// The scanner needs the centres of modules to a fifth of a module, grading more exactly. The displacement is known at the
/// nodes of a net, and bilinear between them.
struct PlacedGrid {
  private let grid: SymbolGrid
  /// Columns, and rows, of the nodes, in modules from the edge.
  let nodes: [Double]
  /// Displacements in modules, row by row.
  private(set) var shifts: [Vector]

  var size: Int { grid.size }

  init(_ grid: SymbolGrid) {
    self.grid = grid
    // From the middle of a finder pattern to that of the next, about six modules apart.
    let (first, last) = (3.5, Double(grid.size) - 3.5)
    let count = max(2, ((last - first) / 6).rounded())
    nodes = (0...Int(count)).map { first + (last - first) * Double($0) / count }
    shifts = Array(repeating: .zero, count: nodes.count * nodes.count)
  }

  /// The place of a point in the picture.
  func place(_ column: Double, _ row: Double) -> Vector {
    let shift = shift(column, row)
    let place = grid.place(column: column + shift.x, row: row + shift.y)
    return Vector(place.x, place.y)
  }

  /// A module's centre and the steps to the next ones to the right and down, in pixels.
  func frame(_ column: Int, _ row: Int) -> (centre: Vector, right: Vector, down: Vector) {
    let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
    return (
      place(x, y), place(x + 0.5, y) - place(x - 0.5, y), place(x, y + 0.5) - place(x, y - 0.5)
    )
  }

  /// Moves the nodes.
  ///
  /// - Parameter places: The displacement of each node from the scanner's grid; `nil` where none was measured.
  /// - Returns: Whether any has moved.
  @discardableResult
  mutating func move(to places: [Vector?]) -> Bool {
    let before = shifts
    for node in shifts.indices { shifts[node] = places[node] ?? mean(of: places, near: node) ?? shifts[node] }
    return shifts != before
  }

  /// The mean of what was measured, with more weight on near nodes.
  private func mean(of places: [Vector?], near node: Int) -> Vector? {
    let count = nodes.count
    var (sum, weight) = (Vector.zero, 0.0)
    for (other, place) in places.enumerated() {
      guard let place else { continue }
      let (x, y) = (Double(other % count - node % count), Double(other / count - node / count))
      let near = 1 / (x * x + y * y + 1e-9)
      sum += place * (near * near)
      weight += near * near
    }
    return weight > 0 ? sum / weight : nil
  }

  /// The displacement of a point from the scanner's grid, in modules.
  func shift(_ column: Double, _ row: Double) -> Vector {
    Bilinear.mean(of: shifts, side: nodes.count, column: cell(column), row: cell(row))
  }

  /// The interval of a coordinate and the share of it; beyond the outermost nodes the displacement is extrapolated over the
  /// rest of the symbol.
  private func cell(_ x: Double) -> (index: Int, share: Double) {
    let position = (x - nodes[0]) / (nodes[1] - nodes[0])
    let i = Int(min(max(position, 0), Double(nodes.count - 2)))
    let slack = nodes[0] / (nodes[1] - nodes[0])
    return (i, min(max(position - Double(i), -slack), 1 + slack))
  }
}
