import ArgumentParser
package import SymbolDrawing

/// The two colours of a drawn symbol.
package struct ColorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colour of dark modules.", valueName: "#rrggbb"), transform: Self.color)
  package var dark = RGBColor.black

  @Option(help: ArgumentHelp("Colour of light modules and quiet zone.", valueName: "#rrggbb"), transform: Self.color)
  package var light = RGBColor.white

  @Flag(help: .more("Accept dark modules that are lighter than light modules, which many readers cannot read."))
  var allowInverted = false

  package init() {}

  /// Whether there is an option other than its default.
  package var isGiven: Bool { dark != .black || light != .white || allowInverted }

  /// Returns the colours if readers can distinguish them.
  package func colors() throws -> SymbolColors {
    let colors = SymbolColors(dark: dark, light: light)
    if colors.contrast < 3 {
      throw CommandFailure(
        "the contrast of \(dark) on \(light) is \(ratio), below 3:1; use a darker --dark or a lighter --light")
    }
    if colors.isInverted && !allowInverted {
      throw CommandFailure(
        "\(dark) modules on \(light) are light on dark, which many readers cannot read; "
          + "swap the colours or give --allow-inverted")
    }
    return colors
  }

  package func sayWarnings() {
    if SymbolColors(dark: dark, light: light).contrast < 6 {
      Console.current.say("warning: the contrast of \(dark) on \(light) is \(ratio); at least 6:1 scans reliably")
    }
  }

  /// The contrast, rounded down.
  private var ratio: String {
    "\(Double(Int(SymbolColors(dark: dark, light: light).contrast * 10)) / 10):1"
  }

  package static func color(_ argument: String) throws -> RGBColor {
    guard let color = RGBColor(parsing: argument) else { throw ValidationError("a colour is #rrggbb, as in #1a2b3c.") }
    return color
  }
}
