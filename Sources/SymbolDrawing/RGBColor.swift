import Imaging
import TextFormats

/// A colour in sRGB, 0…255 for each component.
public struct RGBColor: Hashable, Sendable, CustomStringConvertible {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Reads `#rrggbb`, in upper or lower case; the result is `nil` for anything else.
  public init?(parsing text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 7, digits[0] == UInt8(ascii: "#") else { return nil }
    // Int(_:radix:) alone would accept a sign.
    let values = digits.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.count == 6 else { return nil }
    self.init(
      red: UInt8(values[0] << 4 | values[1]), green: UInt8(values[2] << 4 | values[3]),
      blue: UInt8(values[4] << 4 | values[5]))
  }

  public static let black = RGBColor(red: 0, green: 0, blue: 0)
  public static let white = RGBColor(red: 255, green: 255, blue: 255)

  /// `#rrggbb`, in lower case.
  public var description: String { "#" + HexadecimalText.of([red, green, blue]) }

  /// The relative luminance, 0 (black) … 1 (white) (WCAG 2.2, "relative luminance").
  public var luminance: Double {
    let linear = LinearLight.linear
    return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// Returns the contrast ratio with another colour, 1 (none) … 21 (black on white) (WCAG 2.2, "contrast ratio").
  public func contrast(with other: RGBColor) -> Double {
    let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }
}
