import QRScanning
import QRSymbology
import SymbolDrawing

/// Reads a new symbol as a scanner would, before anyone relies on it.
enum ReadBack {
  /// - Throws: A failure with exit code 5 when no drawing of the symbol reads as the message.
  static func check(_ symbol: QRSymbol, holds message: [UInt8]) throws {
    // zbar needs two pixels per module. A few sound symbols, such as 1,000 times "a" with mask 6, escape it
    // at that size and orientation but not doubled or mirrored.
    let small = GrayImage(symbol, scale: 2)
    let drawings = [{ small }, { GrayImage(symbol, scale: 4) }, { small.mirrored() }]
    var found = false
    for drawing in drawings {
      let detections = try QRScanner().scan(drawing())
      if detections.count == 1, detections[0].message == message { return }
      found = found || !detections.isEmpty
    }
    throw CommandFailure(
      "the symbol \(found ? "reads back as another message" : "does not read back"); nothing was written",
      exitCode: CommandFailure.unreadable)
  }
}

extension GrayImage {
  /// The picture with left and right exchanged.
  fileprivate func mirrored() -> GrayImage {
    let rows = stride(from: 0, to: pixels.count, by: width).map { pixels[$0..<$0 + width].reversed() }
    return GrayImage(width: width, height: height, pixels: Array(rows.joined()))
  }
}
