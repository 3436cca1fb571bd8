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
  /// - Throws: ``LabelStockError`` if a size is out of range, or the labels exceed the page or overlap.
  public init(
    name: String, page: Size, label: Size, columns: Int = 1, rows: Int = 1, left: Double? = nil, top: Double? = nil,
    columnPitch: Double? = nil, rowPitch: Double? = nil
  ) throws(LabelStockError) {
    (self.name, self.page, self.label, self.columns, self.rows) = (name, page, label, columns, rows)
    guard [page.width, page.height, label.width, label.height].allSatisfy({ Self.sides.contains($0) }) else {
      throw .sideOutOfRange(name: name, range: Self.sides)
    }
    guard [left, top, columnPitch, rowPitch].allSatisfy({ $0.map { abs($0) <= Self.sides.upperBound } ?? true }) else {
      throw .sideOutOfRange(name: name, range: Self.sides)
    }
    guard 1...200 ~= columns, 1...200 ~= rows else { throw .tooManyLabels(name: name) }
    self.columnPitch = columnPitch ?? label.width
    self.rowPitch = rowPitch ?? label.height
    let width = Double(columns - 1) * self.columnPitch + label.width
    let height = Double(rows - 1) * self.rowPitch + label.height
    self.left = left ?? (page.width - width) / 2
    self.top = top ?? (page.height - height) / 2
    // Manufacturers and templates round inches and points; the missing strip is paper that no printer prints on.
    guard self.left >= -0.5, self.top >= -0.5, self.left + width <= page.width + 0.5,
      self.top + height <= page.height + 0.5
    else { throw .labelsOutsidePage(name: name, labels: Size(width, height), page: page) }
    guard columns == 1 || self.columnPitch > label.width - 0.1, rows == 1 || self.rowPitch > label.height - 0.1 else {
      throw .labelsOverlap(name: name)
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
}

/// The reason why a stock cannot be used.
public enum LabelStockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No stock, built-in or of glabels, has this name.
  case unknown(String)
  /// The text has a syntax error.
  case malformed(String, reason: String)
  /// A side or distance is outside `range`, in millimetres.
  case sideOutOfRange(name: String, range: ClosedRange<Double>)
  /// There are not 1…200 columns and 1…200 rows.
  case tooManyLabels(name: String)
  /// All labels together, sized `labels`, exceed the page.
  case labelsOutsidePage(name: String, labels: LabelStock.Size, page: LabelStock.Size)
  /// A pitch is smaller than the label.
  case labelsOverlap(name: String)
  /// The name is that of a roll, which has no pages.
  case roll(String)
  /// The labels are round, elliptical or discs.
  case notRectangular(name: String)

  public var description: String {
    switch self {
    case .unknown(let name):
      "unknown stock '\(name)'; the built-in stocks are "
        + LabelStock.builtIn.map(\.name).joined(separator: ", ")
        + "; WIDTHxHEIGHT in mm is a label of that size; glabels templates, such as 'Avery L7161', need the package "
        + "glabels-data"
    case .malformed(let text, let reason):
      "the stock '\(text)' is not WIDTHxHEIGHT[,COLUMNSxROWS][,page=…][,left=…][,top=…][,dx=…][,dy=…] in mm: \(reason)"
    case .sideOutOfRange(let name, let range):
      "the stock '\(name)' has a side or distance outside \(Int(range.lowerBound))…\(Int(range.upperBound)) mm"
    case .tooManyLabels(let name): "the stock '\(name)' needs 1…200 columns and 1…200 rows"
    case .labelsOutsidePage(let name, let labels, let page):
      "the labels of '\(name)' take \(labels) and exceed the page of \(page)"
    case .labelsOverlap(let name): "the labels of '\(name)' overlap: dx or dy is too small"
    case .roll(let name): "'\(name)' is a roll and has no pages: print labels on it"
    case .notRectangular(let name): "the labels of '\(name)' are not rectangles; symbols need rectangular labels"
    }
  }
}
