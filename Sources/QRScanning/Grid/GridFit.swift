import Imaging
import QRSymbology

/// Scores and improves a ``GridMap`` by the modules whose value is known before decoding: finder, timing and alignment
/// patterns.
struct GridFit {
  let image: GrayImage
  let size: Int
  /// `nil` for Micro QR and rMQR symbols.
  let version: QRSymbol.Version?
  let tuning: Tuning
  private let groups: [Group]

  /// Known modules close to one another, so that they are under the same light.
  struct Group {
    var dark: [Vector] = []
    var light: [Vector] = []
    var weight: Double

    init(weight: Double) { self.weight = weight }

    /// A rectangle of known modules.
    init(
      columns: Range<Int>, rows: Range<Int>, weight: Double = 1, isDark: (_ column: Int, _ row: Int) -> Bool
    ) {
      self.weight = weight
      for row in rows { for column in columns { add(column, row, isDark: isDark(column, row)) } }
    }

    mutating func add(_ column: Int, _ row: Int, isDark: Bool) {
      let centre = Vector(Double(column) + 0.5, Double(row) + 0.5)
      if isDark { dark.append(centre) } else { light.append(centre) }
    }
  }

  /// - Parameter image: Four pixels per module, give or take one, are best.
  init(_ image: GrayImage, version: QRSymbol.Version, _ tuning: Tuning) {
    (self.image, self.version, self.tuning) = (image, version, tuning)
    let size = version.size
    self.size = size
    let far = size - FunctionPattern.finderSize
    var groups = [(0, 0), (far, 0), (0, far)].map { Self.finder($0, $1, size, weight: tuning.fit.finderWeight) }
    // Both timing patterns in stretches, as light changes along them.
    let (modules, count) = (FunctionPattern.timing(size: size), Self.timingStretches(size))
    let line = FunctionPattern.timingLine..<FunctionPattern.timingLine + 1
    let (weight, isDark) = (tuning.fit.timingWeight, { FunctionPattern.isTimingDark(max($0, $1)) })
    for stretch in 0..<count {
      let start = modules.lowerBound + modules.count * stretch / count
      let end = modules.lowerBound + modules.count * (stretch + 1) / count
      groups.append(Group(columns: start..<end, rows: line, weight: weight, isDark: isDark))
      groups.append(Group(columns: line, rows: start..<end, weight: weight, isDark: isDark))
    }
    groups += version.alignmentPatterns.map { Self.alignment($0.column, $0.row) }
    self.groups = groups
  }

  /// For a Micro QR symbol: one finder pattern, and timing patterns along the upper and left edge.
  init(micro image: GrayImage, size: Int, _ tuning: Tuning) {
    (self.image, self.size, self.tuning, version) = (image, size, tuning, nil)
    var timing = Group(weight: 1)
    for i in FunctionPattern.timingStart..<size {
      timing.add(i, 0, isDark: FunctionPattern.isTimingDark(i))
      timing.add(0, i, isDark: FunctionPattern.isTimingDark(i))
    }
    groups = [Self.finder(0, 0, size, weight: tuning.fit.finderWeight), timing]
  }

  /// For the first columns of an rMQR symbol: the finder pattern, and all other function patterns in stretches.
  init(rectangular image: GrayImage, _ symbol: RectangularMicroQRSymbol.Version, columns: Int, _ tuning: Tuning) {
    (self.image, size, self.tuning, version) = (image, columns, tuning, nil)
    let start = FunctionPattern.timingStart
    let count = max(1, (columns - start) / Self.stretch)
    let ends = [0] + (0...count).map { start + (columns - start) * $0 / count }
    let patterns = symbol.functionPatterns
    groups = zip(ends, ends.dropFirst()).map { start, end in
      var group = Group(weight: 1)
      for column in start..<end {
        for row in 0..<symbol.rows {
          guard let isDark = patterns[row * symbol.columns + column]?.isDark else { continue }
          group.add(column, row, isDark: isDark)
        }
      }
      return group
    }
  }

  /// For what all rMQR symbols have in common: the finder pattern, the light column beside it, and the first modules of
  /// the upper timing pattern.
  init(rectangularHead image: GrayImage, columns: Int, _ tuning: Tuning) {
    (self.image, size, self.tuning, version) = (image, columns, tuning, nil)
    let side = FunctionPattern.finderSize
    groups = [
      Group(columns: 0..<side + 1, rows: 0..<side) { FunctionPattern.isFinderDark(row: $1, column: $0) },
      Group(columns: FunctionPattern.timingStart..<columns, rows: 0..<1, weight: tuning.fit.timingWeight) { column, _ in
        FunctionPattern.isTimingDark(column)
      },
    ]
  }

  /// The value of each module, row by row: 1 = light, −1 = dark, 0 = not known.
  var known: [Double] {
    var known = [Double](repeating: 0, count: size * size)
    for group in groups {
      for point in group.light { known[Int(point.y) * size + Int(point.x)] = 1 }
      for point in group.dark { known[Int(point.y) * size + Int(point.x)] = -1 }
    }
    return known
  }

  /// A finder pattern and its separator.
  private static func finder(_ left: Int, _ top: Int, _ size: Int, weight: Double) -> Group {
    func range(_ start: Int) -> Range<Int> {
      max(0, start - 1)..<min(size, start + FunctionPattern.timingStart)
    }
    return Group(columns: range(left), rows: range(top), weight: weight) {
      FunctionPattern.isFinderDark(row: $1 - top, column: $0 - left)
    }
  }

  /// Modules of a stretch of a timing pattern.
  private static let stretch = 16

  private static func timingStretches(_ size: Int) -> Int {
    max(1, FunctionPattern.timing(size: size).count / stretch)
  }

  private static func alignment(_ column: Int, _ row: Int) -> Group {
    let reach = FunctionPattern.alignmentReach
    return Group(columns: column - reach..<column + reach + 1, rows: row - reach..<row + reach + 1, weight: 0.6) {
      FunctionPattern.isAlignmentDark(ring: max(abs($0 - column), abs($1 - row)))
    }
  }

  /// The contrast of light and dark modules in gray levels, averaged over all groups by weight.
  func score(_ map: GridMap<LevelPixels>) -> Double {
    var (sum, weight) = (0.0, 0.0)
    for group in groups {
      sum += group.weight * contrast(group, map)
      weight += group.weight
    }
    return sum / weight
  }

  /// The contrast of the finder patterns alone, and that of the timing patterns, in gray levels.
  func parts(_ map: GridMap<LevelPixels>) -> (finders: Double, timing: Double) {
    let finders = groups.prefix(version == nil ? 1 : 3)
    let stretches = version == nil ? 1 : 2 * Self.timingStretches(size)
    let others = groups.dropFirst(finders.count).prefix(stretches)
    func mean(_ groups: ArraySlice<Group>) -> Double {
      groups.reduce(0) { $0 + contrast($1, map) } / Double(max(1, groups.count))
    }
    return (mean(finders), mean(others))
  }

  /// The contrast of the group that has the least, in gray levels.
  func weakest(_ map: GridMap<LevelPixels>) -> Double { groups.map { contrast($0, map) }.min() ?? 0 }

  private func contrast(_ group: Group, _ map: GridMap<LevelPixels>) -> Double {
    image.mean(group.light, map) - image.mean(group.dark, map)
  }

  /// The displacement in pixels at which an alignment pattern has the most contrast, or `nil` where that is less than
  /// `least` gray levels.
  ///
  /// - Parameter reach: In modules.
  private func shift(
    _ group: Group, _ map: GridMap<LevelPixels>, reach: Double, atLeast least: Double
  ) -> Vector? {
    let module = map.moduleSize
    let (light, dark) = (group.light.map { map.place($0.x, $0.y) }, group.dark.map { map.place($0.x, $0.y) })
    var (best, bestScore) = (Vector(), -Double.infinity)
    var step = 0.5
    var (centre, radius) = (Vector(), Int(reach / step))
    while step > 0.1 {
      for dy in -radius...radius {
        for dx in -radius...radius {
          let shift = centre + Vector(Double(dx), Double(dy)) * (step * module)
          // Of equals, the nearer: a module costs less than a gray level.
          let distance = shift.length / module
          let score =
            image.mean(light, shift) - image.mean(dark, shift) - distance * distance * 0.8
          if score > bestScore { (best, bestScore) = (shift, score) }
        }
      }
      (centre, radius, step) = (best, 1, step / 2)
    }
    return bestScore >= least ? best : nil
  }

  /// Looks for the last alignment pattern in a wide surrounding and fits the map to it and the finder patterns.
  ///
  /// - Returns: `nil` when there is none, or the symbol is of version 1.
  func reachingFourthCorner(_ map: GridMap<LevelPixels>) -> GridMap<LevelPixels>? {
    guard let last = version?.alignmentPatterns.last?.row else { return nil }
    let reach = min(8, 2.5 + Double(size) / tuning.fit.cornerReachDivisor)
    let least = max(parts(map).finders, 1) * tuning.fit.cornerContrast
    guard let shift = shift(Self.alignment(last, last), map, reach: reach, atLeast: least) else { return nil }
    let near = FinderGeometry.half
    let far = Double(size) - near
    let at = Double(last) + 0.5
    let pairs = [Vector(near, near), Vector(far, near), Vector(near, far)].map {
      (module: $0, place: map.place($0.x, $0.y), weight: 1.0)
    }
    return GridMap.fitted(size: size, pairs + [(Vector(at, at), map.place(at, at) + shift, 1)], lens: map.lens)
  }

  /// The map through the lens under which known modules have the most contrast, with the finder patterns where they were.
  func throughLens(_ map: GridMap<LevelPixels>) -> GridMap<LevelPixels> {
    let (near, far) = (FinderGeometry.half, Double(size) - FinderGeometry.half)
    let pairs = [Vector(near, near), Vector(far, near), Vector(near, far), Vector(far, far)].map {
      (module: $0, place: map.place($0.x, $0.y), weight: 1.0)
    }
    // ``improved(_:_:)`` finds what is between the steps.
    let maps = stride(from: -0.4, through: 0.8, by: 0.2).compactMap {
      GridMap.fitted(size: size, pairs, lens: Lens(strength: $0))
    }
    return maps.map { ($0, score($0)) }.max { $0.1 < $1.1 }?.0 ?? map
  }
}
