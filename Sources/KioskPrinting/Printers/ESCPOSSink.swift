import QRSymbology

/// A sink for receipts in ESC/POS: exact dots, or symbols that the printer draws.
public final class ESCPOSSink: LabelSink {
  private let medium: LabelMedium
  private let isNative: Bool
  private let cut: ESCPOS.Cut
  private let write: ([UInt8]) throws -> Void

  /// The most dots per module of a symbol that the printer draws (`GS ( k`, function 67).
  public static let mostNativeDots = 16

  /// - Parameters:
  ///   - medium: Paper and printer.
  ///   - isNative: Whether the printer draws the symbol and sets the caption itself.
  ///   - cut: The cut after each receipt.
  ///   - write: Receives the next bytes.
  public init(
    _ medium: LabelMedium, isNative: Bool = false, cut: ESCPOS.Cut = .none, write: @escaping ([UInt8]) throws -> Void
  ) {
    (self.medium, self.isNative, self.cut, self.write) = (medium, isNative, cut, write)
  }

  public func add(_ prepared: PreparedSymbol) throws -> AddedLabels {
    let row = prepared.row
    let receipt: [UInt8]
    var added = AddedLabels()
    if isNative {
      receipt = try ESCPOS.nativeReceipt(
        row.message, level: prepared.printed.symbol.level, dots: prepared.layout.dots,
        quietZone: medium.conditions.quietZone, caption: row.caption, cut: cut)
    } else {
      let image = try medium.image(prepared)
      receipt = ESCPOS.receipt(image.bitmap, cut: cut)
      added = AddedLabels(image)
    }
    // ESC/POS has no command for copies.
    for _ in 0..<row.copies { try write(receipt) }
    return added
  }

  public func finish() {}
}
