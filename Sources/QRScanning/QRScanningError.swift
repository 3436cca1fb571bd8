/// Why a picture could not be scanned.
public enum QRScanningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libzbar is not installed, not the library that it should be, or gets no memory; `reason` is the system's.
  case zbarUnavailable(reason: String)

  public var description: String {
    switch self {
    case .zbarUnavailable(let reason): "cannot open zbar (Debian package libzbar0): \(reason)"
    }
  }
}
