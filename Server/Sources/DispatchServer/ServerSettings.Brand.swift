import SymbolDrawing
import TextFormats

extension ServerSettings {
  /// The operator of a kiosk display, and the colour that goes with it.
  public struct Brand: Hashable, Sendable {
    /// Appears above every state of the display, 1…60 characters; `nil` for none.
    public var name: String?
    /// A PNG file that appears in place of the name, which then describes it; `nil` for none.
    public var logo: String?
    /// The accent, `rrggbb` in sRGB: behind white text, and of text on white.
    public var colour = "123b5d"

    /// No name and no logo, in dark blue.
    public init() {}
  }
}

extension ServerSettings.Brand {
  /// ``colour`` as a value; `nil` if it is not one.
  var accent: RGBColor? { RGBColor(parsing: colour.hasPrefix("#") ? colour : "#" + colour) }

  /// The least contrast ratio of text (WCAG 2.2, 1.4.3).
  static let leastContrast = 4.5

  /// Finds the first setting that cannot work. The logo is read when the server starts.
  func check() throws(InvalidSettings) {
    if let name {
      guard 1...60 ~= name.count, name.contains(where: { !$0.isWhitespace }), PrintableText.of(name) == name else {
        throw InvalidSettings(name: "brand", reason: "is not a name of 1…60 visible characters")
      }
    }
    guard logo == nil || name != nil else {
      throw InvalidSettings(name: "logo", reason: "needs --brand as well: screen readers read the name instead")
    }
    guard let accent else {
      throw InvalidSettings(
        name: "colour", reason: "is '\(PrintableText.of(colour))', not six hexadecimal digits such as 123b5d")
    }
    let contrast = accent.contrast(with: .white)
    guard contrast >= Self.leastContrast else {
      // Rounded down, so that no ratio below the limit is shown as the limit.
      let ratio = (contrast * 10).rounded(.down) / 10
      throw InvalidSettings(
        name: "colour",
        reason:
          "has a contrast of \(ratio):1 with white, below \(Self.leastContrast):1 (WCAG 2.2, 1.4.3); use a darker "
          + "colour, such as \(accent.darkened(to: Self.leastContrast).description.dropFirst())")
    }
  }
}

extension RGBColor {
  /// The lightest shade of this colour that has a contrast ratio with white.
  fileprivate func darkened(to contrast: Double) -> RGBColor {
    (0...255).reversed().lazy.map { share in
      func shade(_ component: UInt8) -> UInt8 { UInt8(Int(component) * share / 255) }
      return RGBColor(red: shade(red), green: shade(green), blue: shade(blue))
    }.first { $0.contrast(with: .white) >= contrast } ?? .black
  }
}
