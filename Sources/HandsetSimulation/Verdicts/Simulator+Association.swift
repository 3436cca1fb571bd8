/// Verdicts on links whose association files are known.
extension Simulator {
  /// The verdict that follows from what the files say: the app takes the link, or does not; where the files do not say, both are
  /// simulated, and only what they have in common is claimed.
  func verdict(
    on message: SimulatedMessage, by answer: Handset.LinkAnswer, _ attributes: CaseAttributes, _ entry: Entry,
    _ handset: Handset
  ) -> Verdict {
    let taking = verdict(on: message, as: attributes.taken(message.kind), entry, handset)
    if answer.outcome == .opens { return taking }
    let leaving = verdict(on: message, as: attributes.left(message.kind), entry, handset)
    if leaving.outcome == taking.outcome { return leaving }
    let isUnknown = answer.outcome == .unknown
    let reason = Verdict.Step(
      text: isUnknown
        ? "The association files do not decide: \(answer.reason)."
        : "The link does not open the app: \(answer.reason).",
      sources: answer.sources, confidence: isUnknown ? .none : .inferred)
    if isUnknown {
      return Verdict(outcome: .unknown, steps: [reason], assumedVersion: taking.assumedVersion)
    }
    let helps = taking.outcome.reachesApp && !leaving.outcome.reachesApp
    return Verdict(
      outcome: leaving.outcome, steps: [reason] + leaving.steps, rule: leaving.rule,
      remedy: helps ? answer.remedy ?? leaving.remedy : leaving.remedy, reports: leaving.reports,
      assumedVersion: leaving.assumedVersion)
  }
}

extension SimulatedMessage {
  /// Whether association files say something of it.
  var isLinkOfTheApp: Bool { [.link, .uri, .opaque, .web].contains(kind) }
}

extension CaseAttributes {
  /// The case in which the system gives the message to the app.
  fileprivate func taken(_ kind: SimulatedMessage.Kind) -> CaseAttributes {
    kind == .web ? changed(by: [.message: "link", .verified: "yes"]) : changed(by: [.verified: "yes"])
  }

  /// The case in which it does not: no app has the scheme, or the host is not verified.
  fileprivate func left(_ kind: SimulatedMessage.Kind) -> CaseAttributes {
    changed(by: [.uri, .opaque].contains(kind) ? [.app: "missing"] : [.verified: "no"])
  }
}
