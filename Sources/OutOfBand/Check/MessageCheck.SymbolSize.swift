extension MessageCheck {
  /// The size of the QR symbol that carries a message.
  public enum SymbolSize: Hashable, Sendable {
    /// Not known, or the message is not for a symbol.
    case unknown
    /// A version, 1…40.
    case version(Int)
    /// No symbol, of any version and level, holds the message.
    case tooLarge
  }
}
