import Imaging

extension [Detection] {
  /// The detections in rows from the top, each row from the left.
  ///
  /// A detection belongs to a row when its centre is within half the height of the row's first one.
  func inReadingOrder() -> [Detection] {
    var remaining = map { detection in
      let (xs, ys) = (detection.corners.points.map(\.x), detection.corners.points.map(\.y))
      let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
      let half = ((ys.max() ?? 0) - top) / 2
      return (detection: detection, left: left, top: top, centre: top + half, bottom: top + half + half)
    }.sorted { ($0.centre, $0.left) < ($1.centre, $1.left) }
    var ordered: [Detection] = []
    while let first = remaining.first {
      let end = remaining.firstIndex { $0.centre > first.bottom } ?? remaining.endIndex
      ordered += remaining[..<end].sorted { ($0.left, $0.top) < ($1.left, $1.top) }.map(\.detection)
      remaining.removeFirst(end)
    }
    return ordered
  }
}
