public import OutOfBand
import QREncoding
public import QRSymbology
public import SymbolDrawing
import SymbolMaking
import TextFormats

/// The steps from a row to a symbol: encode, lay out, check, test.
public struct SymbolPreparation: Sendable {
  public var conditions: PrintConditions
  let maker: SymbolMaker
  public var logo: Logo?
  /// Lays out a symbol by its number of modules with the quiet zone, with at most this many dots per module if the user
  /// limits them.
  public var layout: @Sendable (_ modules: Int, _ hasCaption: Bool, _ mostDots: Int?) -> LabelLayout
  public var label: LabelStock
  /// Whether the labels have a logo beside or below their symbols, in the room for captions.
  public var hasLabelLogo = false
  /// The size that the user asks for, if any.
  public var size: Size?
  /// The size of all symbols that are not larger; `nil` makes each as large as its label allows.
  var common: CommonLayout?
  /// Whether the printer has no gray.
  public var isBilevel = false
  public var colors = SymbolColors.blackOnWhite

  public init(
    conditions: PrintConditions, level: QRSymbol.ErrorCorrectionLevel = .medium, logo: Logo? = nil,
    check: MessageCheck.Options, label: LabelStock,
    layout: @escaping @Sendable (_ modules: Int, _ hasCaption: Bool, _ mostDots: Int?) -> LabelLayout
  ) {
    (self.conditions, self.logo, maker) = (conditions, logo, SymbolMaker(QREncoder(level: level), check: check))
    (self.label, self.layout) = (label, layout)
  }

  /// A size for all symbols.
  public enum Size: Hashable, Sendable {
    /// Exactly this many dots on the side of a module.
    case moduleDots(Int)
    /// The largest side with the quiet zone, in millimetres.
    case millimetres(Double)

    /// The most dots per module.
    func mostDots(modules: Int, _ resolution: PrintResolution) -> Int {
      switch self {
      case .moduleDots(let dots): dots
      case .millimetres(let side): resolution.wholeDots(in: side) / modules
      }
    }

    fileprivate var option: String {
      switch self {
      case .moduleDots: "--module-dots"
      case .millimetres: "--size"
      }
    }
  }

  /// - Parameters:
  ///   - row: The row.
  ///   - isAligned: Whether a symbol without a caption is placed like those with one, if it is large enough there.
  /// - Returns: The prepared symbol, with an objection if there is one that can be overruled.
  /// - Throws: An objection that cannot be overruled.
  public func prepare(
    _ row: PrintRow, isAligned: Bool = false
  ) throws(PreparedSymbol.Objection) -> PreparedSymbol {
    var row = row
    let made: MadeMessage
    let smallest = maker.encoder.version(holding: row.message)
    let common = smallest.flatMap { self.common?.holding($0) }
    var maker = maker
    maker.encoder.version = common?.version
    do { made = try maker.encode(row.recognize(), isAnyText: row.isAnyText) } catch {
      throw PreparedSymbol.Objection(line: row.line, reason: Self.reason(error, isList: row.line > 0))
    }
    let symbol = made.single
    let layout = if let common { common.layout } else { try fittedLayout(symbol, row, isAligned: isAligned) }
    let printed: PrintedSymbol
    do { printed = try PrintedSymbol(symbol, dots: layout.dots, quietZone: conditions.quietZone, logo: logo) } catch {
      throw PreparedSymbol.Objection(line: row.line, reason: "\(error)")
    }
    let ignored = maker.check?.policy?.ignore ?? []
    // That of the message alone: a higher version does not make its modules smaller.
    let density = (smallest.map { MessageCheck.densityFindings(symbolVersion: $0.number) } ?? [])
      .filter { made.message.content.isOutOfBand && !ignored.contains($0.rule.code) }
    var prepared = PreparedSymbol(
      row: row, printed: printed, layout: layout, preflight: trial.examine(printed, holds: row.message),
      findings: (made.findings + density).filter { $0.severity > .note || $0.rule == .rawPayloadInSymbol },
      token: made.payload?.token)
    prepared.objection = objection(to: prepared)
    return prepared
  }

  /// The reason why a message cannot be encoded.
  private static func reason(_ error: any Error, isList: Bool) -> String {
    guard isList, case QREncodingError.messageTooLong(let bytes, _, _, nil) = error else { return "\(error)" }
    return "no symbol holds this message of \(bytes) bytes; shorten it"
  }

  /// Lays out a symbol with the dots that the user asks for.
  private func fittedLayout(
    _ symbol: QRSymbol, _ row: PrintRow, isAligned: Bool
  ) throws(PreparedSymbol.Objection) -> LabelLayout {
    let modules = conditions.modules(symbol.version)
    let mostDots = mostDots(modules)
    var layout = layout(modules, hasText(row) || isAligned, mostDots)
    if !hasText(row), isAligned, layout.dots < conditions.leastDots {
      layout = self.layout(modules, false, mostDots)
    }
    if layout.dots >= givenDots ?? 1 { return layout }
    var reason = "a version \(symbol.version) symbol, \(modules) modules with its quiet zone, does not fit "
    switch size {
    case .moduleDots(let dots)?:
      reason += "\(on(label, row)) with \(dots) dots per module; \(layout.dots) fit"
    case .millimetres(let side)? where self.layout(modules, hasText(row), nil).dots > 0:
      reason +=
        "in \(DecimalText.millimetres(side)) even with one dot per module: "
        + sizeRemedies(symbol, row).joined(separator: ", or ")
    case _: reason += "\(on(label, row)) even with one dot per module"
    }
    throw PreparedSymbol.Objection(line: row.line, reason: reason, isIllegible: true)
  }

  /// The dots per module that the user asks for; `nil` for as many as fit.
  var givenDots: Int? { if case .moduleDots(let dots)? = size { dots } else { nil } }

  /// The most dots per module that the user allows; `nil` for any number.
  func mostDots(_ modules: Int) -> Int? { size?.mostDots(modules: modules, conditions.resolution) }

  /// The trial of symbols before they are printed.
  var trial: Preflight { Preflight(conditions, isBilevel: isBilevel, colors: colors) }

  private func objection(to prepared: PreparedSymbol) -> PreparedSymbol.Objection? {
    let (line, preflight) = (prepared.row.line, prepared.preflight)
    if let error = prepared.findings.first(where: { $0.severity == .error }) {
      let isText = error.rule == .noMessage && line > 0
      let remedy =
        isText
        ? "texts and web addresses belong in a column 'text'"
          + (prepared.row.column.map { "; --column \(ShellText.word("text=\($0)")) reads '\($0)' as text" } ?? "")
        : error.remedy
      let fields = isText ? [String(decoding: prepared.row.message, as: UTF8.self)] : nil
      return .init(line: line, reason: "\(error.rule.code): \(error.message); \(remedy)", fields: fields)
    }
    if preflight.passes { return nil }
    let how =
      preflight.failsUndamaged
      ? "cannot be read even as drawn; use a smaller logo or level H"
      : "cannot be read in a trial with "
        + (preflight.failures.isEmpty
          ? "ink spread, a dead print dot and blur together" : preflight.failures.map(\.words).joined(separator: ", "))
    let reason =
      preflight.isLargeEnough
      ? "the symbol (version \(prepared.printed.symbol.version)) \(how)" : tooSmall(prepared)
    return .init(line: line, reason: reason, isIllegible: true)
  }

  private func tooSmall(_ prepared: PreparedSymbol) -> String {
    let symbol = prepared.printed.symbol
    let remedies = sizeRemedies(symbol, prepared.row)
    return "at \(conditions.resolution) on \(label.name) the symbol (version \(symbol.version)) has "
      + "\(prepared.layout.dots) \(prepared.layout.dots == 1 ? "dot" : "dots") per module but needs "
      + "\(conditions.leastDots) to be scanned from \(Int(conditions.distance)) mm"
      + (remedies.isEmpty ? "" : ": " + remedies.joined(separator: ", or "))
  }
}

extension Preflight.Trial {
  /// The damage, in the words of the sentence about the trial.
  fileprivate var words: String {
    switch self {
    case .deadDot: "a dead print dot"
    case .dotGain: "ink spread"
    case .blur: "blur"
    }
  }
}

extension SymbolPreparation {
  /// Whether the label has a caption or a logo.
  private func hasText(_ row: PrintRow) -> Bool { row.caption != nil || hasLabelLogo }

  private func on(_ label: LabelStock, _ row: PrintRow) -> String {
    "on \(label.name)\(row.caption == nil ? "" : " with its caption")"
  }

  /// The distance from which a symbol in a layout can be scanned, as a remedy; none if nothing reads it.
  private func nearer(_ layout: LabelLayout) -> [String] {
    if layout.dots < PrintConditions.fewestDots { return [] }
    let distance = Int(conditions.furthestDistance(layout.dots).rounded(.down))
    return ["scan from up to \(distance) mm (--distance \(distance))"]
  }

  /// Lists what makes a symbol large enough; each remedy is enough.
  private func sizeRemedies(_ symbol: QRSymbol, _ row: PrintRow) -> [String] {
    let modules = conditions.modules(symbol.version)
    // As large as the label allows, without the size that was asked for.
    if layout(modules, hasText(row), nil).dots >= conditions.leastDots, let size {
      let side = (conditions.printedSize(symbol.version, dots: conditions.leastDots) * 10).rounded(.up) / 10
      let enough =
        switch size {
        case .moduleDots: "\(conditions.leastDots)"
        case .millimetres: DecimalText.short(side, decimals: 1)
        }
      return ["leave out \(size.option)", "give \(size.option) \(enough)"]
        + nearer(layout(modules, hasText(row), mostDots(modules)))
    }
    let nearer = nearer(layout(modules, hasText(row), nil))
    let remedies: [String]
    if hasText(row), layout(modules, false, nil).dots >= conditions.leastDots {
      let text = hasLabelLogo ? row.caption == nil ? "--label-logo" : "the caption and --label-logo" : "the caption"
      remedies = ["leave out \(text)", "use fewer --caption-lines or a smaller --font-size"] + nearer
    } else {
      var row = row
      let plan = try? PrintPlan(bytes: row.message.count, conditions: conditions)
      let others =
        plan?.remedies(
          for: label, at: symbol.level, withoutCallbacks: row.recognize().bytesWithoutCallbacks,
          isDistanceFixed: hasText(row) && !nearer.isEmpty) ?? []
      remedies = hasText(row) ? nearer + others.map { "leave out the caption and \($0)" } : others
    }
    // The label is too small whatever size is asked for.
    guard let size else { return remedies }
    return remedies.map { "leave out \(size.option) and \($0)" }
  }
}
