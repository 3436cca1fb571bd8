/// Rows of cells under titles: each column is as wide as its widest cell.
package struct TextTable {
  package struct Cell: Hashable {
    package var text: String
    /// The number of an ANSI colour (ECMA-48, SGR); `nil` for the terminal's own.
    package var color: Int?

    package init(_ text: String = "", color: Int? = nil) { (self.text, self.color) = (text, color) }
  }

  package var titles: [String]
  package var rows: [[Cell]] = []

  package init(titles: [String]) { self.titles = titles }

  /// The lines, without spaces at their ends.
  package var text: String {
    let widths = titles.indices.map { column in
      max(titles[column].count, rows.map { $0[column].text.count }.max() ?? 0)
    }
    func line(_ cells: [Cell]) -> String {
      let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
      let shown = cells[...last].enumerated().map { column, cell in
        let padding = column == last ? "" : "".padded(to: widths[column] - cell.text.count)
        return (cell.color.map { "\u{1B}[\($0)m\(cell.text)\u{1B}[0m" } ?? cell.text) + padding
      }
      return "  " + shown.joined(separator: "  ") + "\n"
    }
    return ([titles.map { Cell($0) }] + rows).map(line).joined()
  }
}

extension String {
  /// The text with spaces behind it, up to a number of characters.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
