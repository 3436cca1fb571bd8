import Imaging
import QRSymbology

/// Looks for the modules around each node of a grid that may be off by most of a module, as on bent paper.
///
/// Edges are found only near their places. Here a node's modules are known, so that the displacement at which they agree
/// best is that of the paper.
struct NodeSearch {
  /// The displacement of each node in modules; `nil` where the modules agree nowhere.
  let shifts: [Vector?]

  init(_ symbol: MeasuredSymbol) {
    let nodes = symbol.grid.nodes
    shifts = nodes.flatMap { y in nodes.map { x in Self.shift(symbol, x, y) } }
  }

  private static func shift(_ symbol: MeasuredSymbol, _ x: Double, _ y: Double) -> Vector? {
    let size = symbol.anatomy.size
    let (columns, rows) = (range(around: x, size), range(around: y, size))
    let here = symbol.grid.place(x, y)
    let right = symbol.grid.place(x + 0.5, y) - symbol.grid.place(x - 0.5, y)
    let down = symbol.grid.place(x, y + 0.5) - symbol.grid.place(x, y - 0.5)
    /// The contrast of the modules around the node, as a share of the mean contrast.
    func contrast(_ shift: Vector) -> Double {
      var means = ContrastingMeans()
      for row in rows {
        for column in columns {
          // The grid is even over so few modules.
          let at = shift + Vector(Double(column) + 0.5 - x, Double(row) + 0.5 - y)
          let value = symbol.light(at: here + right * at.x + down * at.y)
          means.add(value, isDark: symbol.anatomy.isDark[row * size + column])
        }
      }
      return means.contrast / max(symbol.meanContrast, 1e-9)
    }
    let start = contrast(.zero)
    // No place could be enough better.
    if start > 1 - gain { return .zero }
    var best: (shift: Vector, score: Double) = (.zero, start)
    for j in -steps...steps {
      for i in -steps...steps {
        let shift = SIMD2(Double(i), Double(j)) * step
        // Of equals, the nearest.
        let score = contrast(shift) - pull * shift.length
        if score > best.score { best = (shift, score) }
      }
    }
    if best.score < least { return nil }
    return best.score > start + gain ? best.shift : .zero
  }

  private static func range(around centre: Double, _ size: Int) -> Range<Int> {
    max(0, Int(centre) - reach)..<min(size, Int(centre) + reach + 1)
  }

  /// Modules on each side of a node.
  private static let reach = 4
  /// Modules between places.
  private static let step = 0.25
  /// Places on each side.
  private static let steps = 4
  /// Contrast that a distance of a module costs. As all here, as a share of the mean contrast.
  private static let pull = 0.05
  /// The contrast that a displacement has to gain: edges find smaller ones, and noise has others.
  private static let gain = 0.12
  /// The least contrast at a place.
  private static let least = 0.4
}
