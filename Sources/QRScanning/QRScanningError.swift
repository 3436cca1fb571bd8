/// Why a picture could not be scanned.
public enum QRScanningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system gave zbar no memory.
  case outOfMemory
  /// libzbar is not installed, or not the library that it should be; `reason` is the system's.
  case zbarUnavailable(reason: String)

  public var description: String {
    switch self {
    case .outOfMemory: "out of memory while scanning the picture"
    case .zbarUnavailable(let reason): "cannot open zbar (Debian package libzbar0): \(reason)"
    }
  }
}
