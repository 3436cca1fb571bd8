import Foundation
import QRScanning
import Synchronization

/// What each field of the scanner's tuning does: reads, wrong messages and CPU time with a smaller and with a larger value.
struct Effects {
  /// A field at another value, against the scanner as it is.
  private struct Change {
    var value: Double
    /// Symbols read more, or fewer if negative.
    var reads = 0
    var wrong = 0
    /// CPU time as a ratio.
    var cpu = 0.0
  }

  /// Lines of the table.
  private var lines: [String] = []
  private var measured = 0
  private let pictures: [(Subject, Subject.Picture)]
  private let scanner = QRScanner(engine: .modules)
  private var plain = Tally()

  /// Measures the fields that a table does not have with their values of today.
  ///
  /// - Parameters:
  ///   - subjects: The pictures, which are held in memory.
  ///   - path: The table, if there is one; without it, all fields are measured.
  init(of subjects: [Subject], missingFrom path: String) throws {
    pictures = try subjects.map { ($0, try $0.picture()) }
    plain = try tally(scanner)
    let values = try scanner.tuningValues
    let known = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
    for (field, coded) in values.sorted(by: { $0.key < $1.key }) {
      let value = coded.number
      let beginning = "\(field)\t\(Self.shown(value))\t"
      if let line = known.first(where: { $0.hasPrefix(beginning) }) {
        lines.append(String(line))
        continue
      }
      let others = if case .flag = coded { [1 - value] } else { Self.neighbours(value) }
      var changes: [Change] = []
      for other in others {
        // Whole numbers are rounded, some of them to where they were.
        let changed = try scanner.changing([field: other])
        guard let actual = try changed.tuningValues[field]?.number, actual != value else { continue }
        let tally = try tally(changed)
        changes.append(
          Change(
            value: actual, reads: Self.total(tally) - Self.total(plain), wrong: tally.wrong.count,
            cpu: tally.cpu / plain.cpu))
      }
      lines.append(Self.line(field, value, changes))
      measured += 1
      FileHandle.standardError.write(Data("\(lines.count) of \(values.count): \(field)\n".utf8))
    }
  }

  /// Three quarters and four thirds, at least 1 away from a whole number.
  private static func neighbours(_ value: Double) -> [Double] {
    let isWhole = value == value.rounded() && abs(value) < 1e6
    func away(_ factor: Double, _ step: Double) -> Double {
      let other = value * factor
      return isWhole && abs(other - value) < 1 ? value + step : other
    }
    return value == 0 ? [1] : [away(0.75, -1), away(4.0 / 3, 1)]
  }

  private static func total(_ tally: Tally) -> Int { tally.reads.values.reduce(0, +) }

  private func tally(_ scanner: QRScanner) throws -> Tally {
    let sum = Mutex(Tally())
    let failure = Mutex<String?>(nil)
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      let (subject, picture) = pictures[index]
      do {
        let own = try Tally(subject, picture, scanner)
        sum.withLock { $0.add(own) }
      } catch { failure.withLock { $0 = "\(error)" } }
    }
    if let message = failure.withLock({ $0 }) { throw Failure(message) }
    return sum.withLock { $0 }
  }

  private static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(Double((value * 1e6).rounded()) / 1e6)"
  }

  private static let columns = ["value", "reads", "wrong", "cpu"]

  private static func line(_ field: String, _ value: Double, _ changes: [Change]) -> String {
    let sides = [changes.first { $0.value < value }, changes.first { $0.value > value }]
    let cells = sides.flatMap { change -> [String] in
      guard let change else { return columns.map { _ in "" } }
      let cpu = Double((change.cpu * 100).rounded()) / 100
      return [
        shown(change.value), change.reads > 0 ? "+\(change.reads)" : "\(change.reads)", "\(change.wrong)", "\(cpu)",
      ]
    }
    return ([field, shown(value)] + cells).joined(separator: "\t")
  }

  /// Writes the table: a line per field, with the columns of the smaller value before those of the larger one.
  func write(to path: String) throws {
    let header = ["field", "value"] + Self.columns.map { "smaller \($0)" } + Self.columns.map { "larger \($0)" }
    try ([header.joined(separator: "\t")] + lines).joined(separator: "\n").appending("\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let symbols = pictures.reduce(0) { $0 + $1.1.expected.count }
    print(
      "\(lines.count) fields, \(measured) of them measured: \(pictures.count) pictures of \(symbols) symbols, "
        + "\(Self.total(plain)) read at normal")
  }
}
