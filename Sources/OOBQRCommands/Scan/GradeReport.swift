import Imaging
import QRScanning
import SymbolGrading
import TextFormats

/// How `oobqr scan --grade` prints the quality of a symbol.
struct GradeReport: Sendable {
  /// Why a symbol has no grade.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case ungradable(SymbolGradingError)
    case outOfTime

    var description: String {
      switch self {
      case .ungradable(let reason): "\(reason)"
      case .outOfTime: "the time was over; raise --timeout"
      }
    }
  }

  let result: Result<SymbolGrade, Refusal>

  /// - Parameter end: When symbols are no longer graded; `nil` for never.
  init(_ detection: Detection, in image: GrayImage, until end: ContinuousClock.Instant? = nil) {
    if let end, ContinuousClock.now > end {
      result = .failure(.outOfTime)
      return
    }
    result = Result { () throws(SymbolGradingError) in try SymbolGrade(of: detection, in: image) }
      .mapError { .ungradable($0) }
  }

  /// Whether there was no time to grade the symbol.
  var isMissing: Bool { if case .failure(.outOfTime) = result { true } else { false } }

  // MARK: Numbers

  /// The refusals by number, from 1 on.
  private static let refusals = [Refusal.outOfTime] + SymbolGradingError.allCases.map { .ungradable($0) }

  /// The number of the refusal, or 0 and the grade, to leave the jail.
  var numbers: [Double] {
    switch result {
    case .success(let grade): [0] + grade.numbers
    case .failure(let refusal): [Double((Self.refusals.firstIndex(of: refusal) ?? 0) + 1)]
    }
  }

  /// - Parameter numbers: As in ``numbers``; the result is `nil` for any others.
  init?(numbers: [Double]) {
    guard let number = numbers.first.flatMap(Int.init(exactly:)) else { return nil }
    if number == 0 {
      guard let grade = SymbolGrade(numbers: Array(numbers.dropFirst())) else { return nil }
      result = .success(grade)
    } else {
      guard numbers.count == 1, 1...Self.refusals.count ~= number else { return nil }
      result = .failure(Self.refusals[number - 1])
    }
  }

  // MARK: Text

  var text: String {
    switch result {
    case .success(let grade): Self.lines(grade).map { $0 + "\n" }.joined()
    case .failure(let reason): "  not graded: \(reason)\n"
    }
  }

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
    switch result {
    case .success(let grade): Self.json(grade)
    case .failure(let reason): ["refused": .string("\(reason)")]
    }
  }

  private static func json(_ grade: SymbolGrade) -> JSONValue {
    let parameters = grade.parameters.map { parameter -> JSONValue.Member in
      var members = [JSONValue.Member("grade", .number(parameter.grade.rawValue))]
      if let value = parameter.value { members.append(.init("value", .number(value, decimals: 3))) }
      return .init(parameter.kind.rawValue, .object(members))
    }
    return .object([
      .init("overall", .number(grade.overall.rawValue)), .init("letter", .string("\(grade.overall)")),
      .init("standard", .string("ISO/IEC 15415")), .init("calibrated", .boolean(false)),
      .init("parameters", .object(parameters)),
      .init("fixed_pattern_damage", .number(grade.fixedPatternDamage.rawValue)),
      .init(
        "print_growth",
        ["across": .number(grade.growthAcross, decimals: 3), "down": .number(grade.growthDown, decimals: 3)]),
      .init("pixels_per_module", .number(grade.modulePixels, decimals: 3)),
      .init("quiet_zone_outside", .number(grade.quietZoneOutside, decimals: 3)),
      .init("remedies", .array(grade.remedies.map { .string("\($0)") })),
    ])
  }
}
