public import OutOfBand
import QREncoding
public import QRSymbology
public import SymbolDrawing

/// The steps from a row to a symbol: encode, lay out, check, test.
public struct SymbolPreparation: Sendable {
  public var conditions: PrintConditions
  public var level: QRSymbol.ErrorCorrectionLevel
  public var logo: Logo?
  public var check: MessageCheck.Options
  /// Lays out a symbol by its number of modules with the quiet zone.
  public var layout: @Sendable (_ modules: Int, _ hasCaption: Bool) -> LabelLayout
  public var label: LabelStock
  /// The requested dots per module, if any.
  public var exactDots: Int?
  /// Whether the user limits the size of symbols.
  public var hasSizeLimit = false
  /// Whether the printer has no gray.
  public var isBilevel = false

  public init(
    conditions: PrintConditions, level: QRSymbol.ErrorCorrectionLevel = .medium, logo: Logo? = nil,
    check: MessageCheck.Options, label: LabelStock,
    layout: @escaping @Sendable (_ modules: Int, _ hasCaption: Bool) -> LabelLayout
  ) {
    (self.conditions, self.level, self.logo, self.check) = (conditions, level, logo, check)
    (self.label, self.layout) = (label, layout)
  }

  /// - Returns: The prepared symbol, with an objection if there is one that can be overruled.
  /// - Throws: An objection that cannot be overruled.
  public func prepare(_ row: PrintRow) throws(PreparedSymbol.Objection) -> PreparedSymbol {
    let symbol: QRSymbol
    do { symbol = try QREncoder(level: level).encode(row.message) } catch {
      throw PreparedSymbol.Objection(line: row.line, reason: "\(error)")
    }
    let modules = conditions.modules(symbol.version)
    let layout = layout(modules, row.caption != nil)
    guard layout.dots >= exactDots ?? 1 else {
      let dots = exactDots.map { "with \($0) dots per module; \(layout.dots) fit" } ?? "even with one dot per module"
      throw PreparedSymbol.Objection(
        line: row.line,
        reason: "a version \(symbol.version) symbol, \(modules) modules with its quiet zone, does not fit on "
          + "\(label.name)\(row.caption == nil ? "" : " with its caption") " + dots,
        isIllegible: true)
    }
    let printed: PrintedSymbol
    do { printed = try PrintedSymbol(symbol, dots: layout.dots, quietZone: conditions.quietZone, logo: logo) } catch {
      throw PreparedSymbol.Objection(line: row.line, reason: "\(error)")
    }
    var options = check
    options.symbolVersion = symbol.version.number
    let examined = MessageCheck(row.message, options: options)
    let preflight = Preflight(conditions, isBilevel: isBilevel).examine(printed, holds: row.message)
    var prepared = PreparedSymbol(
      row: row, printed: printed, layout: layout, preflight: preflight,
      findings: row.isAnyText && !examined.message.isOutOfBand
        ? [] : examined.diagnostics.filter { $0.severity > .note },
      token: examined.payload?.token.map(SecretText.shortened))
    prepared.wholeToken = examined.payload?.token
    prepared.objection = objection(to: prepared)
    return prepared
  }

  private func objection(to prepared: PreparedSymbol) -> PreparedSymbol.Objection? {
    let line = prepared.row.line
    if let error = prepared.findings.first(where: { $0.severity == .error }) {
      return PreparedSymbol.Objection(
        line: line, reason: "\(error.rule.code): \(error.message); \(error.remedy)", isForcible: true)
    }
    if !prepared.preflight.isLargeEnough {
      return PreparedSymbol.Objection(
        line: line, reason: tooSmall(prepared), isIllegible: true, isForcible: true)
    }
    if !prepared.preflight.isReadable {
      let how =
        prepared.preflight.failsUndamaged
        ? "cannot be read even as drawn; use a smaller logo or level H"
        : "cannot be read after "
          + (prepared.preflight.failures.isEmpty
            ? "dot gain, a dead dot and blur together"
            : prepared.preflight.failures.map(\.rawValue).joined(separator: ", "))
      return PreparedSymbol.Objection(
        line: line, reason: "the symbol (version \(prepared.printed.symbol.version)) \(how)",
        isIllegible: true, isForcible: true)
    }
    return nil
  }

  private func tooSmall(_ prepared: PreparedSymbol) -> String {
    let symbol = prepared.printed.symbol
    let remedies: [String]
    if hasSizeLimit {
      remedies = ["leave out --module-dots and --size, or increase them"]
    } else if prepared.row.caption != nil,
      layout(conditions.modules(symbol.version), false).dots >= conditions.leastDots
    {
      remedies = ["leave out the caption, or use fewer --caption-lines"]
    } else {
      let plan = try? PrintPlan(bytes: prepared.row.message.count, conditions: conditions)
      remedies =
        plan?.remedies(for: label, at: symbol.level, shorter: ShorterMessage.of(prepared.row.message)) ?? []
    }
    return "at \(conditions.resolution) on \(label.name) the symbol (version \(symbol.version)) has "
      + "\(prepared.layout.dots) \(prepared.layout.dots == 1 ? "dot" : "dots") per module but needs "
      + "\(conditions.leastDots) to be scanned from \(Int(conditions.distance)) mm"
      + (remedies.isEmpty ? "" : ": " + remedies.joined(separator: ", or "))
  }
}

extension OutOfBandMessage {
  /// Whether it is a payload or a link, valid or not.
  fileprivate var isOutOfBand: Bool {
    switch self {
    case .payload, .link, .server: true
    default: false
    }
  }
}
