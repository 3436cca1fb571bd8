public import Imaging
public import QRSymbology

/// An encoder of receipts in ESC/POS, the language of receipt printers (Epson, ESC/POS command reference).
public enum ESCPOS {
  /// The cut after a receipt.
  public enum Cut: String, Hashable, Sendable, CaseIterable { case none, partial, full }

  /// Encodes a receipt as exact dots (`GS v 0`), in bands that fit in small buffers.
  public static func receipt(_ image: BilevelImage, cut: Cut = .none) -> [UInt8] {
    wrapped(raster(image.darkBits), cut: cut)
  }

  /// Encodes rows of dots for `GS v 0`.
  private static func raster(_ rows: [[UInt8]]) -> [UInt8] {
    var commands: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: bandHeight) {
      let band = rows[start..<min(start + bandHeight, rows.count)]
      commands += [gs, UInt8(ascii: "v"), UInt8(ascii: "0"), 0] + pair(rows[0].count) + pair(band.count)
      commands += band.joined()
    }
    return commands
  }

  /// Encodes a receipt whose symbol the printer draws (`GS ( k`), with the caption in the printer's font.
  ///
  /// - Parameters:
  ///   - message: 1…7089 bytes of ASCII.
  ///   - level: The level that the printer is asked for.
  ///   - dots: Dots on the side of a module, 1…16.
  ///   - quietZone: Light modules above and below.
  ///   - caption: Lines of printable ASCII; `nil` for none.
  ///   - cut: The cut after the receipt.
  /// - Throws: ``PrintFault`` if a module has not 1…16 dots, or message or caption are not ASCII.
  public static func nativeReceipt(
    _ message: [UInt8], level: QRSymbol.ErrorCorrectionLevel, dots: Int, quietZone: Int, caption: String?,
    cut: Cut = .none
  ) throws(PrintFault) -> [UInt8] {
    try PrintFault.checkModule(dots, most: mostNativeDots)
    // There is no way to mark bytes as not being Shift JIS.
    guard message.allSatisfy({ $0 < 0x80 }) else {
      throw PrintFault(
        "an ESC/POS printer may read bytes above 127 as Shift JIS when it draws the symbol; leave out --native")
    }
    guard caption?.utf8.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x0A }) ?? true else {
      throw PrintFault("the caption is not ASCII, and not every ESC/POS printer can print more; leave out --native")
    }
    // The printer adds no quiet zone. Left and right, the symbol is centred; above and below we send rows of light
    // dots, because the units of feeds differ from printer to printer.
    let quiet = raster(Array(repeating: [0], count: quietZone * dots))
    var body: [UInt8] = [esc, UInt8(ascii: "a"), 1] + quiet
    body += symbolFunction(65, [50, 0])
    body += symbolFunction(67, [UInt8(dots)])
    // 48 is L, and 51 is H.
    body += symbolFunction(69, [48 + UInt8(QRSymbol.ErrorCorrectionLevel.allCases.firstIndex(of: level) ?? 0)])
    body += symbolFunction(80, [48] + message)
    body += symbolFunction(81, [48])
    body += quiet
    if let caption { body += Array(caption.utf8) + [0x0A] }
    return wrapped(body, cut: cut)
  }

  /// The most dots per module of a symbol that the printer draws (`GS ( k`, function 67).
  public static let mostNativeDots = 16

  private static let (esc, gs): (UInt8, UInt8) = (0x1B, 0x1D)
  private static let bandHeight = 255

  /// Encodes `GS ( k` for QR Code (cn 49); the length counts the bytes after it.
  private static func symbolFunction(_ function: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    [gs, UInt8(ascii: "("), UInt8(ascii: "k")] + pair(parameters.count + 2) + [49, function] + parameters
  }

  private static func pair(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }

  private static func wrapped(_ body: [UInt8], cut: Cut) -> [UInt8] {
    let start: [UInt8] = [esc, UInt8(ascii: "@")]
    // Functions 65 and 66 feed to the cutter first.
    let end: [UInt8] =
      switch cut {
      case .none: [esc, UInt8(ascii: "d"), 4]
      case .partial: [gs, UInt8(ascii: "V"), 66, 0]
      case .full: [gs, UInt8(ascii: "V"), 65, 0]
      }
    return start + body + end
  }
}
