public import ArgumentParser
public import SymbolDrawing

/// The two colours of a drawn symbol.
struct ColorOptions: ParsableArguments {
  @Option(help: "Colour of dark modules, as #rrggbb.")
  var dark = RGBColor.black

  @Option(help: "Colour of light modules and quiet zone, as #rrggbb.")
  var light = RGBColor.white

  @Flag(help: "Accept dark modules that are lighter than light ones, which many readers cannot read.")
  var allowInverted = false

  /// The colours, when a reader has a chance with them.
  func colors() throws -> SymbolColors {
    let colors = SymbolColors(dark: dark, light: light)
    let ratio = "\(Double(Int(colors.contrast * 10)) / 10):1"
    if colors.contrast < 3 {
      throw CommandFailure(
        "the contrast of \(dark) on \(light) is \(ratio), below 3:1; choose a darker --dark or a lighter --light")
    }
    if colors.isInverted && !allowInverted {
      throw CommandFailure(
        "\(dark) modules on \(light) are light on dark, which many readers cannot read; "
          + "exchange the colours, or insist with --allow-inverted")
    }
    if colors.contrast < 6 {
      Console.current.say("warning: the contrast of \(dark) on \(light) is \(ratio); 6:1 or more scans reliably")
    }
    return colors
  }
}

extension RGBColor: ExpressibleByArgument {
  public init?(argument: String) { self.init(parsing: argument) }
  public var defaultValueDescription: String { description }
}
