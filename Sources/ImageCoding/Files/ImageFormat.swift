import TextFormats

/// A picture file format.
public enum ImageFormat: Hashable, Sendable, CustomStringConvertible {
  /// Portable Network Graphics (ISO/IEC 15948).
  case png
  /// JPEG (ISO/IEC 10918).
  case jpeg
  /// Netpbm, binary: PBM, PGM and PPM with at most eight bits a sample.
  case netpbm

  /// The most pixels (width × height) that are decoded, unless a caller gives another limit.
  public static let usualMaxPixels = 100_000_000
  /// The most bytes of a picture's file that are read: 512 MiB.
  package static let mostFileBytes = 1 << 29

  /// Detects the format from the first bytes; `nil` for any other.
  public init?(signature bytes: [UInt8]) {
    switch FileSignature(start: bytes) {
    case .png: self = .png
    case .jpeg: self = .jpeg
    default:
      guard Netpbm.isOne(bytes) else { return nil }
      self = .netpbm
    }
  }

  public var description: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .netpbm: "Netpbm"
    }
  }
}
