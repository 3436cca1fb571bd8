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
        (step.strength.map { "\(Damage.shown($0)): " } ?? "") + "\(step.count.read)/\(step.count.symbols)"
      }
      text += steps.joined(separator: "  ") + (row.unit.isEmpty ? "" : "  (\(row.unit))") + "\n"
    }
    let percent = Double(Int(total.rate * 1000)) / 10
    text += "all: \(total.read) of \(total.symbols) symbols read (\(percent) %) in \(total.pictures) "
    return text + "\(total.pictures == 1 ? "picture" : "pictures"); \(total.wrong) wrong\n"
  }

  func json(reader: String) -> JSONValue {
    let rates = rows.flatMap { row in
      row.steps.map { step -> JSONValue in
        var members = [JSONValue.Member("damage", .string(row.name))]
        if let strength = step.strength {
          members += [.init("strength", .number(strength)), .init("unit", .string(row.unit))]
        }
        return .object(members + step.count.members)
      }
    }
    return .object(
      [JSONValue.Member("reader", .string(SecretText().redacted(reader)))] + total.members
        + [.init("rates", .array(rates))])
  }
}

extension ReadingRates.Count {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("pictures", .number(pictures)), .init("symbols", .number(symbols)), .init("read", .number(read)),
      .init("wrong", .number(wrong)),
    ]
  }
}
