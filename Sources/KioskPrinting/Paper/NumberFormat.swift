/// Formatting and rounding of numbers and lengths.
package enum NumberFormat {
  /// Formats a number with up to this many decimals.
  ///
  /// - Parameters:
  ///   - value: Finite; times 10 to the power of `decimals`, below 10¹⁸.
  ///   - decimals: 0…9.
  ///   - isFixed: Whether to keep trailing zeros: exactly this many decimals.
  package static func shown(_ value: Double, decimals: Int, isFixed: Bool = false) -> String {
    let factor = (0..<decimals).reduce(1) { result, _ in result * 10 }
    let scaled = Int((abs(value) * Double(factor)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if decimals == 0 { return sign + String(scaled) }
    var rest = String(scaled % factor)
    rest = String(repeating: "0", count: decimals - rest.count) + rest
    while !isFixed, rest.last == "0" { rest.removeLast() }
    return sign + String(scaled / factor) + (rest.isEmpty ? "" : "." + rest)
  }

  /// Formats millimetres with one decimal.
  static func millimetres(_ value: Double) -> String { "\(shown(value, decimals: 1)) mm" }

  /// Rounds to the thousandth: micrometres, for reports in millimetres.
  package static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
