/// How lengths are written.
package enum Length {
  /// A number with up to so many decimals.
  ///
  /// - Parameter isFixed: Whether zeros at its end stay.
  package static func shown(_ value: Double, decimals: Int, isFixed: Bool = false) -> String {
    let factor = (0..<decimals).reduce(1) { result, _ in result * 10 }
    let scaled = Int((abs(value) * Double(factor)).rounded())
    var rest = String(scaled % factor)
    rest = String(repeating: "0", count: decimals - rest.count) + rest
    while !isFixed, rest.last == "0" { rest.removeLast() }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + String(scaled / factor) + (decimals == 0 || rest.isEmpty ? "" : "." + rest)
  }

  /// Millimetres with one decimal.
  static func millimetres(_ value: Double) -> String { "\(shown(value, decimals: 1)) mm" }

  /// To the thousandth: micrometres, for reports in millimetres.
  package static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
