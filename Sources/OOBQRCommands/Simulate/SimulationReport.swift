import HandsetSimulation

/// How `oobqr simulate` prints the verdicts on one message.
struct SimulationReport {
  var path: String
  var table: VerdictTable
  var usesColor = false

  private typealias Case = VerdictTable.Case

  /// The answer in one line, then a row for each scanner or browser and a column for each run of phones that do the
  /// same, then what to change.
  var text: String {
    var text = answer + "\n"
    let remedies = self.remedies
    for system in Handset.OperatingSystem.allCases {
      let rows = table.rows(on: system)
      if rows.isEmpty { continue }
      let columns = table.columns(on: system)
      let width = (rows.map(\.name.count).max() ?? 0) + 2
      let titles = columns.map { Self.title($0.handsets) }
      let cells = rows.indices.map { row in
        columns.map { cell($0.verdicts[row], landing(rows[row], $0.handsets)) }
      }
      let widths = columns.indices.map { column in
        (cells.map { $0[column].text.count } + [titles[column].count]).max().map { $0 + 2 } ?? 0
      }
      text += "  " + "".padded(to: width) + zip(titles, widths).map { $0.padded(to: $1) }.joined().trimmed() + "\n"
      for (index, row) in rows.enumerated() {
        let marks = remedies.enumerated().filter { _, remedy in
          columns.contains { $0.verdicts[index]?.mendedBy(remedy) == true }
        }.map { "[\($0.offset + 1)]" }
        let shown = zip(cells[index], widths).map { cell, width in
          cell.shown + String(repeating: " ", count: width - cell.text.count)
        }
        text += ("  " + row.name.padded(to: width) + shown.joined() + marks.joined()).trimmed() + "\n"
      }
    }
    for (index, remedy) in remedies.enumerated() { text += "  [\(index + 1)] fix: \(remedy)\n" }
    return text + legend
  }

  /// What the standard cameras do, or the only scanner or browser, bad news first; then how many cases reach the app.
  private var answer: String {
    var runs: [(phones: [String], name: String, outcome: Verdict.Outcome)] = []
    for system in Handset.OperatingSystem.allCases {
      let rows = table.rows(on: system)
      guard let index = rows.firstIndex(where: \.isStandardCamera) ?? (rows.count == 1 ? 0 : nil) else { continue }
      let name = rows[index].isStandardCamera ? "the standard camera" : rows[index].name
      for column in table.columns(on: system) {
        guard let outcome = column.verdicts[index]?.outcome else { continue }
        let phones = Self.title(column.handsets)
        if let same = runs.firstIndex(where: { $0.outcome.deed == outcome.deed && $0.name == name }) {
          runs[same].phones.append(phones)
        } else {
          runs.append(([phones], name, outcome))
        }
      }
    }
    let ordered = runs.filter { !$0.outcome.reachesApp } + runs.filter(\.outcome.reachesApp)
    let sentences = ordered.enumerated().map { index, run in
      let name = index > 0 && ordered[index - 1].name == run.name ? "it" : run.name
      return "\(run.phones.joined(separator: ", ")): \(name) \(run.outcome.deed)."
    }
    let reached = table.cases.count { $0.verdict.outcome.reachesApp }
    let unknown = table.cases.count { $0.verdict.outcome == .unknown }
    let count = "Reaches the app in \(reached) of \(table.cases.count) cases"
    return (sentences + [count + (unknown > 0 ? "; unknown in \(unknown)." : ".")]).joined(separator: " ")
  }

  /// The marks behind the verdicts.
  private var legend: String {
    let used = Verdict.Confidence.allCases.filter { confidence in
      table.cases.contains { $0.verdict.confidence == confidence && $0.verdict.outcome.isAnswer }
    }
    let words = used.map { "\($0.mark) \($0.words)" }
    return words.isEmpty ? "" : "  confidence: \(words.joined(separator: ", "))\n"
  }

  /// `Android 12`, `Android 13–16`, `Android 12, 14`.
  private static func title(_ handsets: [Handset]) -> String {
    let versions = handsets.map(\.version)
    guard let first = handsets.first, let last = versions.last, handsets.count > 1 else {
      return handsets.first.map { "\($0)" } ?? ""
    }
    let isRun = versions == Array(first.version..<first.version + versions.count)
    return isRun ? "\(first)–\(last)" : "\(first), " + versions.dropFirst().map(String.init).joined(separator: ", ")
  }

  /// What would make it work, once for each cause.
  private var remedies: [String] {
    var remedies: [String] = []
    for one in table.cases {
      if let remedy = one.verdict.remedy, one.verdict.mendedBy(remedy), !remedies.contains(remedy) {
        remedies.append(remedy)
      }
    }
    return remedies
  }

  /// Where the user lands afterwards on the first of these phones.
  private func landing(_ row: Entry, _ handsets: [Handset]) -> Landing? {
    table.cases.first { $0.entry == row && handsets.contains($0.handset) }?.landing
  }

  /// A cell, green where the user gets to the app, red where not, on a terminal that wants colours.
  private func cell(_ verdict: Verdict?, _ landing: Landing?) -> (text: String, shown: String) {
    guard let verdict else { return ("", "") }
    let outcome = verdict.outcome
    let word = outcome.word + (landing.map { " → \($0.place.rawValue)" } ?? "")
    let text = outcome.isAnswer ? "\(word) \(verdict.confidence.mark)" : word
    guard usesColor else { return (text, text) }
    let code = outcome.reachesApp ? 32 : outcome == .unknown ? 33 : 31
    return (text, "\u{1B}[\(code)m\(text)\u{1B}[0m")
  }
}

extension Entry {
  fileprivate var name: String { program?.name ?? "push notification" }

  fileprivate var isStandardCamera: Bool { ["android-camera", "ios-camera"].contains(program?.id) && word == "scan" }
}

extension Verdict {
  /// Whether this remedy is for a verdict that does not lead to the app.
  fileprivate func mendedBy(_ remedy: String) -> Bool { !outcome.reachesApp && self.remedy == remedy }
}

extension Verdict.Outcome {
  /// Whether a source, or a combination of sources, says it.
  fileprivate var isAnswer: Bool { self != .unknown && self != .notPossible }

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

extension Verdict.Confidence {
  /// One letter for a cell.
  fileprivate var mark: String {
    switch self {
    case .vendor: "v"
    case .code: "c"
    case .field: "f"
    case .inferred: "i"
    case .none: "?"
    }
  }

  fileprivate var words: String {
    switch self {
    case .vendor: "vendor"
    case .code: "source code"
    case .field: "field report"
    case .inferred: "inferred"
    case .none: "no source"
    }
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate func trimmed() -> String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}
