import CommandSupport
import ConfinedReading
import SymbolGrading
import TextFormats

/// How `oobqr scan --grade` prints the quality of a symbol.
struct GradeReport {
  private let grade: ReadSymbol.Grade

  init(_ grade: ReadSymbol.Grade) { self.grade = grade }

  var text: String {
    switch grade {
    case .graded(let grade): Self.lines(grade).map { $0 + "\n" }.joined()
    case .ungradable(let reason): "  not graded: \(reason)\n"
    case .outOfTime: "  not graded: \(Self.outOfTime)\n"
    }
  }

  private static let outOfTime = "the time was over; raise --timeout"

  private static func lines(_ grade: SymbolGrade) -> [String] {
    var lines = ["  grade \(Self.shown(grade.overall)) on the scale of ISO/IEC 15415, from an uncalibrated picture"]
    for parameter in grade.parameters {
      // The parts of fixed pattern damage follow their common grade.
      if parameter.kind == .finderPatterns { lines.append(line("fixed pattern damage", grade.fixedPatternDamage, "")) }
      let name = parameter.kind.rawValue.replacing("_", with: " ").replacing("non uniformity", with: "non-uniformity")
      let note = parameter.kind == .quietZone && grade.quietZoneOutside > 0 ? Self.note(outside: grade) : ""
      lines.append(
        line((parameter.kind.isFixedPattern ? "  " : "") + name, parameter.grade, Self.value(parameter) + note))
    }
    if !grade.parameters.contains(where: { $0.kind == .quietZone }), grade.quietZoneOutside > 0 {
      lines.append("      \(padded("quiet zone"))" + " not graded: all of it is outside the picture")
    }
    let (across, down) = (DecimalText.signedPercent(grade.growthAcross), DecimalText.signedPercent(grade.growthDown))
    lines.append("    \(padded("print growth"))   \(across) across, \(down) down")
    let isCoarse = grade.modulePixels < SymbolGrade.leastModulePixels
    lines.append(
      "    \(padded("pixels per module"))   \(DecimalText.fixed(grade.modulePixels, decimals: 1))"
        + (isCoarse ? "; 5 or more are needed for reliable grades" : ""))
    lines += grade.remedies.map { "  what to do: \($0)" }
    return lines
  }

  private static func line(_ name: String, _ grade: SymbolGrade.Grade, _ value: String) -> String {
    let line = "    \(padded(name)) \(grade)"
    return value.isEmpty ? line : line + " " + value
  }

  private static func padded(_ name: String) -> String { name.padded(to: 24) }

  /// `B (3)`.
  private static func shown(_ grade: SymbolGrade.Grade) -> String { "\(grade) (\(grade.rawValue))" }

  private static func value(_ parameter: SymbolGrade.Parameter) -> String {
    guard let value = parameter.value else { return "" }
    switch parameter.kind.unit {
    case .number: return DecimalText.fixed(value, decimals: 2)
    case .share: return DecimalText.percent(value)
    case .modules: return value == 1 ? "1 module damaged" : "\(Int(value)) modules damaged"
    case .distance: return DecimalText.fixed(value, decimals: 2) + " modules"
    }
  }

  private static func note(outside grade: SymbolGrade) -> String {
    "; \(DecimalText.percent(grade.quietZoneOutside)) of it is outside the picture and not graded"
  }

  // MARK: JSON

  var json: JSONValue {
    switch grade {
    case .graded(let grade): Self.json(grade)
    case .ungradable(let reason): ["refused": .string("\(reason)")]
    case .outOfTime: ["refused": .string(Self.outOfTime)]
    }
  }

  private static func json(_ grade: SymbolGrade) -> JSONValue {
    let parameters = grade.parameters.map { parameter -> JSONValue.Member in
      let members: JSONValue = [
        "grade": .number(parameter.grade.rawValue),
        "value": .optional(parameter.value.map { .number($0, decimals: 3) }),
      ]
      return .init(parameter.kind.rawValue, members.withoutNulls)
    }
    return [
      "overall": .number(grade.overall.rawValue), "letter": .string("\(grade.overall)"), "standard": "ISO/IEC 15415",
      "calibrated": .boolean(false), "parameters": .object(parameters),
      "fixed_pattern_damage": .number(grade.fixedPatternDamage.rawValue),
      "print_growth": [
        "across": .number(grade.growthAcross, decimals: 3), "down": .number(grade.growthDown, decimals: 3),
      ],
      "pixels_per_module": .number(grade.modulePixels, decimals: 3),
      "quiet_zone_outside": .number(grade.quietZoneOutside, decimals: 3),
      "light_on_dark": .boolean(grade.isLightOnDark), "remedies": .strings(grade.remedies.map { "\($0)" }),
    ]
  }
}
