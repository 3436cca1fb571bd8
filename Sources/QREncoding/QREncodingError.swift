public import QRSymbology

/// The reason why a message cannot be encoded.
public enum QREncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message has no bytes.
  case emptyMessage
  /// The message is longer than `limit`, the capacity of version 40 at the level in bytes.
  case messageTooLong(bytes: Int, limit: Int, level: QRSymbol.ErrorCorrectionLevel)
  /// The requested version holds only `limit` bytes at the level; `fitting` is the smallest that is enough.
  case versionTooSmall(
    bytes: Int, version: QRSymbol.Version, limit: Int, level: QRSymbol.ErrorCorrectionLevel,
    fitting: QRSymbol.Version)
  /// libqrencode could not allocate memory.
  case outOfMemory

  public var description: String {
    switch self {
    case .emptyMessage:
      "the message is empty; a symbol holds at least 1 byte"
    case .messageTooLong(let bytes, let limit, let level):
      "\(bytes) bytes do not fit in a version 40 symbol at level \(level), which holds \(limit)"
        + (level == .low ? "; shorten the message" : "; shorten the message or use a lower level")
    case .versionTooSmall(let bytes, let version, let limit, let level, let fitting):
      "\(bytes) bytes do not fit in a version \(version) symbol at level \(level), which holds \(limit); "
        + "version \(fitting) would fit"
    case .outOfMemory:
      "out of memory while encoding the symbol"
    }
  }
}
