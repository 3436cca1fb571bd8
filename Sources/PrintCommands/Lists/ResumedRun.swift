import CommandSupport
import HostSystem
import KioskPrinting
import OutOfBand

/// A run that prints what an earlier one left missing.
final class ResumedRun {
  private let name: String
  private let record: PrintRecord
  private let again: ListRows?
  private var skipped: Set<Int> = []
  private var repeated: Set<Int> = []
  private var missing: Set<Int> = []
  /// The tokens of rows that were sent, until the run asks for them.
  private var tokens: [(line: Int, token: Secret)] = []

  /// - Throws: `CommandFailure` if the report cannot be continued.
  init(_ path: String, again: ListRows?) throws {
    (name, self.again, record) = (path, again, try PrintRecord(path))
    let unknown = record.unknown.subtracting(record.sent.keys)
    if !unknown.isEmpty, again == nil {
      throw CommandFailure(
        "'\(path)': the queue of the printer had \(ListRows(unknown).sentence), and did not say that they were printed; "
          + "name those that did not come out with --again, or all with --again \(ListRows(unknown))")
    }
    if record.sent.isEmpty && unknown.isEmpty {
      throw CommandFailure("'\(path)': that run sent nothing; print the list without --resume")
    }
  }

  /// The lines that were to be printed; `nil` for all.
  var rows: ListRows? { record.rows }

  /// What earlier runs have sent, by line.
  var earlier: [PrintRecord.Sent] { record.sent.values.sorted { $0.line < $1.line } }

  /// Returns a row with the copies that are missing; `nil` if there are none.
  ///
  /// - Throws: `CommandFailure` if the report is of another list.
  func missing(of row: Result<PrintRow, MessageListError>) throws -> Result<PrintRow, MessageListError>? {
    switch row {
    case .failure(let failure):
      // What cannot be read now cannot be what was sent.
      guard record.sent[failure.line] == nil else { throw record.noRow(on: failure.line) }
      missing.insert(failure.line)
      return row
    case .success(var row):
      let copies = try record.missingCopies(of: row)
      if again?.contains(row.line) ?? false {
        repeated.insert(row.line)
        return .success(row)
      }
      if copies == 0 || record.unknown.contains(row.line) && record.sent[row.line] == nil {
        skipped.insert(row.line)
        if let token = row.recognize().payload?.token { tokens.append((row.line, token)) }
        return nil
      }
      row.copies = copies
      missing.insert(row.line)
      return .success(row)
    }
  }

  /// Returns the tokens of skipped rows, each once.
  func takeTokens() -> [(line: Int, token: Secret)] {
    defer { tokens = [] }
    return tokens
  }

  /// Checks the whole list, once it was read.
  ///
  /// - Throws: `CommandFailure` if a row that was sent is not in it.
  func finish() throws {
    let seen = skipped.union(repeated).union(missing)
    if let line = record.sent.keys.filter({ !seen.contains($0) }).min() {
      throw record.noRow(on: line)
    }
  }

  /// Whether there is nothing to print.
  var isComplete: Bool { missing.isEmpty && repeated.isEmpty }

  /// Prints what was skipped, and what was not.
  func say() {
    func part(_ lines: Set<Int>, _ one: String, _ many: String) -> String? {
      lines.isEmpty
        ? nil : "\(lines.count) \(lines.count == 1 ? one : many) (\(ListRows(lines).sentence))"
    }
    let parts = [
      part(skipped, "row was sent before and is skipped", "rows were sent before and are skipped"),
      part(repeated, "is repeated", "are repeated"), part(missing, "is missing", "are missing"),
    ]
    Console.current.say(
      "'\(name)': " + parts.compactMap { $0 }.joined(separator: ", ") + (isComplete ? "; nothing is missing" : ""))
  }
}
