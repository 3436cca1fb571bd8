package import HandsetSimulation
import OutOfBand
import TextFormats

/// How `oobqr simulate` prints the verdicts on one message.
package struct SimulationReport {
  package var path: String
  /// Which of several symbols of a picture, from 0; `nil` for one alone, and for texts.
  package var index: Int?
  package var table: VerdictTable
  package var usesColor: Bool
  /// What follows the verdicts: the sequence around a URI for the UAE PASS app.
  package var sequel: String

  package init(path: String, index: Int? = nil, table: VerdictTable, usesColor: Bool = false, sequel: String = "") {
    (self.path, self.index, self.table, self.usesColor, self.sequel) = (path, index, table, usesColor, sequel)
  }

  /// The line above the verdicts on one of several symbols, as in `page.png, symbol 2`.
  package var heading: String? { index.map { "\(PrintableText.of(path)), symbol \($0 + 1):\n" } }

  /// The answer in one line, then a row for each scanner or browser and a column for each run of phones that do the
  /// same, then what to change.
  package var text: String {
    let notes = SimulationNotes(table.cases)
    let columns = table.columns
    var lines = TextTable(titles: [""] + columns.map(\.name))
    // Rows that end alike are one.
    let groups = table.rows.enumerated().map { row, entry in
      (name: entry.name, cells: columns.map { cell($0.cases[row], notes) })
    }.grouped { $0.cells == $1.cells }
    for group in groups {
      for (index, names) in Self.lines(of: group.map(\.name)).enumerated() {
        let cells = index == 0 ? group[0].cells : columns.map { _ in TextTable.Cell() }
        lines.rows.append([TextTable.Cell(names)] + cells)
      }
    }
    let isLong = lines.rows.count > Self.longest
    return "\(table.answer)\n\(lines.text)\(notes.text(isShort: isLong))\(flaws)\(SimulationNotes.legend(table.cases))"
  }

  /// The most rows below which everything about them is printed.
  private static let longest = 20
  /// The most characters in a line of names, unless a name alone has more.
  private static let widest = 50

  /// Names with semicolons between, as some have commas, broken into lines.
  private static func lines(of names: [String]) -> [String] {
    var lines: [String] = []
    for (index, name) in names.enumerated() {
      let piece = name + (index == names.count - 1 ? "" : ";")
      if let last = lines.last, last.count + piece.count < widest {
        lines[lines.count - 1] = last + " " + piece
      } else {
        lines.append((index == 0 ? "" : "  ") + piece)
      }
    }
    return lines
  }

  /// The answer in one line, then a line for each row with its sources, then what to change. Phones share a line where
  /// they have the same verdict from the same sources.
  package var reasons: String {
    let notes = SimulationNotes(table.cases)
    var text = table.answer + "\n"
    for entry in table.rows {
      let runs = table.cases.filter { $0.entry == entry }.map { (one: $0, reason: reason($0, notes)) }
        .grouped { $0.reason == $1.reason }
      for run in runs {
        text += "  \(entry.name) on \(VerdictTable.phones(of: run.map(\.one))): \(run[0].reason)\n"
      }
    }
    return text + notes.text() + flaws + SimulationNotes.legend(table.cases)
  }

  /// The errors that a check finds, and the example apps that do not get its payload.
  private var flaws: String {
    let losing = table.message.losing.map(\.rawValue).joined(separator: ", ")
    let lines =
      table.message.flaws.map(\.sentence)
      + (losing.isEmpty ? [] : ["the example apps for \(losing) do not get the payload"])
    return lines.map { "  \($0)\n" }.joined()
  }

  /// The verdict with its confidence and sources, as in `not-forwarded [vendor: AA-2.8]`.
  private func reason(_ one: VerdictTable.Case, _ notes: SimulationNotes) -> String {
    func cited(_ confidence: Verdict.Confidence, _ sources: [String]) -> String {
      sources.isEmpty ? "[no source]" : "[\(confidence.rawValue): \(sources.joined(separator: "; "))]"
    }
    let end = one.afterwards.map { " → \($0.place.rawValue) \(cited($0.confidence, $0.sources))" } ?? ""
    let verdict = "\(one.verdict.outcome.rawValue) \(cited(one.verdict.confidence, one.verdict.sources))"
    return verdict + end + notes.marks(one)
  }

  /// A cell, green where the user gets to the app, red where not, on a terminal that wants colours.
  package func cell(_ one: VerdictTable.Case?, _ notes: SimulationNotes) -> TextTable.Cell {
    guard let one else { return TextTable.Cell() }
    let outcome = one.verdict.outcome
    let verdict = outcome.isAnswer ? "\(outcome.rawValue) \(one.verdict.confidence.mark)" : outcome.rawValue
    let end = one.afterwards.map { end in
      " → \(end.place.rawValue)" + (end.place == .unknown ? "" : " \(end.confidence.mark)")
    }
    let color = outcome.reachesApp ? 32 : outcome == .unknown ? 33 : 31
    return TextTable.Cell("\(verdict)\(end ?? "")\(notes.marks(one))", color: usesColor ? color : nil)
  }
}
