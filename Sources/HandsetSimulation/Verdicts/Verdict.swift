import TextFormats

/// What a phone does with a message, with sources and confidence.
public struct Verdict: Hashable, Sendable, Codable {
  public let outcome: Outcome
  /// What happens, in order.
  public let steps: [Step]
  /// The catalogue's rule, or `nil` when none applies.
  public let rule: String?
  /// What would make it work on the same phone, when it does not; confirmed by simulation.
  public let remedy: String?
  /// Reports that say otherwise.
  public let reports: [Report]
  /// The newest known version, if a phone with a later one was simulated as that version; `nil` otherwise.
  public let assumedVersion: Int?

  private enum CodingKeys: String, CodingKey {
    case outcome = "verdict", steps, rule, remedy, reports, assumedVersion = "as_version"
  }

  init(
    outcome: Outcome, steps: [Step], rule: String? = nil, remedy: String? = nil, reports: [Report] = [],
    assumedVersion: Int? = nil
  ) {
    (self.outcome, self.steps, self.rule) = (outcome, steps, rule)
    (self.remedy, self.reports, self.assumedVersion) = (remedy, reports, assumedVersion)
  }

  /// The sources of all steps, each once.
  public var sources: [String] { steps.sources }
  /// That of the weakest step.
  public var confidence: Confidence { steps.confidence }

  /// One thing that happens, with its sources and confidence.
  public struct Step: Hashable, Sendable, Codable {
    public let text: String
    /// Documents, code or reports that say so; none for what no source says.
    public let sources: [String]
    public let confidence: Confidence

    /// What follows from what is known.
    static func inferred(_ text: String, _ sources: [String] = []) -> Step {
      Step(text: text, sources: sources, confidence: .inferred)
    }
  }

  /// The kinds of verdicts. Their raw values are the words of tables, expectations and JSON.
  public enum Outcome: String, Hashable, Sendable, CaseIterable, Codable {
    case opensApp = "opens-app"
    /// The system lets the user choose among apps.
    case chooser
    case opensBrowser = "opens-browser"
    case asksPermission = "asks-permission"
    case showsText = "shows-text"
    case webSearch = "web-search"
    /// The scanner or browser reads the message and opens nothing.
    case notForwarded = "not-forwarded"
    /// A pop-up that the address is invalid.
    case invalidAddress = "invalid-address"
    case storePage = "store-page"
    /// The app opens and refuses the operation.
    case refused
    /// The case contradicts itself, such as a browser on a system that it does not run on.
    case notPossible = "not-possible"
    /// No source says what happens.
    case unknown

    /// Whether the user reaches the app.
    public var reachesApp: Bool { [.opensApp, .chooser, .asksPermission].contains(self) }
  }

  /// How sure something is.
  public enum Confidence: String, Hashable, Sendable, CaseIterable, Comparable, Codable {
    /// The vendor, or the maker of the system, says so.
    case vendor
    /// The scanner's public source code does so.
    case code
    /// It was observed and reported.
    case field
    /// It follows from what is known.
    case inferred
    /// No source covers it.
    case none

    /// The weaker is the lesser.
    public static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }

    private var rank: Int { -(Self.allCases.firstIndex(of: self) ?? 0) }
  }

  /// A report that contradicts the verdict.
  public struct Report: Hashable, Sendable, Codable {
    public let outcome: Outcome
    public let what: String
    public let source: String

    private enum CodingKeys: String, CodingKey {
      case outcome = "verdict", what = "text", sources
    }

    init(outcome: Outcome, what: String, source: String) {
      (self.outcome, self.what, self.source) = (outcome, what, source)
    }

    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      outcome = try members.decode(Outcome.self, forKey: .outcome)
      what = try members.decode(String.self, forKey: .what)
      source = try members.decode([String].self, forKey: .sources).joined(separator: "; ")
    }

    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
  }
}

extension [Verdict.Step] {
  var sources: [String] { flatMap(\.sources).uniqued }

  var confidence: Verdict.Confidence { map(\.confidence).min() ?? .none }
}
