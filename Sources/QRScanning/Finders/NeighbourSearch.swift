import Imaging

/// What the search for triples needs of a pattern.
struct MeasuredPattern {
  let centre: Vector
  let axes: (Vector, Vector)
  /// In pixels.
  let lengths: (Double, Double)
  let moduleSize: Double
  /// Pixels per module along the shorter axis.
  let shortModule: Double
  let quality: Double
  let isRound: Bool

  init<Frame>(_ pattern: FinderPattern<Frame>) {
    (centre, axes, quality, isRound) = (pattern.centre, pattern.axes, pattern.quality, pattern.isRound)
    lengths = (pattern.axes.0.length, pattern.axes.1.length)
    moduleSize = pattern.moduleSize
    shortModule = min(lengths.0, lengths.1) / FinderGeometry.half
  }

  /// The most pixels per module of the distance to a neighbour: the ratio of module sizes limits its modules.
  ///
  /// - Parameter most: The largest ``shortModule`` of all patterns.
  func largestModule(most: Double) -> Double {
    let near = max(lengths.0, lengths.1) / FinderGeometry.half
    return (near + max(min(moduleSize * NeighbourLimits.largest, most), near * NeighbourLimits.farModule)) / 2
  }
}

/// What two finder patterns of one symbol may differ by. Looser values try more accidents.
enum NeighbourLimits {
  /// The ratio of their module sizes.
  static let smallest = 0.4, largest = 2.5
  /// Least share of the near module that the far one counts for.
  static let farModule = 0.4
  /// Sine of the angle between an axis and the direction of the neighbour, at most.
  static let sine = 0.45
  /// Modules between the centres: 14 in version 1, 170 in version 40.
  static let distances = 10.0...220.0
}

/// The patterns on one side of a corner.
struct PatternSide {
  /// A pattern with its distance in modules, and the sine of the angle between its direction and the corner's axis.
  typealias Neighbour = (index: Int, distance: Double, sine: Double)

  /// Neighbours that are kept.
  private let capacity: Int
  /// After ``finish()`` the nearest first if there are more; otherwise in the order of the list.
  private(set) var nearest: [Neighbour] = []
  private var count = 0

  init(capacity: Int) { self.capacity = capacity }

  mutating func removeAll() {
    nearest.removeAll(keepingCapacity: true)
    count = 0
  }

  mutating func add(_ neighbour: Neighbour) {
    count += 1
    if nearest.count < capacity {
      nearest.append(neighbour)
      return
    }
    if count == capacity + 1 { nearest.sort(by: Self.isNearer) }
    guard let place = nearest.firstIndex(where: { Self.isNearer(neighbour, $0) }) else { return }
    nearest.removeLast()
    nearest.insert(neighbour, at: place)
  }

  private static func isNearer(_ a: Neighbour, _ b: Neighbour) -> Bool {
    (a.distance, a.index) < (b.distance, b.index)
  }

  /// The distance in modules beyond which others change nothing.
  var reach: Double { count > capacity ? nearest.last?.distance ?? 0 : .infinity }

  mutating func finish() {
    if count <= capacity { nearest.sort { $0.index < $1.index } }
  }
}

extension [MeasuredPattern] {
  /// Finds the neighbours of a corner on its four sides. The patterns nearest in height are looked at first, until no other
  /// can be among the neighbours.
  func fill(
    _ sides: inout [PatternSide], of index: Int, among byHeight: PatternsByHeight, _ mostModule: Double
  ) {
    typealias Limits = NeighbourLimits
    for side in sides.indices { sides[side].removeAll() }
    let corner = self[index]
    // More than rounding can change.
    let slack = 1.001
    let largestModule = slack * corner.largestModule(most: mostModule)
    /// The square of the most by which a direction deviates from an axis of this length.
    func greatestSquare(_ axisLength: Double) -> Double {
      slack * Limits.sine * Limits.sine * axisLength * axisLength
    }
    let mostAcross = (greatestSquare(corner.lengths.0), greatestSquare(corner.lengths.1))
    // In pixels.
    var reach = Limits.distances.upperBound * largestModule
    let modules = corner.moduleSize * Limits.smallest...corner.moduleSize * Limits.largest
    var others = byHeight.outward(from: corner.centre.y)
    while let other = others.next() {
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
        guard across < Limits.sine * length * axisLength else { return nil }
        let near = axisLength / FinderGeometry.half
        let distance = length / ((near + Swift.max(far, near * Limits.farModule)) / 2)
        return Limits.distances ~= distance ? (other, distance, across / (length * axisLength)) : nil
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
