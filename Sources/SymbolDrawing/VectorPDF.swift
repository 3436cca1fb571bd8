public import QRSymbology

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
