public import Imaging
public import SymbolDrawing
import TextFormats

/// The content and the look of a poster: one page with a large symbol, in one to four languages.
public struct Poster: Sendable {
  public var page: LabelStock.Size
  public var resolution: PrintResolution
  /// The texts by language, one to four; the first is the largest.
  public var words: [Words]
  /// The address for those who cannot scan; `nil` for none.
  public var address: String?
  /// A picture at the foot of the page.
  public var logo: ColorImage?
  public var style = Style()

  /// The texts in one language.
  public struct Words: Hashable, Sendable {
    /// The language's code.
    public var language: String
    /// The language's name for itself.
    public var name: String
    public var isRightToLeft: Bool
    public var headline: String
    /// Three texts.
    public var steps: [String]
    /// The line with the address.
    public var address: String?
    public var smallPrint: String
  }

  /// Colours and font.
  public struct Style: Hashable, Sendable {
    /// The band behind the headline, and the circles around the numbers.
    public var brand = RGBColor(red: 0x12, green: 0x3B, blue: 0x5D)
    /// The text on the brand's colour.
    public var onBrand = RGBColor.white
    /// The text on the white page.
    public var ink = RGBColor(red: 0x1C, green: 0x1C, blue: 0x1C)
    public var symbol = SymbolColors.blackOnWhite
    /// A font family in Pango's syntax.
    public var font = "Sans"

    public init() {}

    /// Checks the contrast of texts and symbol.
    ///
    /// - Throws: ``PrintFault``.
    public func check() throws(PrintFault) {
      try onBrand.check(asTextOn: brand, remedy: "leave out --brand-text, or choose another --brand")
      try ink.check(asTextOn: .white, remedy: "use a darker --ink")
      if symbol.isInverted {
        throw PrintFault(
          "\(symbol.dark) modules on \(symbol.light) are light on dark, which many readers cannot read; swap --dark and "
            + "--light")
      }
      guard Preflight.accepts(symbol) else {
        throw PrintFault(
          "the contrast of \(symbol.dark) modules on \(symbol.light) is \(RGBColor.ratio(symbol.contrast)), and their luminance "
            + "differs by \(Int(symbol.symbolContrast * 100)) %; scanners need 3:1 and "
            + "\(Int(Preflight.leastSymbolContrast * 100)) %: use a darker --dark or a lighter --light")
      }
    }

    /// The least contrast ratio of text (WCAG 2.2, 1.4.3).
    public static let leastTextContrast = 4.5
  }

  /// - Parameters:
  ///   - page: The page's size.
  ///   - resolution: The printer's.
  ///   - words: One to four languages.
  public init(page: LabelStock.Size, resolution: PrintResolution, words: [Words]) {
    precondition(1...4 ~= words.count, "a poster has one to four languages")
    (self.page, self.resolution, self.words) = (page, resolution, words)
  }
}

extension RGBColor {
  /// Checks the contrast of text in this colour.
  ///
  /// - Parameters:
  ///   - ground: The colour behind the text.
  ///   - remedy: What to do about a contrast that is too low.
  /// - Throws: ``PrintFault`` below ``Poster/Style/leastTextContrast``.
  public func check(asTextOn ground: RGBColor, remedy: String) throws(PrintFault) {
    let contrast = contrast(with: ground)
    guard contrast < Poster.Style.leastTextContrast else { return }
    throw PrintFault("the contrast of \(self) text on \(ground) is \(Self.ratio(contrast)), below 4.5:1; \(remedy)")
  }

  /// `4.4:1`, rounded down.
  static func ratio(_ contrast: Double) -> String {
    DecimalText.short((contrast * 10).rounded(.down) / 10, decimals: 1) + ":1"
  }

  /// Black or white, whichever has the higher contrast with this colour: always 4.5:1 or more.
  public var textColor: RGBColor { contrast(with: .white) >= contrast(with: .black) ? .white : .black }
}
