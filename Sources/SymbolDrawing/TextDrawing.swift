public import QRSymbology

/// Drawings of symbols as text: for logs and tests, and for mail programs that do not show pictures.
public enum TextDrawing {
  /// Draws each module as two characters, `##` for dark and two spaces for light, so that they are about square.
  ///
  /// - Returns: Lines that each end in a newline, without spaces at their ends.
  public static func plain(_ symbol: some SquareSymbol, quietZone: Int = 4) -> String {
    var text = String(repeating: "\n", count: quietZone)
    for row in 0..<symbol.size {
      var line = ""
      var end = 0
      for run in symbol.darkRuns(inRow: row) {
        line += String(repeating: "  ", count: run.lowerBound - end + (end == 0 ? quietZone : 0))
        line += String(repeating: "##", count: run.count)
        end = run.upperBound
      }
      text += line + "\n"
    }
    return text + String(repeating: "\n", count: quietZone)
  }

  /// Draws a table for HTML mail: a cell for each run of modules of one colour, with attributes that old mail programs
  /// support and no style sheet.
  ///
  /// - Parameters:
  ///   - symbol: What is drawn.
  ///   - scale: Pixels per module, 1 or more.
  ///   - quietZone: Light modules on each side, 0 or more.
  ///   - colors: Of dark and light modules.
  public static func htmlTable(
    _ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4, colors: SymbolColors = .blackOnWhite
  ) -> String {
    let side = symbol.size + 2 * quietZone
    func cell(_ width: Int, _ color: RGBColor) -> String {
      "<td width=\"\(width * scale)\" height=\"\(scale)\" bgcolor=\"\(color)\""
        + (width > 1 ? " colspan=\"\(width)\"" : "") + "></td>"
    }
    let lightRow = "<tr>" + cell(side, colors.light) + "</tr>\n"
    // A row of single cells sets the width of every column; a browser may ignore it in a row of joined cells.
    let columns = "<tr>" + (0..<side).map { _ in cell(1, colors.light) }.joined() + "</tr>\n"
    var table = """
      <table role="img" aria-label="\(symbol.summary)" border="0" cellpadding="0" cellspacing="0" \
      width="\(side * scale)" bgcolor="\(colors.light)" \
      style="border-collapse:collapse;line-height:0;font-size:0;table-layout:fixed">

      """
    table += quietZone > 0 ? columns + String(repeating: lightRow, count: quietZone - 1) : ""
    for row in 0..<symbol.size {
      table += "<tr>"
      var end = -quietZone
      for run in symbol.darkRuns(inRow: row) {
        if run.lowerBound > end { table += cell(run.lowerBound - end, colors.light) }
        table += cell(run.count, colors.dark)
        end = run.upperBound
      }
      if symbol.size + quietZone > end { table += cell(symbol.size + quietZone - end, colors.light) }
      table += "</tr>\n"
    }
    return table + String(repeating: lightRow, count: quietZone) + "</table>\n"
  }
}
