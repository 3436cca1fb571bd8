import CommandSupport
import PictureDamage
import SymbolFixtures
import TextFormats

/// Reading rates as a table.
extension ReadingRates {
  /// A line for each kind of damage with the numbers of symbols read at each strength.
  var table: String {
    let width = min(40, steps.map(\.damage.count).max() ?? 0)
    var text = ""
    for (index, step) in steps.enumerated() {
      let isFirst = index == 0 || steps[index - 1].damage != step.damage
      let isLast = index + 1 == steps.count || steps[index + 1].damage != step.damage
      text +=
        isFirst ? step.damage + String(repeating: " ", count: max(1, width + 2 - step.damage.count)) : "  "
      let strengths = [step.strength, step.end].compactMap { $0 }
        .map { Damage.shown(DecimalText.nearest($0, decimals: 3)) }
      // Pictures without a symbol have only wrong messages.
      text +=
        step.count.symbols == 0
        ? "\(step.count.wrong) wrong in \(step.count.shownPictures)"
        : strengths.joined(separator: "–") + (strengths.isEmpty ? "" : ": ")
          + "\(step.count.read)/\(step.count.symbols)" + step.count.shownGrade
      if isLast { text += (step.unit.isEmpty ? "" : "  (\(step.unit))") + "\n" }
    }
    for line in sequenceLines { text += line + "\n" }
    if let grade = total.grades.value {
      text += "grades: \(Double(Int(grade * 10)) / 10) on average of the symbols that were read, from 0 (F) to 4 (A)\n"
    }
    if let located = places(in: total) {
      let mean = located.value.map { ", mean overlap \(Double(Int($0 * 1000)) / 10) %" } ?? ""
      text += "located: \(located.count) of \(total.placed) symbols\(mean)\n"
    }
    if total.symbols == 0 {
      return text + "all: no symbols to be read in \(total.shownPictures); \(total.wrong) wrong\n"
    }
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
    grades.value.map { " " + ["F", "D", "C", "B", "A"][Int($0.rounded())] } ?? ""
  }

  fileprivate var shownPictures: String { pictures.counting("picture") }
}
