/// Three finder patterns that may be those of one symbol.
struct FinderTriple {
  /// The one at the right angle.
  var corner: FinderPattern
  /// The next one clockwise, as seen from the corner: at the right when the symbol is not mirrored.
  var right: FinderPattern
  var below: FinderPattern
  /// The smaller, the likelier.
  var doubt: Double

  /// Indices of the three in the list that they were chosen from.
  var members: [Int]

  /// How clear the three are, on average, 0…1.
  var quality: Double { (corner.quality + right.quality + below.quality) / 3 }

  /// All plausible triples, the likeliest first.
  ///
  /// - Parameter neighbours: How many patterns on each side of a corner to consider, the nearest first: what keeps a
  ///   poster of finder patterns from having millions.
  static func all(of patterns: [FinderPattern], neighbours: Int = 8) -> [FinderTriple] {
    var triples: [FinderTriple] = []
    for (index, corner) in patterns.enumerated() {
      // The neighbours on each of the four sides.
      var sides: [[(index: Int, pattern: FinderPattern, distance: Double, angle: Double)]] = [[], [], [], []]
      let axes = [corner.axes.0, corner.axes.1, -corner.axes.0, -corner.axes.1]
      for (other, pattern) in patterns.enumerated() where other != index {
        let ratio = pattern.moduleSize / corner.moduleSize
        guard 0.4...2.5 ~= ratio else { continue }
        let delta = pattern.centre - corner.centre
        for side in 0..<4 {
          let axis = axes[side]
          // A distance in modules as both ends measure it. From centre to centre there are 14 modules or more.
          let far = min(pattern.axes.0.length, pattern.axes.1.length) / 3.5
          let near = axis.length / 3.5
          let distance = delta.length / ((near + max(far, near * 0.4)) / 2)
          let sine = abs(delta.cross(axis)) / (delta.length * axis.length)
          guard delta.dot(axis) > 0, sine < 0.45, 10...220 ~= distance else { continue }
          sides[side].append((other, pattern, distance, sine))
        }
      }
      for side in 0..<4 where sides[side].count > neighbours {
        sides[side] = Array(sides[side].sorted { $0.distance < $1.distance }.prefix(neighbours))
      }
      for side in 0..<4 {
        let next = (side + 1) % 4
        for a in sides[side] {
          for b in sides[next] {
            let ratio = max(a.distance, b.distance) / min(a.distance, b.distance)
            guard ratio < 1.9 else { continue }
            let sizes = [corner.moduleSize, a.pattern.moduleSize, b.pattern.moduleSize]
            let spread = (sizes.max() ?? 1) / (sizes.min() ?? 1)
            var doubt = (ratio - 1) * 2 + a.angle + b.angle + (spread - 1) * 1.5
            doubt += (3 - corner.quality - a.pattern.quality - b.pattern.quality) * 3
            // Near ones first: on a page of symbols the next finder pattern is one's own.
            doubt += (a.distance + b.distance) / 400
            let isClockwise = (a.pattern.centre - corner.centre).cross(b.pattern.centre - corner.centre) > 0
            let (right, below) = isClockwise ? (a, b) : (b, a)
            triples.append(
              FinderTriple(
                corner: corner, right: right.pattern, below: below.pattern, doubt: doubt,
                members: [index, right.index, below.index]))
          }
        }
      }
    }
    return triples.sorted { $0.doubt < $1.doubt }
  }
}

extension FinderPattern {
  /// The axes ordered and turned so that the first points along `right` and the second along `down`.
  func frame(right: Vector, down: Vector) -> (right: Vector, down: Vector) {
    let candidates = [axes.0, axes.1, -axes.0, -axes.1]
    func best(_ direction: Vector) -> Vector {
      candidates.max { $0.dot(direction) / $0.length < $1.dot(direction) / $1.length } ?? axes.0
    }
    let across = best(right)
    // The other axis, whichever way is down.
    let other = abs(across.cross(axes.0)) > abs(across.cross(axes.1)) ? axes.0 : axes.1
    return (across, other.dot(down) >= 0 ? other : -other)
  }
}

extension FinderTriple {
  /// The three with their frames, in module units: one module to the right, one module down.
  func frames() -> [(pattern: FinderPattern, right: Vector, down: Vector)] {
    let (right, down) = (self.right.centre - corner.centre, below.centre - corner.centre)
    return [corner, self.right, below].map { pattern in
      let frame = pattern.frame(right: right, down: down)
      return (pattern, frame.right / 3.5, frame.down / 3.5)
    }
  }

  /// Modules on each side, as distances and module sizes tell: right to about a tenth.
  var estimatedSize: Double {
    let frames = frames()
    func modules(_ a: Vector, _ b: Vector, _ end: Vector, _ start: Vector) -> Double {
      (b - a).length / ((start.length + end.length) / 2)
    }
    let across = modules(corner.centre, right.centre, frames[1].right, frames[0].right)
    let down = modules(corner.centre, below.centre, frames[2].down, frames[0].down)
    return (across + down) / 2 + 7
  }

  /// The map that the patterns' places and shapes suggest for a size.
  func map(size: Int) -> GridMap? {
    let far = Double(size) - 3.5
    let homes = [Vector(3.5, 3.5), Vector(far, 3.5), Vector(3.5, far)]
    var pairs: [(module: Vector, place: Vector, weight: Double)] = []
    for (home, frame) in zip(homes, frames()) {
      pairs.append((home, frame.pattern.centre, 4))
      for (x, y) in [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)] {
        pairs.append((home + Vector(x, y), frame.pattern.centre + frame.right * x + frame.down * y, 1))
      }
    }
    return GridMap.fitted(size: size, pairs) ?? affineMap(size: size)
  }

  /// The map without perspective, from the centres alone.
  func affineMap(size: Int) -> GridMap? {
    let span = Double(size) - 7
    let (x, y) = ((right.centre - corner.centre) / span, (below.centre - corner.centre) / span)
    let origin = corner.centre - x * 3.5 - y * 3.5
    let side = Double(size)
    let map = GridMap(
      size: size, corners: (origin, origin + x * side, origin + (x + y) * side, origin + y * side))
    return map.isPlausible ? map : nil
  }
}
