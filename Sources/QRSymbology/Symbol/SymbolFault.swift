/// The reason why modules are not a symbol, or why a symbol cannot be read.
public enum SymbolFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// No version has this number of modules.
  case sizeOutOfRange(modules: Int)
  /// No copy of the format information is within three bits of a valid value.
  case unreadableFormatInformation
  /// A block has more wrong codewords than its error correction can restore.
  case tooDamaged
  /// The codewords are intact but do not follow the standard.
  case malformed

  public var description: String {
    switch self {
    case .sizeOutOfRange(let modules): "no version has \(modules) modules"
    case .unreadableFormatInformation: "the format information has more than 3 wrong bits in each copy"
    case .tooDamaged: "a block has more wrong codewords than can be corrected"
    case .malformed: "the codewords do not follow ISO/IEC 18004"
    }
  }
}
