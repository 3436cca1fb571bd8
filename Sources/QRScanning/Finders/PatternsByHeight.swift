import Imaging

/// Places sorted by height, to find those at about the same height as another.
struct PatternsByHeight {
  /// Indices of the places.
  private let order: [Int]
  private let heights: [Double]

  init(_ places: some Sequence<Vector>) {
    let sorted = places.enumerated().sorted { ($0.element.y, $0.offset) < ($1.element.y, $1.offset) }
    (order, heights) = (sorted.map(\.offset), sorted.map(\.element.y))
  }

  /// The indices of places that are at most `distance` above or below, from top to bottom.
  func indices(around height: Double, within distance: Double) -> ArraySlice<Int> {
    let first = firstIndex { $0 >= height - distance }
    return order[first..<max(first, firstIndex { $0 > height + distance })]
  }

  /// The indices of all places, those nearest in height first.
  func outward(from height: Double) -> Outward {
    let first = firstIndex { $0 >= height }
    return Outward(places: self, height: height, above: first - 1, below: first)
  }

  struct Outward: IteratorProtocol {
    fileprivate let places: PatternsByHeight
    fileprivate let height: Double
    fileprivate var above: Int
    fileprivate var below: Int

    mutating func next() -> Int? {
      let heights = places.heights
      if below < heights.count, above < 0 || heights[below] - height <= height - heights[above] {
        defer { below += 1 }
        return places.order[below]
      }
      if above < 0 { return nil }
      defer { above -= 1 }
      return places.order[above]
    }
  }

  private func firstIndex(where isPast: (Double) -> Bool) -> Int {
    var (low, high) = (0, heights.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(heights[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
