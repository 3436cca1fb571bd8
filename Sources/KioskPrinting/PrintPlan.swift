public import QRSymbology

/// What becomes of messages of a length on a printer: version, sizes and distances for each level, and the stocks that
/// they go onto.
///
/// ```swift
/// let plan = try PrintPlan(bytes: 202, conditions: PrintConditions(resolution: thermal))
/// plan.levels[1].printedSize        // 32.5 mm: version 10 at level M, 4 dots a module
/// plan.fit(on: stock, at: .medium)  // how many dots a label leaves
/// ```
public struct PrintPlan: Hashable, Sendable {
  public let bytes: Int
  public let conditions: PrintConditions
  /// The levels at which a symbol holds the message, lowest first; never empty.
  public let levels: [Level]

  /// A symbol with the fewest dots a module that print and distance ask for.
  public struct Level: Hashable, Sendable {
    public let level: QRSymbol.ErrorCorrectionLevel
    public let version: QRSymbol.Version
    /// On each side, with the quiet zone.
    public let modules: Int
    public let dots: Int
    /// In millimetres.
    public let moduleSize: Double
    /// With the quiet zone, in millimetres.
    public let printedSize: Double
    /// In millimetres.
    public let furthestDistance: Double
  }

  /// A symbol on a label, as large as it can be.
  public struct Fit: Hashable, Sendable {
    public let stock: LabelStock
    /// 0 when not even one dot a module goes onto it.
    public let dots: Int
    /// With the quiet zone, in millimetres.
    public let printedSize: Double
    public let isLargeEnough: Bool
  }

  /// - Parameter bytes: The message's length, 1 or more.
  /// - Throws: ``PrintPlanError/messageTooLong(bytes:)``.
  public init(bytes: Int, conditions: PrintConditions) throws(PrintPlanError) {
    precondition(bytes >= 1, "a message has a byte or more")
    (self.bytes, self.conditions) = (bytes, conditions)
    levels = QRSymbol.ErrorCorrectionLevel.allCases.compactMap { level in
      guard let version = QRSymbol.Version.smallest(holding: bytes, at: level) else { return nil }
      let dots = conditions.leastDots
      return Level(
        level: level, version: version, modules: conditions.modules(version), dots: dots,
        moduleSize: conditions.moduleSize(dots), printedSize: conditions.printedSize(version, dots: dots),
        furthestDistance: conditions.furthestDistance(dots))
    }
    if levels.isEmpty { throw .messageTooLong(bytes: bytes) }
  }

  /// How a symbol goes onto a label; `nil` when no symbol of the level holds the message.
  public func fit(on stock: LabelStock, at level: QRSymbol.ErrorCorrectionLevel) -> Fit? {
    guard let row = levels.first(where: { $0.level == level }) else { return nil }
    let dots = conditions.dots(row.version, in: stock.label.smaller)
    return Fit(
      stock: stock, dots: dots, printedSize: conditions.printedSize(row.version, dots: dots),
      isLargeEnough: dots >= conditions.leastDots)
  }

  /// What helps when a label is too small for a symbol of a level, the least trouble first.
  ///
  /// - Parameter shorter: Shorter messages that would do, each with what to do for it ("drop the callbacks").
  public func remedies(
    for stock: LabelStock, at level: QRSymbol.ErrorCorrectionLevel, shorter: [(bytes: Int, deed: String)] = []
  ) -> [String] {
    var remedies: [String] = []
    func fits(_ bytes: Int, _ level: QRSymbol.ErrorCorrectionLevel, _ conditions: PrintConditions) -> Bool {
      (try? PrintPlan(bytes: bytes, conditions: conditions))?.fit(on: stock, at: level)?.isLargeEnough ?? false
    }
    for dotsPerInch in [300.0, 600] where dotsPerInch > conditions.resolution.dotsPerInch {
      guard let resolution = PrintResolution(dotsPerInch: dotsPerInch) else { continue }
      var finer = conditions
      finer.resolution = resolution
      if fits(bytes, level, finer) {
        remedies.append("use a printer of \(resolution)")
        break
      }
    }
    if let lower = levels.map(\.level).prefix(while: { $0 != level }).last(where: { fits(bytes, $0, conditions) }) {
      remedies.append("level \(lower.letter)")
    }
    remedies += shorter.filter { $0.bytes > 0 && fits($0.bytes, level, conditions) }.map(\.deed)
    // From nearer by, smaller modules do, down to what prints.
    if let fit = fit(on: stock, at: level), fit.dots >= PrintConditions.fewestDots {
      let distance = Int(conditions.furthestDistance(fit.dots).rounded(.down))
      remedies.append("scan from \(distance) mm at most (--distance \(distance))")
    }
    if remedies.isEmpty, let row = levels.first(where: { $0.level == level }) {
      remedies.append("use labels of \(Length.millimetres((row.printedSize * 10).rounded(.up) / 10)) and more")
    }
    return remedies
  }
}

/// Why there is no plan.
public enum PrintPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  case messageTooLong(bytes: Int)

  public var description: String {
    switch self {
    case .messageTooLong(let bytes): "\(bytes) bytes are more than the 2953 that a symbol holds"
    }
  }
}
