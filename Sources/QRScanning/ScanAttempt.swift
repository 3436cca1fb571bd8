/// One pass over a picture in search of symbols.
public struct ScanAttempt: Hashable, Sendable {
  /// Size, threshold and what else was special about it.
  public let name: String
  public let duration: Duration
  /// How many symbols it read.
  public let symbols: Int

  public init(name: String, duration: Duration, symbols: Int) {
    (self.name, self.duration, self.symbols) = (name, duration, symbols)
  }
}
