/// The typesetting of a caption.
public struct CaptionStyle: Hashable, Sendable {
  /// A font family in Pango's syntax of font descriptions: `Sans`, `Noto Serif Bold`.
  public var font: String
  /// The size of the font in points, 4…72; with ``fit``, the size for which the label keeps room.
  public var size: Double
  /// The range in which each caption has the largest size that fits; `nil` for ``size`` itself.
  public var fit: ClosedRange<Double>?
  /// Whether the first of several lines is bold and a fifth larger, if the font has bold letters.
  public var isFirstLineBold = true
  /// The most lines, 1…20; a longer caption ends in an ellipsis.
  public var lines: Int
  public var place: Place
  /// Whether characters that no font has are set, as boxes, and not refused.
  public var allowsUnknownCharacters = false

  /// The position of a caption: below or to the right of the symbol, or whichever makes the symbol larger.
  public enum Place: String, Hashable, Sendable, CaseIterable { case auto, below, right }

  public init(font: String = "Sans", size: Double = 8, lines: Int = 3, place: Place = .auto) {
    (self.font, self.size, self.lines, self.place) = (font, size, lines, place)
  }

  /// The range of sizes, in points.
  public static let sizes = 4.0...72.0

  /// The most lines that a style may have.
  public static let mostLines = 20

  /// The height of all lines in points. Devanagari and Arabic need more than Latin.
  package var height: Double { height(at: size) }

  /// The height of all lines at the largest size, in points.
  package var greatestHeight: Double { height(at: fit?.upperBound ?? size) }

  private func height(at size: Double) -> Double { 1.45 * size * Double(lines) }
}
