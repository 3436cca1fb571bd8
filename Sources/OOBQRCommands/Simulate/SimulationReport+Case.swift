import HandsetSimulation
import TextFormats

/// One case alone: as a story, or as JSON.
extension SimulationReport {
  /// One case in full: steps, source, confidence.
  func story(_ story: VerdictTable.Case) -> String {
    var lines = ["\(story.name) on \(story.handset): \(story.verdict.outcome.rawValue)"]
    lines += steps(story.verdict.steps, rule: story.verdict.rule, indentedBy: "  ")
    lines += story.verdict.reports.map { "  but: \($0.what) (\($0.source))" }
    if let remedy = story.verdict.remedy { lines.append("  fix: \(remedy)") }
    if let landing = story.landing {
      lines.append("  afterwards: \(landing.place.rawValue)")
      lines += steps(landing.steps, rule: landing.rule, indentedBy: "    ")
      if let remedy = landing.remedy { lines.append("    fix: \(remedy)") }
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
    return "\(step.sources.joined(separator: "; ")) [\(words.joined(separator: ", "))]"
  }

  private static func json(_ steps: [Verdict.Step]) -> JSONValue {
    .array(
      steps.map {
        [
          "text": .string($0.text), "source": .array($0.sources.map { .string($0) }),
          "confidence": .string($0.confidence.rawValue),
        ]
      })
  }

  func json(_ one: VerdictTable.Case) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("path", .string(path)), .init("message", .string(table.message.kind.rawValue)),
      .init("handset", .string("\(one.handset)")),
      .init("program", one.entry.program.map { .string($0.id) } ?? "push"), .init("entry", .string(one.entry.word)),
      .init("app_installed", .boolean(one.handset.hasApp)),
      .init("links_verified", .boolean(one.handset.hasVerifiedLinks)),
      .init("google_services", .boolean(one.handset.hasGoogleServices)),
      .init("verdict", .string(one.verdict.outcome.rawValue)),
      .init("steps", Self.json(one.verdict.steps)),
      .init("rule", one.verdict.rule.map { .string($0) } ?? .null),
      .init("source", .array(one.verdict.sources.map { .string($0) })),
      .init("confidence", .string(one.verdict.confidence.rawValue)),
      .init("instead", one.verdict.remedy.map { .string($0) } ?? .null),
      .init(
        "reports",
        .array(
          one.verdict.reports.map {
            ["outcome": .string($0.outcome.rawValue), "what": .string($0.what), "source": .string($0.source)]
          })),
    ]
    if let landing = one.landing {
      members.append(
        .init(
          "afterwards",
          [
            "landing": .string(landing.place.rawValue), "steps": Self.json(landing.steps),
            "rule": landing.rule.map { .string($0) } ?? .null, "source": .array(landing.sources.map { .string($0) }),
            "confidence": .string(landing.confidence.rawValue), "instead": landing.remedy.map { .string($0) } ?? .null,
          ]))
    }
    return .object(members)
  }
}
