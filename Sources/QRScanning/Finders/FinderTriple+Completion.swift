import Imaging

extension FinderTriple {
  /// Triples with one supposed pattern: glare, dirt or a tear may hide it, and error correction restore what else they
  /// hide.
  ///
  /// Two patterns with their axes leave few places for the third: perpendicular to the line between them, on either side,
  /// or on a corner of the square whose diagonal they span.
  ///
  /// - Parameter least: The quality that both patterns must exceed.
  static func completed(
    from patterns: [FinderPattern<Frame>], clearerThan least: Double = -1, _ tuning: Tuning.Search
  ) -> [FinderTriple] {
    let ratios = tuning.pairSmallest...tuning.pairLargest
    var triples: [FinderTriple] = []
    for (i, first) in patterns.enumerated() where first.quality > least {
      for (j, second) in patterns.enumerated() where i != j && second.quality > least {
        guard ratios ~= second.moduleSize / first.moduleSize else { continue }
        triples += beside(first, second, members: [i, j], tuning)
        // A diagonal has no direction.
        if i < j { triples += onDiagonal(first, second, members: [i, j], tuning) }
      }
    }
    return triples
  }

  /// Triples whose corner is `first`, with `second` as one of its neighbours.
  private static func beside(
    _ first: FinderPattern<Frame>, _ second: FinderPattern<Frame>, members: [Int], _ tuning: Tuning.Search
  ) -> [FinderTriple] {
    let delta = second.centre - first.centre
    return Vector.quarterTurns(first.axes.0, first.axes.1).flatMap { along, side -> [FinderTriple] in
      guard delta.dot(along) > 0, abs(delta.cross(along)) < tuning.pairSine * delta.length * along.length else {
        return []
      }
      let modules = delta.length / (along.length / FinderGeometry.half)
      guard tuning.pairNearest...tuning.pairFarthest ~= modules else { return [] }
      return [side, -side].map { across in
        let third = FinderPattern<Frame>(
          centre: first.centre + across / FinderGeometry.half * modules, axes: second.axes, quality: 0)
        return ordered(corner: first, second, third, members: members)
      }
    }
  }

  /// Triples whose corner is hidden, with `first` and `second` as its neighbours.
  private static func onDiagonal(
    _ first: FinderPattern<Frame>, _ second: FinderPattern<Frame>, members: [Int], _ tuning: Tuning.Search
  ) -> [FinderTriple] {
    let delta = second.centre - first.centre
    let (a, b) = first.axes
    return [(a, b), (a, -b), (-a, b), (-a, -b)].compactMap { x, y -> FinderTriple? in
      // From the first to the corner along one axis, then to the second along the other.
      let diagonal = (x + y) / FinderGeometry.half
      guard delta.dot(diagonal) > 0, abs(delta.cross(diagonal)) < tuning.pairSine * delta.length * diagonal.length
      else { return nil }
      let modules = delta.length / diagonal.length
      guard tuning.pairNearest...tuning.pairFarthest ~= modules else { return nil }
      let corner = FinderPattern<Frame>(
        centre: first.centre + x / FinderGeometry.half * modules, axes: first.axes, quality: 0)
      return ordered(corner: corner, first, second, members: members)
    }
  }

  /// Completed triples are tried in the order of the patterns, so their doubt is not compared.
  private static func ordered(
    corner: FinderPattern<Frame>, _ a: FinderPattern<Frame>, _ b: FinderPattern<Frame>, members: [Int]
  ) -> FinderTriple {
    let isClockwise = (a.centre - corner.centre).cross(b.centre - corner.centre) > 0
    return FinderTriple(
      corner: corner, right: isClockwise ? a : b, below: isClockwise ? b : a, doubt: .infinity, members: members)
  }
}
