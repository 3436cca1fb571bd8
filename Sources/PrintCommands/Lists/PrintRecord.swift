import CommandSupport
import KioskPrinting
import TextFormats

/// What the report of a run says about the rows of a list: which were sent to a printer.
struct PrintRecord {
  /// The copies of a row that were sent.
  struct Sent {
    /// The line in the list where the row begins, from 1.
    var line: Int
    /// 1 or more.
    var copies = 0
    /// The SHA-256 of the message, in hexadecimal digits.
    var digest: String
  }

  private let path: String
  /// What was sent by the run of the report and by runs before it, by line.
  private(set) var sent: [Int: Sent] = [:]
  /// The lines of rows that a queue of printers was given, without an answer that they were printed.
  private(set) var unknown: Set<Int> = []
  /// The lines of the list that were to be printed; `nil` for all.
  private(set) var rows: ListRows?

  /// Reads a report, also one that ends in the middle of what was sent.
  ///
  /// - Throws: `CommandFailure` if the report cannot be continued.
  init(_ path: String) throws {
    self.path = path
    let bytes = try Console.current.read(path, limit: 1 << 30)
    let notAReport = refusal("not the report of a print run (--report)")
    let document = (try? JSONDocument(parsing: bytes)) ?? (try? JSONDocument(parsing: Self.completed(bytes)))
    guard let value = document?.value, let symbols = value["symbols"]?.elements else { throw notAReport }
    guard let pairs = value["sent"]?.elements, let ending = value["ended"]?.text.flatMap(PrintReport.Ending.init) else {
      throw refusal(
        "it does not list the rows that were sent: it is of an older version; name the rows with --rows")
    }
    // A run that did not wait for the end of a job cannot say.
    let isUnknown = ending == .unknown || ending == .interrupted && value["queued"] == .boolean(true)
    if let text = value["rows"]?.text {
      guard let rows = ListRows(parsing: text) else { throw notAReport }
      self.rows = rows
    }
    var digests: [Int: String] = [:]
    for symbol in symbols {
      guard let line = symbol["line"]?.integer, line > 0, let digest = symbol["message_sha256"]?.text else {
        throw refusal("it is of a single message, not of a list")
      }
      digests[line] = digest
      if isUnknown { unknown.insert(line) }
    }
    let earlier = (value["earlier"]?.elements ?? []).map {
      ($0["line"]?.integer, $0["copies"]?.integer, $0["message_sha256"]?.text)
    }
    let now = pairs.map { pair in
      let numbers = pair.elements?.compactMap(\.integer) ?? []
      return (numbers.first, numbers.count == 2 ? numbers[1] : nil, numbers.first.flatMap { digests[$0] })
    }
    for (line, copies, digest) in earlier + now {
      guard let line, let copies, let digest, PrintRow.copiesRange ~= copies else { throw notAReport }
      // A row may have been printed again with a new token.
      sent[line] = Sent(line: line, copies: (sent[line]?.copies ?? 0) + copies, digest: digest)
    }
  }

  /// Ends a report that ends in the middle of the rows that were sent.
  private static func completed(_ bytes: [UInt8]) -> [UInt8] {
    let start = Array("\"sent\":[".utf8)
    let end =
      bytes.suffix(start.count).elementsEqual(start)
      ? bytes.endIndex
      : bytes.lastIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? 0
    return bytes[..<end] + Array("],\"ended\":\"\(PrintReport.Ending.interrupted.rawValue)\"}".utf8)
  }

  /// Returns how many copies of a row are missing.
  ///
  /// - Throws: `CommandFailure` if another message was sent for the row's line.
  func missingCopies(of row: PrintRow) throws -> Int {
    guard let sent = sent[row.line] else { return row.copies }
    let digest = SHA256.hexDigest(of: row.message)
    guard digest == sent.digest else {
      throw refusal(
        "it is the report of another list: the message that was sent for line \(row.line) has the SHA-256 "
          + "\(sent.digest.prefix(8))…, and that of this list \(digest.prefix(8))…; give the same list, with the same --as "
          + "and --base-url")
    }
    return max(0, row.copies - sent.copies)
  }

  /// The failure when a message was sent for a line on which the list has no row.
  func noRow(on line: Int) -> CommandFailure {
    refusal(
      "it is the report of another list: a message was sent for line \(line), on which no row of this list can be read")
  }

  private func refusal(_ reason: String) -> CommandFailure {
    CommandFailure("\(CommandFailure.name(ofInput: path)): \(reason)")
  }
}
