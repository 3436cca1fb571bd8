import Imaging
import QRScanning
import QRSymbology

/// Where the edges between dark and light modules are.
///
/// The dark share of the line between the centres of two modules is half where the edge is in its place. Ink that spreads
/// moves edges away from the dark side, and a displaced grid moves them all in one direction: over edges of both kinds the
/// two are separate. Growth is measured at edges between pairs of equal modules: in narrower ones blur and growth meet.
struct ModuleEdges {
  /// Edges in one direction.
  struct Direction {
    var edges: [Edge] = []
    /// The even part of the displacement from the scanner's grid: factors of 1, x, y and xy.
    var even = [0.0, 0, 0, 0]
    /// The mean distance by which dark modules reach beyond their edges, in modules.
    var growth = 0.0
    /// The mean width of the transition from dark to light, in modules, as if it were even.
    var blur = 0.0
  }

  struct Edge {
    /// The place in the symbol, in modules.
    var place: Vector
    /// How far right of or below its place in the scanner's grid the edge is, in modules.
    var displacement: Double
    /// 1 where dark is left of or above the edge, else −1.
    var sign: Double
    /// Whether it is between pairs of equal modules.
    var isWide: Bool
  }

  /// Between columns.
  let across: Direction
  /// Between rows.
  let down: Direction

  init() { (across, down) = (Direction(), Direction()) }

  init(_ symbol: MeasuredSymbol) {
    across = Self.direction(symbol, isAcross: true)
    down = Self.direction(symbol, isAcross: false)
  }

  private static func direction(_ symbol: MeasuredSymbol, isAcross: Bool) -> Direction {
    let size = symbol.anatomy.size
    var direction = Direction()
    var blur = 0.0
    for line in 0..<size {
      func isDark(_ i: Int) -> Bool {
        0..<size ~= i && symbol.anatomy.isDark[isAcross ? line * size + i : i * size + line]
      }
      func level(_ i: Int) -> Double { isAcross ? symbol.levels[line, i] : symbol.levels[i, line] }
      for i in -1..<size where isDark(i) != isDark(i + 1) {
        let isWide = (isDark(i - 1) == isDark(i), isDark(i + 2) == isDark(i + 1))
        // Blur moves an edge away from the wider side.
        guard isWide.0 == isWide.1 || size < leastSize else { continue }
        let before = SIMD2(level(isWide.0 ? i - 1 : i), level(i))
        let after = SIMD2(level(i + 1), level(isWide.1 ? i + 2 : i + 1))
        let isBeforeDark = isDark(i)
        let (darks, lights) = isBeforeDark ? (before, after) : (after, before)
        // Covered and missing modules have no edges; NaN fails.
        let (dark, light) = (darks.min(), lights.max())
        guard darks.max() < lights.min(), light - dark > symbol.meanContrast * leastContrast else { continue }
        let profile = profile(symbol, line: line, from: i, isAcross: isAcross).map { (light - $0) / (light - dark) }
        let count = Double(profile.count)
        let share = profile.reduce(0) { $0 + min(max($1, 0), 1) } / count
        // An even transition of a width w has w / 6 between its values and 0 or 1.
        blur += profile.reduce(0) { $0 + max(0, $1 * (1 - $1)) } * 6 / count
        let (along, beside) = (Double(i) + 1, Double(line) + 0.5)
        let place = isAcross ? Vector(along, beside) : Vector(beside, along)
        let shift = symbol.grid.shift(place.x, place.y)
        let sign = isBeforeDark ? 1.0 : -1.0
        direction.edges.append(
          Edge(
            place: place, displacement: (isAcross ? shift.x : shift.y) + sign * (share - 0.5), sign: sign,
            isWide: isWide == (true, true)))
      }
    }
    guard !direction.edges.isEmpty else { return direction }
    (direction.even, direction.growth) = even(direction.edges, size: size)
    direction.blur = blur / Double(direction.edges.count)
    return direction
  }

  /// Fits the displacement from the scanner's grid that is even over the symbol, and what edges of both kinds have in
  /// common: in parts of the symbol there are only edges of one kind.
  private static func even(_ edges: [Edge], size: Int) -> (displacement: [Double], growth: Double) {
    var system = LinearSystem(unknowns: 5)
    // A Micro QR symbol has too few wide edges.
    for edge in edges where edge.isWide || size < leastSize {
      system.add(terms(edge.place) + [edge.sign], edge.displacement)
    }
    guard let solution = system.solution else { return ([0, 0, 0, 0], 0) }
    return (Array(solution.prefix(4)), solution[4])
  }

  private static func terms(_ place: Vector) -> [Double] { [1, place.x, place.y, place.x * place.y] }

  /// The size from which a symbol has enough edges between pairs of equal modules.
  private static let leastSize = 21
  /// The least contrast of an edge, as a share of the mean contrast.
  private static let leastContrast = 0.3

  /// Reflectances from the centre of a module to that of the next, on three lines near the middle, where ink of the modules
  /// beside does not reach.
  private static func profile(_ symbol: MeasuredSymbol, line: Int, from i: Int, isAcross: Bool) -> [Double] {
    let (x, y) = isAcross ? (Double(i) + 0.5, Double(line) + 0.5) : (Double(line) + 0.5, Double(i) + 0.5)
    let start = symbol.grid.place(x, y)
    let step = symbol.grid.place(isAcross ? x + 1 : x, isAcross ? y : y + 1) - start
    let side = symbol.grid.place(isAcross ? x : x + 0.15, isAcross ? y + 0.15 : y) - start
    // An even number, so that half of them are on each side of an edge in the middle.
    let count = 2 * Int(min(max(step.length, 6), 24).rounded(.up))
    var values: [Double] = []
    values.reserveCapacity(3 * count)
    for beside in -1...1 {
      // Where points were equally far from the edges of pixels on all lines, they would all be wrong in one direction.
      let phase = (Double(3 * line + beside + 1) * 0.6180339887).truncatingRemainder(dividingBy: 1)
      let first = start + side * Double(beside)
      for point in 0..<count {
        values.append(symbol.light(at: first + step * ((Double(point) + phase) / Double(count))))
      }
    }
    return values
  }
}

extension ModuleEdges {
  /// The displacement of each node from the scanner's grid.
  func shifts(_ grid: PlacedGrid) -> [Vector] {
    zip(Self.shifts(across, grid), Self.shifts(down, grid)).map { Vector($0, $1) }
  }

  /// The even displacement, and the mean of what the edges around each node have in addition.
  private static func shifts(_ direction: Direction, _ grid: PlacedGrid) -> [Double] {
    func even(_ place: Vector) -> Double { zip(direction.even, terms(place)).reduce(0) { $0 + $1.0 * $1.1 } }
    let count = grid.nodes.count
    // A plane, as edges may be on one side of a node.
    var fits = [PlaneFit](repeating: PlaneFit(prior: prior, ridge: ridge), count: count * count)
    for edge in direction.edges where grid.size >= leastSize {
      let rest = edge.displacement - edge.sign * direction.growth - even(edge.place)
      for (j, y) in grid.nodes.enumerated() where abs(edge.place.y - y) < nodeReach {
        for (i, x) in grid.nodes.enumerated() where abs(edge.place.x - x) < nodeReach {
          let offset = edge.place - Vector(x, y)
          let weight = (1 - abs(offset.x) / nodeReach) * (1 - abs(offset.y) / nodeReach)
          fits[j * count + i].add(offset, SIMD2(rest, 0), weight: weight)
        }
      }
    }
    return fits.indices.map { node in
      even(Vector(grid.nodes[node % count], grid.nodes[node / count])) + fits[node].value.x
    }
  }

  /// The distance in modules up to which edges belong to a node.
  private static let nodeReach = 6.0
  /// The weight of no displacement at a node, and of no slope around it: few edges prove little.
  private static let prior = 0.1, ridge = 2.0
}
