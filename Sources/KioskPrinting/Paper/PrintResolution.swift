import TextFormats

/// The resolution of a printer: dots per inch, and the size of a dot.
///
/// ```swift
/// let thermal = PrintResolution.thermal
/// thermal.dotSize                 // 0.125… mm
/// thermal.wholeDots(in: 38.1)     // 304
/// ```
public struct PrintResolution: Hashable, Sendable, CustomStringConvertible {
  /// 72…4800.
  public let dotsPerInch: Double

  /// - Parameter dotsPerInch: 72…4800; the result is `nil` for anything else.
  public init?(dotsPerInch: Double) {
    guard Self.range.contains(dotsPerInch) else { return nil }
    self.dotsPerInch = dotsPerInch
  }

  private init(known dotsPerInch: Double) { self.dotsPerInch = dotsPerInch }

  /// 203 dpi: most label and receipt printers.
  public static let thermal = PrintResolution(known: 203)
  /// 300 dpi: the lowest resolution of office printers.
  public static let laser = PrintResolution(known: 300)

  /// The range of print heads and presses, in dots per inch.
  public static let range = 72.0...4800.0

  /// The side of a dot, in millimetres.
  public var dotSize: Double { 25.4 / dotsPerInch }

  public func millimetres(_ dots: Int) -> Double { Double(dots) * dotSize }

  /// Returns the number of whole dots in a length.
  public func wholeDots(in millimetres: Double) -> Int { Int((millimetres / dotSize + 1e-6).rounded(.down)) }

  /// Returns a length in dots, rounded to the nearest.
  public func nearestDots(to millimetres: Double) -> Int { Int((millimetres / dotSize).rounded()) }

  /// `203 dpi`.
  public var description: String { "\(DecimalText.short(dotsPerInch, decimals: 1)) dpi" }
}
