/// Where symbol and caption lie on a label, in dots from its upper left corner.
public struct LabelLayout: Hashable, Sendable {
  /// The symbol with its quiet zone.
  public var symbol: Rectangle
  /// Where the caption may be, outside of the quiet zone; `nil` without one.
  public var caption: Rectangle?
  /// Dots on the side of a module; 0 when not even one goes onto the label.
  public var dots: Int

  /// A rectangle of dots.
  public struct Rectangle: Hashable, Sendable {
    public var x: Int, y: Int, width: Int, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// How a caption is set.
  public struct CaptionStyle: Hashable, Sendable {
    /// A family, with what Pango's font descriptions allow: `Sans`, `Noto Serif Bold`.
    public var font: String
    /// The size of the font in points, 4…72.
    public var size: Double
    /// Lines at most, 1…20; what is longer ends in an ellipsis.
    public var lines: Int
    public var place: Place

    /// Beside or below the symbol, or where the symbol gets larger.
    public enum Place: String, Hashable, Sendable, CaseIterable { case auto, below, right }

    public init(font: String = "Sans", size: Double = 8, lines: Int = 3, place: Place = .auto) {
      (self.font, self.size, self.lines, self.place) = (font, size, lines, place)
    }

    /// The height of a line in points. Devanagari and Arabic need more than Latin.
    var lineHeight: Double { 1.45 * size }
  }

  /// The narrowest caption beside a symbol, in millimetres.
  private static let narrowest = 20.0

  /// Makes the symbol as large as the label allows.
  ///
  /// - Parameters:
  ///   - width: Of the label, in dots.
  ///   - height: Of the label, in dots.
  ///   - modules: On the side of the symbol with its quiet zone.
  ///   - resolution: The printer's, for the size of the caption.
  ///   - caption: How it is set; `nil` when there is none.
  ///   - mostDots: Dots a module at most.
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

  /// The symbol in the middle of an endless roll, and the caption below it.
  ///
  /// - Parameters:
  ///   - rollWidth: What the printer prints on, in dots.
  ///   - modules: On the side of the symbol with its quiet zone.
  ///   - resolution: The printer's, for the size of the caption.
  ///   - caption: How it is set; `nil` when there is none.
  ///   - mostDots: Dots a module at most.
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

  /// The symbol in the middle, and the caption below it.
  private init(width: Int, height: Int, modules: Int, dots: Int, captionHeight: Int = 0) {
    self.dots = dots
    let side = modules * dots
    let top = max(0, (height - side - captionHeight) / 2)
    symbol = Rectangle(x: max(0, (width - side) / 2), y: top, width: side, height: side)
    caption =
      captionHeight == 0 ? nil : Rectangle(x: 0, y: top + side, width: width, height: max(0, height - top - side))
    if let height = caption?.height { caption?.height = min(height, captionHeight) }
  }

  /// The symbol as far from the left side as from the upper one, and the caption in what is left.
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
