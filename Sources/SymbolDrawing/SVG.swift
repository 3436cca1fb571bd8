public import QRSymbology

/// A drawing of symbols as Scalable Vector Graphics: a background and one path with a rectangle for each run of dark
/// modules.
///
/// ```swift
/// let svg = SVG.draw(symbol, scale: 8)  // "<?xml version=…", 8 user-agent pixels per module
/// ```
public enum SVG {
  /// Draws a symbol.
  ///
  /// The unit of the drawing is the module, so it scales without rounding. Its title has version and level, but not the
  /// message, which may be secret.
  ///
  /// - Parameters:
  ///   - symbol: What is drawn.
  ///   - scale: Pixels per module of the nominal size, 1 or more.
  ///   - quietZone: Light modules on each side, 0 or more.
  ///   - colors: Of dark and light modules.
  ///   - dotsPerInch: Sets the nominal size in millimetres, with `scale` dots per module; `nil` sets it in pixels.
  public static func draw(
    _ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4, colors: SymbolColors = .blackOnWhite,
    dotsPerInch: Double? = nil
  ) -> String {
    precondition(scale > 0 && quietZone >= 0, "a module has at least one pixel, and a quiet zone no negative width")
    precondition(dotsPerInch.map { $0 >= 1 && $0.isFinite } ?? true, "dots per inch are 1 or more")
    let side = symbol.size + 2 * quietZone
    let length = dotsPerInch.map { millimetres(Double(side * scale) * 25.4 / $0) } ?? String(side * scale)
    var path = ""
    for row in 0..<symbol.size {
      for run in symbol.darkRuns(inRow: row) {
        path += "M\(run.lowerBound + quietZone) \(row + quietZone)h\(run.count)v1h-\(run.count)z"
      }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(length)" height="\(length)" viewBox="0 0 \(side) \(side)" \
      role="img" shape-rendering="crispEdges">
      <title>\(symbol.summary)</title>
      <rect width="\(side)" height="\(side)" fill="\(colors.light)"/>
      <path fill="\(colors.dark)" d="\(path)"/>
      </svg>

      """
  }

  /// Formats a length in millimetres with three decimals.
  private static func millimetres(_ length: Double) -> String {
    let micrometres = Int((length * 1000).rounded())
    let decimals = String(micrometres % 1000)
    return "\(micrometres / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals + "mm"
  }
}
