import KioskPrinting
import QRSymbology
import TextFormats

/// A report of plans for several printers.
struct PrintPlanReport {
  var plans: [PrintPlan]
  var stocks: [LabelStock]
  /// The level for the labels.
  var level: QRSymbol.ErrorCorrectionLevel
  /// Equivalent shorter messages.
  var shorter: [(bytes: Int, remedy: String)]

  /// Whether the symbol is large enough on some label at some resolution.
  var fitsSomewhere: Bool {
    plans.contains { plan in stocks.contains { plan.fit(on: $0, at: level)?.isLargeEnough ?? false } }
  }

  var text: String {
    let bytes = plans[0].bytes
    let distance = Int(plans[0].conditions.distance)
    var parts = [
      "\(bytes) \(bytes == 1 ? "byte" : "bytes"), to be scanned from \(distance) mm; modules and sizes "
        + "include the quiet zone\n"
    ]
    for plan in plans {
      let resolution = plan.conditions.resolution
      let dot = NumberFormat.shown(resolution.dotSize, decimals: 3, isFixed: true)
      parts.append(
        "\nat \(resolution) (a dot is \(dot) mm): at least \(plan.conditions.leastDots) dots per module\n"
          + levels(plan) + labels(plan))
    }
    return parts.joined()
  }

  private func levels(_ plan: PrintPlan) -> String {
    var lines = ["  level  version  modules  dots  module   printed   scans from"]
    for row in plan.levels {
      let cells = [
        row.level.letter.padded(to: 5), "\(row.version)".padded(to: 7), "\(row.modules)".padded(to: 7),
        "\(row.dots)".padded(to: 4), "\(NumberFormat.shown(row.moduleSize, decimals: 2, isFixed: true)) mm",
        "\(NumberFormat.shown(row.printedSize, decimals: 1, isFixed: true)) mm".padded(to: 8),
        "at most \(Int(row.furthestDistance)) mm",
      ]
      lines.append("  " + cells.joined(separator: "  "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func labels(_ plan: PrintPlan) -> String {
    stocks.map { stock in "  \(verdict(plan, stock))\n" }.joined()
  }

  /// Describes the symbol on a label, with remedies if it is too small.
  private func verdict(_ plan: PrintPlan, _ stock: LabelStock) -> String {
    guard let fit = plan.fit(on: stock, at: level) else { return "" }
    let head = "\(stock.name) (\(stock.label)): "
    if fit.isLargeEnough {
      let distance = Int(plan.conditions.furthestDistance(fit.dots))
      let size = NumberFormat.shown(fit.printedSize, decimals: 1, isFixed: true)
      return head + "level \(level.letter) fits, up to \(fit.dots) dots per module, \(size) mm, "
        + "scans from at most \(distance) mm"
    }
    let dots = fit.dots == 0 ? "not even 1 dot" : fit.dots == 1 ? "only 1 dot" : "only \(fit.dots) dots"
    return head + "\(dots) per module at level \(level.letter): "
      + plan.remedies(for: stock, at: level, shorter: shorter).joined(separator: ", or ")
  }

  var json: String {
    let values = plans.map { plan -> JSONValue in
      [
        "dpi": .number(plan.conditions.resolution.dotsPerInch), "bytes": .number(plan.bytes),
        "distance_mm": .number(plan.conditions.distance), "least_dots": .number(plan.conditions.leastDots),
        "levels": .array(
          plan.levels.map {
            [
              "level": .string($0.level.letter), "version": .number($0.version.number), "modules": .number($0.modules),
              "module_dots": .number($0.dots), "module_mm": .number(NumberFormat.rounded($0.moduleSize)),
              "size_mm": .number(NumberFormat.rounded($0.printedSize)),
              "furthest_mm": .number(NumberFormat.rounded($0.furthestDistance)),
            ]
          }),
        "labels": .array(
          stocks.compactMap { stock in
            plan.fit(on: stock, at: level).map { fit in
              [
                "stock": .string(stock.name), "level": .string(level.letter), "module_dots": .number(fit.dots),
                "size_mm": .number(NumberFormat.rounded(fit.printedSize)),
                "is_large_enough": .boolean(fit.isLargeEnough),
                "remedies": .array(
                  fit.isLargeEnough
                    ? [] : plan.remedies(for: stock, at: level, shorter: shorter).map { .string($0) }),
              ]
            }
          }),
      ]
    }
    return values.map { "\($0)\n" }.joined()
  }
}
