/// A symbol that is a square of modules: ``QRSymbol`` or ``MicroQRSymbol``.
public protocol SquareSymbol: Sendable {
  /// The number of modules on each side, without a quiet zone.
  var size: Int { get }
  /// The modules row by row from the upper left; `true` is dark.
  var modules: [Bool] { get }
  /// Kind, version and level: `QR symbol, version 2, level M`.
  var summary: String { get }
  /// The light modules that the standard requires on each side (ISO/IEC 18004:2015, 6.3.8).
  static var standardQuietZone: Int { get }
}

extension QRSymbol: SquareSymbol {
  public var summary: String { "QR symbol, version \(version), level \(level)" }
  public static var standardQuietZone: Int { 4 }
}

extension MicroQRSymbol: SquareSymbol {
  public var size: Int { version.size }
  public var summary: String { "Micro QR symbol, version \(version)" + (level.map { ", level \($0)" } ?? "") }
  public static var standardQuietZone: Int { 2 }
}
