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
    var sides = [PatternSide](repeating: PatternSide(most: neighbours), count: 4)
    var candidates: [TripleCandidate] = []
    // The doubt of the last candidate kept, once there are enough.
    var most = Double.infinity
    for corner in measured.indices {
      if isOver() { break }
      let farthest = measured[corner].farthestNeighbour(tuning)
      let near = byHeight.indices(around: measured[corner].centre.y, within: farthest).sorted()
      measured.fill(&sides, of: corner, among: near, tuning)
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
        candidates.keepLikeliest(limit)
        most = candidates.last?.doubt ?? -.infinity
      }
    }
    candidates.keepLikeliest(limit)
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

  /// The distance in pixels that no neighbour exceeds: the ratio of module sizes limits its modules.
  func farthestNeighbour(_ tuning: Tuning.Search) -> Double {
    let near = max(lengths.0, lengths.1) / FinderGeometry.half
    return tuning.tripleFarthest * (near + max(moduleSize * tuning.tripleLargest, near * tuning.farModule)) / 2
  }
}

/// The patterns on one side of a corner.
private struct PatternSide {
  /// A pattern with its distance in modules, and the sine of the angle between its direction and the corner's axis.
  typealias Neighbour = (index: Int, distance: Double, sine: Double)

  private let most: Int
  /// The nearest first if there are more; otherwise in the order of the list.
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
    if count == most + 1 { nearest.sort { ($0.distance, $0.index) < ($1.distance, $1.index) } }
    guard let place = nearest.firstIndex(where: { $0.distance > neighbour.distance }) else { return }
    nearest.removeLast()
    nearest.insert(neighbour, at: place)
  }
}

extension [MeasuredPattern] {
  /// Finds the neighbours of a corner on its four sides, among the patterns of some indices.
  fileprivate func fill(
    _ sides: inout [PatternSide], of index: Int, among near: [Int], _ tuning: Tuning.Search
  ) {
    for side in sides.indices { sides[side].removeAll() }
    let corner = self[index]
    let modules = corner.moduleSize * tuning.tripleSmallest...corner.moduleSize * tuning.tripleLargest
    let distances = tuning.tripleNearest...tuning.tripleFarthest
    for other in near where other != index {
      let pattern = self[other]
      guard modules ~= pattern.moduleSize else { continue }
      let delta = pattern.centre - corner.centre
      let length = delta.length
      // The distance in modules, with the mean of the module sizes at both ends.
      let far = Swift.min(pattern.lengths.0, pattern.lengths.1) / FinderGeometry.half
      func neighbour(_ axis: Vector, _ axisLength: Double) -> PatternSide.Neighbour? {
        // Most are in another direction.
        let across = abs(delta.cross(axis))
        guard across < tuning.tripleSine * length * axisLength else { return nil }
        let near = axisLength / FinderGeometry.half
        let distance = length / ((near + Swift.max(far, near * tuning.farModule)) / 2)
        return distances ~= distance ? (other, distance, across / (length * axisLength)) : nil
      }
      if let found = neighbour(corner.axes.0, corner.lengths.0) {
        sides[delta.dot(corner.axes.0) > 0 ? 0 : 2].add(found)
      }
      if let found = neighbour(corner.axes.1, corner.lengths.1) {
        sides[delta.dot(corner.axes.1) > 0 ? 1 : 3].add(found)
      }
    }
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
  /// Sorts the likeliest to the front, and drops the others; of equal ones the first stay.
  fileprivate mutating func keepLikeliest(_ limit: Int) {
    sort { $0.doubt < $1.doubt }
    if count > limit { removeLast(count - limit) }
  }
}
