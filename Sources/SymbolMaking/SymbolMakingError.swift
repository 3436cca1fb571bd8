/// The reason why a symbol cannot be made, although it could be encoded.
public enum SymbolMakingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Shift JIS does not have the message: this character, whose code has another meaning there, or others.
  case notShiftJIS(Character?)
  /// A picture of this many modules on a side has too many pixels at the scale.
  case tooManyPixels(modules: Int, scale: Int)
  /// The drawn symbol cannot be read.
  case unreadable
  /// The drawn symbol is read as another message.
  case readsOtherwise

  public var description: String { sentence(kanji: "kanji mode", scale: "a scale of") }

  /// The sentence, with parameters as the caller names them.
  package func sentence(kanji: String, scale name: String) -> String {
    switch self {
    case .notShiftJIS(let sign?):
      "Shift JIS has '\(sign)' only in the place of another character; leave out \(kanji)"
    case .notShiftJIS(nil): "the message has characters that Shift JIS does not have; leave out \(kanji)"
    case .tooManyPixels(let modules, let scale):
      "\(modules) modules at scale \(scale) are \(modules * scale) pixels on a side, above the limit of "
        + "\(SymbolPicture.largestSide); use \(name) \(SymbolPicture.largestSide / modules) or less"
    case .unreadable: "the symbol does not read back; nothing was written"
    case .readsOtherwise: "the symbol reads back as another message; nothing was written"
    }
  }
}
