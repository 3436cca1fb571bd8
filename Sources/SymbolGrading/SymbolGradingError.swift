import QRScanning

/// The reason why a symbol cannot be graded.
public enum SymbolGradingError: String, Error, Hashable, Sendable, Codable, CaseIterable, CustomStringConvertible {
  /// zbar read the symbol, which does not report where its modules are.
  case readByZBar
  /// The symbol is of QR Code Model 1.
  case modelOne
  /// The symbol is an rMQR symbol.
  case rectangular
  /// The detection has no grid, or one whose modules cannot be corrected: it was not made by `QRScanner`.
  case noGrid

  init(_ detection: Detection) {
    switch (detection.engine, detection.attempt) {
    case (_, .rectangular): self = .rectangular
    case (.zbar, _): self = .readByZBar
    case (_, .grid(_, _, isModelOne: true)): self = .modelOne
    default: self = .noGrid
    }
  }

  public var description: String {
    switch self {
    case .readByZBar: "it was read by zbar, which does not report where the modules are; take a clearer picture"
    case .modelOne: "it is of QR Code Model 1, which the standard's grades do not cover"
    case .rectangular: "it is an rMQR symbol; only QR and Micro QR symbols are graded"
    case .noGrid: "the positions of its modules are unknown"
    }
  }
}
