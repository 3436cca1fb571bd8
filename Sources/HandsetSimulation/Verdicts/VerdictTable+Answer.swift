import TextFormats

extension VerdictTable {
  /// The answer in one line: what the standard cameras do, or the only scanner or browser, bad news first; then how many
  /// cases reach the app.
  public var answer: String {
    let reached = cases.count { $0.verdict.outcome.reachesApp }
    let unknown = cases.count { $0.verdict.outcome == .unknown }
    let count = "Reaches the app in \(reached) of \(cases.count.counting("case"))"
    let reach = count + (unknown > 0 ? "; unknown in \(unknown)." : ".")
    return (sentences + [reach] + places).joined(separator: " ")
  }

  /// Where the user is afterwards, when that was asked for.
  private var places: [String] {
    let counts = Afterwards.Place.allCases.compactMap { place -> String? in
      let count = cases.count { $0.afterwards?.place == place }
      return count > 0 ? "\(place.rawValue) in \(count)" : nil
    }
    return counts.isEmpty ? [] : ["Afterwards: \(counts.joined(separator: ", "))."]
  }

  /// What one scanner or browser does on some phones.
  private typealias Run = (name: String, outcome: Verdict.Outcome, cases: [Case])

  private var sentences: [String] {
    let rows = self.rows
    let runs = columns.compactMap { column -> Run? in
      let own = rows.indices.filter { column.cases[$0] != nil }
      guard let index = own.first(where: { rows[$0].isStandardCamera }) ?? (own.count == 1 ? own[0] : nil),
        let outcome = column.cases[index]?.verdict.outcome
      else { return nil }
      let name = rows[index].isStandardCamera ? "the standard camera" : rows[index].name
      return (name, outcome, cases.filter { $0.entry == rows[index] && column.handsets.contains($0.handset) })
    }.grouped { $0.outcome.deed == $1.outcome.deed && $0.name == $1.name }
    let ordered = runs.filter { !$0[0].outcome.reachesApp } + runs.filter { $0[0].outcome.reachesApp }
    return ordered.enumerated().map { index, run in
      let (name, outcome, _) = run[0]
      let subject = index > 0 && ordered[index - 1][0].name == name ? "it" : name
      let deed = message.symbolFault != nil && outcome == .unknown ? "may not read the symbol" : outcome.deed
      return "\(Self.phones(of: run.flatMap(\.cases))): \(subject) \(deed)."
    }
  }
}

extension Verdict.Outcome {
  /// What a scanner or browser does.
  fileprivate var deed: String {
    switch self {
    case .opensApp: "opens your app"
    case .chooser: "lets the user choose your app"
    case .asksPermission: "asks, then opens your app"
    case .refused: "opens your app, which refuses the message"
    case .notPossible: "cannot meet this message"
    case .unknown: "may or may not open your app: no source says"
    case .opensBrowser, .showsText, .webSearch, .notForwarded, .invalidAddress, .storePage: "does not open your app"
    }
  }
}
