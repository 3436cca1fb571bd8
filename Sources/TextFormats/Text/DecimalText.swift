/// Numbers as decimal text, with a point and without an exponent.
///
/// ```swift
/// DecimalText.short(2.5, decimals: 3)  // "2.5"
/// DecimalText.fixed(2.5, decimals: 3)  // "2.500"
/// DecimalText.signedPercent(-0.125)    // "−13 %"
/// DecimalText.padded(7, to: 3)         // "007"
/// ```
package enum DecimalText {
  /// Rounds to up to this many decimals, without trailing zeros.
  ///
  /// - Parameters:
  ///   - value: Finite; times 10 to the power of `decimals`, below 10¹⁸.
  ///   - decimals: 0…9.
  package static func short(_ value: Double, decimals: Int) -> String {
    var text = fixed(value, decimals: decimals)
    guard decimals > 0 else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// Rounds to exactly this many decimals.
  ///
  /// - Parameters:
  ///   - value: Finite; times 10 to the power of `decimals`, below 10¹⁸.
  ///   - decimals: 0…9.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    let factor = power(decimals)
    let scaled = Int((abs(value) * Double(factor)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(scaled)" }
    return "\(sign)\(scaled / factor).\(padded(scaled % factor, to: decimals))"
  }

  /// Writes all decimals, and none for a whole number: `90`, `0.25`.
  ///
  /// Very large and very small numbers are written as Swift prints them, with an exponent.
  package static func exact(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

  /// Rounds a share to whole percent: `13 %`.
  package static func percent(_ share: Double) -> String { "\(short(share * 100, decimals: 0)) %" }

  /// Rounds a share to whole percent, with `+` or `−` unless they are 0.
  package static func signedPercent(_ share: Double) -> String {
    let value = (share * 100).rounded()
    return (value < 0 ? "−" : value > 0 ? "+" : "") + percent(abs(share))
  }

  /// Writes a whole number with leading zeros.
  ///
  /// - Parameters:
  ///   - number: 0 or more.
  ///   - digits: The least number of digits.
  package static func padded(_ number: Int, to digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Returns the nearest number with this many decimals, 0…9.
  package static func nearest(_ value: Double, decimals: Int) -> Double {
    let factor = Double(power(decimals))
    return (value * factor).rounded() / factor
  }

  private static func power(_ decimals: Int) -> Int { (0..<decimals).reduce(1) { result, _ in result * 10 } }
}
