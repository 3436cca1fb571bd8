extension LabelStock {
  /// The distance from the lowest labels to the page's lower side, in millimetres.
  var bottom: Double { page.height - top - Double(rows - 1) * rowPitch - label.height }
  private var right: Double { page.width - left - Double(columns - 1) * columnPitch - label.width }

  /// A line on the page, in millimetres.
  struct Mark { var from: (x: Double, y: Double), to: (x: Double, y: Double) }

  /// Lines of up to 4 mm, 1 mm away from the labels, in each margin that has room for at least 1 mm of line.
  var cutMarks: [Mark] {
    var marks: [Mark] = []
    func length(_ margin: Double) -> Double? { margin >= 2 ? min(5, margin) : nil }
    let (last, lowest) = (page.width - right, page.height - bottom)
    for column in 0..<columns {
      for x in [left + Double(column) * columnPitch, left + Double(column) * columnPitch + label.width] {
        if let length = length(top) { marks.append(Mark(from: (x, top - length), to: (x, top - 1))) }
        if let length = length(bottom) { marks.append(Mark(from: (x, lowest + 1), to: (x, lowest + length))) }
      }
    }
    for row in 0..<rows {
      for y in [top + Double(row) * rowPitch, top + Double(row) * rowPitch + label.height] {
        if let length = length(left) { marks.append(Mark(from: (left - length, y), to: (left - 1, y))) }
        if let length = length(right) { marks.append(Mark(from: (last + 1, y), to: (last + length, y))) }
      }
    }
    return marks
  }

  /// Whether there is room for any cut mark.
  public var hasRoomForCutMarks: Bool { !cutMarks.isEmpty }

  /// Whether a header fits above the labels, or a page number below them.
  public var hasRoomForHeader: Bool { top >= SheetWriter.narrowestMargin }
  public var hasRoomForPageNumbers: Bool { bottom >= SheetWriter.narrowestMargin }
}
