import ImageCoding
import KioskPrinting
import OutOfBand
import QREncoding
import QRSymbology

/// A row that has become a symbol on a label, tried and found good or bad.
struct PreparedSymbol: Sendable {
  var row: PrintRow
  var printed: PrintedSymbol
  var layout: LabelLayout
  var preflight: Preflight.Result
  /// Warnings and errors that the check found.
  var findings: [Diagnostic]
  /// The token, shortened.
  var token: String?

  /// Why it should not be printed; `nil` when nothing speaks against it.
  var objection: Objection?

  struct Objection: Error, Sendable {
    var line: Int
    var reason: String
    /// 5 for symbols that are too small or do not scan.
    var exitCode = CommandFailure.refused
    /// Whether --force prints it all the same.
    var isForcible = false
  }
}

/// Makes symbols of rows: check, encode, lay out, try.
struct SymbolPreparation: Sendable {
  var conditions: PrintConditions
  var level: QRSymbol.ErrorCorrectionLevel
  var logo: Logo?
  var check: MessageCheck.Options
  /// How large the symbol becomes, and where it goes, by its modules with the quiet zone.
  var layout: @Sendable (_ modules: Int, _ hasCaption: Bool) -> LabelLayout
  var label: LabelStock
  /// The dots a module that were asked for.
  var exactDots: Int?
  /// Whether the user limits the size of symbols.
  var hasSizeLimit = false
  /// Whether the printer has no gray.
  var isBilevel = false

  /// - Returns: What was prepared, with an objection if there is one that can be overruled.
  /// - Throws: an objection that cannot.
  func prepare(_ row: PrintRow) throws(PreparedSymbol.Objection) -> PreparedSymbol {
    let symbol: QRSymbol
    do { symbol = try QREncoder(level: level).encode(row.message) } catch {
      throw PreparedSymbol.Objection(line: row.line, reason: "\(error)")
    }
    let modules = conditions.modules(symbol.version)
    let layout = layout(modules, row.caption != nil)
    guard layout.dots >= exactDots ?? 1 else {
      let dots = exactDots.map { "with \($0) dots a module; \(layout.dots) go" } ?? "even with one dot a module"
      throw PreparedSymbol.Objection(
        line: row.line,
        reason: "a version \(symbol.version) symbol, \(modules) modules with its quiet zone, does not go onto "
          + "\(label.name)\(row.caption == nil ? "" : " beside its caption") " + dots,
        exitCode: CommandFailure.unreadable)
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
        line: line, reason: tooSmall(prepared), exitCode: CommandFailure.unreadable, isForcible: true)
    }
    if !prepared.preflight.isReadable {
      let how =
        prepared.preflight.failsUndamaged
        ? "is not read even as drawn; a smaller logo, or level H, helps"
        : "is not read after "
          + (prepared.preflight.failures.isEmpty
            ? "dot gain, a dead dot and blur together"
            : prepared.preflight.failures.map(\.rawValue).joined(separator: ", "))
      return PreparedSymbol.Objection(
        line: line, reason: "the symbol (version \(prepared.printed.symbol.version)) \(how)",
        exitCode: CommandFailure.unreadable, isForcible: true)
    }
    return nil
  }

  private func tooSmall(_ prepared: PreparedSymbol) -> String {
    let symbol = prepared.printed.symbol
    let remedies: [String]
    if hasSizeLimit {
      remedies = ["leave out --module-dots and --size, or give more"]
    } else if prepared.row.caption != nil,
      layout(conditions.modules(symbol.version), false).dots >= conditions.leastDots
    {
      remedies = ["leave out the caption, or give it fewer --caption-lines"]
    } else {
      let plan = try? PrintPlan(bytes: prepared.row.message.count, conditions: conditions)
      remedies =
        plan?.remedies(for: label, at: symbol.level, shorter: shorterMessages(prepared.row.message)) ?? []
    }
    return "at \(conditions.resolution) on \(label.name) the symbol (version \(symbol.version)) has "
      + "\(prepared.layout.dots) \(prepared.layout.dots == 1 ? "dot" : "dots") a module, and needs "
      + "\(conditions.leastDots) to be scanned from \(Int(conditions.distance)) mm"
      + (remedies.isEmpty ? "" : ": " + remedies.joined(separator: ", or "))
  }
}

extension OutOfBandMessage {
  /// Whether it is a payload or a link, sound or not.
  fileprivate var isOutOfBand: Bool {
    switch self {
    case .payload, .link, .server: true
    default: false
    }
  }
}

/// Shorter messages that say the same to the phone that scans: without the callbacks, which are of use on the phone
/// alone that opened the link itself.
func shorterMessages(_ message: [UInt8]) -> [(bytes: Int, deed: String)] {
  guard let link = MessageCheck(message).link, !link.callbacks.isEmpty else { return [] }
  return [(link.withoutCallbacks.description.utf8.count, "drop the callbacks")]
}
