/// The positions of symbol and caption on a label, in dots from its upper left corner.
public struct LabelLayout: Hashable, Sendable {
  /// The symbol with its quiet zone.
  public var symbol: Rectangle
  /// The space for the caption, outside the quiet zone; `nil` without a caption.
  public var caption: Rectangle?
  /// Dots on the side of a module; 0 if not even one dot per module fits on the label.
  public var dots: Int

  init(symbol: Rectangle, caption: Rectangle?, dots: Int) {
    (self.symbol, self.caption, self.dots) = (symbol, caption, dots)
  }

  /// A rectangle of dots.
  public struct Rectangle: Hashable, Sendable {
    public var x: Int, y: Int, width: Int, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The typesetting of a caption.
  public struct CaptionStyle: Hashable, Sendable {
    /// A font family in Pango's syntax of font descriptions: `Sans`, `Noto Serif Bold`.
    public var font: String
    /// The size of the font in points, 4…72; with ``fit``, the size for which the label keeps room.
    public var size: Double
    /// The range in which each caption has the largest size that fits; `nil` for ``size`` itself.
    public var fit: ClosedRange<Double>?
    /// Whether the first of several lines is bold, if the font has bold letters.
    public var isFirstLineBold = true
    /// The most lines, 1…20; a longer caption ends in an ellipsis.
    public var lines: Int
    public var place: Place

    /// The position of a caption: below or to the right of the symbol, or whichever makes the symbol larger.
    public enum Place: String, Hashable, Sendable, CaseIterable { case auto, below, right }

    public init(font: String = "Sans", size: Double = 8, lines: Int = 3, place: Place = .auto) {
      (self.font, self.size, self.lines, self.place) = (font, size, lines, place)
    }

    /// The range of sizes, in points.
    public static let sizes = 4.0...72.0

    /// The height of a line in points. Devanagari and Arabic need more than Latin.
    var lineHeight: Double { 1.45 * size }

    /// The height of all lines in points.
    var height: Double { lineHeight * Double(lines) }
  }

  /// The narrowest caption beside a symbol, in millimetres.
  private static let narrowest = 20.0

  /// Makes the symbol as large as the label allows.
  ///
  /// - Parameters:
  ///   - width: The label's width in dots.
  ///   - height: The label's height in dots.
  ///   - modules: Modules on the side of the symbol with its quiet zone.
  ///   - resolution: The printer's resolution, for the size of the caption.
  ///   - caption: The caption's style; `nil` without a caption.
  ///   - mostDots: The most dots per module.
  public init(
    width: Int, height: Int, modules: Int, resolution: PrintResolution, caption: CaptionStyle?, mostDots: Int = .max
  ) {
    func dots(_ width: Int, _ height: Int) -> Int { max(0, min(min(width, height) / modules, mostDots)) }
    guard let caption else {
      self.init(width: width, height: height, modules: modules, dots: dots(width, height))
      return
    }
    let captionHeight = Int((caption.lineHeight * Double(caption.lines) / 72 * resolution.dotsPerInch).rounded(.up))
    let captionWidth = resolution.wholeDots(in: Self.narrowest)
    let below = dots(width, height - captionHeight)
    let beside = dots(width - captionWidth, height)
    if caption.place == .right
      || caption.place == .auto && (beside > below || beside == below && width * 3 > height * 4)
    {
      self.init(beside: caption, width: width, height: height, modules: modules, dots: beside)
    } else {
      self.init(width: width, height: height, modules: modules, dots: below, captionHeight: captionHeight)
    }
  }

  /// Centres the symbol on an endless roll, with the caption below it.
  ///
  /// - Parameters:
  ///   - rollWidth: The printable width in dots.
  ///   - modules: Modules on the side of the symbol with its quiet zone.
  ///   - resolution: The printer's resolution, for the size of the caption.
  ///   - caption: The caption's style; `nil` without a caption.
  ///   - mostDots: The most dots per module.
  public init(
    rollWidth: Int, modules: Int, resolution: PrintResolution, caption: CaptionStyle?, mostDots: Int = .max
  ) {
    let dots = max(0, min(rollWidth / modules, mostDots))
    let captionHeight =
      caption.map { Int(($0.lineHeight * Double($0.lines) / 72 * resolution.dotsPerInch).rounded(.up)) } ?? 0
    self.init(
      width: rollWidth, height: modules * dots + captionHeight, modules: modules, dots: dots,
      captionHeight: captionHeight)
  }

  /// Centres the symbol, with the caption below it.
  private init(width: Int, height: Int, modules: Int, dots: Int, captionHeight: Int = 0) {
    self.dots = dots
    let side = modules * dots
    let top = max(0, (height - side - captionHeight) / 2)
    symbol = Rectangle(x: max(0, (width - side) / 2), y: top, width: side, height: side)
    caption =
      captionHeight == 0 ? nil : Rectangle(x: 0, y: top + side, width: width, height: max(0, height - top - side))
    if let height = caption?.height { caption?.height = min(height, captionHeight) }
  }

  /// Places the symbol equally far from the left and the upper side, and the caption in the rest of the label.
  private init(beside caption: CaptionStyle, width: Int, height: Int, modules: Int, dots: Int) {
    self.dots = dots
    let side = modules * dots
    let top = max(0, (height - side) / 2)
    let left = min(top, max(0, (width - side) / 4))
    symbol = Rectangle(x: left, y: top, width: side, height: side)
    let start = left + side
    self.caption = Rectangle(x: start, y: 0, width: max(0, width - start - min(left, width / 20)), height: height)
  }
}
