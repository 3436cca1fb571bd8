/// The dots of a printer: how many there are on an inch, and how large one is.
///
/// ```swift
/// let thermal = PrintResolution.thermal
/// thermal.dotSize                 // 0.125… mm
/// thermal.wholeDots(in: 38.1)     // 304
/// ```
public struct PrintResolution: Hashable, Sendable, CustomStringConvertible {
  /// 72…4800.
  public let dotsPerInch: Double

  /// - Parameter dotsPerInch: 72…4800; `nil` comes back for anything else.
  public init?(dotsPerInch: Double) {
    guard Self.range.contains(dotsPerInch) else { return nil }
    self.dotsPerInch = dotsPerInch
  }

  private init(known dotsPerInch: Double) { self.dotsPerInch = dotsPerInch }

  /// 203 dpi: most label and receipt printers.
  public static let thermal = PrintResolution(known: 203)
  /// 300 dpi: the least that office printers have.
  public static let laser = PrintResolution(known: 300)

  /// What print heads and presses have.
  public static let range = 72.0...4800.0

  /// The side of a dot, in millimetres.
  public var dotSize: Double { 25.4 / dotsPerInch }

  public func millimetres(_ dots: Int) -> Double { Double(dots) * dotSize }

  /// The dots that a length holds whole.
  public func wholeDots(in millimetres: Double) -> Int { Int((millimetres / dotSize + 1e-6).rounded(.down)) }

  /// The length in dots, to the nearest.
  public func nearestDots(to millimetres: Double) -> Int { Int((millimetres / dotSize).rounded()) }

  /// `203 dpi`.
  public var description: String { "\(Length.shown(dotsPerInch, decimals: 1)) dpi" }
}
