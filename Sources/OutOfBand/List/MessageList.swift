package import TextFormats

/// A reader for the rows of a list, one by one: CSV with a header, JSON lines, or plain lines.
///
/// A row has its message in one of the columns `payload` (JSON or base64url, converted to the requested form), `link`,
/// `text` or `message`, and `message_base64` (any bytes). A line of JSON lines is an object with these members, a payload itself, or
/// a string. Columns of CSV are separated by commas, semicolons or tabs, whichever the header has; their names may be in any case,
/// and a column `url` is a `text`. Rows of CSV with nothing in them are skipped.
public struct MessageList {
  /// The format of a list.
  public enum Format: Hashable, Sendable {
    case csv, jsonLines
    /// A message on each line that is not empty.
    case plain

    /// The formats that have extensions of their own.
    package static let named: [Format] = [.csv, .jsonLines]

    /// The extensions of files in this format, in lower case without their dots; plain lists may have any other.
    package var extensions: [String] {
      switch self {
      case .csv: ["csv", "tsv"]
      case .jsonLines: ["jsonl", "ndjson"]
      case .plain: []
      }
    }

    /// Chooses by a file's extension, in lower case without its dot; `nil` for any but `csv`, `tsv`, `jsonl` and
    /// `ndjson`.
    public init?(fileExtension: String) {
      guard let format = Self.named.first(where: { $0.extensions.contains(fileExtension) }) else { return nil }
      self = format
    }
  }

  /// What is wrong with a row.
  private typealias RowFault = TextFormats.Fault

  private enum Source {
    case csv(CSVReader)
    case lines(ByteStream, line: Int, areJSON: Bool)
  }

  private var source: Source
  /// Whether blank lines are skipped; otherwise each is a bad row.
  package var skipsBlankLines = true
  private let form: PayloadForm?
  /// The names of columns in the header of CSV by those that are known here.
  private var headerNames: [String: String] = [:]
  /// Gets a sentence when blanks around messages are left out, once; `nil` where messages are exact.
  private var note: ((String) -> Void)?
  /// Whether it has been said that blanks are left out.
  private var isTrimmed = false

  /// The most bytes in a line, or a field of CSV; the longest message has 7,089, even as base64url less than 10,000.
  private static let limit = 1 << 16
  static let messageColumns = ["payload", "link", "text", "message", "message_base64"]

  /// - Parameters:
  ///   - bytes: The whole list, in UTF-8.
  ///   - format: How rows and columns are written.
  ///   - form: The form in which payloads become messages; `nil` leaves them as they are written, but one that is an object
  ///     in a member of JSON lines is written as compact JSON.
  /// - Throws: ``MessageListError`` if the header lacks a column, or the list cannot be read.
  public init(_ bytes: [UInt8], _ format: Format, form: PayloadForm? = .base64URL) throws {
    try self.init(ByteStream(bytes), format, form: form)
  }

  /// - Throws: ``MessageListError`` if the header lacks a column, or the list cannot be read; errors of the stream.
  ///
  /// - Parameters:
  ///   - columns: Names of columns in the header of CSV by those that are known here.
  ///   - note: Gets a sentence when blanks around messages of CSV are left out. Without it, messages are exact.
  package init(
    _ stream: ByteStream, _ format: Format, form: PayloadForm?, columns: [String: String] = [:],
    note: ((String) -> Void)? = nil
  ) throws {
    (self.form, self.note) = (form, note)
    switch format {
    case .jsonLines: source = .lines(stream, line: 0, areJSON: true)
    case .plain: source = .lines(stream, line: 0, areJSON: false)
    case .csv:
      let table = try Self.table(stream)
      source = .csv(table)
      headerNames = try Self.headerNames(table.header, columns)
    }
  }

  /// The names of columns in the header of CSV; none of lines.
  package var header: [String] {
    guard case .csv(let table) = source else { return [] }
    return table.header.filter { !$0.isEmpty }
  }

  /// The columns of CSV other than those of messages and `known`, by their names in the header.
  package func columns(besides known: String) -> [String] {
    let names = (Self.messageColumns + [known]).compactMap { headerNames[$0] }
    return header.filter { !names.contains($0) }
  }

  /// The columns of CSV, by their own names and by those that are known here; `nil` for lines, where each row has its own or none.
  public var columns: [String]? {
    guard case .csv(let table) = source else { return nil }
    return table.header + headerNames.keys.filter { !table.header.contains($0) }.sorted()
  }

  private static func table(_ stream: ByteStream) throws -> CSVReader {
    let table: CSVReader
    do { table = try CSVReader(stream, fieldLimit: limit) } catch let failure as CSVReader.Failure {
      throw MessageListError(line: failure.line, reason: failure.reason)
    } catch let failure as ByteStream.EndlessLine {
      throw MessageListError(failure, at: failure.line ?? 1)
    }
    let names = table.header
    // Spreadsheets write columns without a name behind their tables.
    if let twice = names.first(where: { name in !name.isEmpty && names.filter { $0 == name }.count > 1 }) {
      throw MessageListError(line: 1, reason: "two columns have the name '\(twice)'")
    }
    return table
  }

  /// Returns the next row, or the reason why it cannot be used; `nil` at the end.
  ///
  /// - Throws: ``MessageListError``, or errors of the stream, if the list itself cannot be read further.
  public mutating func next() throws -> Result<MessageRow, MessageListError>? {
    var (line, written) = (nextLine, [String]?.none)
    do throws(any Error) {
      switch source {
      case .csv(var table):
        defer { source = .csv(table) }
        var next = try table.next()
        // What a spreadsheet has below its table.
        while let record = next, record.fields.allSatisfy(isEmpty) { next = try table.next() }
        guard let record = next else { return nil }
        (line, written) = (record.line, record.fields)
        let fields = Dictionary(zip(table.header, record.fields)) { _, last in last }
        return .success(try row(line, of: fields))
      case .lines(var stream, var last, let areJSON):
        defer { source = .lines(stream, line: last, areJSON: areJSON) }
        if last == 0 { try stream.skipByteOrderMark() }
        while let bytes = try stream.line(limit: Self.limit) {
          last += 1
          line = last
          // Spaces may be a message, but not JSON.
          if areJSON ? bytes.allSatisfy({ " \t".utf8.contains($0) }) : bytes.isEmpty {
            if skipsBlankLines { continue }
            throw RowFault("the line is empty")
          }
          if bytes.count > Self.limit {
            throw RowFault("the line is longer than \(Self.limit) bytes; no symbol holds more than 7089")
          }
          return .success(
            areJSON ? try jsonRow(bytes, line) : MessageRow(line: line, message: bytes, isAnyText: true))
        }
        return nil
      }
    } catch let fault as RowFault {
      var error = MessageListError(line: line, reason: fault.description)
      error.fields = written
      return .failure(error)
    } catch let failure as CSVReader.Failure {
      return .failure(MessageListError(line: failure.line, reason: failure.reason))
    } catch let failure as ByteStream.EndlessLine {
      throw MessageListError(failure, at: failure.line ?? nextLine)
    }
  }

  /// Whether there is nothing in a cell.
  private func isEmpty(_ field: String) -> Bool { (note == nil ? field : field.trimmingWhitespace).isEmpty }

  /// Refuses what a spreadsheet writes in place of a value that it cannot show.
  private static func checkValue(_ text: String) throws(RowFault) {
    // The expressions take time, and nearly all messages begin with a letter.
    guard let first = text.utf8.first, first == UInt8(ascii: "#") || 0x30...0x39 ~= first else { return }
    if text.wholeMatch(of: /#[A-ZÄÖÜ\/0-9]+[!?]|#N\/?[AV]|#+/) != nil {
      throw RowFault("'\(text.prefix(20))' is the error of a formula; mend the cell, and save the list again")
    }
    if text.wholeMatch(of: /[0-9]([.,][0-9]+)?E\+[0-9]+/) != nil {
      throw RowFault(
        "'\(text.prefix(30))' is a number without its last digits; format the column as text, enter it again, and save the list"
      )
    }
  }

  /// The row of a table, with its fields also by the names that are known, without blanks around texts.
  private mutating func row(_ line: Int, of fields: [String: String]) throws(RowFault) -> MessageRow {
    var fields = fields
    var messages: [String: String] = [:]
    for (known, name) in headerNames {
      let text = fields[name]
      if fields[known] == nil { fields[known] = text }
      if Self.messageColumns.contains(known) { messages[known] = text }
    }
    for column in ["link", "text", "message"] where note != nil {
      if let text = messages[column] { try Self.checkValue(text) }
      guard let text = messages[column], case let trimmed = text.trimmingWhitespace, trimmed != text else { continue }
      messages[column] = trimmed
      guard !isTrimmed else { continue }
      isTrimmed = true
      note?("blanks before and after messages are left out, first on line \(line)")
    }
    return try row(line, fields, messages)
  }

  /// The line that is read next, from 1.
  private var nextLine: Int {
    switch source {
    case .csv(let table): table.line
    case .lines(_, let line, _): line + 1
    }
  }

  /// Reads a string, a payload, or an object whose members are columns.
  private func jsonRow(_ bytes: [UInt8], _ line: Int) throws(RowFault) -> MessageRow {
    let json = PayloadJSON(bytes)
    let document: JSONDocument
    do { document = try json.document.get() } catch { throw RowFault("not JSON: \(error)") }
    let value = document.value
    if let text = value.text {
      if text.isEmpty { throw RowFault("the message is empty") }
      return MessageRow(line: line, message: Array(text.utf8), isAnyText: true)
    }
    guard let members = value.members else {
      throw RowFault("neither a string, nor a payload, nor a JSON object such as {\"text\":\"…\"}")
    }
    if value["nma_data"] != nil {
      return MessageRow(
        line: line, message: form?.message(carrying: bytes) ?? bytes, isAnyText: false, payload: json)
    }
    let payload = value["payload"]?.members == nil ? nil : document.member("payload").map { PayloadJSON($0) }
    var fields: [String: String] = [:]
    for member in members {
      guard fields[member.name] == nil else { throw RowFault("the member '\(member.name)' appears twice") }
      if member.value == .null { continue }
      if member.name != "payload", member.value.members != nil || member.value.elements != nil {
        throw RowFault("'\(member.name)' is not a string")
      }
      fields[member.name] = member.value.text ?? "\(member.value)"
    }
    return try row(line, fields, fields.filter { Self.messageColumns.contains($0.key) }, payload)
  }

  private func row(
    _ line: Int, _ fields: [String: String], _ messages: [String: String], _ parsed: PayloadJSON? = nil
  ) throws(RowFault) -> MessageRow {
    let given = Self.messageColumns.filter { !(messages[$0] ?? "").isEmpty }
    guard let column = given.first, let text = messages[column] else {
      let empty = Self.messageColumns.filter { messages[$0] != nil }.map { "'\($0)'" }
      let reason =
        switch empty.count {
        case 0: "none of 'payload', 'link', 'text', 'message' and 'message_base64'"
        case 1: "\(empty[0]) is empty"
        default: "\(empty.dropLast().joined(separator: ", ")) and \(empty[empty.count - 1]) are empty"
        }
      throw RowFault("no message: \(reason)")
    }
    if given.count > 1 {
      let names = given.map { headerNames[$0] ?? $0 }
      throw RowFault("two messages, '\(names[0])' and '\(names[1])'; give one")
    }
    var message = Array(text.utf8)
    switch column {
    case "payload": if let form { message = form.message(carrying: try Self.payload(text)) }
    case "message_base64":
      guard case .success(let decoded) = Base64.decode(text) else { throw RowFault("'message_base64' is not base64") }
      if decoded.bytes.isEmpty { throw RowFault("no message: 'message_base64' is empty") }
      message = decoded.bytes
    default: break
    }
    return MessageRow(
      line: line, message: message, isAnyText: !["payload", "link"].contains(column), fields: fields,
      column: headerNames[column] ?? column, payload: column == "payload" ? parsed : nil)
  }

  /// Reads a payload's JSON from JSON or base64url.
  private static func payload(_ text: String) throws(RowFault) -> [UInt8] {
    if text.utf8.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") { return Array(text.utf8) }
    if case .success(let decoded) = Base64.decode(text), decoded.bytes.first == UInt8(ascii: "{") {
      return decoded.bytes
    }
    throw RowFault("the payload is neither JSON nor base64url of JSON")
  }
}
