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
  /// Equivalent shorter messages.
  var shorter: [(bytes: Int, remedy: String)]

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
      let dot = DecimalText.fixed(resolution.dotSize, decimals: 3)
      let least = plans.map { plan in
        "\(plan.conditions.leastDots)" + (plans.count > 1 ? " for \(Self.distance(plan)) mm" : "")
      }.joined(separator: ", ")
      parts.append(
        "\nat \(resolution) (a dot is \(dot) mm): dots per module at least \(least)\n"
          + (plans.count > 1 ? levels(plans) : levels(plans[0])) + labels(plans))
    }
    return parts.joined()
  }

  /// Millimetres.
  private static func distance(_ plan: PrintPlan) -> String {
    DecimalText.short(plan.conditions.distance, decimals: 1)
  }

  /// A table with columns for each distance.
  private func levels(_ plans: [PrintPlan]) -> String {
    let indent = "".padded(to: 25)
    var lines = [
      indent + plans.map { "  " + "from \(Self.distance($0)) mm".padded(to: 23) }.joined(),
      "  level  version  modules" + plans.map { _ in "  dots  module   printed " }.joined(),
    ]
    for (index, row) in plans[0].levels.enumerated() {
      var line =
        "  "
        + [row.level.letter.padded(to: 5), "\(row.version)".padded(to: 7), "\(row.modules)".padded(to: 7)]
        .joined(separator: "  ")
      for row in plans.map({ $0.levels[index] }) {
        line += "  \(row.dots)".padded(to: 6) + "  \(size(row.moduleSize, 2)) mm"
        line += "  " + "\(size(row.printedSize, 1)) mm".padded(to: 8)
      }
      lines.append(line)
    }
    return lines.map { $0.replacing(/\ +$/, with: "") + "\n" }.joined()
  }

  private func size(_ value: Double, _ decimals: Int) -> String {
    DecimalText.fixed(value, decimals: decimals)
  }

  private func levels(_ plan: PrintPlan) -> String {
    var lines = ["  level  version  modules  dots  module   printed   scans from"]
    for row in plan.levels {
      let cells = [
        row.level.letter.padded(to: 5), "\(row.version)".padded(to: 7), "\(row.modules)".padded(to: 7),
        "\(row.dots)".padded(to: 4), "\(DecimalText.fixed(row.moduleSize, decimals: 2)) mm",
        "\(DecimalText.fixed(row.printedSize, decimals: 1)) mm".padded(to: 8),
        "up to \(Int(row.furthestDistance)) mm",
      ]
      lines.append("  " + cells.joined(separator: "  "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func labels(_ plans: [PrintPlan]) -> String {
    stocks.map { stock in "  \(verdict(plans, stock))\n" }.joined()
  }

  /// Describes the symbol on a label, with remedies if it is too small.
  private func verdict(_ plans: [PrintPlan], _ stock: LabelStock) -> String {
    let plan = plans[0]
    guard let fit = plan.fit(on: stock, at: level) else { return "" }
    let head = "\(stock.name) (\(stock.label)): "
    if fit.isLargeEnough {
      var rest = ""
      if let further = plans.first(where: { !($0.fit(on: stock, at: level)?.isLargeEnough ?? true) }) {
        rest =
          "; for \(Int(further.conditions.distance)) mm "
          + further.remedies(
            for: stock, at: level, shorter: shorter, isDistanceFixed: true, names: PrintParameter.options
          ).joined(separator: ", or ")
      }
      let distance = Int(plan.conditions.furthestDistance(fit.dots))
      let size = DecimalText.fixed(fit.printedSize, decimals: 1)
      return head + "level \(level.letter) fits, up to \(fit.dots) dots per module, \(size) mm, "
        + "scans from up to \(distance) mm" + rest
    }
    let dots = fit.dots == 0 ? "not even 1 dot" : fit.dots == 1 ? "only 1 dot" : "only \(fit.dots) dots"
    return head + "\(dots) per module at level \(level.letter): "
      + plan.remedies(for: stock, at: level, shorter: shorter, names: PrintParameter.options).joined(separator: ", or ")
  }

  var json: String {
    let values = plans.joined().map { plan -> JSONValue in
      [
        "dpi": .number(plan.conditions.resolution.dotsPerInch), "bytes": .number(plan.bytes),
        "distance_mm": .number(plan.conditions.distance), "least_dots": .number(plan.conditions.leastDots),
        "levels": .array(
          plan.levels.map {
            [
              "level": .string($0.level.letter), "version": .number($0.version.number), "modules": .number($0.modules),
              "module_dots": .number($0.dots), "module_mm": .number($0.moduleSize, decimals: 3),
              "size_mm": .number($0.printedSize, decimals: 3),
              "furthest_mm": .number($0.furthestDistance, decimals: 3),
            ]
          }),
        "labels": .array(
          stocks.compactMap { stock in
            plan.fit(on: stock, at: level).map { fit in
              [
                "stock": .string(stock.name), "level": .string(level.letter), "module_dots": .number(fit.dots),
                "size_mm": .number(fit.printedSize, decimals: 3),
                "is_large_enough": .boolean(fit.isLargeEnough),
                "remedies": .array(
                  fit.isLargeEnough
                    ? []
                    : plan.remedies(for: stock, at: level, shorter: shorter, names: PrintParameter.options).map {
                      .string($0)
                    }),
              ]
            }
          }),
      ]
    }
    return values.map { "\($0)\n" }.joined()
  }
}
