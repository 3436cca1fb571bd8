package import OutOfBand
public import QRSymbology
import TextFormats

/// A plan for printing messages of a length: version, sizes and distances for each level, and fits on label stocks.
///
/// ```swift
/// let plan = try PrintPlan(bytes: 202, conditions: PrintConditions(resolution: thermal, distance: 100))
/// plan.levels[1].printedSize        // 32.5 mm: version 10 at level M, 4 dots per module
/// plan.fit(on: stock, at: .medium)  // the dots per module on a label
/// ```
public struct PrintPlan: Hashable, Sendable {
  public let bytes: Int
  public let conditions: PrintConditions
  /// The levels at which a symbol holds the message, lowest first; never empty.
  public let levels: [Level]

  /// A symbol with the fewest dots per module for printer and distance.
  public struct Level: Hashable, Sendable {
    public let level: QRSymbol.ErrorCorrectionLevel
    public let version: QRSymbol.Version
    /// Modules on each side, with the quiet zone.
    public let modules: Int
    /// Dots on the side of a module.
    public let dots: Int
    /// The side of a module, in millimetres.
    public let moduleSize: Double
    /// The side of the symbol with its quiet zone, in millimetres.
    public let printedSize: Double
    /// The greatest scanning distance, in millimetres.
    public let furthestDistance: Double
  }

  /// A symbol on a label, as large as it can be.
  public struct Fit: Hashable, Sendable {
    /// Dots on the side of a module; 0 if not even one dot per module fits on the label.
    public let dots: Int
    /// The side of the symbol with its quiet zone, in millimetres.
    public let printedSize: Double
    public let isLargeEnough: Bool
  }

  /// - Parameters:
  ///   - bytes: The message's length, 1 or more.
  ///   - conditions: Printer and distance.
  /// - Throws: ``PrintFault`` if no symbol, of any level, holds this many bytes.
  public init(bytes: Int, conditions: PrintConditions) throws(PrintFault) {
    precondition(bytes >= 1, "a message has at least one byte")
    (self.bytes, self.conditions) = (bytes, conditions)
    levels = QRSymbol.ErrorCorrectionLevel.allCases.compactMap { level in
      guard let version = QRSymbol.Version.smallest(holding: bytes, at: level) else { return nil }
      let dots = conditions.leastDots
      return Level(
        level: level, version: version, modules: conditions.modules(version), dots: dots,
        moduleSize: conditions.moduleSize(dots), printedSize: conditions.printedSize(version, dots: dots),
        furthestDistance: conditions.furthestDistance(dots))
    }
    if levels.isEmpty {
      throw PrintFault("\(bytes) bytes are more than \(QRSymbol.Version.mostBytes), the most that a symbol holds")
    }
  }

  /// Fits a symbol on a label; `nil` if no symbol of the level holds the message.
  public func fit(on stock: LabelStock, at level: QRSymbol.ErrorCorrectionLevel) -> Fit? {
    guard let row = levels.first(where: { $0.level == level }) else { return nil }
    let dots = conditions.dots(row.version, in: stock.label.smaller)
    return Fit(
      dots: dots, printedSize: conditions.printedSize(row.version, dots: dots),
      isLargeEnough: dots >= conditions.leastDots)
  }

  /// Lists remedies for a label that is too small for a symbol of a level, the easiest first: a finer printer, a lower
  /// level, a shorter message; two of these if one is not enough; a shorter scanning distance; and larger labels if
  /// nothing else helps.
  ///
  /// - Parameters:
  ///   - stock: Whose labels are meant.
  ///   - level: Error correction level.
  ///   - withoutCallbacks: The length of the message without its callbacks; `nil` if it has none.
  ///   - isDistanceFixed: Whether a shorter scanning distance is not offered as a remedy.
  public func remedies(
    for stock: LabelStock, at level: QRSymbol.ErrorCorrectionLevel, withoutCallbacks: Int? = nil,
    isDistanceFixed: Bool = false
  ) -> [String] {
    let changes = changes(level, withoutCallbacks)
    let single = changes.map { kind in kind.map { [$0] } }
    // Of different kinds.
    let pairs = changes.indices.flatMap { index in
      changes[(index + 1)...].map { other in changes[index].flatMap { first in other.map { [first, $0] } } }
    }
    func sufficient(_ kinds: [[[Change]]]) -> [String] {
      kinds.compactMap { kind in kind.first { fit(stock, level, after: $0)?.fit.isLargeEnough ?? false } }
        .map { $0.map(\.remedy).joined(separator: " and ") }
    }
    var remedies = sufficient(single)
    if remedies.isEmpty { remedies = sufficient(pairs) }
    // At a shorter distance smaller modules are enough, down to the fewest dots that print.
    let fewestDots = conditions.profile?.printedDots ?? PrintConditions.fewestDots
    if !isDistanceFixed, let fit = fit(on: stock, at: level), fit.dots >= fewestDots, !fit.isLargeEnough {
      let distance = Int(conditions.furthestDistance(fit.dots).rounded(.down))
      remedies.append("scan from up to \(distance) mm (--distance \(distance))")
    }
    if remedies.isEmpty, let row = levels.first(where: { $0.level == level }) {
      if !isDistanceFixed,
        let nearer = nearer((single + pairs).flatMap(\.self), stock, level, fewestDots)
      {
        remedies.append(nearer)
      }
      remedies.append("use labels of at least \(DecimalText.millimetres((row.printedSize * 10).rounded(.up) / 10))")
    }
    return remedies
  }

  /// The inputs that a printed size depends on.
  private typealias Setting = (bytes: Int, level: QRSymbol.ErrorCorrectionLevel, conditions: PrintConditions)

  /// A change that makes the symbol fit better.
  private struct Change {
    var remedy: String
    var apply: (inout Setting) -> Void
  }

  /// Fits the symbol on a label after changes; `nil` if no symbol holds the message.
  private func fit(
    _ stock: LabelStock, _ level: QRSymbol.ErrorCorrectionLevel, after changes: [Change]
  ) -> (fit: Fit, conditions: PrintConditions)? {
    var setting: Setting = (bytes, level, conditions)
    for change in changes { change.apply(&setting) }
    let plan = try? PrintPlan(bytes: setting.bytes, conditions: setting.conditions)
    return plan?.fit(on: stock, at: setting.level).map { ($0, setting.conditions) }
  }

  /// Returns the changes of each kind, the smallest first.
  private func changes(_ level: QRSymbol.ErrorCorrectionLevel, _ withoutCallbacks: Int?) -> [[Change]] {
    let finer = [300.0, 600].filter { $0 > conditions.resolution.dotsPerInch }
      .compactMap { PrintResolution(dotsPerInch: $0) }
    return [
      finer.map { resolution in
        Change(remedy: "use a \(resolution) printer") { $0.conditions.resolution = resolution }
      },
      levels.map(\.level).prefix { $0 != level }.reversed().map { lower in
        Change(remedy: "use level \(lower.letter)") { $0.level = lower }
      },
      withoutCallbacks.map { bytes in [Change(remedy: "drop the callbacks") { $0.bytes = bytes }] } ?? [],
    ]
  }

  /// Returns the changes with which a symbol can be printed and scanned from the furthest distance, as a remedy.
  private func nearer(
    _ choices: [[Change]], _ stock: LabelStock, _ level: QRSymbol.ErrorCorrectionLevel, _ fewestDots: Int
  ) -> String? {
    var best: (changes: [Change], distance: Double)?
    for changes in choices {
      guard let (fit, conditions) = fit(stock, level, after: changes), fit.dots >= fewestDots else { continue }
      let distance = conditions.furthestDistance(fit.dots).rounded(.down)
      // Another printer or level has to be worth it.
      if distance > 1.05 * (best?.distance ?? 0) { best = (changes, distance) }
    }
    return best.map { changes, distance in
      "\(changes.map(\.remedy).joined(separator: ", ")) and scan from up to \(Int(distance)) mm (--distance \(Int(distance)))"
    }
  }
}

extension RecognizedMessage {
  /// The length in bytes without the callbacks, which only work on the phone that opened the link itself; `nil` if there are
  /// none.
  package var bytesWithoutCallbacks: Int? {
    guard let link = MessageCheck(self).link, !link.callbacks.isEmpty else { return nil }
    return link.withoutCallbacks.description.utf8.count
  }
}

extension DecimalText {
  /// Formats millimetres with up to one decimal.
  static func millimetres(_ value: Double) -> String { "\(short(value, decimals: 1)) mm" }
}
