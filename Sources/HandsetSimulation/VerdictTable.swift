public import OutOfBand

/// The verdicts on one message for ways in × phones.
///
/// ```swift
/// let table = VerdictTable(Array(link.utf8), Simulator(), entries: Catalogue.builtIn.scans)
/// table.cases.count { $0.verdict.outcome.reachesApp }
/// ```
public struct VerdictTable: Sendable {
  public let message: SimulatedMessage
  /// The ways in, each with all its phones; a scanner or browser is left out on a phone that it does not run on.
  public let cases: [Case]

  /// One way in on one phone.
  public struct Case: Hashable, Sendable {
    public let entry: Entry
    public let handset: Handset
    public let verdict: Verdict
    /// Where the user lands afterwards; `nil` unless that was asked for and the app is reached.
    public let landing: Landing?

    /// The scanner's or browser's name, or `push notification`.
    public var name: String { entry.program?.name ?? "push notification" }
  }

  /// Simulates a message.
  ///
  /// - Parameters:
  ///   - message: What the phone is given.
  ///   - simulator: Whose rules apply.
  ///   - entries: The rows.
  ///   - handsets: The columns.
  ///   - end: How the operation ends, when the landings are wanted, too.
  ///   - isTargetInstalled: Whether something on the phone opens the callback's URL.
  public init(
    _ message: [UInt8], _ simulator: Simulator, entries: [Entry], handsets: [Handset] = Handset.usual,
    then end: CallbackURL.Kind? = nil, isTargetInstalled: Bool = true
  ) {
    let message = SimulatedMessage(message, policy: simulator.policy)
    self.message = message
    cases = entries.flatMap { entry in
      handsets.filter { entry.program?.runs(on: $0) ?? true }.map { handset in
        let verdict = simulator.verdict(on: message, entry, handset)
        let landing = end.flatMap { end in
          verdict.outcome.reachesApp
            ? simulator.landing(of: message, after: end, handset, isTargetInstalled: isTargetInstalled) : nil
        }
        return Case(entry: entry, handset: handset, verdict: verdict, landing: landing)
      }
    }
  }

  /// Phones for which every way in ends in the same way, in the order of their versions.
  public struct Column: Hashable, Sendable {
    public let handsets: [Handset]
    /// One for each of the rows; `nil` where the scanner or browser does not run on these phones.
    public let verdicts: [Verdict?]
  }

  /// The ways in that a system has, as rows.
  public func rows(on system: Handset.OperatingSystem) -> [Entry] {
    var rows: [Entry] = []
    for one in cases where one.handset.system == system && !rows.contains(one.entry) { rows.append(one.entry) }
    return rows
  }

  /// One column for each run of neighbouring phones whose verdicts are the same.
  public func columns(on system: Handset.OperatingSystem) -> [Column] {
    let rows = rows(on: system)
    var columns: [Column] = []
    var seen: [Handset] = []
    for handset in cases.map(\.handset) where handset.system == system && !seen.contains(handset) {
      seen.append(handset)
      let own = rows.map { row in cases.first { $0.handset == handset && $0.entry == row } }
      let verdicts = own.map { $0?.verdict }
      if let last = columns.last,
        zip(last.verdicts, verdicts).allSatisfy({
          $0?.outcome == $1?.outcome && $0?.confidence == $1?.confidence && $0?.remedy == $1?.remedy
        }),
        let first = last.handsets.first,
        own.allSatisfy({ one in
          one == nil
            || cases.first { $0.handset == first && $0.entry == one?.entry }?.landing?.place == one?.landing?.place
        })
      {
        columns[columns.count - 1] = Column(handsets: last.handsets + [handset], verdicts: last.verdicts)
      } else {
        columns.append(Column(handsets: [handset], verdicts: verdicts))
      }
    }
    return columns
  }
}
