import Imaging

extension FinderTriple {
  /// Triples with one supposed pattern: glare, dirt or a tear may hide it, and error correction restore what else they
  /// hide.
  ///
  /// Two patterns with their axes leave few places for the third: perpendicular to the line between them, on either side,
  /// or on a corner of the square whose diagonal they span.
  ///
  /// - Parameter least: The quality that one of them must exceed.
  static func completed(
    from patterns: [FinderPattern<Frame>], clearerThan least: Double = -1
  ) -> [FinderTriple] {
    var triples: [FinderTriple] = []
    for (i, first) in patterns.enumerated() {
      for (j, second) in patterns.enumerated() where i != j && max(first.quality, second.quality) > least {
        // Stricter limits than for three patterns, which confirm one another.
        guard 0.6...1.7 ~= second.moduleSize / first.moduleSize else { continue }
        triples += beside(first, second, members: [i, j])
        triples += onDiagonal(first, second, members: [i, j])
      }
    }
    return triples
  }

  /// Triples whose corner is `first`, with `second` as one of its neighbours.
  private static func beside(
    _ first: FinderPattern<Frame>, _ second: FinderPattern<Frame>, members: [Int]
  ) -> [FinderTriple] {
    let delta = second.centre - first.centre
    return Vector.quarterTurns(first.axes.0, first.axes.1).flatMap { along, side -> [FinderTriple] in
      guard isAligned(delta, with: along) else { return [] }
      let modules = delta.length / (along.length / FinderGeometry.half)
      guard isPossible(modules) else { return [] }
      return [side, -side].map { across in
        let third = FinderPattern<Frame>(
          centre: first.centre + across / FinderGeometry.half * modules, axes: second.axes, quality: 0,
          isRound: second.isRound)
        return ordered(corner: first, second, third, members: members)
      }
    }
  }

  /// Triples whose corner is hidden, with `first` and `second` as its neighbours.
  private static func onDiagonal(
    _ first: FinderPattern<Frame>, _ second: FinderPattern<Frame>, members: [Int]
  ) -> [FinderTriple] {
    let delta = second.centre - first.centre
    let (a, b) = first.axes
    return [(a, b), (a, -b), (-a, b), (-a, -b)].compactMap { x, y -> FinderTriple? in
      // From the first to the corner along one axis, then to the second along the other.
      let diagonal = (x + y) / FinderGeometry.half
      let modules = delta.length / diagonal.length
      guard isAligned(delta, with: diagonal), isPossible(modules) else { return nil }
      let corner = FinderPattern<Frame>(
        centre: first.centre + x / FinderGeometry.half * modules, axes: first.axes, quality: 0,
        isRound: first.isRound)
      return ordered(corner: corner, first, second, members: members)
    }
  }

  private static func isAligned(_ delta: Vector, with direction: Vector) -> Bool {
    delta.dot(direction) > 0 && abs(delta.cross(direction)) < 0.15 * delta.length * direction.length
  }

  /// Whether two neighbours' centres may be this many modules apart: 14 in version 1, 170 in version 40.
  private static func isPossible(_ modules: Double) -> Bool { 12...180 ~= modules }

  /// Completed triples are tried in the order of the patterns, so their doubt is not compared.
  private static func ordered(
    corner: FinderPattern<Frame>, _ a: FinderPattern<Frame>, _ b: FinderPattern<Frame>, members: [Int]
  ) -> FinderTriple {
    let isClockwise = (a.centre - corner.centre).cross(b.centre - corner.centre) > 0
    return FinderTriple(
      corner: corner, right: isClockwise ? a : b, below: isClockwise ? b : a, doubt: .infinity, members: members)
  }
}
