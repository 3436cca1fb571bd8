public import OutOfBand
import QRSymbology
package import TextFormats

/// A reader for the rows of a list, one by one: CSV with a header, or JSON lines.
///
/// A row has its message in one of the columns `payload` (JSON or base64url, converted to the requested form), `link`,
/// and `text` or `message`; `caption` and `copies` are optional, and captions may use further columns.
public struct PrintList {
  /// The format of a list.
  public enum Format: Hashable, Sendable {
    case csv, jsonLines

    /// Chooses by a file's extension, in lower case without its dot; `nil` for any but `csv`, `jsonl` and `ndjson`.
    public init?(fileExtension: String) {
      switch fileExtension {
      case "csv": self = .csv
      case "jsonl", "ndjson": self = .jsonLines
      default: return nil
      }
    }
  }

  private typealias Failure = PrintListError

  private enum Source {
    case csv(CSVReader)
    case lines(ByteStream, line: Int)
  }

  private var source: Source
  private let caption: RowCaption
  private let form: PayloadForm

  /// The most bytes in a row: a message has at most 2,953, and a payload a third more as base64url.
  private static let limit = 1 << 16
  private static let messageColumns = ["payload", "link", "text", "message"]

  /// - Throws: ``PrintListError`` if the header lacks a column.
  public init(
    _ bytes: [UInt8], _ format: Format, caption: RowCaption = RowCaption(), form: PayloadForm = .base64URL
  ) throws {
    try self.init(ByteStream(bytes), format, caption: caption, form: form)
  }

  /// - Throws: ``PrintListError`` if the header lacks a column; errors of the stream.
  package init(_ stream: ByteStream, _ format: Format, caption: RowCaption, form: PayloadForm) throws {
    (self.caption, self.form) = (caption, form)
    switch format {
    case .jsonLines: source = .lines(stream, line: 0)
    case .csv: source = .csv(try Self.table(stream, caption))
    }
  }

  private static func table(_ stream: ByteStream, _ caption: RowCaption) throws -> CSVReader {
    let table: CSVReader
    do { table = try CSVReader(stream, fieldLimit: limit) } catch let failure as CSVReader.Failure {
      throw Failure(line: failure.line, reason: failure.reason)
    }
    let names = table.header
    if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      throw Failure(line: 1, reason: "two columns have the name '\(SecretText().redacted(twice))'")
    }
    guard names.contains(where: messageColumns.contains) else {
      let found = SecretText().redacted(names.joined(separator: "', '"))
      let hint =
        names.count == 1 && names[0].contains(where: { ";\t".contains($0) }) ? "; columns are separated by commas" : ""
      throw Failure(
        line: 1,
        reason: "no column for messages ('payload', 'link' or 'text'); the header has "
          + "'\(found.prefix(80))'" + hint)
    }
    if let missing = caption.columns.first(where: { !names.contains($0) }) {
      throw Failure(line: 1, reason: "--caption uses a column '\(missing)', which the header lacks")
    }
    return table
  }

  /// Returns the next row, or the reason why it cannot be printed; `nil` at the end.
  ///
  /// - Throws: Errors of the stream, if the list itself cannot be read.
  public mutating func next() throws -> Result<PrintRow, PrintListError>? {
    do throws(any Error) {
      return try nextRow().map { .success($0) }
    } catch let failure as CSVReader.Failure {
      return .failure(PrintListError(line: failure.line, reason: failure.reason))
    } catch let failure as PrintListError {
      return .failure(failure)
    }
  }

  private mutating func nextRow() throws -> PrintRow? {
    switch source {
    case .csv(var table):
      defer { source = .csv(table) }
      guard let record = try table.next() else { return nil }
      var fields: [String: String] = [:]
      for (name, field) in zip(table.header, record.fields) { fields[name] = field }
      return try row(record.line, fields)
    case .lines(var stream, var line):
      defer { source = .lines(stream, line: line) }
      if line == 0 { try stream.skipByteOrderMark() }
      while let bytes = try stream.line(limit: Self.limit) {
        line += 1
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        return try row(line, try Self.fields(bytes, line))
      }
      return nil
    }
  }

  /// Reads the members of an object, each as text.
  private static func fields(_ bytes: [UInt8], _ line: Int) throws -> [String: String] {
    guard bytes.count <= limit else { throw Failure(line: line, reason: "the line is longer than \(limit) bytes") }
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch {
      throw Failure(line: line, reason: "not JSON: \(error)")
    }
    guard let members = value.members else {
      throw Failure(line: line, reason: "not a JSON object such as {\"text\":\"…\"}")
    }
    var fields: [String: String] = [:]
    for member in members {
      guard fields[member.name] == nil else {
        throw Failure(line: line, reason: "the member '\(SecretText().redacted(member.name))' appears twice")
      }
      if case .null = member.value { continue }
      if member.name != "payload", member.value.members != nil || member.value.elements != nil {
        throw Failure(line: line, reason: "'\(SecretText().redacted(member.name))' is not a string")
      }
      fields[member.name] = member.value.text ?? "\(member.value)"
    }
    return fields
  }

  private func row(_ line: Int, _ fields: [String: String]) throws -> PrintRow {
    let given = Self.messageColumns.filter { !(fields[$0] ?? "").isEmpty }
    guard let column = given.first, let text = fields[column] else {
      throw Failure(line: line, reason: "no message: payload, link and text are empty")
    }
    if given.count > 1 {
      throw Failure(line: line, reason: "two messages, '\(given[0])' and '\(given[1])'; give one")
    }
    var row = PrintRow(line: line, message: Array(text.utf8), isAnyText: ["text", "message"].contains(column))
    if column == "payload" { row.message = form.message(carrying: try Self.payload(row.message, line)) }
    guard row.message.count <= QRSymbol.Version.mostBytes else {
      throw Failure(line: line, reason: "\(PrintPlanError.messageTooLong(bytes: row.message.count))")
    }
    if let copies = fields["copies"], !copies.isEmpty {
      guard let count = Int(copies.filter { $0 != " " }), 1...10_000 ~= count else {
        throw Failure(
          line: line, reason: "copies '\(SecretText().redacted(copies).prefix(20))' is not in 1…10000")
      }
      row.copies = count
    }
    if let missing = caption.columns.first(where: { fields[$0] == nil }) {
      throw Failure(line: line, reason: "--caption uses '\(missing)', which the row lacks")
    }
    row.caption = caption.caption(of: fields)
    // Pango's text ends at NUL.
    if row.caption?.utf8.contains(0) ?? false { throw Failure(line: line, reason: "the caption contains a NUL") }
    return row
  }

  /// Reads a payload's JSON from JSON or base64url.
  private static func payload(_ bytes: [UInt8], _ line: Int) throws -> [UInt8] {
    if bytes.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") { return bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    if case .success(let decoded) = Base64.decode(text), decoded.bytes.first == UInt8(ascii: "{") {
      return decoded.bytes
    }
    throw Failure(line: line, reason: "the payload is neither JSON nor base64url of JSON")
  }
}
