/// Numbers with up to seven decimals, without trailing zeros.
enum Decimal {
  /// - Parameter value: 0 or more.
  static func text(_ value: Double) -> String {
    let scaled = Int((value * 10_000_000).rounded())
    var text = String(scaled % 10_000_000)
    text = String(repeating: "0", count: 7 - text.count) + text
    while text.hasSuffix("0") { text.removeLast() }
    return "\(scaled / 10_000_000)" + (text.isEmpty ? "" : "." + text)
  }
}
