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
  }

  /// - Parameter image: Four pixels per module, give or take one, are best.
  init(_ image: GrayImage, version: QRSymbol.Version, _ tuning: Tuning) {
    (self.image, self.version, self.tuning) = (image, version, tuning)
    let size = version.size
    self.size = size
    let far = size - FunctionPattern.finderSize
    var groups = [(0, 0), (far, 0), (0, far)].map { Self.finder($0, $1, size, tuning.fit) }
    groups += Self.timing(size, tuning.fit)
    groups += version.alignmentPatterns.map { Self.alignment($0.column, $0.row, tuning.fit) }
    self.groups = groups
  }

  /// For a Micro QR symbol: one finder pattern, and timing patterns along the upper and left edge.
  init(micro image: GrayImage, size: Int, _ tuning: Tuning) {
    (self.image, self.size, self.tuning, version) = (image, size, tuning, nil)
    var timing = Group(weight: tuning.fit.microTimingWeight)
    for i in FunctionPattern.timingStart..<size {
      timing.add(i, 0, isDark: FunctionPattern.isTimingDark(i))
      timing.add(0, i, isDark: FunctionPattern.isTimingDark(i))
    }
    groups = [Self.finder(0, 0, size, tuning.fit), timing]
  }

  /// For the first columns of an rMQR symbol: the finder pattern, and all other function patterns in stretches.
  init(rectangular image: GrayImage, _ symbol: RectangularMicroQRSymbol.Version, columns: Int, _ tuning: Tuning) {
    (self.image, size, self.tuning, version) = (image, columns, tuning, nil)
    let start = FunctionPattern.timingStart
    let count = max(1, (columns - start) / tuning.fit.timingStretch)
    let ends = [0] + (0...count).map { start + (columns - start) * $0 / count }
    groups = zip(ends, ends.dropFirst()).map { start, end in
      var group = Group(weight: 1)
      for column in start..<end {
        for row in 0..<symbol.rows {
          guard let isDark = symbol.functionPattern(row: row, column: column)?.isDark else { continue }
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
    var group = Group(weight: 1)
    for row in 0..<FunctionPattern.finderSize {
      for column in 0...FunctionPattern.finderSize {
        group.add(column, row, isDark: FunctionPattern.isFinderDark(row: row, column: column))
      }
    }
    var timing = Group(weight: tuning.fit.timingWeight)
    for column in FunctionPattern.timingStart..<columns {
      timing.add(column, 0, isDark: FunctionPattern.isTimingDark(column))
    }
    groups = [group, timing]
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
  private static func finder(_ left: Int, _ top: Int, _ size: Int, _ tuning: Tuning.Fit) -> Group {
    var group = Group(weight: tuning.finderWeight)
    for row in -1...FunctionPattern.finderSize {
      for column in -1...FunctionPattern.finderSize {
        let (x, y) = (left + column, top + row)
        guard 0..<size ~= x, 0..<size ~= y else { continue }
        group.add(x, y, isDark: FunctionPattern.isFinderDark(row: row, column: column))
      }
    }
    return group
  }

  /// Both timing patterns in stretches, as light changes along them.
  private static func timing(_ size: Int, _ tuning: Tuning.Fit) -> [Group] {
    let count = timingStretches(size, tuning)
    let (line, modules) = (FunctionPattern.timingLine, FunctionPattern.timing(size: size))
    return (0..<count).flatMap { stretch -> [Group] in
      let start = modules.lowerBound + modules.count * stretch / count
      let end = modules.lowerBound + modules.count * (stretch + 1) / count
      var (across, down) = (Group(weight: tuning.timingWeight), Group(weight: tuning.timingWeight))
      for i in start..<end {
        across.add(i, line, isDark: FunctionPattern.isTimingDark(i))
        down.add(line, i, isDark: FunctionPattern.isTimingDark(i))
      }
      return [across, down]
    }
  }

  private static func timingStretches(_ size: Int, _ tuning: Tuning.Fit) -> Int {
    max(1, FunctionPattern.timing(size: size).count / tuning.timingStretch)
  }

  private static func alignment(_ column: Int, _ row: Int, _ tuning: Tuning.Fit) -> Group {
    var group = Group(weight: tuning.alignmentWeight)
    let reach = FunctionPattern.alignmentReach
    for dy in -reach...reach {
      for dx in -reach...reach {
        let isDark = FunctionPattern.isAlignmentDark(ring: max(abs(dx), abs(dy)))
        group.add(column + dx, row + dy, isDark: isDark)
      }
    }
    return group
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
    let stretches = version == nil ? 1 : 2 * Self.timingStretches(size, tuning.fit)
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
  private func shift(
    _ group: Group, _ map: GridMap<LevelPixels>, reach: Double, atLeast least: Double
  ) -> Vector? {
    let module = map.moduleSize
    let (light, dark) = (group.light.map { map.place($0.x, $0.y) }, group.dark.map { map.place($0.x, $0.y) })
    let (lastStep, pull) = (tuning.fit.cornerLastStep, tuning.fit.cornerPull)
    var (best, bestScore) = (Vector(), -Double.infinity)
    var step = tuning.fit.cornerFirstStep
    var (centre, radius) = (Vector(), Int(reach / step))
    while step > lastStep {
      for dy in -radius...radius {
        for dx in -radius...radius {
          let shift = centre + Vector(Double(dx), Double(dy)) * (step * module)
          // Of equals, the nearer.
          let distance = shift.length / module
          let score =
            image.mean(light, shift) - image.mean(dark, shift) - distance * distance * pull
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
    let fit = tuning.fit
    let reach = min(fit.cornerReachLimit, fit.cornerReach + Double(size) / fit.cornerReachDivisor)
    let least = max(parts(map).finders, fit.cornerLeastContrast) * fit.cornerContrast
    guard let shift = shift(Self.alignment(last, last, fit), map, reach: reach, atLeast: least) else { return nil }
    let near = FinderGeometry.half
    let far = Double(size) - near
    let at = Double(last) + 0.5
    let pairs = [Vector(near, near), Vector(far, near), Vector(near, far)].map {
      (module: $0, place: map.place($0.x, $0.y), weight: 1.0)
    }
    return GridMap.fitted(size: size, pairs + [(Vector(at, at), map.place(at, at) + shift, 1)], fit)
  }
}

extension GridFit.Group {
  fileprivate mutating func add(_ column: Int, _ row: Int, isDark: Bool) {
    let centre = Vector(Double(column) + 0.5, Double(row) + 0.5)
    if isDark { dark.append(centre) } else { light.append(centre) }
  }
}
