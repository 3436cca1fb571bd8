public import Typesetting

/// The positions of symbol and caption on a label, in dots from its upper left corner.
public struct LabelLayout: Hashable, Sendable {
  /// The symbol with its quiet zone.
  public var symbol: Rectangle
  /// The space for the caption, outside the quiet zone; `nil` without a caption.
  public var caption: Rectangle?
  /// The space for a logo beside or below the symbol; `nil` without one.
  public var logo: Rectangle?
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

  /// Whether the caption is beside the symbol, and not below it.
  var isCaptionBeside: Bool { caption.map { $0.x >= symbol.x + symbol.width } ?? false }

  /// The margin beside captions, in millimetres: labels are not cut exactly.
  private static let margin = 1.5
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
    let captionHeight = resolution.dots(highEnoughFor: caption)
    let below = dots(width, height - captionHeight)
    if let caption {
      let beside = dots(width - resolution.wholeDots(in: Self.narrowest), height)
      if caption.place == .right
        || caption.place == .auto && (beside > below || beside == below && width * 3 > height * 4)
      {
        self.init(
          besideIn: width, height: height, modules: modules, dots: beside,
          margin: min(resolution.nearestDots(to: Self.margin), width / 20))
        return
      }
    }
    let room = max(
      captionHeight, min(height - modules * below, resolution.dots(highEnoughFor: caption, at: \.greatestHeight)))
    self.init(
      width: width, height: height, modules: modules, dots: below, captionHeight: room,
      margin: min(resolution.nearestDots(to: Self.margin), width / 20))
  }

  /// Makes the symbol as large as a label allows; see ``init(width:height:modules:resolution:caption:mostDots:)``.
  public init(
    on label: LabelStock.Size, modules: Int, resolution: PrintResolution, caption: CaptionStyle?, mostDots: Int = .max
  ) {
    self.init(
      width: resolution.wholeDots(in: label.width), height: resolution.wholeDots(in: label.height), modules: modules,
      resolution: resolution, caption: caption, mostDots: mostDots)
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
    let captionHeight = resolution.dots(highEnoughFor: caption)
    self.init(
      width: rollWidth, height: modules * dots + captionHeight, modules: modules, dots: dots,
      captionHeight: captionHeight)
  }

  /// Centres the symbol, with the caption below it.
  ///
  /// - Parameter margin: Dots on either side of the caption.
  private init(width: Int, height: Int, modules: Int, dots: Int, captionHeight: Int, margin: Int = 0) {
    self.dots = dots
    let side = modules * dots
    let top = max(0, (height - side - captionHeight) / 2)
    symbol = Rectangle(x: max(0, (width - side) / 2), y: top, width: side, height: side)
    if captionHeight > 0 {
      let left = max(0, height - top - side)
      caption = Rectangle(
        x: margin, y: top + side, width: width - 2 * margin, height: min(left, captionHeight))
    }
  }

  /// Places the symbol close to the left side, as its quiet zone is margin enough, and the caption in the rest of the label.
  ///
  /// - Parameter margin: Dots to the right of the caption, at least.
  private init(besideIn width: Int, height: Int, modules: Int, dots: Int, margin: Int) {
    self.dots = dots
    let side = modules * dots
    let top = max(0, (height - side) / 2)
    let left = min(top, width / 20, max(0, (width - side) / 4))
    symbol = Rectangle(x: left, y: top, width: side, height: side)
    let start = left + side
    caption = Rectangle(x: start, y: 0, width: max(0, width - start - max(left, margin)), height: height)
  }
}

extension PrintResolution {
  /// The height of a caption in dots, 0 without one.
  fileprivate func dots(highEnoughFor caption: CaptionStyle?, at height: KeyPath<CaptionStyle, Double> = \.height)
    -> Int
  {
    caption.map { Int(($0[keyPath: height] / 72 * dotsPerInch).rounded(.up)) } ?? 0
  }
}
