import Imaging

/// Coordinate ascent: one parameter of a map at a time, in shrinking steps.
extension GridFit {
  /// The parameters of a map's corners, of corners and bends, and of the whole map, which it moves, turns, stretches and shears.
  static let corners = Array(0..<8), bends = Array(0..<12), whole = Array(12..<18)
  /// The parameters of the corners of a map, and of the lens if it has one.
  private static func corners(of map: GridMap<LevelPixels>) -> [Int] { map.lens.isNone ? corners : corners + [18] }
  /// The parameters of the right side, for a map that was extended to the right.
  static let rightSide = [12, 13]

  /// Moves parameters of a map while the score grows.
  func improved(_ start: GridMap<LevelPixels>, _ parameters: [Int]? = nil) -> GridMap<LevelPixels> {
    climbed(
      start, parameters: parameters ?? Self.corners(of: start), firstStep: tuning.fit.planeFirstStep, lastStep: 0.06,
      score)
  }

  /// Moves the corners and bends the sides while all modules become clearer, that is farther from their thresholds
  /// under the first map. For small symbols, which have few known modules.
  func clarified(_ start: GridMap<LevelPixels>) -> GridMap<LevelPixels> {
    // Whole numbers, as the grays: their sum is exact.
    let thresholds = ModuleGrays(image, start, tuning).levels(radius: tuning.fit.thresholdRadius).thresholds
      .map { Int(Double($0) * Double(GrayImage.fineGray)) }
    // In a large symbol every second module, as the dark squares of a chessboard: that takes less time and fits worse.
    let isHalved = start.columns * start.rows >= 700
    let columns = (0..<start.columns).map { start.column(Double($0) + 0.5) }
    func clarity(_ map: GridMap<LevelPixels>) -> Double {
      unsafe image.pixels.withUnsafeBufferPointer { pixels in
        var sum = 0
        for row in 0..<map.rows {
          let (first, coordinate) = (row * map.columns, map.row(Double(row) + 0.5))
          for column in stride(from: isHalved ? row & 1 : 0, to: columns.count, by: isHalved ? 2 : 1) {
            let place = map.place(columns[column], coordinate)
            let gray = unsafe GrayImage.fineValue(pixels, image.width, image.height, place)
            sum &+= abs(gray &- thresholds[first &+ column])
          }
        }
        return Double(sum)
      }
    }
    return climbed(start, parameters: Self.bends, firstStep: 0.5, lastStep: 0.1, clarity)
  }

  /// - Parameters:
  ///   - parameters: 0…7 for the corners, 8…11 for the bends, 12…17 for sides and the whole map.
  ///   - firstStep: In modules; halved whenever no step helps.
  ///   - lastStep: The steps end at or below it.
  private func climbed(
    _ start: GridMap<LevelPixels>, parameters: [Int], firstStep: Double, lastStep: Double,
    _ measure: (GridMap<LevelPixels>) -> Double
  ) -> GridMap<LevelPixels> {
    var best = start
    var bestScore = measure(start)
    let module = start.moduleSize
    var step = firstStep
    // On a slope the steps could continue without end.
    for _ in 0..<30 where step > lastStep {
      var improved = false
      for parameter in parameters {
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
}

extension GridMap<LevelPixels> {
  /// Moves one coordinate of a corner (0…7), of a bend (8…11), of the right (12, 13) or lower side (14, 15), of the
  /// whole map (16, 17), or the lens (18), by pixels.
  fileprivate mutating func move(_ parameter: Int, by distance: Double) {
    let delta = parameter % 2 == 0 ? Vector(distance, 0) : Vector(0, distance)
    switch parameter / 2 {
    case 0: corners.0 += delta
    case 1: corners.1 += delta
    case 2: corners.2 += delta
    case 3: corners.3 += delta
    case 4: bend.0 += delta
    case 5: bend.1 += delta
    case 6: corners = (corners.0, corners.1 + delta, corners.2 + delta, corners.3)
    case 7: corners = (corners.0, corners.1, corners.2 + delta, corners.3 + delta)
    case 9: lens.strength += 8 * distance / (moduleSize * Double(size))
    default: corners = (corners.0 + delta, corners.1 + delta, corners.2 + delta, corners.3 + delta)
    }
  }
}
