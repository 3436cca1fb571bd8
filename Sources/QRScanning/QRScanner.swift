import Glibc
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
  /// - Throws: ``QRScanningError/outOfMemory`` when zbar gets no memory,
  ///   ``QRScanningError/zbarUnavailable(reason:)`` when it cannot be opened.
  public func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] {
    try ZBar.scan(image).inReadingOrder()
  }

  /// Opens zbar on another thread, for a program that is about to scan and has something else to do first.
  ///
  /// zbar is opened by the first scan in any case. On Debian that takes a millisecond or two, because it pulls in
  /// some twenty libraries.
  public static func prepare() {
    var thread = pthread_t()
    let started = unsafe pthread_create(
      &thread, nil,
      { _ in
        _ = ZBarLibrary.opened
        return nil
      }, nil)
    if started == 0 { pthread_detach(thread) }
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
