import Imaging

/// The search for triples among patterns. A page of symbols has thousands of patterns: the work for each pair is small, and
/// only the likeliest candidates become triples.
extension FinderTriple {
  /// The plausible triples, the likeliest first.
  ///
  /// - Parameters:
  ///   - limit: The most triples that are returned. About twice as many are held at a time.
  ///   - least: The mean quality that a triple must exceed.
  static func all(
    of patterns: [FinderPattern<Frame>], atMost limit: Int = .max / 2, clearerThan least: Double = 0,
    isOver: @autoclosure () -> Bool = false
  ) -> [FinderTriple] {
    let measured = patterns.map { MeasuredPattern($0) }
    let byHeight = PatternsByHeight(patterns.lazy.map(\.centre))
    let mostModule = measured.reduce(0) { max($0, $1.shortModule) }
    // The nearest on each side of a corner, fewer in a crowd: the number of triples grows with their square, and not with that of
    // all patterns.
    let neighbours = patterns.count > Tuning.Budget.crowd ? 6 : 8
    var sides = [PatternSide](repeating: PatternSide(capacity: neighbours), count: 4)
    var candidates: [TripleCandidate] = []
    // The doubt of the last candidate kept, once there are enough.
    var mostDoubt = Double.infinity
    /// Sorts the candidates; of equal ones the first stay.
    func keepLikeliest() {
      candidates.sort { $0.doubt < $1.doubt }
      candidates.removeLast(max(0, candidates.count - limit))
    }
    for corner in measured.indices {
      if isOver() { break }
      measured.fill(&sides, of: corner, among: byHeight, mostModule)
      for side in 0..<4 {
        for a in sides[side].nearest {
          for b in sides[(side + 1) % 4].nearest {
            guard let candidate = TripleCandidate(corner, a, b, measured),
              candidate.quality > least, candidate.doubt < mostDoubt
            else { continue }
            candidates.append(candidate)
          }
        }
      }
      if candidates.count > 2 * limit {
        keepLikeliest()
        mostDoubt = candidates.last?.doubt ?? -.infinity
      }
    }
    candidates += TripleCandidate.round(of: measured, clearerThan: least)
    keepLikeliest()
    return candidates.map {
      FinderTriple(
        corner: patterns[$0.corner], right: patterns[$0.right], below: patterns[$0.below], doubt: $0.doubt,
        members: [$0.corner, $0.right, $0.below])
    }
  }
}

extension TripleCandidate {
  /// Those of round patterns, which have no sides: where the ellipse of one is a circle, its neighbours are about equally far, at
  /// about a right angle. Drawings with such patterns have few symbols, so only the clearest are looked at.
  fileprivate static func round(of patterns: [MeasuredPattern], clearerThan least: Double) -> [TripleCandidate] {
    let clearest = patterns.indices.filter { patterns[$0].isRound }
      .sorted { (patterns[$0].quality, $1) > (patterns[$1].quality, $0) }.prefix(16)
    var candidates: [TripleCandidate] = []
    for index in clearest {
      let corner = patterns[index]
      let area = corner.axes.0.cross(corner.axes.1)
      let neighbours = clearest.compactMap { other -> (index: Int, place: Vector, distance: Double)? in
        let ratio = patterns[other].moduleSize / corner.moduleSize
        guard other != index, NeighbourLimits.smallest...NeighbourLimits.largest ~= ratio else { return nil }
        let delta = patterns[other].centre - corner.centre
        let place = Vector(delta.cross(corner.axes.1), corner.axes.0.cross(delta)) / area * FinderGeometry.half
        // With the mean of the module sizes at both ends.
        let distance = place.length / ((1 + ratio) / 2)
        return NeighbourLimits.distances ~= distance ? (other, place, distance) : nil
      }
      for (count, a) in neighbours.enumerated() {
        for b in neighbours[(count + 1)...] {
          let sine = abs(a.place.dot(b.place)) / (a.place.length * b.place.length)
          guard sine < NeighbourLimits.sine,
            let candidate = TripleCandidate(
              index, (a.index, a.distance, sine / 2), (b.index, b.distance, sine / 2), patterns),
            candidate.quality > least
          else { continue }
          candidates.append(candidate)
        }
      }
    }
    return candidates
  }
}

/// Three patterns by their indices, with what decides whether they become a triple.
struct TripleCandidate {
  let corner: Int, right: Int, below: Int
  let doubt: Double
  let quality: Double

  /// `nil` when the distances of the neighbours differ too much.
  init?(
    _ index: Int, _ a: PatternSide.Neighbour, _ b: PatternSide.Neighbour, _ patterns: [MeasuredPattern]
  ) {
    let ratio = max(a.distance, b.distance) / min(a.distance, b.distance)
    guard ratio < 1.9 else { return nil }
    let (corner, first, second) = (patterns[index], patterns[a.index], patterns[b.index])
    let sizes = (corner.moduleSize, first.moduleSize, second.moduleSize)
    let spread = max(sizes.0, sizes.1, sizes.2) / min(sizes.0, sizes.1, sizes.2)
    var doubt = (ratio - 1) * 2 + a.sine + b.sine + (spread - 1) * 1.5
    doubt += (3 - corner.quality - first.quality - second.quality) * 3
    // On a page of symbols the nearest finder patterns are those of the same symbol.
    doubt += (a.distance + b.distance) / 400
    let isClockwise = (first.centre - corner.centre).cross(second.centre - corner.centre) > 0
    (self.corner, self.doubt) = (index, doubt)
    (right, below) = isClockwise ? (a.index, b.index) : (b.index, a.index)
    quality = (corner.quality + patterns[right].quality + patterns[below].quality) / 3
  }
}
