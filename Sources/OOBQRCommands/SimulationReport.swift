import HandsetSimulation
import OutOfBand
import TextFormats

/// The verdicts on one message, ready to be printed.
struct SimulationReport {
  var path: String
  var subject: SimulatedMessage
  var cases: [Case]
  private let usesColor: Bool

  /// The verdicts on a message for all phones and ways in; a scanner or browser is left out on a phone it does not run on.
  init(
    _ message: [UInt8], named path: String, _ simulator: Simulator,
    _ entries: [(program: Catalogue.Program?, entry: Entry)], _ handsets: [Handset], then: CallbackURL.Kind? = nil,
    isTargetInstalled: Bool = true
  ) {
    let subject = SimulatedMessage(message, policy: simulator.policy)
    (self.path, self.subject) = (path, subject)
    usesColor = Console.current.usesColor && Console.current.terminalColumns != nil
    cases = entries.flatMap { program, entry in
      handsets.filter { program?.runs(on: $0) ?? true }.map { handset in
        let verdict = simulator.verdict(on: subject, entry, handset)
        let landing = then.flatMap { kind in
          verdict.outcome.reachesApp
            ? simulator.landing(of: subject, after: kind, handset, isTargetInstalled: isTargetInstalled) : nil
        }
        return Case(program: program, entry: entry, handset: handset, verdict: verdict, landing: landing)
      }
    }
  }

  struct Case {
    var program: Catalogue.Program?
    var entry: Entry
    var handset: Handset
    var verdict: Verdict
    var landing: Landing?
  }

  /// One row for each scanner or browser, one column for each phone.
  var table: String {
    var text = ""
    for system in Handset.OperatingSystem.allCases {
      let here = cases.filter { $0.handset.system == system }
      guard !here.isEmpty else { continue }
      var handsets: [Handset] = []
      for handset in here.map(\.handset) where !handsets.contains(handset) { handsets.append(handset) }
      var names: [String] = []
      for name in here.map({ name($0) }) where !names.contains(name) { names.append(name) }
      let width = (names.map(\.count).max() ?? 0) + 2
      text += "  " + "".padded(to: width) + handsets.map { "\($0)".padded(to: 12) }.joined().trimmed() + "\n"
      for name in names {
        let cells = handsets.map { handset in
          here.first { $0.handset == handset && self.name($0) == name }.map { colored($0.verdict.outcome) }
            ?? "".padded(to: 12)
        }
        text += "  " + name.padded(to: width) + cells.joined().trimmed() + "\n"
      }
    }
    return text + advice
  }

  /// What would make it work, said once for each cause.
  private var advice: String {
    var remedies: [String] = []
    for remedy in cases.filter({ !$0.verdict.outcome.reachesApp }).compactMap(\.verdict.remedy)
    where !remedies.contains(remedy) {
      remedies.append(remedy)
    }
    return remedies.isEmpty ? "" : "  to change: " + remedies.prefix(3).joined(separator: "; or ") + "\n"
  }

  /// One case in full: steps, source, confidence.
  func story(_ story: Case) -> String {
    var lines = ["\(name(story)) on \(story.handset): \(story.verdict.outcome.rawValue)"]
    lines += story.verdict.steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    lines.append("  source: \(sources(story.verdict.sources, story.verdict.confidence, story.verdict.rule))")
    lines += story.verdict.reports.map { "  but: \($0.what) (\($0.source))" }
    if let remedy = story.verdict.remedy { lines.append("  to change: \(remedy)") }
    if let landing = story.landing {
      lines.append("  afterwards: \(landing.place.rawValue)")
      lines += landing.steps.enumerated().map { "    \($0.offset + 1). \($0.element)" }
      lines.append("    source: \(sources(landing.sources, landing.confidence, landing.rule))")
      if let remedy = landing.remedy { lines.append("    to change: \(remedy)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func sources(_ sources: [String], _ confidence: Verdict.Confidence, _ rule: String?) -> String {
    guard let rule else { return "none" }
    return "\(sources.joined(separator: "; ")) [\(confidence.rawValue), rule \(rule)]"
  }

  func json(_ one: Case) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("path", .string(path)), .init("message", .string(subject.kind)),
      .init("handset", .string("\(one.handset)")),
      .init("program", one.program.map { .string($0.id) } ?? "push"), .init("entry", .string(Self.word(one.entry))),
      .init("app_installed", .boolean(one.handset.hasApp)),
      .init("links_verified", .boolean(one.handset.hasVerifiedLinks)),
      .init("google_services", .boolean(one.handset.hasGoogleServices)),
      .init("verdict", .string(one.verdict.outcome.rawValue)),
      .init("steps", .array(one.verdict.steps.map { .string($0) })),
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
            "landing": .string(landing.place.rawValue), "steps": .array(landing.steps.map { .string($0) }),
            "rule": landing.rule.map { .string($0) } ?? .null, "source": .array(landing.sources.map { .string($0) }),
            "confidence": .string(landing.confidence.rawValue), "instead": landing.remedy.map { .string($0) } ?? .null,
          ]))
    }
    return .object(members)
  }

  private static func word(_ entry: Entry) -> String {
    switch entry {
    case .scan: "scan"
    case .browse(_, let trigger, _): trigger.rawValue
    case .push: "push"
    }
  }

  func name(_ one: Case) -> String { one.program?.name ?? "push notification" }

  /// A cell, green where the user gets to the app, red where not, on a terminal that wants colours.
  private func colored(_ outcome: Verdict.Outcome) -> String {
    let cell = outcome.word.padded(to: 12)
    guard usesColor else { return cell }
    let code = outcome.reachesApp ? 32 : outcome == .unknown ? 33 : 31
    return "\u{1B}[\(code)m\(outcome.word)\u{1B}[0m" + String(repeating: " ", count: cell.count - outcome.word.count)
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate func trimmed() -> String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}
