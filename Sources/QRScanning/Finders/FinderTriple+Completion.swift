extension FinderTriple {
  /// Triples of which one pattern is only supposed: glare, dirt or a tear may hide it, and error correction make up for
  /// what else is hidden.
  ///
  /// Two patterns with their frames leave few places for the third: beside the line between them, on either side, or on
  /// the corner of the square whose diagonal they span.
  static func completed(from patterns: [FinderPattern]) -> [FinderTriple] {
    var triples: [FinderTriple] = []
    for (i, first) in patterns.enumerated() {
      for (j, second) in patterns.enumerated() where i != j {
        guard 0.6...1.7 ~= second.moduleSize / first.moduleSize else { continue }
        triples += beside(first, second, members: [i, j])
        // A diagonal has no beginning.
        if i < j { triples += onDiagonal(first, second, members: [i, j]) }
      }
    }
    return triples
  }

  /// `first` is the corner and `second` one of its neighbours.
  private static func beside(_ first: FinderPattern, _ second: FinderPattern, members: [Int]) -> [FinderTriple] {
    let delta = second.centre - first.centre
    let axes = [first.axes.0, first.axes.1, -first.axes.0, -first.axes.1]
    return (0..<4).flatMap { side -> [FinderTriple] in
      let along = axes[side]
      guard delta.dot(along) > 0, abs(delta.cross(along)) < 0.15 * delta.length * along.length else { return [] }
      let modules = delta.length / (along.length / 3.5)
      guard 12...180 ~= modules else { return [] }
      return [axes[(side + 1) % 4], axes[(side + 3) % 4]].map { across in
        let third = FinderPattern(
          centre: first.centre + across / 3.5 * modules, axes: second.axes, quality: 0)
        return ordered(corner: first, second, third, members: members)
      }
    }
  }

  /// The two are the neighbours of a corner that is hidden.
  private static func onDiagonal(_ first: FinderPattern, _ second: FinderPattern, members: [Int]) -> [FinderTriple] {
    let delta = second.centre - first.centre
    let (a, b) = first.axes
    return [(a, b), (a, -b), (-a, b), (-a, -b)].compactMap { x, y -> FinderTriple? in
      // From the first to the corner along one axis, and on to the second along the other.
      let diagonal = (x + y) / 3.5
      guard delta.dot(diagonal) > 0, abs(delta.cross(diagonal)) < 0.15 * delta.length * diagonal.length else {
        return nil
      }
      let modules = delta.length / diagonal.length
      guard 12...180 ~= modules else { return nil }
      let corner = FinderPattern(centre: first.centre + x / 3.5 * modules, axes: first.axes, quality: 0)
      return ordered(corner: corner, first, second, members: members)
    }
  }

  private static func ordered(
    corner: FinderPattern, _ a: FinderPattern, _ b: FinderPattern, members: [Int]
  ) -> FinderTriple {
    let isClockwise = (a.centre - corner.centre).cross(b.centre - corner.centre) > 0
    return FinderTriple(
      corner: corner, right: isClockwise ? a : b, below: isClockwise ? b : a, doubt: 9, members: members)
  }
}
