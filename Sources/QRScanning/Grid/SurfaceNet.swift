import QRSymbology

/// A net of modules, and how far from a plane map they are in the picture, as far as that is known.
struct SurfaceNet {
  private struct Point {
    /// From the place that the map tells, in pixels.
    var shift = Vector()
    /// 0 unknown … 1 clear; twice that for alignment patterns.
    var weight = 0.0
  }
  /// The rows and columns of the net, in modules.
  private let centres: [Double]
  private let map: GridMap
  private let alignment: [Int]
  /// Row by row; of no weight until it is known.
  private var points: [Point]

  /// The second row and column are those of the timing patterns, and known.
  init(_ map: GridMap, columns: TimingPath, rows: TimingPath, alignment: [Int]) {
    let size = map.size
    var centres = [2.5]
    let stops = alignment.count < 2 ? [6, size - 7] : alignment
    for (start, end) in zip(stops, stops.dropFirst()) {
      let parts = max(1, Int((Double(end - start) / 3).rounded()))
      for i in 0..<parts { centres.append(Double(start) + 0.5 + Double((end - start) * i) / Double(parts)) }
    }
    centres += [Double(size) - 6.5, Double(size) - 2.5]
    (self.centres, self.map, self.alignment) = (centres, map, alignment)
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
    let (column, row) = (Int(module.x), Int(module.y))
    // Three of the places are those of finder patterns.
    if min(column, row) == 6, max(column, row) == 6 || max(column, row) == map.size - 7 { return false }
    return alignment.contains(column) && alignment.contains(row)
  }

  /// Away from the timing patterns, on diagonals from the upper left.
  var order: [Int] {
    let count = centres.count
    return points.indices.sorted { ($0 % count + $0 / count, $0) < ($1 % count + $1 / count, $1) }
  }

  func isKnown(_ node: Int) -> Bool { points[node].weight > 0 }

  var residuals: GridMap.Residuals { GridMap.Residuals(centres: centres, nodes: points.map(\.shift)) }

  /// The place of a node, and the steps to the next modules, in pixels, as the points around it tell.
  ///
  /// Of a rectangle's four corners, three tell the fourth: what a column has moved against the next one in the rows
  /// above, it moves in this row. That holds wherever paper rolls or folds along either axis of the symbol.
  func prediction(_ node: Int) -> (place: Vector, right: Vector, down: Vector)? {
    let module = module(node)
    let count = centres.count
    let (column, row) = (node % count, node / count)
    var (sum, weight) = (Vector(), 0.0)
    var shape = PlaneFit()
    let rows = max(0, row - 2)...min(count - 1, row + 2)
    for x in max(0, column - 2)...min(count - 1, column + 2) {
      let beside = points[row * count + x]
      for y in rows where x != column || y != row {
        let other = y * count + x
        let point = points[other]
        guard point.weight > 0 else { continue }
        shape.add(self.module(other) - module, point.shift, point.weight)
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

/// The slopes of the plane through vectors, by least squares; near ones count more. (A ``LinearSystem`` without arrays, as
/// there is one for every node.)
private struct PlaneFit {
  private var (n, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
  private var (p, px, py) = (Vector(), Vector(), Vector())

  mutating func add(_ offset: Vector, _ value: Vector, _ weight: Double) {
    let near = weight / (1 + (offset.x * offset.x + offset.y * offset.y) / 40)
    n += near
    x += near * offset.x
    y += near * offset.y
    xx += near * offset.x * offset.x
    xy += near * offset.x * offset.y
    yy += near * offset.y * offset.y
    p += value * near
    px += value * (near * offset.x)
    py += value * (near * offset.y)
  }

  /// What a step right and a step down add: a little less than it seems, so that points in one line will do.
  var slopes: (right: Vector, down: Vector) {
    guard n > 0 else { return (.zero, .zero) }
    let (cxx, cxy, cyy) = (xx - x * x / n + 1, xy - x * y / n, yy - y * y / n + 1)
    let determinant = cxx * cyy - cxy * cxy
    let (cx, cy) = (px - p * (x / n), py - p * (y / n))
    return ((cx * cyy - cy * cxy) / determinant, (cy * cxx - cx * cxy) / determinant)
  }
}
