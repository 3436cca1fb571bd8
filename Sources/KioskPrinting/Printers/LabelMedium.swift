public import Typesetting

/// The paper of a label or receipt printer, and the style of captions on it.
public struct LabelMedium: Sendable {
  public let conditions: PrintConditions
  /// A page that is one label; for a roll, a page of its width.
  public let stock: LabelStock
  /// The printable width of a roll, in dots; `nil` for labels.
  public let rollWidth: Int?
  public let caption: CaptionStyle

  /// The most dots in a label, 100 million: 12.5 MB as bits.
  public static let mostDots = 100_000_000

  /// Uses labels of a stock, one at a time.
  ///
  /// - Throws: ``PrintFault``.
  public init(
    labelsOf stock: LabelStock, _ conditions: PrintConditions, caption: CaptionStyle
  ) throws(PrintFault) {
    self.stock = try LabelStock(name: stock.name, page: stock.label, label: stock.label)
    (self.conditions, self.caption, rollWidth) = (conditions, caption, nil)
  }

  /// Uses a roll, on which a label is as long as its content.
  ///
  /// - Parameters:
  ///   - rollWidth: Dots, 100…10000.
  ///   - conditions: Printer and distance.
  ///   - caption: How captions are set.
  /// - Throws: ``PrintFault``.
  public init(
    rollWidth: Int, _ conditions: PrintConditions, caption: CaptionStyle
  ) throws(PrintFault) {
    let side = conditions.resolution.millimetres(rollWidth)
    stock = try LabelStock(name: "a roll of \(rollWidth) dots", page: .init(side, 2000), label: .init(side, 2000))
    (self.conditions, self.caption, self.rollWidth) = (conditions, caption, rollWidth)
  }

  /// Lays out a symbol and its caption on a label.
  ///
  /// - Parameters:
  ///   - modules: Modules on the side of the symbol with its quiet zone.
  ///   - hasCaption: Whether the label has a caption.
  ///   - mostDots: The most dots per module that the user allows; without it, modules on a roll, where any size fits,
  ///     are at most 0.99 mm.
  ///   - limit: The most dots per module that the printer allows.
  public func layout(modules: Int, hasCaption: Bool, mostDots: Int?, limit: Int = .max) -> LabelLayout {
    let caption = hasCaption ? self.caption : nil
    let isSizeGiven = mostDots != nil
    let mostDots = min(limit, mostDots ?? .max)
    if let rollWidth {
      return LabelLayout(
        rollWidth: rollWidth, modules: modules, resolution: conditions.resolution, caption: caption,
        mostDots: isSizeGiven ? mostDots : min(mostDots, conditions.ampleDots))
    }
    return LabelLayout(
      on: stock.label, modules: modules, resolution: conditions.resolution, caption: caption, mostDots: mostDots)
  }

  /// Returns width and height of a label in dots.
  func size(_ layout: LabelLayout) -> (width: Int, height: Int) {
    let resolution = conditions.resolution
    let width = resolution.wholeDots(in: stock.label.width)
    guard rollWidth != nil else { return (width, resolution.wholeDots(in: stock.label.height)) }
    return (width, max(layout.symbol.y + layout.symbol.height, layout.caption.map { $0.y + $0.height } ?? 0))
  }

  /// Draws a label.
  ///
  /// - Throws: `TypesettingFailure`; ``PrintFault`` above ``mostDots``.
  func image(_ prepared: PreparedSymbol) throws -> LabelImage {
    let (width, height) = size(prepared.layout)
    guard width * height <= Self.mostDots else {
      throw PrintFault(
        "a label of \(width) × \(height) dots is above the limit of \(Self.mostDots); use a lower --dpi or a smaller "
          + "label")
    }
    return try LabelImage(
      prepared.printed, caption: prepared.row.caption, style: caption, layout: prepared.layout, width: width,
      height: height, resolution: conditions.resolution)
  }
}
