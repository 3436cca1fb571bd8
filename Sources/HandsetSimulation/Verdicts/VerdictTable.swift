public import OutOfBand
import TextFormats

/// The verdicts on one message for ways in × phones.
///
/// ```swift
/// let message = RecognizedMessage(Array(link.utf8))
/// let table = VerdictTable(message, Simulator(), entries: Catalogue.builtIn.scans)
/// table.cases.count { $0.verdict.outcome.reachesApp }
/// table.answer  // Android 12–16, iOS 17–27: the standard camera opens your app. …
/// ```
public struct VerdictTable: Sendable {
  public let message: SimulatedMessage
  /// The ways in, each with all its phones; a scanner or browser is left out on a phone that it does not run on.
  public let cases: [Case]

  /// One way in on one phone.
  public struct Case: Hashable, Sendable {
    /// What the phone is given.
    public let message: SimulatedMessage.Kind
    public let entry: Entry
    public let handset: Handset
    public let verdict: Verdict
    /// What happens afterwards; `nil` unless that was asked for and the app is reached.
    public let afterwards: Afterwards?
  }

  /// Simulates a message.
  ///
  /// - Parameters:
  ///   - message: What the phone is given.
  ///   - simulator: Whose rules apply.
  ///   - entries: The rows.
  ///   - handsets: The columns.
  ///   - end: How the operation ends, when what happens afterwards is wanted, too.
  ///   - isTargetInstalled: Whether something on the phone opens the callback's URL.
  public init(
    _ message: RecognizedMessage, _ simulator: Simulator, entries: [Entry], handsets: [Handset] = Handset.usual,
    afterwards end: CallbackURL.Kind? = nil, isTargetInstalled: Bool = true
  ) {
    self.init(
      SimulatedMessage(message, .init(policy: simulator.policy, documents: simulator.documents)), simulator,
      entries: entries, handsets: handsets, afterwards: end, isTargetInstalled: isTargetInstalled)
  }

  /// Simulates a message that has been examined.
  public init(
    _ message: SimulatedMessage, _ simulator: Simulator, entries: [Entry], handsets: [Handset] = Handset.usual,
    afterwards end: CallbackURL.Kind? = nil, isTargetInstalled: Bool = true
  ) {
    self.message = message
    cases = entries.flatMap { entry in
      handsets.filter { entry.program?.runs(on: $0) ?? true }.map { handset in
        let verdict = simulator.verdict(on: message, entry, handset)
        let afterwards = end.flatMap { end in
          verdict.outcome.reachesApp
            ? simulator.afterwards(of: message, end, handset, isTargetInstalled: isTargetInstalled) : nil
        }
        return Case(message: message.kind, entry: entry, handset: handset, verdict: verdict, afterwards: afterwards)
      }
    }
  }

  /// The ways in, each once.
  public var rows: [Entry] { cases.map(\.entry).uniqued }
}
