public import OutOfBand
import TextFormats

/// Returns verdicts on messages: a small engine over the rules of a catalogue.
///
/// ```swift
/// let simulator = Simulator()
/// let link = "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=…"
/// let camera = try simulator.catalogue.scan("android-camera")
/// simulator.verdict(on: link, camera, .android(14)).outcome  // .notForwarded
/// ```
/// It never claims more than the catalogue's sources say: a case that no rule covers is ``Verdict/Outcome/unknown``.
public struct Simulator: Sendable {
  public var catalogue: Catalogue
  /// What the app allows; `nil` when that is not known.
  public var policy: TrustPolicy?
  /// The vendor's documents to follow where they disagree.
  ///
  /// AA-2.4 recommends custom URIs, so its remedies keep them where they can, and it describes callbacks in custom URIs
  /// only. It is silent on cameras: what AA-2.8 says of them holds under both.
  public var documents: MessageCheck.Documents

  public init(
    _ catalogue: Catalogue = .builtIn, policy: TrustPolicy? = nil, documents: MessageCheck.Documents = .access28
  ) {
    (self.catalogue, self.policy, self.documents) = (catalogue, policy, documents)
  }

  /// Returns the verdict on a message that meets a phone.
  public func verdict(on message: [UInt8], _ entry: Entry, _ handset: Handset) -> Verdict {
    verdict(on: SimulatedMessage(message, policy: policy, documents: documents), entry, handset)
  }

  /// Returns the verdict on a link, or another message in UTF-8, that meets a phone.
  public func verdict(on text: String, _ entry: Entry, _ handset: Handset) -> Verdict {
    verdict(on: Array(text.utf8), entry, handset)
  }

  /// Returns the verdict on a message that has been examined already: cheaper for many cases.
  public func verdict(on message: SimulatedMessage, _ entry: Entry, _ handset: Handset) -> Verdict {
    if let program = entry.program, !program.runs(on: handset) {
      let step = Verdict.Step.inferred("\(program.name) does not run on \(handset).", program.sources)
      return Verdict(outcome: .notPossible, steps: [step])
    }
    if case .scan = entry, let fault = message.symbolFault {
      let step = Verdict.Step.inferred("Phones may not read the symbol: \(fault.message).", fault.rule.sources)
      return Verdict(outcome: .unknown, steps: [step], remedy: "\(fault.rule.code): \(fault.remedy)")
    }
    let attributes = CaseAttributes(message, entry, handset)
    guard let answer = message.denial ?? handset.linkAnswer, handset.hasApp, message.isLinkOfTheApp,
      entry.handsLinksToTheSystem
    else {
      return verdict(on: message, as: attributes, entry, handset)
    }
    return verdict(on: message, by: answer, attributes, entry, handset)
  }

  /// What the catalogue says of a case.
  func verdict(
    on message: SimulatedMessage, as attributes: CaseAttributes, _ entry: Entry, _ handset: Handset
  ) -> Verdict {
    var assumed = catalogue.assumedVersion(of: handset)
    // A rule about the later version itself, which a user has added, needs no assumption.
    if let newest = assumed, let own = catalogue.rule(for: attributes, version: handset.version),
      own.versions.lowerBound > newest
    {
      assumed = nil
    }
    let version = assumed ?? handset.version
    guard let rule = catalogue.rule(for: attributes, version: version) else {
      return unknown(message, entry, handset, assumed: assumed)
    }
    let reports = rule.reports(for: attributes, version: version)
    let steps = rule.steps + assumption(assumed, of: handset) + Self.oddity(of: message, under: rule)
    if rule.outcome.reachesApp, let refusal = message.refusal(on: handset.system) {
      return Verdict(
        outcome: .refused, steps: steps + [.inferred(refusal.step, refusal.sources)], rule: rule.id,
        remedy: refusal.remedy, reports: reports, assumedVersion: assumed)
    }
    var remedy = catalogue.remedy(for: attributes, under: rule, version: version, documents: documents)
    // Getting to the app is not enough when the app refuses what it gets.
    if let refusal = message.refusal(on: handset.system), let way = remedy { remedy = "\(refusal.remedy); then \(way)" }
    return Verdict(
      outcome: rule.outcome, steps: steps, rule: rule.id, remedy: remedy, reports: reports,
      assumedVersion: assumed)
  }

  /// The step that says that a rule's sources do not speak of such a link.
  private static func oddity(of message: SimulatedMessage, under rule: Catalogue.Rule) -> [Verdict.Step] {
    guard let oddity = message.oddity, rule.outcome.reachesApp, rule.conditions["scheme"] == nil else { return [] }
    return [.inferred("No source says whether this holds for \(oddity).")]
  }

  /// The step of a phone that is later than any that sources are about.
  private func assumption(_ version: Int?, of handset: Handset) -> [Verdict.Step] {
    guard let version else { return [] }
    let text =
      catalogue.laterVersions(of: handset.system).contains(handset.version)
      ? "No source names \(handset); it is simulated as \(handset.system.name) \(version), and no report of a change was found."
      : "\(handset) is simulated as \(handset.system.name) \(version), the newest known version."
    return [.inferred(text)]
  }

  /// Returns where the user is after the operation.
  ///
  /// - Parameters:
  ///   - message: The exact bytes.
  ///   - kind: How the operation ended.
  ///   - handset: The phone.
  ///   - isTargetInstalled: Whether something on the phone opens the callback's URL.
  public func afterwards(
    of message: SimulatedMessage, _ kind: CallbackURL.Kind, _ handset: Handset, isTargetInstalled: Bool = true
  ) -> Afterwards {
    let callback = message.callbacks.first { $0.url.kind == kind }
    let isAllowed = callback.map { policy?.allows(callback: URLText($0.url.text)) ?? true } ?? true
    var attributes = CaseAttributes()
    attributes[.os] = handset.system.rawValue
    attributes[.end] = kind.rawValue
    attributes[.callback] =
      callback == nil
      ? "absent"
      : callback?.fault != nil
        ? "malformed" : !isAllowed ? "not-allowed" : isTargetInstalled ? "opens" : "not-installed"
    if callback != nil, message.kind == .link, documents == .access24 {
      let text = "AA-2.4 has callbacks in custom URIs only; it does not say what the app does with one in an app link."
      return Afterwards(
        place: .unknown, steps: [Verdict.Step(text: text, sources: ["AA-2.4"], confidence: .vendor)], rule: nil,
        remedy: "carry the callback in a custom URI")
    }
    let assumed = catalogue.assumedVersion(of: handset)
    let rules = catalogue.afterwards
    guard let rule = rules.first(where: { $0.applies(to: attributes, version: assumed ?? handset.version) }) else {
      let step = Verdict.Step(text: "No source says where the user is then.", sources: [], confidence: .none)
      return Afterwards(place: .unknown, steps: [step], rule: nil, remedy: nil)
    }
    let steps = rule.steps + caveats(on: callback, in: message) + assumption(assumed, of: handset)
    return Afterwards(
      place: Afterwards.Place(rawValue: rule.result) ?? .unknown, steps: steps, rule: rule.id,
      remedy: callback?.fault.map { "\($0.rule.code): \($0.remedy)" } ?? rule.instead)
  }

  /// What the place depends on besides its rule.
  private func caveats(on callback: SimulatedMessage.Callback?, in message: SimulatedMessage) -> [Verdict.Step] {
    guard let callback else { return [] }
    if let fault = callback.fault { return [.inferred("\(fault.rule.code): \(fault.message).", fault.rule.sources)] }
    var caveats: [Verdict.Step] = []
    if let warning = callback.warning {
      caveats.append(
        .inferred(
          "\(warning.rule.code): \(warning.message); the app may open something else.", warning.rule.sources))
    }
    if policy == nil {
      caveats.append(
        Verdict.Step(
          text: "This holds if the target is on the app's allow-list; a policy checks that.",
          sources: ["AA-2.4", "AA-2.8"], confidence: .vendor))
    }
    if message.kind == .link {
      caveats.append(
        .inferred(
          "AA-2.4 describes this for custom URIs; AA-2.8 has callbacks in app links, without describing them.",
          ["AA-2.4", "AA-2.8"]))
    }
    return caveats
  }

  /// Names what would have to be known.
  private func unknown(
    _ message: SimulatedMessage, _ entry: Entry, _ handset: Handset, assumed: Int?
  ) -> Verdict {
    var circumstances: [String] = []
    if !handset.hasApp { circumstances.append("without the app") }
    if message.kind == .link && !handset.hasVerifiedLinks { circumstances.append("without a verified domain") }
    if handset.system == .android && !handset.hasGoogleServices {
      circumstances.append("without Google Play services")
    }
    if entry.isPrivate { circumstances.append("in a private tab") }
    let place = (["on \(handset)"] + circumstances).joined(separator: ", ")
    let who = entry.program?.name ?? "a \(entry.name)"
    let deed = message.kind.words + (entry.isBrowsing && entry.word != "tap" ? " opened by \(entry.word)" : "")
    let step = Verdict.Step(
      text: "No source says what \(who) does with \(deed) \(place).", sources: [], confidence: .none)
    return Verdict(
      outcome: .unknown, steps: [step] + assumption(assumed, of: handset), assumedVersion: assumed)
  }
}

extension Entry {
  /// Whether the system decides which app opens a link: not in the app's own scanner, and not in a push notification.
  fileprivate var handsLinksToTheSystem: Bool { program != nil && program?.id != "access-app" }

  fileprivate var isBrowsing: Bool { if case .browse = self { true } else { false } }
}

extension SimulatedMessage.Kind {
  fileprivate var words: String {
    switch self {
    case .payload: "a payload in base64url"
    case .json: "a payload in JSON"
    case .link: "an app link"
    case .uri: "a custom URI"
    case .opaque: "a URI without '//'"
    case .intent: "an intent URI"
    case .web: "a web address"
    case .other: "a message of this kind"
    case .text: "text"
    }
  }
}
