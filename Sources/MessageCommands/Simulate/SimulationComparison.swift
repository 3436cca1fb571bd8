import CommandSupport
import HandsetSimulation
import TextFormats

/// How `oobqr simulate` prints the verdicts on two messages side by side.
struct SimulationComparison {
  /// Two reports, on the messages A and B, with the same rows and phones.
  var reports: [SimulationReport]

  private static let names = ["A", "B"]

  /// The answer for each message, then one table with the rows marked in which they differ, then what to change.
  var text: String {
    let tables = reports.map(\.table)
    let columns = [VerdictTable.columns(of: tables), VerdictTable.columns(of: tables.reversed())]
    let notes = tables.map { SimulationNotes($0.cases) }
    let rows = tables[0].rows
    var lines = TextTable(titles: [" ", ""] + columns[0].flatMap { ["\($0.name): A", "B"] })
    var differences = 0
    for (row, entry) in rows.enumerated() {
      let pairs = columns[0].indices.map { column in columns.map { $0[column].cases[row] } }
      let differs = pairs.contains { Self.differ($0[0], $0[1]) }
      if differs { differences += 1 }
      let cells = pairs.flatMap { pair in
        reports.indices.map { reports[$0].cell(pair[$0], notes[$0]) }
      }
      lines.rows.append([TextTable.Cell(differs ? "≠" : " "), TextTable.Cell(entry.name)] + cells)
    }
    let answers = zip(Self.names, reports).map { "\($0) \($1.path): \($1.table.answer)\n" }.joined()
    let remarks = zip(Self.names, notes).map { name, notes in
      notes.text().isEmpty ? "" : "  on \(name):\n\(notes.text())"
    }.joined()
    let count = "  ≠ A and B differ in \(differences) of \(rows.count.counting("row"))\n"
    return answers + lines.text + count + remarks + SimulationNotes.legend(tables.flatMap(\.cases))
  }

  private static func differ(_ a: VerdictTable.Case?, _ b: VerdictTable.Case?) -> Bool {
    a?.verdict.outcome != b?.verdict.outcome || a?.afterwards?.place != b?.afterwards?.place
  }
}
