extension Handset {
  /// Whether the files of a domain and an app let a link open the app on the phone, and why.
  public struct LinkAnswer: Hashable, Sendable {
    public let outcome: Outcome
    /// A clause.
    public let reason: String
    /// What to do; `nil` when there is nothing, or it is not known.
    public let remedy: String?
    public let sources: [String]

    public init(_ outcome: Outcome, reason: String, remedy: String?, sources: [String]) {
      (self.outcome, self.reason, self.remedy, self.sources) = (outcome, reason, remedy, sources)
    }

    /// Whether the link opens the app.
    public enum Outcome: Hashable, Sendable {
      case opens
      /// The system has no reason to prefer the app; a list of apps may offer it.
      case isNotVerified
      /// The app does not take the link.
      case isNotTaken
      /// The files do not say.
      case unknown
    }
  }
}
