public import QRSymbology

/// Scans pictures for QR symbols.
///
/// ```swift
/// for detection in try QRScanner().scan(picture) {
///   detection.text     // "https://example.com", or nil when the bytes are not UTF-8
///   detection.corners  // where in the picture, in pixels
/// }
/// ```
public struct QRScanner: Hashable, Sendable {
  /// The only reader to use, or `nil` for all, as far as ``effort`` goes.
  public var engine: Detection.Engine?
  /// How much is tried before a picture counts as empty.
  public var effort: Effort

  /// How hard to look.
  public enum Effort: String, Hashable, Sendable, CaseIterable {
    case fast, normal, hard
  }

  public init(engine: Detection.Engine? = nil, effort: Effort = .normal) {
    (self.engine, self.effort) = (engine, effort)
  }

  /// Finds every symbol in a picture.
  ///
  /// - Returns: The detections in reading order: rows from the top, each from the left. Empty when
  ///   nothing was found, which is an answer and not an error.
  /// - Throws: ``QRScanningError/outOfMemory`` when zbar gets no memory,
  ///   ``QRScanningError/zbarUnavailable(reason:)`` when it cannot be opened.
  public func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] {
    if engine == .zbar { return try ZBar.scan(image).inReadingOrder() }
    if let detection = CleanSymbol.scan(image) { return [detection] }
    var search = SymbolSearch(image, effort: effort)
    search.run()
    if !search.detections.isEmpty || engine == .modules { return search.detections.inReadingOrder() }
    return try ZBar.scan(image).inReadingOrder()
  }
}
