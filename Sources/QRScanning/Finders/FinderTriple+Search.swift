/// The search for triples among patterns. A page of symbols has thousands of patterns: the work for each pair is small, and
/// only the likeliest candidates become triples.
extension FinderTriple {
  /// The plausible triples, the likeliest first.
  ///
  /// - Parameters:
  ///   - neighbours: Patterns that are considered on each side of a corner, the nearest first: the number of
  ///     triples grows with its square, and not with that of all patterns.
  ///   - limit: The most triples that are returned. About twice as many are held at a time.
  ///   - least: The mean quality that a triple must exceed.
  static func all(
    of patterns: [FinderPattern<Frame>], neighbours: Int, atMost limit: Int = .max / 2, clearerThan least: Double = 0,
    _ tuning: Tuning.Search, isOver: @autoclosure () -> Bool = false
  ) -> [FinderTriple] {
    let measured = patterns.map { MeasuredPattern($0) }
    let byHeight = PatternsByHeight(patterns.lazy.map(\.centre))
    let mostModule = measured.reduce(0) { max($0, $1.shortModule) }
    var sides = [PatternSide](repeating: PatternSide(most: neighbours), count: 4)
    var candidates: [TripleCandidate] = []
    // The doubt of the last candidate kept, once there are enough.
    var most = Double.infinity
    for corner in measured.indices {
      if isOver() { break }
      measured.fill(&sides, of: corner, among: byHeight, mostModule, tuning)
      for side in 0..<4 {
        for a in sides[side].nearest {
          for b in sides[(side + 1) % 4].nearest {
            guard let candidate = TripleCandidate(corner, a, b, measured, tuning),
              candidate.quality > least, candidate.doubt < most
            else { continue }
            candidates.append(candidate)
          }
        }
      }
      if candidates.count > 2 * limit {
        most = candidates.keepLikeliest(limit)
      }
    }
    candidates.keepLikeliest(limit)
    candidates.sort { $0.doubt < $1.doubt }
    return candidates.map {
      FinderTriple(
        corner: patterns[$0.corner], right: patterns[$0.right], below: patterns[$0.below], doubt: $0.doubt,
        members: [$0.corner, $0.right, $0.below])
    }
  }
}

/// What the search for triples needs of a pattern.
private struct MeasuredPattern {
  let centre: Vector
  let axes: (Vector, Vector)
  /// In pixels.
  let lengths: (Double, Double)
  let moduleSize: Double
  let quality: Double

  init<Frame>(_ pattern: FinderPattern<Frame>) {
    (centre, axes, quality) = (pattern.centre, pattern.axes, pattern.quality)
    lengths = (pattern.axes.0.length, pattern.axes.1.length)
    moduleSize = pattern.moduleSize
  }

  /// Pixels per module along the shorter axis.
  var shortModule: Double { min(lengths.0, lengths.1) / FinderGeometry.half }

  /// The most pixels per module of the distance to a neighbour: the ratio of module sizes limits its modules.
  ///
  /// - Parameter most: The largest ``shortModule`` of all patterns.
  func largestModule(most: Double, _ tuning: Tuning.Search) -> Double {
    let near = max(lengths.0, lengths.1) / FinderGeometry.half
    return (near + max(min(moduleSize * tuning.tripleLargest, most), near * tuning.farModule)) / 2
  }
}

/// The patterns on one side of a corner.
private struct PatternSide {
  /// A pattern with its distance in modules, and the sine of the angle between its direction and the corner's axis.
  typealias Neighbour = (index: Int, distance: Double, sine: Double)

  private let most: Int
  /// After ``finish()`` the nearest first if there are more; otherwise in the order of the list.
  private(set) var nearest: [Neighbour] = []
  private var count = 0

  init(most: Int) { self.most = most }

  mutating func removeAll() {
    nearest.removeAll(keepingCapacity: true)
    count = 0
  }

  mutating func add(_ neighbour: Neighbour) {
    count += 1
    if nearest.count < most {
      nearest.append(neighbour)
      return
    }
    if count == most + 1 { nearest.sort(by: Self.isNearer) }
    guard let place = nearest.firstIndex(where: { Self.isNearer(neighbour, $0) }) else { return }
    nearest.removeLast()
    nearest.insert(neighbour, at: place)
  }

  private static func isNearer(_ a: Neighbour, _ b: Neighbour) -> Bool {
    (a.distance, a.index) < (b.distance, b.index)
  }

  /// The distance in modules beyond which others change nothing.
  var reach: Double { count > most ? nearest.last?.distance ?? 0 : .infinity }

  mutating func finish() {
    if count <= most { nearest.sort { $0.index < $1.index } }
  }
}

extension [MeasuredPattern] {
  /// Finds the neighbours of a corner on its four sides. The patterns nearest in height are looked at first, until no other
  /// can be among the neighbours.
  fileprivate func fill(
    _ sides: inout [PatternSide], of index: Int, among byHeight: PatternsByHeight, _ mostModule: Double,
    _ tuning: Tuning.Search
  ) {
    for side in sides.indices { sides[side].removeAll() }
    let corner = self[index]
    // With a little for rounding.
    let largestModule = 1.001 * corner.largestModule(most: mostModule, tuning)
    /// The square of the most by which a direction deviates, also with a little for rounding.
    func most(_ axisLength: Double) -> Double {
      1.001 * tuning.tripleSine * tuning.tripleSine * axisLength * axisLength
    }
    let mostAcross = (most(corner.lengths.0), most(corner.lengths.1))
    // In pixels.
    var reach = tuning.tripleFarthest * largestModule
    let modules = corner.moduleSize * tuning.tripleSmallest...corner.moduleSize * tuning.tripleLargest
    let distances = tuning.tripleNearest...tuning.tripleFarthest
    var near = byHeight.outward(from: corner.centre.y)
    while let other = near.next() {
      let pattern = self[other]
      let delta = pattern.centre - corner.centre
      guard abs(delta.y) <= reach else { break }
      if abs(delta.x) > reach || other == index { continue }
      guard modules ~= pattern.moduleSize else { continue }
      let crosses = (delta.cross(corner.axes.0), delta.cross(corner.axes.1))
      let square = delta.dot(delta)
      // Most are in another direction.
      guard crosses.0 * crosses.0 < mostAcross.0 * square || crosses.1 * crosses.1 < mostAcross.1 * square else {
        continue
      }
      let length = delta.length
      // The distance in modules, with the mean of the module sizes at both ends.
      let far = pattern.shortModule
      func neighbour(_ cross: Double, _ axisLength: Double) -> PatternSide.Neighbour? {
        let across = abs(cross)
        guard across < tuning.tripleSine * length * axisLength else { return nil }
        let near = axisLength / FinderGeometry.half
        let distance = length / ((near + Swift.max(far, near * tuning.farModule)) / 2)
        return distances ~= distance ? (other, distance, across / (length * axisLength)) : nil
      }
      func add(_ found: PatternSide.Neighbour, to side: Int) {
        sides[side].add(found)
        reach = Swift.min(reach, sides.reduce(0) { Swift.max($0, $1.reach) } * largestModule)
      }
      if let found = neighbour(crosses.0, corner.lengths.0) {
        add(found, to: delta.dot(corner.axes.0) > 0 ? 0 : 2)
      }
      if let found = neighbour(crosses.1, corner.lengths.1) {
        add(found, to: delta.dot(corner.axes.1) > 0 ? 1 : 3)
      }
    }
    for side in sides.indices { sides[side].finish() }
  }
}

/// Three patterns by their indices, with what decides whether they become a triple.
private struct TripleCandidate {
  let corner: Int, right: Int, below: Int
  let doubt: Double
  let quality: Double

  /// `nil` when the distances of the neighbours differ too much.
  init?(
    _ index: Int, _ a: PatternSide.Neighbour, _ b: PatternSide.Neighbour, _ patterns: [MeasuredPattern],
    _ tuning: Tuning.Search
  ) {
    let ratio = max(a.distance, b.distance) / min(a.distance, b.distance)
    guard ratio < tuning.tripleSides else { return nil }
    let (corner, first, second) = (patterns[index], patterns[a.index], patterns[b.index])
    let sizes = (corner.moduleSize, first.moduleSize, second.moduleSize)
    let spread = max(sizes.0, sizes.1, sizes.2) / min(sizes.0, sizes.1, sizes.2)
    var doubt = (ratio - 1) * tuning.doubtOfSides + a.sine + b.sine + (spread - 1) * tuning.doubtOfModules
    doubt += (3 - corner.quality - first.quality - second.quality) * tuning.doubtOfQuality
    // On a page of symbols the nearest finder patterns are those of the same symbol.
    doubt += (a.distance + b.distance) / tuning.doubtDistance
    let isClockwise = (first.centre - corner.centre).cross(second.centre - corner.centre) > 0
    (self.corner, self.doubt) = (index, doubt)
    (right, below) = isClockwise ? (a.index, b.index) : (b.index, a.index)
    quality = (corner.quality + patterns[right].quality + patterns[below].quality) / 3
  }
}

extension [TripleCandidate] {
  /// Drops all but the likeliest; of equal ones the first stay.
  ///
  /// - Returns: A doubt that those that stay do not exceed: the largest of them if others were dropped.
  @discardableResult
  fileprivate mutating func keepLikeliest(_ limit: Int) -> Double {
    if count <= limit { return .infinity }
    if limit == 0 {
      removeAll()
      return -.infinity
    }
    let most = map(\.doubt).value(atRank: limit)
    var equal = limit - count { $0.doubt < most }
    self = filter {
      if $0.doubt == most { equal -= 1 }
      return $0.doubt < most || $0.doubt == most && equal >= 0
    }
    return most
  }
}

extension [Double] {
  /// The value at a rank of the ascending order, found without sorting all (Hoare's selection).
  ///
  /// - Parameter rank: From 1. No value is NaN.
  func value(atRank rank: Int) -> Double {
    precondition(1...Swift.max(1, count) ~= rank && !isEmpty, "the rank is in the list")
    var values = self
    var (low, high) = (0, count - 1)
    // With unlucky pivots the time would grow with the square.
    for _ in 0..<64 where low < high {
      let pivot = [values[low], values[(low + high) / 2], values[high]].sorted()[1]
      var (i, j) = (low, high)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while values[j] > pivot { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          (i, j) = (i + 1, j - 1)
        }
      }
      if rank - 1 <= j { high = j } else if rank - 1 >= i { low = i } else { return pivot }
    }
    return low < high ? values[low...high].sorted()[rank - 1 - low] : values[rank - 1]
  }
}
