public import OutOfBand
import TextFormats

/// Says what a phone does with a message: a small engine over the rules of a catalogue.
///
/// ```swift
/// let simulator = Simulator()
/// let link = "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=…"
/// simulator.verdict(on: Array(link.utf8), .scan(scanner: "android-camera"), .android(14)).outcome  // .notForwarded
/// ```
/// It never claims more than the catalogue's sources say: a case that no rule covers is ``Verdict/Outcome/unknown``.
public struct Simulator: Sendable {
  public var catalogue: Catalogue
  /// What the app allows; `nil` when that is not known.
  public var policy: TrustPolicy?

  public init(_ catalogue: Catalogue = .builtIn, policy: TrustPolicy? = nil) {
    self.catalogue = catalogue
    self.policy = policy
  }

  /// The verdict on a message that meets a phone.
  public func verdict(on message: [UInt8], _ entry: Entry, _ handset: Handset) -> Verdict {
    verdict(on: SimulatedMessage(message, policy: policy), entry, handset)
  }

  /// The verdict on a message that has been looked at already: cheaper for many cases.
  public func verdict(on message: SimulatedMessage, _ entry: Entry, _ handset: Handset) -> Verdict {
    let facts = facts(message, entry, handset)
    guard let rule = catalogue.rules.first(where: { $0.applies(to: facts, version: handset.version) }) else {
      return unknown(facts, handset)
    }
    let outcome = Verdict.Outcome(rawValue: rule.result) ?? .unknown
    if outcome.reachesApp, let refusal = message.refusal {
      return Verdict(
        outcome: .refused, steps: rule.steps + [refusal.step], rule: rule.id, sources: rule.sources + refusal.sources,
        confidence: .inferred, remedy: refusal.remedy, reports: rule.reports)
    }
    return Verdict(
      outcome: outcome, steps: rule.steps, rule: rule.id, sources: rule.sources, confidence: rule.confidence,
      remedy: rule.remedy, reports: rule.reports)
  }

  /// Where the user lands after the operation.
  ///
  /// - Parameters:
  ///   - kind: How the operation ended.
  ///   - isTargetInstalled: Whether something on the phone opens the callback's URL.
  public func landing(
    of message: SimulatedMessage, after kind: CallbackURL.Kind, _ handset: Handset, isTargetInstalled: Bool = true
  ) -> Landing {
    let callback = message.callbacks.first { $0.kind == kind }
    let isAllowed = callback.map { policy?.allows(callback: URLText($0.text)) ?? true } ?? true
    var caveats: [String] = []
    if callback != nil && policy == nil {
      caveats.append("This holds if the target is on the app's allow-list; a policy checks that.")
    }
    if callback != nil && message.kind == "link" {
      caveats.append(
        "AA-2.4 describes this for custom URIs; AA-2.8 has callbacks in app links, too, without describing them anew.")
    }
    let state = callback == nil ? "absent" : !isAllowed ? "not-allowed" : isTargetInstalled ? "opens" : "not-installed"
    var facts = CaseAttributes()
    facts["os"] = handset.system.rawValue
    facts["end"] = kind.rawValue
    facts["callback"] = state
    guard let rule = catalogue.afterwards.first(where: { $0.applies(to: facts, version: handset.version) }) else {
      return Landing(
        place: .unknown, steps: ["No source says where the user lands."], rule: nil, sources: [], confidence: .none,
        remedy: nil)
    }
    return Landing(
      place: Landing.Place(rawValue: rule.result) ?? .unknown, steps: rule.steps + caveats, rule: rule.id,
      sources: rule.sources,
      confidence: rule.confidence, remedy: rule.remedy)
  }

  private func facts(_ message: SimulatedMessage, _ entry: Entry, _ handset: Handset) -> CaseAttributes {
    var facts = CaseAttributes()
    facts["os"] = handset.system.rawValue
    facts["message"] = message.kind
    facts["app"] = handset.hasApp ? "installed" : "missing"
    facts["verified"] = handset.hasVerifiedLinks ? "yes" : "no"
    facts["google"] = handset.hasGoogleServices ? "yes" : "no"
    facts["operation"] = message.isOutOfBand ? "yes" : "no"
    facts["redeem"] = message.isRegistration ? "registration" : "other"
    facts["userinfo"] = message.hasUserinfo ? "yes" : "no"
    switch entry {
    case .scan(let scanner):
      facts["entry"] = "scan"
      facts["scanner"] = scanner
    case .browse(let browser, let trigger, let onSameDomain):
      facts["entry"] = trigger.rawValue
      facts["browser"] = browser
      facts["page"] = onSameDomain ? "same-domain" : "other-domain"
    case .push: facts["entry"] = "push"
    }
    return facts
  }

  /// Names the rule that comes nearest, without taking its verdict.
  private func unknown(_ facts: CaseAttributes, _ handset: Handset) -> Verdict {
    let candidates = catalogue.rules.filter { $0.conditions["entry"]?.contains(facts["entry"]) ?? true }
    let nearest = candidates.map { ($0, $0.misses(facts, version: handset.version)) }.min { $0.1 < $1.1 }?.0
    let hint = nearest.map { ["The nearest known case is '\($0.id)': \($0.result)."] } ?? []
    return Verdict(
      outcome: .unknown, steps: ["No source says what happens."] + hint, rule: nil, sources: [], confidence: .none,
      remedy: nil,
      reports: [])
  }
}
