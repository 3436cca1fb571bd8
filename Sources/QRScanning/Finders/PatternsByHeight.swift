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

  private func firstIndex(where isPast: (Double) -> Bool) -> Int {
    var (low, high) = (0, heights.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(heights[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
