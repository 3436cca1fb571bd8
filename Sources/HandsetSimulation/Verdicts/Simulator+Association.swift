/// Verdicts on links whose association files are known.
extension Simulator {
  /// The verdict that follows from what the files say: the app takes the link, or does not; where the files do not say, each is
  /// simulated, and only what they have in common is claimed.
  func verdict(
    on message: SimulatedMessage, by answer: Handset.LinkAnswer, _ attributes: CaseAttributes, _ entry: Entry,
    _ handset: Handset
  ) -> Verdict {
    let taking = verdict(on: message, as: attributes.taken(message.kind), entry, handset)
    let unverified = verdict(on: message, as: attributes.unverified(message.kind), entry, handset)
    let untaken = verdict(on: message, as: attributes.changed(by: [.app: "missing", .verified: "no"]), entry, handset)
    let leaving: Verdict
    switch answer.outcome {
    case .opens: return taking
    case .isNotVerified: leaving = unverified
    case .isNotTaken: leaving = untaken
    case .unknown:
      if unverified.outcome == taking.outcome, untaken.outcome == taking.outcome { return taking }
      let reason = Verdict.Step(
        text: "The association files do not decide: \(answer.reason).", sources: answer.sources, confidence: .none)
      return Verdict(outcome: .unknown, steps: [reason], assumedVersion: taking.assumedVersion)
    }
    // Then the files are not what keeps the link from the app.
    if leaving.outcome == taking.outcome { return taking }
    let reason = Verdict.Step.inferred("The link does not open the app: \(answer.reason).", answer.sources)
    let isRefused = taking.outcome == .refused
    let helps = (taking.outcome.reachesApp || isRefused) && !leaving.outcome.reachesApp
    let ways = [answer.remedy ?? leaving.remedy, isRefused ? taking.remedy : nil].compactMap(\.self)
    return Verdict(
      outcome: leaving.outcome, steps: [reason] + leaving.steps, rule: leaving.rule,
      remedy: helps && !ways.isEmpty ? ways.joined(separator: "; then ") : leaving.remedy, reports: leaving.reports,
      assumedVersion: leaving.assumedVersion)
  }
}

extension SimulatedMessage {
  /// Whether association files say something of it.
  package var isLinkOfTheApp: Bool { [.link, .uri, .opaque, .web].contains(kind) }
}

extension CaseAttributes {
  /// The case in which the system gives the message to the app.
  fileprivate func taken(_ kind: SimulatedMessage.Kind) -> CaseAttributes {
    kind == .web ? changed(by: [.message: "link", .verified: "yes"]) : changed(by: [.verified: "yes"])
  }

  /// The case in which the host is not verified; a scheme that the app does not have is nobody's.
  fileprivate func unverified(_ kind: SimulatedMessage.Kind) -> CaseAttributes {
    changed(by: [.uri, .opaque].contains(kind) ? [.app: "missing"] : [.verified: "no"])
  }
}
