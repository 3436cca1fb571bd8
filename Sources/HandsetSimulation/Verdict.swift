/// What a phone does with a message, and how we know.
public struct Verdict: Hashable, Sendable {
  public let outcome: Outcome
  /// What happens, in order.
  public let steps: [String]
  /// The catalogue's rule, or `nil` when none applies.
  public let rule: String?
  /// Documents, code or reports that say so.
  public let sources: [String]
  public let confidence: Confidence
  /// What would make it work, when it does not.
  public let remedy: String?
  /// Reports that say otherwise.
  public let reports: [Report]

  /// The kinds of verdicts.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case opensApp = "opens-app"
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
    case unknown

    /// One word for tables.
    public var word: String {
      switch self {
      case .opensApp: "app"
      case .chooser: "chooser"
      case .opensBrowser: "browser"
      case .asksPermission: "asks"
      case .showsText: "text"
      case .webSearch: "search"
      case .notForwarded: "nothing"
      case .invalidAddress: "invalid"
      case .storePage: "store"
      case .refused: "refused"
      case .unknown: "unknown"
      }
    }

    /// Whether the user gets to the app.
    public var reachesApp: Bool { [.opensApp, .chooser, .asksPermission].contains(self) }
  }

  /// How well something is known.
  public enum Confidence: String, Hashable, Sendable, CaseIterable {
    /// The vendor, or the maker of the system, says so.
    case vendor
    /// The scanner's public source code does so.
    case code
    /// Somebody saw it.
    case field
    /// It follows from what is known.
    case inferred
    /// No source covers it.
    case none
  }

  /// A report that contradicts.
  public struct Report: Hashable, Sendable {
    public let outcome: Outcome
    public let what: String
    public let source: String
  }
}

/// Where the user lands after the operation.
public struct Landing: Hashable, Sendable {
  public let place: Place
  public let steps: [String]
  public let rule: String?
  public let sources: [String]
  public let confidence: Verdict.Confidence
  public let remedy: String?

  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// The callback's target.
    case target
    /// The app's own screen.
    case stays
    /// The app that was used before.
    case previousApp = "previous-app"
    case unknown
  }
}
