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
    return engine == .modules ? [] : try ZBar.scan(image).inReadingOrder()
  }
}

/// Why a picture could not be scanned.
public enum QRScanningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system gave zbar no memory.
  case outOfMemory
  /// libzbar is not installed, or not the library that it should be; `reason` is the system's.
  case zbarUnavailable(reason: String)

  public var description: String {
    switch self {
    case .outOfMemory: "no memory to scan the picture"
    case .zbarUnavailable(let reason): "cannot open zbar (Debian package libzbar0): \(reason)"
    }
  }
}
