public import QRSymbology

/// Scans pictures for QR symbols: clean drawings with our own reader, all others with zbar.
///
/// ```swift
/// for detection in try QRScanner().scan(picture) {
///   detection.text     // "https://example.com", or nil when the bytes are not UTF-8
///   detection.corners  // where in the picture, in pixels
/// }
/// ```
///
/// In a photograph, symbols need about 2 pixels per module. zbar reads symbols without a quiet zone as well, so a read
/// says nothing about one.
public struct QRScanner: Hashable, Sendable {
  /// The only reader to use, or `nil` for whichever fits the picture.
  public var engine: Detection.Engine?

  public init(engine: Detection.Engine? = nil) {
    self.engine = engine
  }

  /// Finds every symbol in a picture.
  ///
  /// - Returns: The detections in reading order: rows from the top, each from the left. Empty when
  ///   nothing was found, which is an answer and not an error.
  /// - Throws: ``QRScanningError/outOfMemory`` when zbar gets no memory,
  ///   ``QRScanningError/zbarUnavailable(reason:)`` when it cannot be opened.
  public func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] {
    if engine != .zbar, let detection = CleanSymbol.scan(image) { return [detection] }
    if engine == .modules { return [] }
    let detections = try ZBar.scan(image).inReadingOrder()
    if !detections.isEmpty || engine == .zbar { return detections }
    // Drawings that were made smaller or saved as JPEG have no clean levels, and some of them escape zbar.
    return CleanSymbol.scan(image, spread: nil).map { [$0] } ?? []
  }
}
