import QRSymbology
public import TextFormats

/// What a report says about the rows of a list: which were sent to a printer, and which were not.
///
/// ```swift
/// let record = try PrintRecord(json: bytes)
/// let copies = record.sent[5]?.copies  // 2: two copies of the row on line 5 were sent
/// let ending = record.ending           // .interrupted
/// ```
public struct PrintRecord: Hashable, Sendable {
  /// The copies of a row that were sent.
  public struct Sent: Hashable, Sendable {
    /// The line in the list where the row begins, from 1.
    public var line: Int
    /// 1 or more.
    public var copies: Int
    /// The SHA-256 of the message, in hexadecimal digits.
    public var digest: String

    public init(line: Int, copies: Int, digest: String) {
      (self.line, self.copies, self.digest) = (line, copies, digest)
    }
  }

  /// What was sent by the run of the report and by runs before it, by line.
  public private(set) var sent: [Int: Sent] = [:]
  /// The lines of rows that a queue of printers was given, without an answer that they were printed.
  public private(set) var unknown: Set<Int> = []
  /// The reasons for which rows were left out, by line.
  public private(set) var failed: [Int: String] = [:]
  /// The lines of the list that were to be printed, such as `5,10-20`; `nil` for all.
  public private(set) var rows: String?
  public private(set) var ending: PrintReport.Ending

  /// Reads a report, also one that ends in the middle of what was sent.
  ///
  /// - Throws: ``PrintRecordError``.
  public init(json bytes: [UInt8]) throws(PrintRecordError) {
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch {
      guard let whole = try? JSONDocument(parsing: Self.completed(bytes)).value else { throw .notJSON(error) }
      value = whole
    }
    guard let symbols = value["symbols"]?.elements else { throw .notAReport }
    guard let pairs = value["sent"]?.elements, let ending = value["ended"]?.text.flatMap(PrintReport.Ending.init) else {
      throw .noDelivery
    }
    // A run that did not wait for the end of a job cannot say.
    self.ending = ending == .interrupted && value["queued"] == .boolean(true) ? .unknown : ending
    rows = value["rows"]?.text
    var digests: [Int: String] = [:]
    for symbol in symbols {
      guard let line = symbol["line"]?.integer, line > 0, let digest = symbol["message_sha256"]?.text else {
        throw .notOfAList
      }
      digests[line] = digest
      if self.ending == .unknown { unknown.insert(line) }
    }
    for earlier in value["earlier"]?.elements ?? [] {
      guard let line = earlier["line"]?.integer, let copies = earlier["copies"]?.integer,
        let digest = earlier["message_sha256"]?.text
      else { throw .notAReport }
      try add(copies, of: line, digest)
    }
    for pair in pairs {
      guard let numbers = pair.elements?.compactMap(\.integer), numbers.count == 2, let digest = digests[numbers[0]]
      else { throw .notAReport }
      try add(numbers[1], of: numbers[0], digest)
    }
    for failure in value["failed"]?.elements ?? [] {
      if let line = failure["line"]?.integer { failed[line] = failure["reason"]?.text }
    }
  }

  private mutating func add(_ copies: Int, of line: Int, _ digest: String) throws(PrintRecordError) {
    guard PrintRow.copiesRange ~= copies else { throw .notAReport }
    sent[line, default: Sent(line: line, copies: 0, digest: digest)].copies += copies
    // A row may have been printed again with a new token.
    sent[line]?.digest = digest
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
  /// - Throws: ``PrintRecordError/otherMessage(line:sent:now:)`` if another message was sent for the row's line.
  public func missingCopies(of row: PrintRow) throws(PrintRecordError) -> Int {
    guard let sent = sent[row.line] else { return row.copies }
    let digest = SHA256.hexDigest(of: row.message)
    guard digest == sent.digest else { throw .otherMessage(line: row.line, sent: sent.digest, now: digest) }
    return max(0, row.copies - sent.copies)
  }
}

/// The reason why a report cannot be continued.
public enum PrintRecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not JSON, nor the beginning of a report.
  case notJSON(JSONSyntaxError)
  /// The file is not the report of a print run.
  case notAReport
  /// The report does not list the rows that were sent.
  case noDelivery
  /// The report is of a single message.
  case notOfAList
  /// The report says that another message was sent for the line, by the SHA-256 of both.
  case otherMessage(line: Int, sent: String, now: String)
  /// The list has no row on a line of which the report says that it was sent.
  case noSuchRow(line: Int)

  public var description: String {
    switch self {
    case .notJSON, .notAReport: "not the report of a print run (--report)"
    case .noDelivery:
      "it does not list the rows that were sent: it is of an older version; name the rows with --rows"
    case .notOfAList: "it is of a single message, not of a list"
    case .otherMessage(let line, let sent, let now):
      "it is the report of another list: the message that was sent for line \(line) has the SHA-256 \(sent.prefix(8))…, and that "
        + "of this list \(now.prefix(8))…; give the same list, with the same --as and --base-url"
    case .noSuchRow(let line):
      "it is the report of another list: a message was sent for line \(line), on which no row of this list can be read"
    }
  }
}
