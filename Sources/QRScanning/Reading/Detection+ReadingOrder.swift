import Imaging

extension [Detection] {
  /// The detections in rows from the top, each row from the left.
  ///
  /// A detection belongs to a row when its centre is within half the height of the row's first one.
  func inReadingOrder() -> [Detection] {
    var remaining = map { (detection: $0, box: Box($0.corners)) }
      .sorted { ($0.box.centreY, $0.box.left) < ($1.box.centreY, $1.box.left) }
    var ordered: [Detection] = []
    while let first = remaining.first {
      let reach = first.box.centreY + first.box.height / 2
      let end = remaining.firstIndex { $0.box.centreY > reach } ?? remaining.endIndex
      ordered += remaining[..<end].sorted { ($0.box.left, $0.box.top) < ($1.box.left, $1.box.top) }.map(\.detection)
      remaining.removeFirst(end)
    }
    return ordered
  }
}

/// The bounding box of four corners.
private struct Box {
  var left: Double, top: Double, height: Double, centreY: Double

  init(_ corners: Corners) {
    let xs = corners.points.map(\.x)
    let ys = corners.points.map(\.y)
    left = xs.min() ?? 0
    top = ys.min() ?? 0
    height = (ys.max() ?? 0) - top
    centreY = top + height / 2
  }
}
