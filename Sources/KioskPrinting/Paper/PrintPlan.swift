public import QRSymbology

/// What becomes of messages of a length on a printer: version, sizes and distances for each level, and the stocks that
/// they go onto.
///
/// ```swift
/// let plan = try PrintPlan(bytes: 202, conditions: PrintConditions(resolution: thermal))
/// plan.levels[1].printedSize        // 32.5 mm: version 10 at level M, 4 dots per module
/// plan.fit(on: stock, at: .medium)  // how many dots a label leaves
/// ```
public struct PrintPlan: Hashable, Sendable {
  public let bytes: Int
  public let conditions: PrintConditions
  /// The levels at which a symbol holds the message, lowest first; never empty.
  public let levels: [Level]

  /// A symbol with the fewest dots per module that print and distance ask for.
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
    /// 0 when not even one dot per module goes onto it.
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

  /// What helps when a label is too small for a symbol of a level, the least trouble first: a finer printer, a lower
  /// level, a shorter message; two of these where none is enough; scanning from nearer by; and larger labels where
  /// nothing else helps.
  ///
  /// - Parameter shorter: Shorter messages that would do, each with what to do for it ("drop the callbacks").
  public func remedies(
    for stock: LabelStock, at level: QRSymbol.ErrorCorrectionLevel, shorter: [(bytes: Int, deed: String)] = []
  ) -> [String] {
    let single = changes(level, shorter).compactMap { kind in
      kind.first { $0.suffices(Setting(bytes, level, conditions), stock) }?.deed
    }
    var remedies = single.isEmpty ? pairs(stock, level, shorter) : single
    // From nearer by, smaller modules do, down to what prints.
    if let fit = fit(on: stock, at: level), fit.dots >= PrintConditions.fewestDots, !fit.isLargeEnough {
      let distance = Int(conditions.furthestDistance(fit.dots).rounded(.down))
      remedies.append("scan from \(distance) mm at most (--distance \(distance))")
    }
    if remedies.isEmpty, let row = levels.first(where: { $0.level == level }) {
      remedies.append("use labels of \(Length.millimetres((row.printedSize * 10).rounded(.up) / 10)) and more")
    }
    return remedies
  }

  /// What a size on paper depends on.
  private struct Setting {
    var bytes: Int
    var level: QRSymbol.ErrorCorrectionLevel
    var conditions: PrintConditions

    init(_ bytes: Int, _ level: QRSymbol.ErrorCorrectionLevel, _ conditions: PrintConditions) {
      (self.bytes, self.level, self.conditions) = (bytes, level, conditions)
    }
  }

  /// Something that makes the symbol fit better.
  private struct Change {
    var deed: String
    var apply: (inout Setting) -> Void

    func suffices(_ setting: Setting, _ stock: LabelStock) -> Bool {
      var changed = setting
      apply(&changed)
      guard changed.bytes > 0, let plan = try? PrintPlan(bytes: changed.bytes, conditions: changed.conditions) else {
        return false
      }
      return plan.fit(on: stock, at: changed.level)?.isLargeEnough ?? false
    }
  }

  /// The changes of each kind, the smallest first.
  private func changes(
    _ level: QRSymbol.ErrorCorrectionLevel, _ shorter: [(bytes: Int, deed: String)]
  ) -> [[Change]] {
    let finer = [300.0, 600].filter { $0 > conditions.resolution.dotsPerInch }
      .compactMap { PrintResolution(dotsPerInch: $0) }
    return [
      finer.map { resolution in
        Change(deed: "use a printer of \(resolution)") { $0.conditions.resolution = resolution }
      },
      levels.map(\.level).prefix { $0 != level }.reversed().map { lower in
        Change(deed: "level \(lower.letter)") { $0.level = lower }
      },
      shorter.map { message in Change(deed: message.deed) { $0.bytes = message.bytes } },
    ]
  }

  /// Two changes of different kinds that are enough together.
  private func pairs(
    _ stock: LabelStock, _ level: QRSymbol.ErrorCorrectionLevel, _ shorter: [(bytes: Int, deed: String)]
  ) -> [String] {
    let changes = changes(level, shorter)
    var found: [String] = []
    for (index, kind) in changes.enumerated() {
      for other in changes[(index + 1)...] {
        let pair = kind.lazy.flatMap { first in other.map { (first, $0) } }
          .first { first, second in
            var setting = Setting(bytes, level, conditions)
            first.apply(&setting)
            return second.suffices(setting, stock)
          }
        if let pair { found.append("\(pair.0.deed) and \(pair.1.deed)") }
      }
    }
    return found
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
