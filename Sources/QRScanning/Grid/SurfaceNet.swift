import Imaging
import QRSymbology

/// A net over the modules, with the displacement of each node from a plane map where it is known.
struct SurfaceNet {
  private struct Point {
    /// From the place under the plane map, in pixels.
    var shift = Vector()
    /// 0 unknown … 1 clear; more at alignment patterns.
    var weight = 0.0
  }
  /// The rows and columns of the net, in modules.
  private let centres: [Double]
  private let map: GridMap<LevelPixels>
  private let alignment: [(row: Int, column: Int)]
  private let tuning: Tuning.Fit
  /// Row by row; of weight 0 until found.
  private var points: [Point]

  /// A net whose second row and column are those of the timing patterns, and known.
  init(
    _ map: GridMap<LevelPixels>, columns: TimingPath, rows: TimingPath, version: QRSymbol.Version,
    _ tuning: Tuning.Fit
  ) {
    (self.map, alignment, self.tuning) = (map, version.alignmentPatterns, tuning)
    let size = map.size
    let line = FunctionPattern.timingLine
    // The first and the last row are those in the middle of a finder pattern's outer half.
    var centres = [FinderGeometry.ring]
    let stops = version.alignmentCentres.isEmpty ? [line, size - 1 - line] : version.alignmentCentres
    for (start, end) in zip(stops, stops.dropFirst()) {
      let parts = max(1, Int((Double(end - start) / tuning.netSpacing).rounded()))
      for i in 0..<parts { centres.append(Double(start) + 0.5 + Double((end - start) * i) / Double(parts)) }
    }
    centres += [Double(size) - (Double(line) + 0.5), Double(size) - FinderGeometry.ring]
    self.centres = centres
    let count = centres.count
    points = Array(repeating: Point(), count: count * count)
    for i in 0..<count {
      set(i * count + 1, rows.place(centres[i]), weight: 1)
      set(count + i, columns.place(centres[i]), weight: 1)
    }
  }

  /// Modules on each side of the symbol.
  var size: Int { map.size }

  func module(_ node: Int) -> Vector { Vector(centres[node % centres.count], centres[node / centres.count]) }

  mutating func set(_ node: Int, _ place: Vector, weight: Double) {
    let module = module(node)
    points[node] = Point(shift: place - map.place(module.x, module.y), weight: weight)
  }

  func isAlignment(_ node: Int) -> Bool {
    let module = module(node)
    return alignment.contains { $0 == (Int(module.y), Int(module.x)) }
  }

  /// Away from the timing patterns, along diagonals from the upper left.
  var order: [Int] {
    let count = centres.count
    return points.indices.sorted { ($0 % count + $0 / count, $0) < ($1 % count + $1 / count, $1) }
  }

  func isKnown(_ node: Int) -> Bool { points[node].weight > 0 }

  var residuals: Residuals { Residuals(centres: centres, nodes: points.map(\.shift)) }

  /// The place of a node and the steps to the next modules, in pixels, predicted from the nodes around it.
  ///
  /// Three corners of a rectangle predict the fourth: the displacement between two columns in the rows above is that in
  /// this row. That is right wherever paper is rolled or folded along either axis of the symbol.
  func prediction(_ node: Int) -> (place: Vector, right: Vector, down: Vector)? {
    let module = module(node)
    let count = centres.count
    let reach = tuning.netReach
    let (column, row) = (node % count, node / count)
    var (sum, weight) = (Vector(), 0.0)
    // Near nodes weigh more.
    var shape = PlaneFit(ridge: tuning.netRidge)
    let rows = max(0, row - reach)...min(count - 1, row + reach)
    for x in max(0, column - reach)...min(count - 1, column + reach) {
      let beside = points[row * count + x]
      for y in rows where x != column || y != row {
        let other = y * count + x
        let point = points[other]
        guard point.weight > 0 else { continue }
        let offset = self.module(other) - module
        let distance = offset.x * offset.x + offset.y * offset.y
        // A node counts half at six modules.
        shape.add(offset, point.shift, weight: point.weight / (1 + distance / 40))
        let above = points[y * count + column]
        if x == column || y == row || beside.weight == 0 || above.weight == 0 { continue }
        let trust = point.weight * beside.weight * above.weight / Double(abs((x - column) * (y - row)))
        sum += (beside.shift + above.shift - point.shift) * trust
        weight += trust
      }
    }
    guard weight > 0 else { return nil }
    let (right, down) = shape.slopes
    return (
      map.place(module.x, module.y) + sum / weight,
      map.place(module.x + 0.5, module.y) - map.place(module.x - 0.5, module.y) + right,
      map.place(module.x, module.y + 0.5) - map.place(module.x, module.y - 0.5) + down
    )
  }
}
