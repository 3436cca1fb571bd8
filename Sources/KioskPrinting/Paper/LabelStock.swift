import TextFormats

/// Label paper: the size of a page and the positions of its labels.
///
/// ```swift
/// let stock = try LabelStock(parsing: "l7160")
/// stock.labelsPerPage                 // 21
/// stock.origin(of: 4)                 // the second label of the second row, in millimetres
/// try LabelStock(parsing: "62x29")    // a page that is one label
/// try LabelStock(parsing: "50x30,4x9,page=a4,top=10")
/// ```
public struct LabelStock: Hashable, Sendable {
  /// The name, as it was typed.
  public let name: String
  public let page: Size
  public let label: Size
  /// Labels in a row, 1…200.
  public let columns: Int
  /// Labels in a column, 1…200.
  public let rows: Int
  /// The distance from the page's left side to the first label, in millimetres.
  public let left: Double
  /// The distance from the page's upper side to the first label, in millimetres.
  public let top: Double
  /// The distance between the left sides of neighbouring labels, in millimetres.
  public let columnPitch: Double
  /// The distance between the upper sides of neighbouring labels, in millimetres.
  public let rowPitch: Double

  /// Width and height, in millimetres.
  public struct Size: Hashable, Sendable, CustomStringConvertible {
    public var width: Double
    public var height: Double

    public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }

    public var smaller: Double { min(width, height) }

    /// `63.5 × 38.1 mm`.
    public var description: String {
      "\(DecimalText.short(width, decimals: 1)) × \(DecimalText.short(height, decimals: 1)) mm"
    }

    public static let a3 = Size(297, 420)
    public static let a4 = Size(210, 297)
    public static let a5 = Size(148, 210)
    public static let a6 = Size(105, 148)
    public static let letter = Size(215.9, 279.4)

    /// Reads `a4`, `letter`, `a3`, `a5`, `a6` or `210x297` in millimetres; `nil` for anything else.
    public init?(parsing text: String) {
      let named = ["a3": Self.a3, "a4": .a4, "a5": .a5, "a6": .a6, "letter": .letter][text.lowercased()]
      guard let size = named ?? LabelStock.pair(text).map({ Self($0.0, $0.1) }) else { return nil }
      self = size
    }
  }

  /// - Parameters:
  ///   - name: The name for error messages.
  ///   - page: Sides of 5…2000 mm.
  ///   - label: Sides of 5…2000 mm.
  ///   - columns: 1…200.
  ///   - rows: 1…200.
  ///   - left: Millimetres; `nil` centres the labels on the page.
  ///   - top: Millimetres; `nil` centres the labels on the page.
  ///   - columnPitch: Millimetres; `nil` is the label's width: no gap.
  ///   - rowPitch: Millimetres; `nil` is the label's height: no gap.
  /// - Throws: ``PrintFault`` if a size is out of range, or the labels exceed the page or overlap.
  public init(
    name: String, page: Size, label: Size, columns: Int = 1, rows: Int = 1, left: Double? = nil, top: Double? = nil,
    columnPitch: Double? = nil, rowPitch: Double? = nil
  ) throws(PrintFault) {
    self.init(
      known: name, page, label, columns, rows, left: left, top: top, dx: columnPitch ?? label.width,
      dy: rowPitch ?? label.height)
    try check()
  }

  /// Labels that need no check; see ``init(name:page:label:columns:rows:left:top:columnPitch:rowPitch:)``.
  init(
    known name: String, _ page: Size, _ label: Size, _ columns: Int, _ rows: Int, left: Double?, top: Double?,
    dx: Double, dy: Double
  ) {
    (self.name, self.page, self.label, self.columns, self.rows) = (name, page, label, columns, rows)
    (columnPitch, rowPitch) = (dx, dy)
    self.left = left ?? (page.width - Double(columns - 1) * dx - label.width) / 2
    self.top = top ?? (page.height - Double(rows - 1) * dy - label.height) / 2
  }

  func check() throws(PrintFault) {
    let sides = Self.sides
    guard [page.width, page.height, label.width, label.height].allSatisfy(sides.contains),
      [left, top, columnPitch, rowPitch].allSatisfy({ abs($0) <= sides.upperBound })
    else {
      throw PrintFault(
        "the stock '\(name)' has a side or distance outside \(Int(sides.lowerBound))…\(Int(sides.upperBound)) mm")
    }
    guard 1...200 ~= columns, 1...200 ~= rows else {
      throw PrintFault("the stock '\(name)' needs 1…200 columns and 1…200 rows")
    }
    let size = Size(Double(columns - 1) * columnPitch + label.width, Double(rows - 1) * rowPitch + label.height)
    // Manufacturers and templates round inches and points; the missing strip is paper that no printer prints on.
    guard left >= -0.5, top >= -0.5, left + size.width <= page.width + 0.5, top + size.height <= page.height + 0.5
    else { throw PrintFault("the labels of '\(name)' take \(size) and exceed the page of \(page)") }
    guard columns == 1 || columnPitch > label.width - 0.1, rows == 1 || rowPitch > label.height - 0.1 else {
      throw PrintFault("the labels of '\(name)' overlap: dx or dy is too small")
    }
  }

  /// The range of the sides of pages and labels, in millimetres.
  public static let sides = 5.0...2000.0

  public var labelsPerPage: Int { columns * rows }

  /// Returns the upper left corner of a label, in millimetres from that of the page.
  ///
  /// - Parameter index: From 0, row by row from the top, each from the left.
  public func origin(of index: Int) -> (x: Double, y: Double) {
    precondition(0..<labelsPerPage ~= index, "a page has labelsPerPage labels")
    return (left + Double(index % columns) * columnPitch, top + Double(index / columns) * rowPitch)
  }

  // MARK: Margins

  /// How far the labels can be moved to the right and down on the page, in millimetres; negative to the left and up.
  public var room: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    (min(0, -left)...max(0, right), min(0, -top)...max(0, bottom))
  }

  /// Returns the stock with its labels moved, for printers that print beside their place; `nil` if labels would leave the
  /// page.
  ///
  /// - Parameters:
  ///   - x: Millimetres to the right.
  ///   - y: Millimetres down.
  public func moved(right x: Double, down y: Double) -> LabelStock? {
    guard room.x.contains(x), room.y.contains(y) else { return nil }
    return LabelStock(
      known: name, page, label, columns, rows, left: left + x, top: top + y, dx: columnPitch, dy: rowPitch)
  }

  /// The distance from the lowest labels to the page's lower side, in millimetres.
  var bottom: Double { page.height - top - Double(rows - 1) * rowPitch - label.height }
  private var right: Double { page.width - left - Double(columns - 1) * columnPitch - label.width }

  /// A line on the page, in millimetres.
  typealias Mark = (from: (x: Double, y: Double), to: (x: Double, y: Double))

  /// Lines of up to 4 mm, 1 mm away from the labels, in each margin that has room for at least 1 mm of line.
  var cutMarks: [Mark] {
    var marks: [Mark] = []
    func length(_ margin: Double) -> Double? { margin >= 2 ? min(5, margin) : nil }
    let (last, lowest) = (page.width - right, page.height - bottom)
    for column in 0..<columns {
      for x in [left + Double(column) * columnPitch, left + Double(column) * columnPitch + label.width] {
        if let length = length(top) { marks.append(((x, top - length), (x, top - 1))) }
        if let length = length(bottom) { marks.append(((x, lowest + 1), (x, lowest + length))) }
      }
    }
    for row in 0..<rows {
      for y in [top + Double(row) * rowPitch, top + Double(row) * rowPitch + label.height] {
        if let length = length(left) { marks.append(((left - length, y), (left - 1, y))) }
        if let length = length(right) { marks.append(((last + 1, y), (last + length, y))) }
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
