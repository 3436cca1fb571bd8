/// The dots of a printer: how many there are on an inch, and how large one is.
///
/// ```swift
/// let thermal = PrintResolution(dotsPerInch: 203)!
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

/// How lengths are written.
enum Length {
  /// A number with up to so many decimals, without zeros at its end.
  static func shown(_ value: Double, decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1.0) { result, _ in result * 10 }
    let scaled = Int((value * factor).rounded())
    let whole = String(abs(scaled) / Int(factor))
    var rest = String(abs(scaled) % Int(factor))
    if decimals == 0 { return (scaled < 0 ? "-" : "") + whole }
    rest = String(repeating: "0", count: decimals - rest.count) + rest
    while rest.last == "0" { rest.removeLast() }
    return (scaled < 0 ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest)
  }

  /// Millimetres with one decimal.
  static func millimetres(_ value: Double) -> String { "\(shown(value, decimals: 1)) mm" }
}
