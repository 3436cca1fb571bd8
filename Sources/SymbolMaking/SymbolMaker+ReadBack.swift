import Imaging
import QRScanning
import QRSymbology
import SymbolDrawing

extension SymbolMaker {
  /// Scans a drawing of a new symbol, once by each reader that is asked for.
  ///
  /// - Parameters:
  ///   - made: The symbol.
  ///   - artwork: The symbol with its logo and frame, which our own reader reads in the colours of the picture; `nil`
  ///     without them.
  ///   - reader: zbar reads the symbol alone.
  /// - Throws: ``SymbolMakingError`` if it does not scan as the message; `QRScanningError`.
  func readBack(_ made: MadeMessage.Part, _ artwork: SymbolArtwork?, by reader: Detection.Engine) throws {
    if reader == .zbar { try Self.compare(Self.zbarMessages(of: made.symbol), made) }
    if let artwork {
      try Self.compare(Self.messages(in: GrayImage(ColorImage(artwork, scale: 4, colors: picture.colors))), made)
    } else if reader == .modules {
      try Self.compare(
        Self.messages(in: GrayImage(made.symbol, scale: 2, quietZone: made.standardQuietZone)), made)
    }
  }

  private static func compare(_ messages: [[UInt8]], _ made: MadeMessage.Part) throws(SymbolMakingError) {
    if messages != [made.message] { throw messages.isEmpty ? .unreadable : .readsOtherwise }
  }

  private static func messages(in image: GrayImage, by engine: Detection.Engine = .modules) throws -> [[UInt8]] {
    try QRScanner(engine: engine).scan(image).map(\.message)
  }

  /// zbar needs two pixels per module. It misses a few valid symbols, such as 1,000 times "a" with mask 6, at that size
  /// and orientation, but reads them doubled or mirrored.
  private static func zbarMessages(of symbol: some SquareSymbol) throws -> [[UInt8]] {
    let small = GrayImage(symbol, scale: 2)
    for drawing in [{ small }, { GrayImage(symbol, scale: 4) }, { small.mirrored() }] {
      let found = try messages(in: drawing(), by: .zbar)
      if !found.isEmpty { return found }
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
