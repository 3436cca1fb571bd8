import PictureDamage
import SymbolFixtures
import TextFormats

/// Reading rates as a table.
extension ReadingRates {
  /// A line for each kind of damage with the numbers of symbols read at each strength.
  var table: String {
    let width = min(40, rows.map(\.name.count).max() ?? 0)
    var text = ""
    for row in rows {
      text += row.name + String(repeating: " ", count: max(1, width + 2 - row.name.count))
      let steps = row.steps.map { step in
        let strength = step.strength.map { strength in
          let end = row.stepWidth.map { "–\(Damage.shown(DecimalText.nearest(strength + $0, decimals: 3)))" } ?? ""
          return "\(Damage.shown(DecimalText.nearest(strength, decimals: 3)))\(end): "
        }
        // Pictures without a symbol have only wrong messages.
        if step.count.symbols == 0 { return "\(step.count.wrong) wrong in \(step.count.shownPictures)" }
        return (strength ?? "") + "\(step.count.read)/\(step.count.symbols)" + step.count.shownGrade
      }
      text += steps.joined(separator: "  ") + (row.unit.isEmpty ? "" : "  (\(row.unit))") + "\n"
    }
    for line in sequenceLines { text += line + "\n" }
    if let grade = total.meanGrade {
      text += "grades: \(Double(Int(grade * 10)) / 10) on average of the symbols that were read, from 0 (F) to 4 (A)\n"
    }
    if hasPlaces, total.placed > 0 {
      let mean =
        total.meanOverlap.map { ", mean overlap \(Double(Int($0 * 1000)) / 10) %" } ?? ""
      text += "located: \(total.located) of \(total.placed) symbols\(mean)\n"
    }
    if total.symbols == 0 { return text + "all: no symbols in \(total.shownPictures); \(total.wrong) wrong\n" }
    let percent = Double(Int(total.rate * 1000)) / 10
    text += "all: \(total.read) of \(total.symbols) symbols read (\(percent) %) in \(total.shownPictures)"
    return text + "; \(total.wrong) wrong\n"
  }

  /// How soon the approaches were read; empty without any.
  private var sequenceLines: [String] {
    if sequences.isEmpty { return [] }
    let first = sequences.values.compactMap(\.firstRead).sorted()
    let count = "approaches  \(first.count)/\(sequences.count) read in some frame"
    guard !first.isEmpty else { return [count] }
    return [count + ", half of them by frame \(first[(first.count - 1) / 2])"]
  }
}

extension ReadingRates.Count {
  /// The mean grade as a letter, if there is one.
  fileprivate var shownGrade: String {
    meanGrade.map { " " + ["F", "D", "C", "B", "A"][Int($0.rounded())] } ?? ""
  }

  fileprivate var shownPictures: String { "\(pictures) \(pictures == 1 ? "picture" : "pictures")" }
}
