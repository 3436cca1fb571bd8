/// One pass over a picture in search of symbols.
public struct ScanAttempt: Hashable, Sendable {
  /// What was searched, and how.
  public let pass: Pass
  /// The wall clock time of the pass.
  public let duration: Duration
  /// The number of symbols that were read, 0 or more.
  public let symbols: Int

  /// A kind of search.
  public enum Pass: Hashable, Sendable, CustomStringConvertible {
    /// The whole picture as the drawing of one symbol.
    case cleanDrawing
    /// One level of the pyramid, `width` × `height` pixels.
    case level(width: Int, height: Int, Threshold, isInverted: Bool, isTolerant: Bool)
    /// Lone finder patterns as those of Micro QR and rMQR symbols.
    case micro
    /// Discs for finder patterns.
    case discs
    /// The finder patterns of all passes together.
    case pooled(isInverted: Bool)
    /// Parts of the picture that may hold a symbol that the rest outshines, each as a picture of its own.
    case regions(Int)
    /// zbar, on `width` × `height` pixels.
    case zbar(width: Int, height: Int)

    public var description: String {
      switch self {
      case .cleanDrawing: "clean drawing"
      case .level(let width, let height, let threshold, let isInverted, let isTolerant):
        "\(width) × \(height), \(threshold.rawValue) threshold" + (isInverted ? ", light on dark" : "")
          + (isTolerant ? ", tolerant" : "")
      case .micro: "Micro QR and rMQR"
      case .discs: "discs for finder patterns"
      case .pooled(let isInverted): "patterns of all passes" + (isInverted ? ", light on dark" : "")
      case .regions(let count): "\(count) region\(count == 1 ? "" : "s")"
      case .zbar(let width, let height): "zbar, \(width) × \(height)"
      }
    }
  }

  /// A kind of threshold between dark and light pixels.
  public enum Threshold: String, Hashable, Sendable, CaseIterable {
    /// The mean of a block of 8 × 8 pixels and those around it.
    case local
    /// The mean of a wider surrounding.
    case wide
    /// One value for the whole picture, the one that separates its histogram best (Otsu, 1979).
    case global
    /// The mean of a small square around each pixel where the pixel differs from it, and ``local`` elsewhere: for thin
    /// rings that blur has nearly closed.
    case narrow
  }
}
