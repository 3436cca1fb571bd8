public import QRSymbology

/// The reason why a message cannot be encoded.
public enum QREncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message has no bytes.
  case emptyMessage
  /// Only the first `limit` bytes of the message fit in version 40 at the level; `fitting` is the highest level below it that
  /// holds all.
  case messageTooLong(
    bytes: Int, limit: Int, level: QRSymbol.ErrorCorrectionLevel, fitting: QRSymbol.ErrorCorrectionLevel? = nil)
  /// The requested version holds only the first `limit` bytes at the level; `fitting` is the smallest that holds it.
  case versionTooSmall(
    bytes: Int, version: QRSymbol.Version, limit: Int, level: QRSymbol.ErrorCorrectionLevel,
    fitting: QRSymbol.Version)
  /// The message does not fit in a Micro QR symbol at the level; `fitting` is the highest level below it that holds it.
  case tooLongForMicro(
    bytes: Int, level: QRSymbol.ErrorCorrectionLevel, fitting: QRSymbol.ErrorCorrectionLevel? = nil)
  /// A message of `bytes` bytes cannot be divided among this many symbols.
  case tooFewBytes(bytes: Int, symbols: Int)
  /// Sixteen symbols of the requested version, or of version 40, do not hold the message.
  case setTooLong(bytes: Int, level: QRSymbol.ErrorCorrectionLevel)
  /// The engine does not offer an option.
  case unsupported(engine: QREncoder.Engine, option: String)
  /// libqrencode could not allocate memory.
  case outOfMemory

  public var description: String {
    switch self {
    case .emptyMessage:
      "the message is empty; a symbol holds at least 1 byte"
    case .messageTooLong(let bytes, let limit, let level, let fitting):
      "\(bytes) bytes do not fit in a version 40 symbol at level \(level), which holds \(limit)"
        + "; \(fitting.map { "use level \($0) or " } ?? "")shorten the message"
    case .versionTooSmall(let bytes, let version, let limit, let level, let fitting):
      "\(bytes) bytes do not fit in a version \(version) symbol at level \(level), which holds \(limit); "
        + "version \(fitting) would fit"
    case .tooLongForMicro(_, .high, let fitting?):
      "Micro QR symbols have no level H; use level \(fitting), or make a QR symbol"
    case .tooLongForMicro(let bytes, let level, let fitting):
      "\(bytes) \(bytes == 1 ? "byte does" : "bytes do") not fit in a Micro QR symbol at level \(level), which holds up "
        + "to 15 bytes, 21 alphanumeric characters or 35 digits at level L, and less at M and Q; "
        + "\(fitting.map { "use level \($0), " } ?? "")shorten the message or make a QR symbol"
    case .tooFewBytes(let bytes, let symbols):
      "\(bytes) \(bytes == 1 ? "byte" : "bytes") cannot be divided among \(symbols) symbols; ask for fewer"
    case .setTooLong(let bytes, let level):
      "\(bytes) bytes do not fit in a set of 16 symbols at level \(level); shorten the message"
    case .unsupported(let engine, let option):
      "the engine \(engine.rawValue) does not support \(option); use the engine \(QREncoder.Engine.modules.rawValue)"
    case .outOfMemory:
      "out of memory while encoding the symbol"
    }
  }
}
