import QRSymbology
import TextFormats

extension SymbolGrade {
  /// What pulled a grade down, and what to do about it.
  public enum Remedy: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Dark modules are wider by a share of a module.
    case inkSpreads(by: Double)
    /// Dark modules are narrower by a share of a module.
    case inkShrinks(by: Double)
    /// The transition between dark and light is this many modules wide.
    case blurred(modules: Double)
    /// Light modules differ in reflectance by a share of the contrast.
    case unevenLight(share: Double)
    /// The lightest module reflects only this share of the light, and the darkest hardly any.
    case darkPicture(lightest: Double)
    /// Too much of the light is reflected by the darkest module.
    case paleInk(darkest: Double)
    /// Modules that are wrong or weak without any other cause.
    case damaged(modules: Int)
    /// Lines of damaged modules, along columns or along rows.
    case lines(count: Int, alongColumns: Bool)
    /// Modules of the quiet zone are not light.
    case noQuietZone(modules: Int)
    /// Modules are wider than high by a share, or narrower where it is below 0; and whether the camera looked at an angle.
    case stretched(by: Double, isTilted: Bool)
    /// The grid is displaced by this many modules.
    case unevenGrid(modules: Double)

    public var description: String {
      switch self {
      case .inkSpreads(let share):
        "print growth \(DecimalText.signedPercent(share)): "
          + "lower the burn temperature or the ink density, or print larger modules"
      case .inkShrinks(let share):
        "print growth \(DecimalText.signedPercent(share)): "
          + "raise the burn temperature or the ink density, or print more slowly"
      case .blurred(let modules):
        "edges are blurred over \(DecimalText.fixed(modules, decimals: 1)) modules: "
          + "hold the camera still and in focus; if the print itself is smeared, clean the print head or print more slowly"
      case .unevenLight(let share):
        "light modules differ by \(DecimalText.percent(share)) of the contrast: "
          + "avoid shadows and reflections on the label"
      case .darkPicture(let lightest):
        "the paper reflects only \(DecimalText.percent(lightest)) in this picture: photograph with more light"
      case .paleInk(let darkest):
        "dark modules reflect \(DecimalText.percent(darkest)): "
          + "raise the burn temperature or ink density, or use fresh media"
      case .damaged(let modules):
        "\(modules) module\(modules == 1 ? " is" : "s are") wrong or weak: remove dirt, replace scratched labels, and "
          + "keep the symbol uncovered; a higher error correction level tolerates more"
      case .lines(let count, let alongColumns):
        "\(count.counting(alongColumns ? "column" : "row")) of modules faded or filled from end to end: "
          + "clean the print head, and replace it if dots are dead"
      case .noQuietZone(let modules):
        "\(modules.counting("module")) beside a finder pattern \(modules == 1 ? "is" : "are") not light: "
          + "keep text, lines and the label's edge out of the quiet zone, 4 modules on all sides (2 for Micro QR)"
      case .stretched(let share, let isTilted):
        "modules are \(DecimalText.percent(abs(share))) \(share > 0 ? "wider than high" : "higher than wide"): "
          + (isTilted
            ? "the picture was taken at an angle; photograph from straight above"
            : "photograph from straight above; if it remains, check the feed speed and print without scaling")
      case .unevenGrid(let modules):
        "modules are out of place by up to \(DecimalText.fixed(modules, decimals: 1)) of their width: "
          + "flatten the label; if it remains, check that paper feeds evenly"
      }
    }
  }
}

extension SymbolGrade.Remedy {
  private typealias Kind = SymbolGrade.Parameter.Kind

  /// Growth above which ink is taken as the cause of weak modules, as a share of a module.
  private static let growth = 0.18
  /// Edge width beyond one pixel above which blur is taken as the cause, in modules.
  private static let blur = 0.3
  /// Difference between light modules above which uneven light is taken as the cause, as a share of the contrast.
  private static let uneven = 0.15
  /// Displacement above which bent paper is taken as the cause, in modules.
  private static let displacement = 0.3
  /// Reflectance of the lightest module below which a picture is dark.
  private static let dark = 0.6
  /// The darkest module's reflectance as a share of the lightest one's, below which ink is dark.
  private static let ink = 0.25
  /// Ratio of module sizes within a picture above which the camera is taken to have looked at an angle.
  private static let tilt = 1.05
  /// Share of a line's modules of one colour that are wrong or weak if a dot of the print head is dead.
  private static let line = 0.8

  /// The causes of the lowest grade, without repetition; none for A.
  static func all(
    for parameters: [SymbolGrade.Parameter], _ symbol: MeasuredSymbol, _ quietZone: QuietZone, _ shape: GridShape
  ) -> [SymbolGrade.Remedy] {
    let lowest = parameters.map(\.grade).min() ?? .f
    if lowest == .a { return [] }
    return parameters.filter { $0.grade == lowest }.map { remedy(for: $0, symbol, quietZone, shape) }.uniqued
  }

  private static func remedy(
    for parameter: SymbolGrade.Parameter, _ symbol: MeasuredSymbol, _ quietZone: QuietZone, _ shape: GridShape
  ) -> SymbolGrade.Remedy {
    let value = parameter.value ?? 0
    switch parameter.kind {
    case .symbolContrast:
      let isDark = symbol.lightest < dark && symbol.darkest < ink * symbol.lightest
      return isDark ? .darkPicture(lightest: symbol.lightest) : .paleInk(darkest: symbol.darkest)
    case .quietZone:
      // In a shadow the paper is gray, or below the threshold.
      let isShaded = quietZone.dark == 0 || unevenness(symbol) > uneven
      return isShaded ? cause(symbol, shape) : .noQuietZone(modules: Int(value))
    case .axialNonUniformity:
      return .stretched(by: shape.width / shape.height - 1, isTilted: shape.foreshortening > tilt)
    case .gridNonUniformity: return .unevenGrid(modules: value)
    case .decode, .modulation, .reflectanceMargin, .finderPatterns, .timingPatterns, .alignmentPatterns,
      .formatInformation, .versionInformation, .unusedErrorCorrection:
      return cause(symbol, shape)
    }
  }

  /// Why modules are wrong or weak.
  private static func cause(_ symbol: MeasuredSymbol, _ shape: GridShape) -> SymbolGrade.Remedy {
    let (across, down) = (symbol.edges.across, symbol.edges.down)
    let growth = 2 * (abs(across.growth) > abs(down.growth) ? across.growth : down.growth)
    // A pixel at an edge is neither dark nor light.
    let blur = max(across.blur, down.blur) - 1 / symbol.modulePixels
    if blur > Self.blur { return .blurred(modules: max(across.blur, down.blur)) }
    let uneven = unevenness(symbol)
    if uneven > Self.uneven { return .unevenLight(share: uneven) }
    if growth > Self.growth { return .inkSpreads(by: growth) }
    if growth < -Self.growth { return .inkShrinks(by: growth) }
    let lines = faultyLines(symbol)
    if shape.displacement > displacement { return .unevenGrid(modules: shape.displacement) }
    // Dead dots spoil some lines; whatever spoils many is not a dot.
    if 1...symbol.anatomy.size / 4 ~= max(lines.columns, lines.rows) {
      return .lines(count: max(lines.columns, lines.rows), alongColumns: lines.columns >= lines.rows)
    }
    return .damaged(modules: symbol.anatomy.isDark.indices.count { isFaulty($0, symbol) })
  }

  private static func isFaulty(_ module: Int, _ symbol: MeasuredSymbol) -> Bool {
    let (value, isRight) = symbol.modulation(module)
    return !isRight || value < GradeTables.modulation[0]
  }

  /// Columns and rows in which nearly all modules of one colour are wrong or weak.
  private static func faultyLines(_ symbol: MeasuredSymbol) -> (columns: Int, rows: Int) {
    let size = symbol.anatomy.size
    let isFaulty = (0..<size * size).map { Self.isFaulty($0, symbol) }
    func isLine(_ modules: [Int]) -> Bool {
      [true, false].contains { isDark in
        let those = modules.filter { symbol.anatomy.isDark[$0] == isDark }
        return Double(those.count { isFaulty[$0] }) > line * Double(those.count)
      }
    }
    return (
      (0..<size).count { column in isLine((0..<size).map { $0 * size + column }) },
      (0..<size).count { row in isLine((0..<size).map { row * size + $0 }) }
    )
  }

  /// How much light modules differ in reflectance from one part of the symbol to another, as a share of the contrast.
  private static func unevenness(_ symbol: MeasuredSymbol) -> Double {
    let size = symbol.anatomy.size
    var (sums, counts) = ([Double](repeating: 0, count: 9), [Double](repeating: 0, count: 9))
    for module in symbol.anatomy.isDark.indices where !symbol.anatomy.isDark[module] {
      let (value, isRight) = symbol.modulation(module)
      // What covers modules is not light.
      guard isRight || value < GradeTables.modulation[0] else { continue }
      let part = module / size * 3 / size * 3 + module % size * 3 / size
      sums[part] += symbol.levels[module / size, module % size]
      counts[part] += 1
    }
    let means = zip(sums, counts).filter { $1 > 0 }.map { $0 / $1 }
    guard let low = means.min(), let high = means.max(), symbol.contrast > 0 else { return 0 }
    return (high - low) / symbol.contrast
  }
}
