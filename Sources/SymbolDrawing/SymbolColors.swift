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

  /// The difference of the luminances, 0…1: the symbol contrast of print, if the colours are printed as they are
  /// (ISO/IEC 15415).
  public var symbolContrast: Double { light.luminance - dark.luminance }

  /// Whether "dark" modules are lighter than "light" ones, which many readers cannot read.
  public var isInverted: Bool { dark.luminance > light.luminance }
}
