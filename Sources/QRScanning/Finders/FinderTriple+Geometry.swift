import Imaging
import QRSymbology

extension FinderPattern<LevelPixels> {
  /// The axes chosen and turned to be the nearest to `right` and `down`.
  fileprivate func frame(right: Vector, down: Vector) -> (right: Vector, down: Vector) {
    if isRound { return (radius(along: right), radius(along: down)) }
    let candidates = [axes.0, axes.1, -axes.0, -axes.1]
    func best(_ direction: Vector) -> Vector {
      candidates.max { $0.dot(direction) / $0.length < $1.dot(direction) / $1.length } ?? axes.0
    }
    let across = best(right)
    // The other axis, in the direction nearest to `down`.
    let other = abs(across.cross(axes.0)) > abs(across.cross(axes.1)) ? axes.0 : axes.1
    return (across, other.dot(down) >= 0 ? other : -other)
  }

  /// From the centre to the ellipse of a round pattern.
  private func radius(along direction: Vector) -> Vector {
    let area = axes.0.cross(axes.1)
    let unit = Vector(direction.cross(axes.1) / area, axes.0.cross(direction) / area)
    return direction / unit.length
  }
}

extension FinderTriple<LevelPixels> {
  /// The corner, the right and the lower pattern.
  func oriented() -> [OrientedPattern] {
    let (right, down) = (self.right.centre - corner.centre, below.centre - corner.centre)
    return [corner, self.right, below].map { pattern in
      let frame = pattern.frame(right: right, down: down)
      return OrientedPattern(
        pattern: pattern, right: frame.right / FinderGeometry.half, down: frame.down / FinderGeometry.half)
    }
  }

  /// Modules on each side by distances and module sizes, right to about a tenth.
  var estimatedSize: Double {
    let oriented = oriented()
    func modules(_ a: Vector, _ b: Vector, _ end: Vector, _ start: Vector) -> Double {
      (b - a).length / ((start.length + end.length) / 2)
    }
    let across = modules(corner.centre, right.centre, oriented[1].right, oriented[0].right)
    let down = modules(corner.centre, below.centre, oriented[2].down, oriented[0].down)
    return (across + down) / 2 + Double(FunctionPattern.finderSize)
  }

  /// The map that fits the patterns' centres and corners for a symbol's size; `nil` when none is plausible.
  func map(size: Int) -> GridMap<LevelPixels>? {
    let near = FinderGeometry.half
    let far = Double(size) - near
    let homes = [Vector(near, near), Vector(far, near), Vector(near, far)]
    var pairs: [(module: Vector, place: Vector, weight: Double)] = []
    for (home, pattern) in zip(homes, oriented()) {
      // As much as all corners together.
      pairs.append((home, pattern.pattern.centre, 4))
      for (x, y) in [(-near, -near), (near, -near), (near, near), (-near, near)] {
        pairs.append((home + Vector(x, y), pattern.place(x, y), 1))
      }
    }
    return GridMap.fitted(size: size, pairs) ?? affineMap(size: size)
  }

  /// The map without perspective, from the centres alone.
  private func affineMap(size: Int) -> GridMap<LevelPixels>? {
    let span = Double(size - FunctionPattern.finderSize)
    let (x, y) = ((right.centre - corner.centre) / span, (below.centre - corner.centre) / span)
    let origin = corner.centre - x * FinderGeometry.half - y * FinderGeometry.half
    let map = GridMap<LevelPixels>(size: size, origin: origin, right: x, down: y)
    return map.isPlausible ? map : nil
  }
}

extension FinderTriple<PicturePixels> {
  /// Whether a clear pattern of about the same module size lies where a symbol of these three would have its data: then
  /// they belong to several symbols, or to none.
  ///
  /// - Parameters:
  ///   - patterns: The list that the three were chosen from.
  ///   - byHeight: The centres of `patterns`.
  func encloses(
    _ patterns: [FinderPattern<PicturePixels>], _ byHeight: PatternsByHeight, _ tuning: Tuning.Search
  ) -> Bool {
    let (right, below) = (self.right.centre - corner.centre, self.below.centre - corner.centre)
    let area = right.cross(below)
    guard area != 0, !members.isEmpty else { return false }
    let module = corner.moduleSize
    // One module along each side, as a share of the side.
    let (across, down) = (module / right.length, module / below.length)
    let nearest = Double(FunctionPattern.finderSize)
    // Of the way to the neighbours: with a larger share some symbols at flat angles are rejected. Measured: `make tune` reads
    // as much at 0, in 1.14 times the CPU time at `normal`.
    let share = 0.55
    let (mostAcross, mostDown) = (max(share, across), max(share, down))
    let highest = mostAcross * abs(right.y) + mostDown * abs(below.y)
    for index in byHeight.indices(around: corner.centre.y, within: highest) {
      let pattern = patterns[index]
      guard pattern.quality > tuning.clearPattern else { continue }
      let delta = pattern.centre - corner.centre
      let (u, v) = (delta.cross(below) / area, right.cross(delta) / area)
      guard u > -across, v > -down, u < share, v < share, u > nearest * across || v > nearest * down,
        !members.contains(index)
      else { continue }
      let ratio = pattern.moduleSize / module
      if ratio > FinderGeometry.inset, ratio * FinderGeometry.inset < 1 { return true }
    }
    return false
  }
}
