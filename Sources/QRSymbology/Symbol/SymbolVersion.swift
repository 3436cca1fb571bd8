/// The version of a QR, Micro QR or rMQR symbol.
public enum SymbolVersion: Hashable, Sendable, LosslessStringConvertible {
  case qr(QRSymbol.Version)
  case micro(MicroQRSymbol.Version)
  case rectangular(RectangularMicroQRSymbol.Version)

  /// All versions: 1…40, M1…M4, R7x43…R17x139.
  public static let all =
    QRSymbol.Version.all.map(SymbolVersion.qr) + MicroQRSymbol.Version.allCases.map(SymbolVersion.micro)
    + RectangularMicroQRSymbol.Version.all.map(SymbolVersion.rectangular)

  /// Modules from left to right.
  public var columns: Int {
    switch self {
    case .qr(let version): version.size
    case .micro(let version): version.size
    case .rectangular(let version): version.columns
    }
  }

  /// Modules from top to bottom.
  public var rows: Int { if case .rectangular(let version) = self { version.rows } else { columns } }

  /// - Parameter description: As in `7`, `M2` or `R13x77`; the result is `nil` for anything else.
  public init?(_ description: String) {
    guard let version = Self.all.first(where: { $0.description == description }) else { return nil }
    self = version
  }

  /// As in `7`, `M2` or `R13x77`.
  public var description: String {
    switch self {
    case .qr(let version): "\(version)"
    case .micro(let version): "\(version)"
    case .rectangular(let version): "\(version)"
    }
  }
}
