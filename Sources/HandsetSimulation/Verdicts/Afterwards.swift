/// What happens after the operation: where the user is then.
public struct Afterwards: Hashable, Sendable, Codable {
  public let place: Place
  /// What happens, in order.
  public let steps: [Verdict.Step]
  /// The catalogue's rule, or `nil` when none applies.
  public let rule: String?
  /// What would make it work, when it does not.
  public let remedy: String?

  /// The sources of all steps, each once.
  public var sources: [String] { steps.sources }
  /// That of the weakest step.
  public var confidence: Verdict.Confidence { steps.confidence }

  /// Where the user is after the operation.
  public enum Place: String, Hashable, Sendable, CaseIterable, Codable {
    /// The callback's target.
    case target
    /// The app's own screen.
    case stays
    /// The app that was used before.
    case previousApp = "previous-app"
    /// No source says.
    case unknown
  }
}
