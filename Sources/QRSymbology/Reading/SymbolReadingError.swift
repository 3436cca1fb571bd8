/// The reason why a symbol cannot be read.
public enum SymbolReadingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A block has more wrong codewords than its error correction can restore.
  case tooDamaged
  /// The codewords are intact but do not follow the standard; `reason` is the first deviation.
  case malformed(reason: String)

  public var description: String {
    switch self {
    case .tooDamaged: "a block has more wrong codewords than can be corrected"
    case .malformed(let reason): "the codewords do not follow ISO/IEC 18004: \(reason)"
    }
  }
}
