public import QRSymbology

/// A drawing of symbols as Encapsulated PostScript: a background and a rectangle for each group of dark modules.
///
/// ```swift
/// let eps = PostScript.draw(symbol, scale: 8)  // "%!PS-Adobe-3.0 EPSF-3.0…", 8 points per module
/// ```
public enum PostScript {
  /// Draws a symbol. The comments name kind, version and level, but not the message, which may be secret.
  ///
  /// - Parameters:
  ///   - symbol: What is drawn.
  ///   - scale: Points per module, or dots with `dotsPerInch`; 1 or more.
  ///   - quietZone: Light modules on each side, 0 or more.
  ///   - colors: Of dark and light modules.
  ///   - dotsPerInch: Sets the size, with `scale` dots per module; `nil` takes points of 1/72 inch.
  public static func draw(
    _ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4, colors: SymbolColors = .blackOnWhite,
    dotsPerInch: Double? = nil
  ) -> String {
    let page = VectorPage(symbol, scale: scale, quietZone: quietZone, dotsPerInch: dotsPerInch)
    let side = Decimal.text(page.points)
    return """
      %!PS-Adobe-3.0 EPSF-3.0
      %%BoundingBox: 0 0 \(Int(page.points.rounded(.up))) \(Int(page.points.rounded(.up)))
      %%HiResBoundingBox: 0 0 \(side) \(side)
      %%Title: \(symbol.summary)
      %%Creator: oobqr
      %%LanguageLevel: 2
      %%EndComments
      gsave
      \(Decimal.text(page.pointsPerModule)) dup scale
      \(page.operators(colors, rectangle: "rectfill", fill: "", color: "setrgbcolor"))grestore
      %%EOF

      """
  }
}

/// A drawing of symbols as a PDF page: rectangles, so that it stays sharp at any size.
public enum VectorPDF {
  /// Draws a symbol on a page of its own size.
  ///
  /// - Parameters: As for ``PostScript``.
  /// - Returns: The file (ISO 32000-1), with the same bytes each time: neither date nor message.
  public static func draw(
    _ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4, colors: SymbolColors = .blackOnWhite,
    dotsPerInch: Double? = nil
  ) -> [UInt8] {
    let page = VectorPage(symbol, scale: scale, quietZone: quietZone, dotsPerInch: dotsPerInch)
    let (side, factor) = (Decimal.text(page.points), Decimal.text(page.pointsPerModule))
    let content =
      "\(factor) 0 0 \(factor) 0 0 cm\n" + page.operators(colors, rectangle: "re", fill: "f\n", color: "rg")
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(side) \(side)] /Contents 4 0 R /Resources << >> >>",
      "<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream",
      "<< /Title (\(symbol.summary)) /Producer (oobqr) >>",
    ]
    var file = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      file += String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n"
    }
    file += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 5 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
  }
}

/// A symbol on a page whose origin is the lower left corner, as in PostScript and PDF.
private struct VectorPage<Symbol: SquareSymbol> {
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
private enum Decimal {
  static func text(_ value: Double) -> String {
    let scaled = Int((value * 10_000_000).rounded())
    var text = String(scaled % 10_000_000)
    text = String(repeating: "0", count: 7 - text.count) + text
    while text.hasSuffix("0") { text.removeLast() }
    return "\(scaled / 10_000_000)" + (text.isEmpty ? "" : "." + text)
  }
}
