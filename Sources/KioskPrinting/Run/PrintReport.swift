import OutOfBand
import QRSymbology
import TextFormats

/// The report of a print run: one JSON object, written symbol by symbol.
public final class PrintReport {
  private let conditions: PrintConditions
  /// Whether the printer draws the symbols and chooses version and mask.
  private let isNative: Bool
  private let write: ([UInt8]) throws -> Void
  private var isFirst = true

  /// - Parameters:
  ///   - stock: The name of the stock.
  ///   - conditions: Printer and distance.
  ///   - isNative: Whether the printer draws the symbols, and chooses version and mask itself.
  ///   - write: Receives the next bytes.
  public init(
    stock: String, _ conditions: PrintConditions, isNative: Bool = false, write: @escaping ([UInt8]) throws -> Void
  ) throws {
    (self.conditions, self.isNative, self.write) = (conditions, isNative, write)
    let head: JSONValue = [
      "stock": .string(stock), "dpi": .number(conditions.resolution.dotsPerInch),
      "distance_mm": .number(conditions.distance), "least_dots": .number(conditions.leastDots),
    ]
    try write(Array("\(head)".utf8.dropLast()) + Array(",\"symbols\":[".utf8))
  }

  /// Adds a symbol with the places of its copies.
  public func add(_ prepared: PreparedSymbol, _ places: [SheetWriter.Placement]) throws {
    let printed = prepared.printed
    let preflight = prepared.preflight
    let object: JSONValue = [
      "line": .number(prepared.row.line), "copies": .number(prepared.row.copies),
      "message_sha256": .string(SHA256.hexDigest(of: prepared.row.message)),
      "message_bytes": .number(prepared.row.message.count),
      "token": prepared.token.map { .string($0) } ?? .null,
      "version": isNative ? .null : .number(printed.symbol.version.number),
      "level": .string(printed.symbol.level.letter),
      "mask": isNative ? .null : .number(printed.symbol.mask.reference), "module_dots": .number(printed.dots),
      "module_mm": .number(NumberFormat.rounded(conditions.moduleSize(printed.dots))),
      "size_mm": .number(NumberFormat.rounded(conditions.resolution.millimetres(printed.side))),
      "furthest_mm": .number(NumberFormat.rounded(conditions.furthestDistance(printed.dots))),
      "preflight": [
        "passes": .boolean(preflight.passes), "is_readable": .boolean(preflight.isReadable),
        "is_large_enough": .boolean(preflight.isLargeEnough),
        "fails": .array(preflight.failures.map { .string($0.rawValue) }),
      ],
      "diagnostics": .array(prepared.findings.map { .string($0.rule.code) }),
      "places": .array(
        places.map {
          [
            "page": .number($0.page), "label": .number($0.label), "x_mm": .number(NumberFormat.rounded($0.x)),
            "y_mm": .number(NumberFormat.rounded($0.y)), "side_mm": .number(NumberFormat.rounded($0.side)),
          ]
        }),
    ]
    try write(Array("\(isFirst ? "" : ",")\n\(object)".utf8))
    isFirst = false
  }

  /// Ends the object.
  public func finish() throws { try write(Array("\n]}\n".utf8)) }
}
