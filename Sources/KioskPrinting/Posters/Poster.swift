public import Imaging
public import SymbolDrawing

/// The content and the look of a poster: one page with a large symbol, in one to four languages.
public struct Poster: Sendable {
  /// The name of the page's size, for sentences.
  public var name: String
  public var page: LabelStock.Size
  public var resolution: PrintResolution
  /// The texts by language, one to four; the first is the largest.
  public var words: [Words]
  /// The address for those who cannot scan; `nil` for none.
  public var address: String?
  /// A picture at the foot of the page.
  public var logo: ColorImage?
  public var style = Style()
  /// The creation date in the file, ISO 8601.
  public var date = "1970-01-01T00:00:00Z"

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

    /// Takes the texts of a language.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - operation: `authentication`, `registration` or `other`.
    ///   - way: Which steps.
    ///   - address: For those who cannot scan.
    ///   - answers: What phones do with the message.
    /// - Throws: ``PosterError``.
    public init(
      _ language: PosterTexts.Language, operation: String, way: PosterTexts.Way, address: String?,
      answers: [PosterTexts.Answer]
    ) throws(PosterError) {
      self.language = language.code
      name = try language.name()
      isRightToLeft = language.isRightToLeft
      headline = try language.headline(for: operation)
      steps = try language.steps(for: way)
      if let address { self.address = try language.address(address) }
      smallPrint = try language.smallPrint(answers, needsApp: way != .other)
    }
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
    /// - Throws: ``PosterError/textContrast(text:ground:isOnBrand:)``, ``PosterError/symbolContrast(_:)``.
    public func check() throws(PosterError) {
      guard onBrand.contrast(with: brand) >= PosterError.leastTextContrast else {
        throw .textContrast(text: onBrand, ground: brand, isOnBrand: true)
      }
      guard ink.contrast(with: .white) >= PosterError.leastTextContrast else {
        throw .textContrast(text: ink, ground: .white, isOnBrand: false)
      }
      guard Preflight.accepts(symbol) else { throw .symbolContrast(symbol) }
    }
  }

  /// - Parameters:
  ///   - name: Of the page's size.
  ///   - page: The page's size.
  ///   - resolution: The printer's.
  ///   - words: One to four languages.
  public init(name: String, page: LabelStock.Size, resolution: PrintResolution, words: [Words]) {
    precondition(1...4 ~= words.count, "a poster has one to four languages")
    (self.name, self.page, self.resolution, self.words) = (name, page, resolution, words)
  }
}

extension RGBColor {
  /// Black or white, whichever has the higher contrast with this colour: always 4.5:1 or more.
  public var textColor: RGBColor { contrast(with: .white) >= contrast(with: .black) ? .white : .black }
}
