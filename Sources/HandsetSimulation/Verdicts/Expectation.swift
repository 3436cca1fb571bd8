/// What a verdict is expected to be: one outcome, or any that reaches the app.
///
/// ```swift
/// Expectation("reaches-app")?.holds(for: .chooser)  // true
/// Expectation("opens-app")?.holds(for: .chooser)    // false
/// ```
public enum Expectation: Hashable, Sendable, CustomStringConvertible {
  case outcome(Verdict.Outcome)
  case reachesApp

  /// Returns the expectation of a word, which is `reaches-app` or an outcome's raw value; `nil` for any other.
  public init?(_ word: String) {
    if word == "reaches-app" {
      self = .reachesApp
    } else if let outcome = Verdict.Outcome(rawValue: word) {
      self = .outcome(outcome)
    } else {
      return nil
    }
  }

  /// Every expectation, `reaches-app` first.
  public static let all = [.reachesApp] + Verdict.Outcome.allCases.map(Expectation.outcome)

  /// The word for it.
  public var description: String {
    switch self {
    case .outcome(let outcome): outcome.rawValue
    case .reachesApp: "reaches-app"
    }
  }

  /// Whether an outcome is as expected.
  public func holds(for outcome: Verdict.Outcome) -> Bool {
    switch self {
    case .outcome(let expected): outcome == expected
    case .reachesApp: outcome.reachesApp
    }
  }
}
