extension LabelStock {
  /// The built-in stocks.
  ///
  /// The sizes of the labels are those that the manufacturers print on the packs; the positions on the page are those
  /// of the glabels 3 templates.
  public static let builtIn: [LabelStock] = [
    known { () throws(LabelStockError) in try plain("a4", .a4) },
    known { () throws(LabelStockError) in try plain("letter", .letter) },
    known { () throws(LabelStockError) in try plain("a5", .a5, columns: 2, rows: 3) },
    known { () throws(LabelStockError) in try plain("a6", .a6, columns: 1, rows: 2) },
    known("l7160", .a4, Size(63.5, 38.1), 3, 7, left: 21.2 * point, top: 43.9 * point, dx: 187.2 * point, dy: 38.1),
    known("l7163", .a4, Size(99.1, 38.1), 2, 7, left: 9.5 * point, top: 43 * point, dx: 292 * point, dy: 38.1),
    known("5160", .letter, Size(66.675, 25.4), 3, 10, left: 3.96875, top: 12.7, dx: 70.64375, dy: 25.4),
    known("3474", .a4, Size(70, 37), 3, 8, left: 0, top: 0, dx: 70, dy: 37),
  ]

  /// The names of rolls, with the widths that printers print on them, in millimetres: 8 dots per millimetre on 576 or
  /// 384 dots.
  public static let rolls: KeyValuePairs = ["80mm": 72.1, "58mm": 48.1, "57mm": 48.1]

  private static let point = 25.4 / 72

  private static func known(
    _ name: String, _ page: Size, _ label: Size, _ columns: Int, _ rows: Int, left: Double, top: Double, dx: Double,
    dy: Double
  ) -> LabelStock {
    known { () throws(LabelStockError) in
      try LabelStock(
        name: name, page: page, label: label, columns: columns, rows: rows, left: left, top: top, columnPitch: dx,
        rowPitch: dy)
    }
  }

  private static func known(_ stock: () throws(LabelStockError) -> LabelStock) -> LabelStock {
    do throws(LabelStockError) { return try stock() } catch {
      preconditionFailure("a built-in stock is valid: \(error)")
    }
  }

  /// A page without labels, divided into fields within a margin.
  private static func plain(
    _ name: String, _ page: Size, columns: Int = 3, rows: Int = 4
  ) throws(LabelStockError) -> LabelStock {
    let field = Size((page.width - 2 * margin) / Double(columns), (page.height - 2 * margin) / Double(rows))
    return try LabelStock(name: name, page: page, label: field, columns: columns, rows: rows, left: margin, top: margin)
  }

  /// The margin of a plain page: the area that office printers cannot print, and a line for a header or page number.
  private static let margin = 10.0

  /// Reads the name of a stock or its dimensions.
  ///
  /// - `a4`, `letter`, `l7160`, … — a built-in stock; `a4,2x5` divides the plain page into 2 × 5 fields.
  /// - `62x29` — one label of 62 × 29 mm that is the whole page.
  /// - `50x30,4x9,page=a4,left=5,top=13.5,dx=50,dy=30` — labels on a page; the defaults are centred, without gaps, on
  ///   A4.
  /// - `Avery L7161` — a glabels template, if glabels is installed.
  ///
  /// - Throws: ``LabelStockError``.
  public init(parsing text: String) throws(LabelStockError) {
    if let stock = try Self.described(by: text) {
      self = stock
    } else {
      guard let template = try GlabelsTemplates.stock(named: text) else { throw .unknown(text) }
      self = template
    }
  }

  /// Reads the name of a built-in stock or dimensions.
  ///
  /// - Returns: `nil` for a name that only a glabels template may have, which is in a file.
  package static func described(by text: String) throws(LabelStockError) -> LabelStock? {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0).trimmingSpaces() }
    let name = fields[0].lowercased()
    if let stock = builtIn.first(where: { $0.name == name }) {
      guard fields.count > 1 else { return stock }
      guard ["a4", "letter", "a5", "a6"].contains(name), fields.count == 2, let (columns, rows) = pair(fields[1]),
        columns == columns.rounded(), rows == rows.rounded(), 1...50 ~= columns, 1...50 ~= rows
      else {
        throw .malformed(text, reason: "only a4, letter, a5 and a6 take COLUMNSxROWS, up to 50x50, and nothing else")
      }
      return try plain(text, stock.page, columns: Int(columns), rows: Int(rows))
    }
    if rolls.contains(where: { $0.key == name }) { throw .roll(name) }
    guard let (width, height) = pair(fields[0]) else { return nil }
    return try LabelStock(text, label: Size(width, height), fields.dropFirst())
  }

  private init(_ text: String, label: Size, _ fields: ArraySlice<String>) throws(LabelStockError) {
    var (columns, rows, page): (Int, Int, Size?) = (1, 1, nil)
    var lengths: [String: Double] = [:]
    for field in fields {
      if let (first, second) = Self.pair(field), first == first.rounded(), second == second.rounded(),
        1...200 ~= first, 1...200 ~= second
      {
        (columns, rows) = (Int(first), Int(second))
        continue
      }
      let sides = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else {
        throw .malformed(text, reason: "'\(field)' is neither COLUMNSxROWS nor NAME=VALUE")
      }
      if sides[0] == "page" {
        let named = ["a4": Size.a4, "letter": .letter, "a5": .a5, "a6": .a6][sides[1].lowercased()]
        guard let size = named ?? Self.pair(sides[1]).map({ Size($0.0, $0.1) }) else {
          throw .malformed(text, reason: "page is a4, letter, a5, a6 or WIDTHxHEIGHT, not '\(sides[1])'")
        }
        page = size
        continue
      }
      guard ["left", "top", "dx", "dy"].contains(sides[0]), lengths[sides[0]] == nil,
        let length = Double(sides[1]), length.isFinite
      else { throw .malformed(text, reason: "'\(field)' is not left, top, dx or dy with a number, each at most once") }
      lengths[sides[0]] = length
    }
    try self.init(
      name: text, page: page ?? (columns * rows == 1 ? label : .a4), label: label, columns: columns, rows: rows,
      left: lengths["left"], top: lengths["top"], columnPitch: lengths["dx"], rowPitch: lengths["dy"])
  }

  /// Two numbers with an `x` or a `×` between them.
  private static func pair(_ text: String) -> (Double, Double)? {
    let sides = text.split(omittingEmptySubsequences: false) { "x×X".contains($0) }.map {
      Double(String($0).trimmingSpaces())
    }
    guard sides.count == 2, let first = sides[0], let second = sides[1], first.isFinite, second.isFinite else {
      return nil
    }
    return (first, second)
  }
}

extension String {
  /// Removes spaces at both ends.
  func trimmingSpaces() -> String {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
  }
}
