import TextFormats

extension LabelStock {
  /// The built-in stocks.
  ///
  /// The sizes of the labels are those that the manufacturers print on the packs; the positions on the page are those
  /// of the glabels 3 templates, or in the middle, where published layouts differ by less than half a millimetre.
  public static let builtIn: [LabelStock] = [
    plain("a4", .a4), plain("letter", .letter), plain("a5", .a5, columns: 2, rows: 3),
    plain("a6", .a6, columns: 1, rows: 2),
    LabelStock(
      known: "l7160", .a4, Size(63.5, 38.1), 3, 7, left: 21.2 * point, top: 43.9 * point, dx: 187.2 * point, dy: 38.1),
    LabelStock(
      known: "l7163", .a4, Size(99.1, 38.1), 2, 7, left: 9.5 * point, top: 43 * point, dx: 292 * point, dy: 38.1),
    LabelStock(known: "l7651", .a4, Size(38.1, 21.2), 5, 13, left: nil, top: nil, dx: 40.6, dy: 21.2),
    LabelStock(known: "l7658", .a4, Size(25.4, 10), 7, 27, left: nil, top: nil, dx: 27.9, dy: 10),
    LabelStock(known: "l4731", .a4, Size(25.4, 10), 7, 27, left: nil, top: nil, dx: 27.9, dy: 10),
    LabelStock(known: "5160", .letter, Size(66.675, 25.4), 3, 10, left: 3.96875, top: 12.7, dx: 70.64375, dy: 25.4),
    LabelStock(known: "5871", .letter, Size(88.9, 50.8), 2, 5, left: nil, top: nil, dx: 88.9, dy: 50.8),
    LabelStock(known: "3474", .a4, Size(70, 37), 3, 8, left: 0, top: 0, dx: 70, dy: 37),
  ]

  /// The names of rolls, with the widths that printers print on them, in millimetres: 8 dots per millimetre on 576 or
  /// 384 dots.
  public static let rolls: KeyValuePairs = ["80mm": 72.1, "58mm": 48.1, "57mm": 48.1]

  private static let point = 25.4 / 72

  /// A page without labels, divided into fields within a margin.
  private static func plain(_ name: String, _ page: Size, columns: Int = 3, rows: Int = 4) -> LabelStock {
    let field = Size((page.width - 2 * margin) / Double(columns), (page.height - 2 * margin) / Double(rows))
    return LabelStock(
      known: name, page, field, columns, rows, left: margin, top: margin, dx: field.width, dy: field.height)
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
  /// - Throws: ``PrintFault``.
  public init(parsing text: String) throws(PrintFault) {
    if let stock = try Self.described(by: text) {
      self = stock
      return
    }
    guard let template = try GlabelsTemplates.stock(named: text) else {
      throw PrintFault(
        "unknown stock '\(text)'; the built-in stocks are \(Self.builtIn.map(\.name).joined(separator: ", ")); "
          + "WIDTHxHEIGHT in mm is a label of that size; glabels templates, such as 'Avery L7161', need the package "
          + "glabels-data")
    }
    self = template
  }

  /// Reads the name of a built-in stock or dimensions.
  ///
  /// - Returns: `nil` for a name that only a glabels template may have.
  private static func described(by text: String) throws(PrintFault) -> LabelStock? {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingWhitespace }
    // As makers write it: "Avery 5160", "Avery Zweckform 3474".
    let name = fields[0].lowercased().split(separator: " ").filter { !["avery", "zweckform"].contains($0) }
      .joined(separator: " ")
    if let stock = builtIn.first(where: { $0.name == name }) {
      guard fields.count > 1 else { return stock }
      guard ["a4", "letter", "a5", "a6"].contains(name), fields.count == 2,
        let (columns, rows) = count(fields[1], most: 50)
      else { throw malformed(text, "only a4, letter, a5 and a6 take COLUMNSxROWS, up to 50x50, and nothing else") }
      let page = plain(text, stock.page, columns: columns, rows: rows)
      try page.check()
      return page
    }
    if rolls.contains(where: { $0.key == name }) {
      throw PrintFault("'\(name)' is a roll and has no pages: use 'oobqr print label --roll \(name)'")
    }
    guard let (width, height) = pair(fields[0]) else { return nil }
    return try LabelStock(text, label: Size(width, height), fields.dropFirst())
  }

  private init(_ text: String, label: Size, _ fields: ArraySlice<String>) throws(PrintFault) {
    var (columns, rows, page): (Int, Int, Size?) = (1, 1, nil)
    var lengths: [String: Double] = [:]
    for field in fields {
      if let count = Self.count(field, most: 200) {
        (columns, rows) = count
        continue
      }
      let sides = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else {
        throw Self.malformed(text, "'\(field)' is neither COLUMNSxROWS nor NAME=VALUE")
      }
      if sides[0] == "page" {
        guard let size = Size(parsing: sides[1]) else {
          throw Self.malformed(text, "page is a4, letter, a3, a5, a6 or WIDTHxHEIGHT, not '\(sides[1])'")
        }
        page = size
        continue
      }
      guard ["left", "top", "dx", "dy"].contains(sides[0]), lengths[sides[0]] == nil,
        let length = Double(sides[1]), length.isFinite
      else { throw Self.malformed(text, "'\(field)' is not left, top, dx or dy with a number, each at most once") }
      lengths[sides[0]] = length
    }
    try self.init(
      name: text, page: page ?? (columns * rows == 1 ? label : .a4), label: label, columns: columns, rows: rows,
      left: lengths["left"], top: lengths["top"], columnPitch: lengths["dx"], rowPitch: lengths["dy"])
  }

  private static func malformed(_ text: String, _ reason: String) -> PrintFault {
    PrintFault(
      "the stock '\(text)' is not WIDTHxHEIGHT[,COLUMNSxROWS][,page=…][,left=…][,top=…][,dx=…][,dy=…] in mm: \(reason)")
  }

  /// Two numbers with an `x` or a `×` between them, with or without `mm`.
  static func pair(_ text: String) -> (Double, Double)? {
    let sides = text.split(omittingEmptySubsequences: false) { "x×X".contains($0) }.map {
      Double($0.replacing("mm", with: "").trimmingWhitespace)
    }
    guard sides.count == 2, let first = sides[0], let second = sides[1], first.isFinite, second.isFinite else {
      return nil
    }
    return (first, second)
  }

  /// Columns and rows, each 1…`most`.
  private static func count(_ text: String, most: Double) -> (columns: Int, rows: Int)? {
    guard let (columns, rows) = pair(text), columns == columns.rounded(), rows == rows.rounded(),
      1...most ~= columns, 1...most ~= rows
    else { return nil }
    return (Int(columns), Int(rows))
  }
}
