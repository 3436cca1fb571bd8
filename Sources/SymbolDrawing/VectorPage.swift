import QRSymbology

/// A symbol on a page whose origin is the lower left corner, as in PostScript and PDF.
struct VectorPage<Symbol: SquareSymbol> {
  let symbol: Symbol
  let quietZone: Int
  let pointsPerModule: Double

  init(_ symbol: Symbol, scale: Int, quietZone: Int, dotsPerInch: Double?) {
    precondition(scale > 0 && quietZone >= 0, "a module has at least one point, and a quiet zone no negative width")
    precondition(dotsPerInch.map { $0 >= 1 && $0.isFinite } ?? true, "dots per inch are 1 or more")
    (self.symbol, self.quietZone) = (symbol, quietZone)
    pointsPerModule = dotsPerInch.map { Double(scale) * 72 / $0 } ?? Double(scale)
  }

  var side: Int { symbol.size + 2 * quietZone }
  var points: Double { Double(side) * pointsPerModule }

  /// The background and the dark modules, in units of a module.
  func operators(_ colors: SymbolColors, rectangle: String, fill: String, color: String) -> String {
    var text = "\(components(colors.light)) \(color)\n0 0 \(side) \(side) \(rectangle)\n\(fill)"
    text += "\(components(colors.dark)) \(color)\n"
    for dark in symbol.darkRectangles {
      let bottom = side - quietZone - dark.row - dark.height
      text += "\(dark.column + quietZone) \(bottom) \(dark.width) \(dark.height) \(rectangle)\n"
    }
    return text + fill
  }

  private func components(_ color: RGBColor) -> String {
    [color.red, color.green, color.blue].map { Decimal.text(Double($0) / 255) }.joined(separator: " ")
  }
}

/// Numbers with up to seven decimals, without trailing zeros.
enum Decimal {
  static func text(_ value: Double) -> String {
    let scaled = Int((value * 10_000_000).rounded())
    var text = String(scaled % 10_000_000)
    text = String(repeating: "0", count: 7 - text.count) + text
    while text.hasSuffix("0") { text.removeLast() }
    return "\(scaled / 10_000_000)" + (text.isEmpty ? "" : "." + text)
  }
}
