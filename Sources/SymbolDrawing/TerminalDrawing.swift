public import QRSymbology

/// A drawing of symbols as terminal text: each character is two modules, one above the other.
public enum TerminalDrawing {
  /// Draws a symbol with half blocks.
  ///
  /// - Parameters:
  ///   - symbol: What is drawn.
  ///   - quietZone: Light modules on each side, 0 or more.
  ///   - colors: Colours set explicitly in each line, so that the drawing is the same in any terminal theme; `nil`
  ///     writes no colours and draws the *light* modules, which is correct on a dark terminal.
  /// - Returns: Lines that each end in a newline. An odd last row is paired with a light one.
  public static func draw(
    _ symbol: some SquareSymbol, quietZone: Int = 4, colors: SymbolColors? = .blackOnWhite
  ) -> String {
    precondition(quietZone >= 0, "a quiet zone has no negative width")
    let side = symbol.size + 2 * quietZone
    func isLight(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - quietZone, column - quietZone)
      guard 0..<symbol.size ~= row && 0..<symbol.size ~= column else { return true }
      return !symbol.modules[row * symbol.size + column]
    }
    let start = colors.map { "\u{1B}[\(code(38, $0.light));\(code(48, $0.dark))m" } ?? ""
    let end = colors == nil ? "\n" : "\u{1B}[0m\n"
    var text = ""
    for row in stride(from: 0, to: side, by: 2) {
      text += start
      for column in 0..<side {
        switch (isLight(row, column), isLight(row + 1, column)) {
        case (true, true): text += "█"
        case (true, false): text += "▀"
        case (false, true): text += "▄"
        case (false, false): text += " "
        }
      }
      text += end
    }
    return text
  }

  /// Encodes a colour as parameters of Select Graphic Rendition (ECMA-48, 8.3.117): black and white from the 256-colour
  /// table, which every terminal supports, other colours as RGB.
  private static func code(_ ground: Int, _ color: RGBColor) -> String {
    switch color {
    case .black: "\(ground);5;16"
    case .white: "\(ground);5;231"
    default: "\(ground);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}
