/// The two colours of a drawn symbol.
public struct SymbolColors: Hashable, Sendable {
  /// The colour of dark modules.
  public var dark: RGBColor
  /// The colour of light modules and the quiet zone.
  public var light: RGBColor

  public init(dark: RGBColor = .black, light: RGBColor = .white) {
    self.dark = dark
    self.light = light
  }

  /// Black on white.
  public static let blackOnWhite = SymbolColors()

  /// The contrast ratio, 1…21.
  public var contrast: Double { dark.contrast(with: light) }

  /// Whether "dark" modules are lighter than "light" ones, which many readers cannot read.
  public var isInverted: Bool { dark.luminance > light.luminance }
}
