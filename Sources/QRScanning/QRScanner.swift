public import QRSymbology

/// Scans pictures for QR symbols, through zbar.
///
/// ```swift
/// for detection in try QRScanner().scan(picture) {
///   detection.text     // "https://example.com", or nil when the bytes are not UTF-8
///   detection.corners  // where in the picture, in pixels
/// }
/// ```
///
/// Symbols need about 2 pixels per module. zbar reads symbols without a quiet zone as well, so a read
/// says nothing about one.
public struct QRScanner: Hashable, Sendable {
  public init() {}

  /// Finds every symbol in a picture.
  ///
  /// - Returns: The detections in reading order: rows from the top, each from the left. Empty when
  ///   nothing was found, which is an answer and not an error.
  /// - Throws: ``QRScanningError/outOfMemory`` when zbar gets no memory.
  public func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] {
    try ZBar.scan(image).inReadingOrder()
  }
}

/// Why a picture could not be scanned.
public enum QRScanningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system gave zbar no memory.
  case outOfMemory

  public var description: String { "no memory to scan the picture" }
}
