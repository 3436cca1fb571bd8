/// Three finder patterns that may be those of one symbol.
struct FinderTriple<Frame: PixelFrame> {
  /// The pattern at the right angle.
  var corner: FinderPattern<Frame>
  /// The next pattern clockwise as seen from the corner: on the right unless the symbol is mirrored.
  var right: FinderPattern<Frame>
  var below: FinderPattern<Frame>
  /// The rank among other triples: smaller is likelier.
  var doubt: Double
  /// Indices of the three in the list that they were chosen from.
  var members: [Int]

  /// The mean quality of the three, 0…1.
  var quality: Double { (corner.quality + right.quality + below.quality) / 3 }
}

extension FinderTriple<PicturePixels> {
  /// The triple in pixels of a level.
  func inLevel(_ level: Int) -> FinderTriple<LevelPixels> {
    FinderTriple<LevelPixels>(
      corner: corner.inLevel(level), right: right.inLevel(level), below: below.inLevel(level), doubt: doubt,
      members: members)
  }

  /// Whether another triple's patterns are at the places of this one's.
  ///
  /// - Parameter modules: The distance within which two places are the same, in modules.
  func isAlmost(_ other: Self, within modules: Double) -> Bool {
    let limit = modules * corner.moduleSize
    return (corner.centre - other.corner.centre).length < limit
      && (right.centre - other.right.centre).length < limit && (below.centre - other.below.centre).length < limit
  }
}

extension FinderTriple<LevelPixels> {
  /// The triple in pixels of the whole picture.
  func inPicture(fromLevel level: Int) -> FinderTriple<PicturePixels> {
    FinderTriple<PicturePixels>(
      corner: corner.inPicture(fromLevel: level), right: right.inPicture(fromLevel: level),
      below: below.inPicture(fromLevel: level), doubt: doubt, members: members)
  }
}

extension FinderTriple {
  /// A pattern beside another one.
  private typealias Neighbour = (index: Int, pattern: FinderPattern<Frame>, distance: Double, angle: Double)

  /// The plausible triples, the likeliest first.
  ///
  /// - Parameters:
  ///   - neighbours: Patterns that are considered on each side of a corner, the nearest first: the number of
  ///     triples grows with its square, and not with that of all patterns.
  ///   - limit: The most triples that are returned. No more than twice as many are held at a time.
  ///   - least: The mean quality that a triple must exceed.
  static func all(
    of patterns: [FinderPattern<Frame>], neighbours: Int, atMost limit: Int = .max / 2, clearerThan least: Double = 0,
    _ tuning: Tuning.Search, isOver: @autoclosure () -> Bool = false
  ) -> [FinderTriple] {
    let ratios = tuning.tripleSmallest...tuning.tripleLargest
    let distances = tuning.tripleNearest...tuning.tripleFarthest
    var triples: [FinderTriple] = []
    for (index, corner) in patterns.enumerated() {
      if isOver() { break }
      var sides: [[Neighbour]] = [[], [], [], []]
      let axes = [corner.axes.0, corner.axes.1, -corner.axes.0, -corner.axes.1]
      for (other, pattern) in patterns.enumerated() where other != index {
        let ratio = pattern.moduleSize / corner.moduleSize
        guard ratios ~= ratio else { continue }
        let delta = pattern.centre - corner.centre
        for side in 0..<4 {
          let axis = axes[side]
          // The distance in modules, with the mean of the module sizes at both ends.
          let far = min(pattern.axes.0.length, pattern.axes.1.length) / FinderGeometry.half
          let near = axis.length / FinderGeometry.half
          let distance = delta.length / ((near + max(far, near * tuning.farModule)) / 2)
          let sine = abs(delta.cross(axis)) / (delta.length * axis.length)
          guard delta.dot(axis) > 0, sine < tuning.tripleSine, distances ~= distance else { continue }
          sides[side].append((other, pattern, distance, sine))
        }
      }
      for side in 0..<4 where sides[side].count > neighbours {
        sides[side] = Array(sides[side].sorted { $0.distance < $1.distance }.prefix(neighbours))
      }
      for side in 0..<4 {
        for a in sides[side] {
          for b in sides[(side + 1) % 4] {
            guard let triple = FinderTriple(index, corner, a, b, tuning), triple.quality > least else { continue }
            triples.append(triple)
          }
        }
      }
      if triples.count > 2 * limit { triples = likeliest(triples, atMost: limit) }
    }
    return likeliest(triples, atMost: limit)
  }

  private static func likeliest(_ triples: [FinderTriple], atMost limit: Int) -> [FinderTriple] {
    let sorted = triples.sorted { $0.doubt < $1.doubt }
    return sorted.count <= limit ? sorted : Array(sorted.prefix(limit))
  }

  /// `nil` when the distances of the neighbours differ too much.
  private init?(
    _ index: Int, _ corner: FinderPattern<Frame>, _ a: Neighbour, _ b: Neighbour, _ tuning: Tuning.Search
  ) {
    let ratio = max(a.distance, b.distance) / min(a.distance, b.distance)
    guard ratio < tuning.tripleSides else { return nil }
    let sizes = (corner.moduleSize, a.pattern.moduleSize, b.pattern.moduleSize)
    let spread = max(sizes.0, sizes.1, sizes.2) / min(sizes.0, sizes.1, sizes.2)
    var doubt = (ratio - 1) * tuning.doubtOfSides + a.angle + b.angle + (spread - 1) * tuning.doubtOfModules
    doubt += (3 - corner.quality - a.pattern.quality - b.pattern.quality) * tuning.doubtOfQuality
    // On a page of symbols the nearest finder patterns are those of the same symbol.
    doubt += (a.distance + b.distance) / tuning.doubtDistance
    let isClockwise = (a.pattern.centre - corner.centre).cross(b.pattern.centre - corner.centre) > 0
    let (right, below) = isClockwise ? (a, b) : (b, a)
    self.init(
      corner: corner, right: right.pattern, below: below.pattern, doubt: doubt,
      members: [index, right.index, below.index])
  }
}
