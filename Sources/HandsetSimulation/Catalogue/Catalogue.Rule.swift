import OutOfBand

extension Catalogue {
  /// What happens under some conditions, with sources and confidence.
  public struct Rule: Sendable {
    public let id: String
    public let order: Int
    /// Attribute → the values for which the rule applies.
    public let conditions: [String: Set<String>]
    /// The system's major versions for which it applies.
    public let versions: ClosedRange<Int>
    /// The outcome of a verdict, or the place of what happens afterwards.
    public let result: String
    /// What a verdict of this rule is.
    public let outcome: Verdict.Outcome
    public private(set) var steps: [Verdict.Step]
    /// What a user's rule says would make it work. It is not simulated.
    public let instead: String?
    /// Reports that say otherwise, each with the conditions under which it matters.
    let reports: [ConditionalReport]

    /// The sources of all steps, each once.
    public var sources: [String] { steps.sources }
    /// That of the weakest step.
    public var confidence: Verdict.Confidence { steps.confidence }

    let tests: CaseAttributes.Conditions

    init(
      id: String, order: Int, conditions: [CaseAttributes.Attribute: [String]], versions: ClosedRange<Int>,
      result: String,
      steps: [Verdict.Step], instead: String?, reports: [ConditionalReport]
    ) {
      (self.id, self.order, self.versions, self.result) = (id, order, versions, result)
      outcome = Verdict.Outcome(rawValue: result) ?? .unknown
      (self.steps, self.instead, self.reports, tests) = (steps, instead, reports, .init(conditions))
      self.conditions = Dictionary(
        uniqueKeysWithValues: conditions.map { ($0.name, Set($1)) })
    }

    /// The rule of a user's catalogue: its sources begin with `own: `.
    var own: Rule {
      var rule = self
      rule.steps = steps.map { step in
        let sources = step.sources.map { $0.hasPrefix("own: ") ? $0 : "own: " + $0 }
        return Verdict.Step(text: step.text, sources: sources, confidence: step.confidence)
      }
      return rule
    }

    /// Whether another rule says the same of the same cases.
    func isSame(as other: Rule) -> Bool {
      id == other.id && order == other.order && result == other.result && steps == other.steps
        && conditions == other.conditions && versions == other.versions
    }

    static func sorted(_ rules: [Rule]) -> [Rule] { rules.sorted { ($0.order, $0.id) < ($1.order, $1.id) } }

    func applies(to attributes: CaseAttributes, version: Int) -> Bool {
      versions.contains(version) && tests.hold(for: attributes)
    }

    func reports(for attributes: CaseAttributes, version: Int) -> [Verdict.Report] {
      reports.filter { $0.versions.contains(version) && $0.when.hold(for: attributes) }.map(\.report)
    }

    /// Whether no case fulfils both rules' conditions.
    func excludes(_ other: Rule) -> Bool {
      if !versions.overlaps(other.versions) { return true }
      return conditions.contains { attribute, values in other.conditions[attribute].map(values.isDisjoint) ?? false }
    }
  }

  /// A report with the conditions under which it matters.
  struct ConditionalReport: Sendable {
    let when: CaseAttributes.Conditions
    let versions: ClosedRange<Int>
    let report: Verdict.Report
  }

  /// A change of phone, message or way in that may make a message reach the app.
  struct Remedy: Sendable {
    let id: String
    /// The cases in which the text makes sense.
    let when: CaseAttributes.Conditions
    /// What is different then.
    let change: [CaseAttributes.Attribute: String]
    let text: String
  }

  /// What decides whether a rule applies to a case of its scanner or browser.
  struct Candidate: Sendable {
    let excluded: UInt64
    let versions: ClosedRange<Int>
    let index: Int
  }

  /// The first rule that applies.
  func rule(for attributes: CaseAttributes, version: Int) -> Rule? {
    // One that is not listed has the rules that name neither a scanner nor a browser.
    let candidates = candidates[attributes.program] ?? candidates[nil] ?? []
    return candidates.first { $0.excluded & attributes.bits == 0 && $0.versions.contains(version) }
      .map { rules[$0.index] }
  }

  /// The first remedy that, simulated on the same phone, leads to the app.
  ///
  /// AA-2.4 recommends custom URIs: under it, remedies that keep the message come before those that make an app link of
  /// it, and a custom URI that reaches the app needs none.
  func remedy(
    for attributes: CaseAttributes, under rule: Rule, version: Int, documents: MessageCheck.Documents
  ) -> String? {
    if let instead = rule.instead { return instead }
    guard rule.outcome != .opensApp, rule.outcome != .chooser else { return nil }
    var candidates = remedies
    if documents == .access24 {
      let keeping = remedies.filter { $0.change[.message] != "link" }
      candidates = keeping + (rule.outcome.reachesApp ? [] : remedies.filter { $0.change[.message] == "link" })
    }
    for index in candidates.indices where candidates[index].when.hold(for: attributes) {
      let remedy = candidates[index]
      // Somebody else's message cannot be carried in another form.
      if remedy.change[.message] != nil && attributes[.operation] == "no" { continue }
      let changed = attributes.changed(by: remedy.change)
      guard changed != attributes, let outcome = self.rule(for: changed, version: version)?.outcome else { continue }
      if rule.outcome.reachesApp ? outcome == .opensApp : outcome.reachesApp { return remedy.text }
    }
    return nil
  }
}
