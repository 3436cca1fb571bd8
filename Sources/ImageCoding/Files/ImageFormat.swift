/// A picture file format.
public enum ImageFormat: Hashable, Sendable, CustomStringConvertible {
  /// Portable Network Graphics (ISO/IEC 15948).
  case png
  /// JPEG (ISO/IEC 10918).
  case jpeg

  /// Detects the format from the first bytes; `nil` for neither.
  public init?(signature bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    }
  }
}
