import OutOfBand
import PictureDamage
import SymbolFixtures
import TextFormats

/// Reading rates as a table and as JSON.
extension ReadingRates {
  /// A line for each damage with the numbers of symbols read at each strength.
  var table: String {
    let width = min(40, rows.map(\.name.count).max() ?? 0)
    var text = ""
    for row in rows {
      text += row.name + String(repeating: " ", count: max(1, width + 2 - row.name.count))
      let steps = row.steps.map { step in
        let strength = step.strength.map { strength in
          let end = row.stepWidth.map { "–\(Damage.shown(((strength + $0) * 1000).rounded() / 1000))" } ?? ""
          return "\(Damage.shown((strength * 1000).rounded() / 1000))\(end): "
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
    if total.placed > 0 {
      let mean =
        total.meanOverlap.map { ", which their places cover by \(Double(Int($0 * 1000)) / 10) % on average" } ?? ""
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

  private var sequenceMembers: [JSONValue.Member] {
    if sequences.isEmpty { return [] }
    let objects = sequences.sorted { $0.key < $1.key }.map { name, frames -> JSONValue in
      [
        "sequence": .string(name), "frames": .number(frames.pictures),
        "first_read": frames.firstRead.map { .number($0) } ?? .null,
      ]
    }
    return [.init("sequences", .array(objects))]
  }

  func json(reader: String) -> JSONValue {
    let rates = rows.flatMap { row in
      row.steps.map { step -> JSONValue in
        var members = [JSONValue.Member("damage", .string(row.name))]
        if let strength = step.strength {
          members += [.init("strength", .number(strength)), .init("unit", .string(row.unit))]
          if let width = row.stepWidth { members.append(.init("to", .number(strength + width))) }
        }
        return .object(members + step.count.members)
      }
    }
    return .object(
      [JSONValue.Member("reader", .string(SecretText().redacted(reader)))] + total.members
        + [.init("rates", .array(rates))] + sequenceMembers)
  }
}

extension ReadingRates.Count {
  /// The mean grade as a letter, if there is one.
  fileprivate var shownGrade: String {
    meanGrade.map { " " + ["F", "D", "C", "B", "A"][Int($0.rounded())] } ?? ""
  }

  fileprivate var shownPictures: String { "\(pictures) \(pictures == 1 ? "picture" : "pictures")" }

  fileprivate var members: [JSONValue.Member] {
    [
      .init("pictures", .number(pictures)), .init("symbols", .number(symbols)), .init("read", .number(read)),
      .init("wrong", .number(wrong)),
    ] + places
  }

  /// How well symbols were located, if the scanner says so.
  private var places: [JSONValue.Member] {
    let grade = meanGrade.map { [JSONValue.Member("mean_grade", .number(($0 * 100).rounded() / 100))] } ?? []
    if placed == 0 { return grade }
    let mean = meanOverlap.map { JSONValue.number(($0 * 1e4).rounded() / 1e4) }
    return grade + [
      .init("placed", .number(placed)), .init("located", .number(located)), .init("mean_iou", mean ?? .null),
    ]
  }
}
