import Imaging
import QRScanning
import QRSymbology
import SymbolDrawing

/// The verification of a new symbol by scanning it.
enum ReadBack {
  /// - Throws: A failure with exit code 5 if the drawn symbol does not scan as the message.
  static func check(_ made: MadeSymbol, with engine: Detection.Engine) throws {
    let messages =
      switch engine {
      case .modules:
        try QRScanner(engine: .modules).scan(GrayImage(made.square, scale: 2, quietZone: made.quietZone)).map(\.message)
      case .zbar: try zbarMessages(of: made.square)
      }
    try compare(messages, made)
  }

  /// Reads the symbol with its logo and frame, in its colours, as far as it has them.
  ///
  /// - Throws: As for the symbol alone.
  static func check(_ made: MadeSymbol, drawing: SymbolPicture) throws {
    guard let artwork = try drawing.artwork(of: made.square, quietZone: made.quietZone) else { return }
    let image = GrayImage(ColorImage(artwork, scale: 4, colors: drawing.colors))
    try compare(QRScanner(engine: .modules).scan(image).map(\.message), made)
  }

  private static func compare(_ messages: [[UInt8]], _ made: MadeSymbol) throws {
    if messages == [made.message] { return }
    throw CommandFailure(
      "the symbol \(messages.isEmpty ? "does not read back" : "reads back as another message"); nothing was written",
      exitCode: CommandFailure.unreadable)
  }

  /// zbar needs two pixels per module. It misses a few valid symbols, such as 1,000 times "a" with mask 6, at that size
  /// and orientation, but reads them doubled or mirrored.
  private static func zbarMessages(of symbol: some SquareSymbol) throws -> [[UInt8]] {
    let small = GrayImage(symbol, scale: 2)
    for drawing in [{ small }, { GrayImage(symbol, scale: 4) }, { small.mirrored() }] {
      let detections = try QRScanner(engine: .zbar).scan(drawing())
      if !detections.isEmpty { return detections.map(\.message) }
    }
    return []
  }
}

extension GrayImage {
  /// Returns the picture with left and right swapped.
  fileprivate func mirrored() -> GrayImage {
    let rows = stride(from: 0, to: pixels.count, by: width).map { pixels[$0..<$0 + width].reversed() }
    return GrayImage(width: width, height: height, pixels: Array(rows.joined()))
  }
}
