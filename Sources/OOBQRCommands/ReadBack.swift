import QRScanning
import QRSymbology
import SymbolDrawing

/// Reads a new symbol as a scanner would, before anyone relies on it.
enum ReadBack {
  /// - Throws: A failure with exit code 5 when the drawn symbol does not read as the message.
  static func check(_ symbol: QRSymbol, holds message: [UInt8], with reader: Reader) throws {
    let messages =
      switch reader {
      case .modules: [try? QRSymbol(drawing: BilevelImage(symbol, scale: 2), scale: 2, quietZone: 4).reading().message]
      case .zbar: try zbarMessages(of: symbol)
      }
    if messages.contains(message) { return }
    let found = messages.contains { $0 != nil }
    throw CommandFailure(
      "the symbol \(found ? "reads back as another message" : "does not read back"); nothing was written",
      exitCode: CommandFailure.unreadable)
  }

  /// zbar needs two pixels per module. A few sound symbols, such as 1,000 times "a" with mask 6, escape it at that
  /// size and orientation but not doubled or mirrored.
  private static func zbarMessages(of symbol: QRSymbol) throws -> [[UInt8]?] {
    let small = GrayImage(symbol, scale: 2)
    for drawing in [{ small }, { GrayImage(symbol, scale: 4) }, { small.mirrored() }] {
      let detections = try QRScanner().scan(drawing())
      if !detections.isEmpty { return detections.map(\.message) }
    }
    return []
  }

  /// What reads a symbol back.
  enum Reader: String, CaseIterable {
    /// Our own reader, on the modules of the drawn picture: microseconds.
    case modules
    /// zbar, on the drawn picture: some milliseconds, most of them to open the library.
    case zbar
  }
}

extension QRSymbol {
  /// Takes the modules from the middle pixels of a drawing.
  fileprivate init(drawing: BilevelImage, scale: Int, quietZone: Int) throws(QRSymbolError) {
    let size = drawing.width / scale - 2 * quietZone
    let places = (0..<size).map { (quietZone + $0) * scale + scale / 2 }
    try self.init(modules: places.flatMap { y in places.map { x in !drawing[x: x, y: y] } })
  }
}

extension GrayImage {
  /// The picture with left and right exchanged.
  fileprivate func mirrored() -> GrayImage {
    let rows = stride(from: 0, to: pixels.count, by: width).map { pixels[$0..<$0 + width].reversed() }
    return GrayImage(width: width, height: height, pixels: Array(rows.joined()))
  }
}
