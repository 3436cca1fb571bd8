import CommandSupport
import KioskPrinting
import OutOfBand
import QRSymbology
import SymbolGrading
import TextFormats

/// The report of a print run: one JSON object, written symbol by symbol, and then row by row as it is sent.
///
/// A run that is ended in the middle leaves a report that ends after the last row that was sent; `PrintRecord` reads it.
final class PrintReport {
  private let conditions: PrintConditions
  /// Whether the printer draws the symbols and chooses version and mask.
  private let isNative: Bool
  private let write: ([UInt8]) throws -> Void
  private var isFirst = true
  private var failures: [JSONValue] = []

  /// How the delivery of a run ended.
  enum Ending: String, Hashable, Sendable {
    /// Everything was sent.
    case complete
    /// The rows after the last that is listed were not sent.
    case interrupted
    /// A queue of printers has the rows, and did not say that all were printed.
    case unknown
  }

  /// - Parameters:
  ///   - stock: The name of the stock.
  ///   - conditions: Printer and distance.
  ///   - rows: The lines of the list that are to be printed, such as `5,10-20`; `nil` for all.
  ///   - isNative: Whether the printer draws the symbols, and chooses version and mask itself.
  ///   - write: Receives the next bytes.
  init(
    stock: String, _ conditions: PrintConditions, rows: String? = nil, isNative: Bool = false,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    (self.conditions, self.isNative, self.write) = (conditions, isNative, write)
    let head: JSONValue = [
      "format": .string(AnswerKind.printReport.format), "stock": .string(stock),
      "dpi": .number(conditions.resolution.dotsPerInch),
      "distance_mm": .number(conditions.distance), "least_dots": .number(conditions.leastDots),
      "rows": rows.map { .string($0) } ?? .null,
    ]
    try write(Array("\(head)".utf8.dropLast()) + Array(",\"symbols\":[".utf8))
  }

  /// Adds a symbol with the places of its copies.
  func add(_ prepared: PreparedSymbol, _ places: [SheetWriter.Placement]) throws {
    let printed = prepared.printed
    let preflight = prepared.preflight
    let object: JSONValue = [
      "line": .number(prepared.row.line), "copies": .number(prepared.row.copies),
      "message_sha256": .string(SHA256.hexDigest(of: prepared.row.message)),
      "message_bytes": .number(prepared.row.message.count),
      "token": prepared.token.map { .string("\($0)") } ?? .null,
      "version": isNative ? .null : .number(printed.symbol.version.number),
      "level": .string(printed.symbol.level.letter),
      "mask": isNative ? .null : .number(printed.symbol.mask.reference), "module_dots": .number(printed.dots),
      "module_mm": .number(conditions.moduleSize(printed.dots), decimals: 3),
      "size_mm": .number(conditions.resolution.millimetres(printed.side), decimals: 3),
      "furthest_mm": .number(conditions.furthestDistance(printed.dots), decimals: 3),
      "preflight": [
        "passes": .boolean(preflight.passes), "is_readable": .boolean(preflight.isReadable),
        "is_large_enough": .boolean(preflight.isLargeEnough),
        "fails": .array(preflight.failures.map { .string($0.rawValue) }),
        "predicted_grade": prepared.prediction.map { .number($0.letter.rawValue) } ?? .null,
      ],
      "diagnostics": .array(prepared.findings.map { .string($0.rule.code) }),
      "places": .array(
        places.map {
          [
            "page": .number($0.page), "label": .number($0.label), "x_mm": .number($0.x, decimals: 3),
            "y_mm": .number($0.y, decimals: 3), "side_mm": .number($0.side, decimals: 3),
          ]
        }),
    ]
    try write(element: object)
  }

  /// Adds a row that is left out, with the reason.
  func add(_ objection: PreparedSymbol.Objection) {
    failures.append([
      "line": .number(objection.line), "reason": .string(objection.reason),
    ])
  }

  /// Ends the list of symbols, and begins that of the rows that were sent.
  ///
  /// - Parameters:
  ///   - earlier: What earlier runs have sent.
  ///   - isQueued: Whether a queue of printers gets all rows at once.
  func beginDelivery(after earlier: [PrintRecord.Sent] = [], isQueued: Bool = false) throws {
    try begin("failed")
    for failure in failures { try write(element: failure) }
    try begin("earlier")
    for sent in earlier {
      try write(element: [
        "line": .number(sent.line), "copies": .number(sent.copies), "message_sha256": .string(sent.digest),
      ])
    }
    try write(Array("\n],\"queued\":\(isQueued),\"sent\":[".utf8))
    isFirst = true
  }

  /// Adds copies of a row that were sent.
  func addSent(line: Int, copies: Int) throws {
    try write(element: [.number(line), .number(copies)])
  }

  /// Ends the object, after ``beginDelivery(after:isQueued:)``.
  func finish(_ ending: Ending = .complete) throws {
    try write(Array("\n],\"ended\":\"\(ending.rawValue)\"}\n".utf8))
  }

  private func begin(_ name: String) throws {
    try write(Array("\n],\"\(name)\":[".utf8))
    isFirst = true
  }

  private func write(element: JSONValue) throws {
    try write(Array("\(isFirst ? "" : ",")\n\(element)".utf8))
    isFirst = false
  }
}
