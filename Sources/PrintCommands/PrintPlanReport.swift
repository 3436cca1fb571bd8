import CommandSupport
import KioskPrinting
import QRSymbology
import TextFormats

/// A report of plans for several printers.
struct PrintPlanReport {
  /// For each printer, a plan for each distance, the shortest first.
  var plans: [[PrintPlan]]
  var stocks: [LabelStock]
  /// The level for the labels.
  var level: QRSymbol.ErrorCorrectionLevel
  /// The length of the message without its callbacks, if it has any.
  var withoutCallbacks: Int?

  /// Whether the symbol is large enough on some label at some resolution.
  var fitsSomewhere: Bool {
    plans.joined().contains { plan in stocks.contains { plan.fit(on: $0, at: level)?.isLargeEnough ?? false } }
  }

  var text: String {
    let bytes = plans[0][0].bytes
    let distances = plans[0].map { Self.distance($0) }.joined(separator: " or ")
    var parts = [
      "\(bytes) \(bytes == 1 ? "byte" : "bytes"), to be scanned from \(distances) mm; modules and sizes "
        + "include the quiet zone\n"
    ]
    for plans in plans {
      let resolution = plans[0].conditions.resolution
      let least = plans.map { plan in
        "\(plan.conditions.leastDots)" + (plans.count > 1 ? " for \(Self.distance(plan)) mm" : "")
      }.joined(separator: ", ")
      parts.append(
        "\nat \(resolution) (a dot is \(size(resolution.dotSize, 3)) mm): dots per module at least \(least)\n"
          + levels(plans) + stocks.map { stock in "  \(verdict(plans, stock))\n" }.joined())
    }
    return parts.joined()
  }

  /// Millimetres.
  private static func distance(_ plan: PrintPlan) -> String {
    DecimalText.short(plan.conditions.distance, decimals: 1)
  }

  /// A table with columns for each distance; for one, also with the greatest distance.
  private func levels(_ plans: [PrintPlan]) -> String {
    let isOne = plans.count == 1
    var lines = [
      "  level  version  modules" + plans.map { _ in "  dots  module   printed " }.joined()
        + (isOne ? "  scans from" : "")
    ]
    if !isOne {
      let titles = plans.map { "  " + "from \(Self.distance($0)) mm".padded(to: 23) }
      lines.insert("".padded(to: 25) + titles.joined(), at: 0)
    }
    for (index, row) in plans[0].levels.enumerated() {
      var line =
        "  "
        + [row.level.letter.padded(to: 5), "\(row.version)".padded(to: 7), "\(row.modules)".padded(to: 7)]
        .joined(separator: "  ")
      for row in plans.map({ $0.levels[index] }) {
        line += "  \(row.dots)".padded(to: 6) + "  \(size(row.moduleSize, 2)) mm"
        line += "  " + "\(size(row.printedSize, 1)) mm".padded(to: 8)
      }
      lines.append(line + (isOne ? "  up to \(Int(row.furthestDistance)) mm" : ""))
    }
    return lines.map { $0.replacing(/\ +$/, with: "") + "\n" }.joined()
  }

  private func size(_ value: Double, _ decimals: Int) -> String { DecimalText.fixed(value, decimals: decimals) }

  /// Describes the symbol on a label, with remedies if it is too small.
  private func verdict(_ plans: [PrintPlan], _ stock: LabelStock) -> String {
    let plan = plans[0]
    guard let fit = plan.fit(on: stock, at: level) else { return "" }
    let head = "\(stock.name) (\(stock.label)): "
    func remedies(_ plan: PrintPlan, isDistanceFixed: Bool = false) -> String {
      plan.remedies(for: stock, at: level, withoutCallbacks: withoutCallbacks, isDistanceFixed: isDistanceFixed)
        .joined(separator: ", or ")
    }
    if fit.isLargeEnough {
      let further = plans.first { !($0.fit(on: stock, at: level)?.isLargeEnough ?? true) }
      let rest = further.map { plan in
        "; for \(Int(plan.conditions.distance)) mm \(remedies(plan, isDistanceFixed: true))"
      }
      return head + "level \(level.letter) fits, up to \(fit.dots) dots per module, \(size(fit.printedSize, 1)) mm, "
        + "scans from up to \(Int(plan.conditions.furthestDistance(fit.dots))) mm" + (rest ?? "")
    }
    let dots = fit.dots == 0 ? "not even 1 dot" : fit.dots == 1 ? "only 1 dot" : "only \(fit.dots) dots"
    return head + "\(dots) per module at level \(level.letter): \(remedies(plan))"
  }

  var json: String { plans.joined().map { json(of: $0).line(as: .printPlan) }.joined() }

  private func json(of plan: PrintPlan) -> JSONValue {
    let levels = plan.levels.map { level -> JSONValue in
      [
        "level": .string(level.level.letter), "version": .number(level.version.number),
        "modules": .number(level.modules), "module_dots": .number(level.dots),
        "module_mm": .number(level.moduleSize, decimals: 3), "size_mm": .number(level.printedSize, decimals: 3),
        "furthest_mm": .number(level.furthestDistance, decimals: 3),
      ]
    }
    let labels = stocks.compactMap { stock -> JSONValue? in
      guard let fit = plan.fit(on: stock, at: level) else { return nil }
      let remedies =
        fit.isLargeEnough ? [] : plan.remedies(for: stock, at: level, withoutCallbacks: withoutCallbacks)
      return [
        "stock": .string(stock.name), "level": .string(level.letter), "module_dots": .number(fit.dots),
        "size_mm": .number(fit.printedSize, decimals: 3), "is_large_enough": .boolean(fit.isLargeEnough),
        "remedies": .array(remedies.map { .string($0) }),
      ]
    }
    return [
      "dpi": .number(plan.conditions.resolution.dotsPerInch), "message_bytes": .number(plan.bytes),
      "distance_mm": .number(plan.conditions.distance), "least_dots": .number(plan.conditions.leastDots),
      "levels": .array(levels), "labels": .array(labels),
    ]
  }
}
