import OutOfBand
import PictureDamage
import SymbolFixtures
import TextFormats

/// How many symbols of a set of fixtures were read, by kind of damage and strength.
struct ReadingRates {
  /// What became of one picture.
  struct Result {
    var read = 0
    /// Messages that the picture does not hold.
    var wrong = 0
    /// Why it could not be scanned at all.
    var failure: String?
    /// How the scanner's command ended; `nil` for our own.
    var exitCode: Int32?
  }

  struct Count {
    var symbols = 0
    var read = 0
    var wrong = 0
    var pictures = 0

    var rate: Double { symbols == 0 ? 1 : Double(read) / Double(symbols) }
  }

  /// A damage, or several together, at a strength.
  private struct Row {
    var name: String
    var unit: String
    var steps: [(strength: Double?, count: Count)]
  }

  private(set) var total = Count()
  private var rows: [Row] = []

  init(_ entries: [Manifest.Entry], _ results: [Result]) {
    for (entry, result) in zip(entries, results) {
      let alone = entry.damages.count == 1 ? entry.damages[0] : nil
      let name =
        entry.damages.isEmpty
        ? "none" : alone?.kind.rawValue ?? entry.damages.map(Self.short).joined(separator: " + ")
      let strength = alone.flatMap { $0.kind.model.range == nil ? nil : $0.strength }
      let row =
        rows.firstIndex { $0.name == name }
        ?? {
          rows.append(Row(name: name, unit: strength == nil ? "" : alone?.kind.model.unit ?? "", steps: []))
          return rows.count - 1
        }()
      let step =
        rows[row].steps.firstIndex { $0.strength == strength }
        ?? {
          rows[row].steps.append((strength, Count()))
          return rows[row].steps.count - 1
        }()
      rows[row].steps[step].count.add(entry, result)
      total.add(entry, result)
    }
  }

  private static func short(_ damage: Damage) -> String {
    damage.kind.model.range == nil ? damage.kind.rawValue : "\(damage.kind.rawValue):\(Damage.shown(damage.strength))"
  }

  /// A line for each damage: strength, and the share that was read.
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
    text += "all: \(total.read) of \(total.symbols) symbols read (\(percent) %) in \(total.pictures) pictures"
    return text + "; \(total.wrong) wrong\n"
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
  mutating func add(_ entry: Manifest.Entry, _ result: ReadingRates.Result) {
    pictures += 1
    symbols += entry.symbols
    read += result.read
    wrong += result.wrong
  }

  var members: [JSONValue.Member] {
    [
      .init("pictures", .number(pictures)), .init("symbols", .number(symbols)), .init("read", .number(read)),
      .init("wrong", .number(wrong)),
    ]
  }
}
