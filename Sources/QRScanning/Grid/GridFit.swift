import QRSymbology

/// Judges and improves a ``GridMap`` by the modules whose value is known before anything is read: finder, timing and
/// alignment patterns.
struct GridFit {
  let image: GrayImage
  let size: Int
  /// The rows and columns of alignment patterns' centres; none in version 1.
  let alignmentCentres: [Int]
  private let groups: [Group]

  /// Known modules that lie together, so that one light falls on them.
  fileprivate struct Group {
    var dark: [Vector] = []
    var light: [Vector] = []
    var weight: Double
  }

  /// - Parameter image: Four pixels per module, give or take one, serve best.
  init(_ image: GrayImage, version: QRSymbol.Version) {
    self.image = image
    size = version.size
    var groups: [Group] = []
    let far = size - 7
    for (column, row) in [(0, 0), (far, 0), (0, far)] { groups.append(Self.finder(column, row, size)) }
    groups += Self.timing(size)
    let centres = version.alignmentCentres
    for row in centres {
      for column in centres
      where !((row == 6 && (column == 6 || column == size - 7)) || (column == 6 && row == size - 7)) {
        groups.append(Self.alignment(column, row))
      }
    }
    self.groups = groups
    alignmentCentres = centres
  }

  /// What each module must be, row by row: 1 = light, −1 = dark, 0 = not known.
  var known: [Double] {
    var known = [Double](repeating: 0, count: size * size)
    for group in groups {
      for point in group.light { known[Int(point.y) * size + Int(point.x)] = 1 }
      for point in group.dark { known[Int(point.y) * size + Int(point.x)] = -1 }
    }
    return known
  }

  /// For a Micro QR symbol: one finder pattern, and timing patterns along its upper and left edge.
  init(micro image: GrayImage, size: Int) {
    self.image = image
    self.size = size
    var timing = Group(weight: 1)
    for i in 8..<size {
      timing.add(i, 0, isDark: i % 2 == 0)
      timing.add(0, i, isDark: i % 2 == 0)
    }
    groups = [Self.finder(0, 0, size), timing]
    alignmentCentres = []
  }

  private static func finder(_ left: Int, _ top: Int, _ size: Int) -> Group {
    var group = Group(weight: 1)
    for row in -1...7 {
      for column in -1...7 {
        let (x, y) = (left + column, top + row)
        guard 0..<size ~= x, 0..<size ~= y else { continue }
        let ring = max(abs(column - 3), abs(row - 3))
        group.add(x, y, isDark: ring != 2 && ring != 4)
      }
    }
    return group
  }

  /// Stretches of sixteen modules or so between the finder patterns.
  private static func timing(_ size: Int) -> [Group] {
    let count = timingStretches(size)
    return (0..<count).flatMap { stretch -> [Group] in
      let (start, end) = (8 + (size - 16) * stretch / count, 8 + (size - 16) * (stretch + 1) / count)
      var (across, down) = (Group(weight: 0.5), Group(weight: 0.5))
      for i in start..<end {
        across.add(i, 6, isDark: i % 2 == 0)
        down.add(6, i, isDark: i % 2 == 0)
      }
      return [across, down]
    }
  }

  private static func timingStretches(_ size: Int) -> Int { max(1, (size - 16) / 16) }

  private static func alignment(_ column: Int, _ row: Int) -> Group {
    var group = Group(weight: 0.6)
    for dy in -2...2 {
      for dx in -2...2 { group.add(column + dx, row + dy, isDark: max(abs(dx), abs(dy)) != 1) }
    }
    return group
  }

  /// How much lighter the light modules are than the dark ones, in gray levels: the mean over all groups.
  func score(_ map: GridMap) -> Double {
    var (sum, weight) = (0.0, 0.0)
    for group in groups {
      sum += group.weight * contrast(group, map)
      weight += group.weight
    }
    return sum / weight
  }

  /// The contrast of the finder patterns alone, and that of the timing patterns.
  func parts(_ map: GridMap) -> (finders: Double, timing: Double) {
    let finders = groups.prefix(size < 21 ? 1 : 3)
    let others = groups.dropFirst(finders.count).prefix(size < 21 ? 1 : 2 * Self.timingStretches(size))
    func mean(_ groups: ArraySlice<Group>) -> Double {
      groups.reduce(0) { $0 + contrast($1, map) } / Double(max(1, groups.count))
    }
    return (mean(finders), mean(others))
  }

  private func contrast(_ group: Group, _ map: GridMap) -> Double {
    image.mean(group.light, map) - image.mean(group.dark, map)
  }

  /// Moves the corners, a module first and then less, while the score grows.
  func improved(_ start: GridMap) -> GridMap {
    climbed(start, parameters: 8, firstStep: 0.8, lastStep: 0.06, score)
  }

  /// Moves one parameter at a time, by less and less of a module, while a measure grows.
  private func climbed(
    _ start: GridMap, parameters: Int, firstStep: Double, lastStep: Double, _ measure: (GridMap) -> Double
  ) -> GridMap {
    var best = start
    var bestScore = measure(start)
    let module = start.moduleSize
    var step = firstStep
    // On a slope it could creep for ever.
    var passes = 0
    while step > lastStep, passes < 30 {
      passes += 1
      var improved = false
      for parameter in 0..<parameters {
        for sign in [1.0, -1.0] {
          var map = best
          map.move(parameter, by: sign * step * module)
          let score = measure(map)
          if score > bestScore {
            (best, bestScore, improved) = (map, score, true)
            break
          }
        }
      }
      if !improved { step /= 2 }
    }
    return best.isPlausible ? best : start
  }

  /// Moves and bends the map while all modules get clearer: farther away, on the whole, from the thresholds that part
  /// them now. It serves small symbols, which have few known modules.
  func clarified(_ start: GridMap) -> GridMap {
    let thresholds = ModuleGrays(image, start).thresholds(radius: 5)
    func clarity(_ map: GridMap) -> Double {
      unsafe image.pixels.withUnsafeBufferPointer { pixels in
        var sum = 0.0
        for row in 0..<size {
          for column in 0..<size {
            let place = map.place(Double(column) + 0.5, Double(row) + 0.5)
            let gray = unsafe GrayImage.value(pixels, image.width, image.height, place)
            sum += abs(gray - Double(thresholds[row * size + column]))
          }
        }
        return sum
      }
    }
    return climbed(start, parameters: 12, firstStep: 0.5, lastStep: 0.1, clarity)
  }

  /// The displacement in pixels at which a group shows the most contrast.
  private func shift(
    _ group: Group, _ map: GridMap, reach: Double, atLeast least: Double
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
          // Of equals, the nearer.
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

  /// Looks for the alignment pattern near the fourth corner in a wide surrounding, and turns the map towards it.
  func reachingFourthCorner(_ map: GridMap) -> GridMap? {
    guard let last = alignmentCentres.last else { return nil }
    let reach = min(8, 2.5 + Double(size) / 14)
    let least = max(parts(map).finders, 1) * 0.4
    guard let shift = shift(Self.alignment(last, last), map, reach: reach, atLeast: least) else {
      return nil
    }
    // Three finder patterns and this one fix the map.
    let far = Double(size) - 3.5
    let at = Double(last) + 0.5
    let pairs = [Vector(3.5, 3.5), Vector(far, 3.5), Vector(3.5, far)].map {
      (module: $0, place: map.place($0.x, $0.y), weight: 1.0)
    }
    return GridMap.fitted(size: size, pairs + [(Vector(at, at), map.place(at, at) + shift, 1)])
  }
}

extension GridMap {
  /// Moves one coordinate of a corner (0…7) or of a bend (8…11).
  fileprivate mutating func move(_ parameter: Int, by distance: Double) {
    let delta = parameter % 2 == 0 ? Vector(distance, 0) : Vector(0, distance)
    switch parameter / 2 {
    case 0: corners.0 += delta
    case 1: corners.1 += delta
    case 2: corners.2 += delta
    case 3: corners.3 += delta
    case 4: bend.0 += delta
    default: bend.1 += delta
    }
  }
}

extension GridFit.Group {
  fileprivate mutating func add(_ column: Int, _ row: Int, isDark: Bool) {
    let centre = Vector(Double(column) + 0.5, Double(row) + 0.5)
    if isDark { dark.append(centre) } else { light.append(centre) }
  }
}
