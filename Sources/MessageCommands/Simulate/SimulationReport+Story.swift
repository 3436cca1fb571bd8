import CommandSupport
import HandsetSimulation
import TextFormats

/// One case alone: as a story, or as JSON.
extension SimulationReport {
  /// The case as an object, with the input's name before its members.
  func json(_ one: VerdictTable.Case) -> JSONValue {
    .joining(["path": .string(path)], one.json)
  }

  /// One case in full: steps, source, confidence.
  func story(_ story: VerdictTable.Case) -> String {
    var lines = ["\(story.entry.name) on \(VerdictTable.phones(of: [story])): \(story.verdict.outcome.rawValue)"]
    lines += steps(story.verdict.steps, rule: story.verdict.rule, indentedBy: "  ")
    lines += story.verdict.reports.map { "  contradicting report: \($0.what) (\($0.source))" }
    if let remedy = story.verdict.remedy { lines.append("  fix: \(remedy)") }
    if let afterwards = story.afterwards {
      lines.append("  afterwards: \(afterwards.place.rawValue)")
      lines += steps(afterwards.steps, rule: afterwards.rule, indentedBy: "    ")
      if let remedy = afterwards.remedy { lines.append("    fix: \(remedy)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The steps with their sources: below each step where they differ, else once below all.
  private func steps(_ steps: [Verdict.Step], rule: String?, indentedBy indent: String) -> [String] {
    let isUniform = steps.allSatisfy { $0.sources == steps[0].sources && $0.confidence == steps[0].confidence }
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      lines.append("\(indent)\(index + 1). \(step.text)")
      if !isUniform { lines.append("\(indent)   source: \(Self.source(step))") }
    }
    guard let first = steps.first, !first.sources.isEmpty else { return lines + ["\(indent)source: none"] }
    if isUniform { return lines + ["\(indent)source: \(Self.source(first, rule: rule))"] }
    let weakest = steps.map(\.confidence).min() ?? .none
    return lines + [
      "\(indent)confidence: \(weakest.rawValue), as the weakest step\(rule.map { " [rule \($0)]" } ?? "")"
    ]
  }

  private static func source(_ step: Verdict.Step, rule: String? = nil) -> String {
    let words = [step.confidence.rawValue] + (rule.map { ["rule \($0)"] } ?? [])
    return "\(step.sources.isEmpty ? "none" : step.sources.joined(separator: "; ")) [\(words.joined(separator: ", "))]"
  }
}
