/// Comma-separated values (RFC 4180): fields may be quoted, and quoted fields may hold commas, quotes and line ends.
///
/// Records are read one by one from UTF-8, with or without a byte order mark; lines end in LF or CRLF. After a record
/// that is refused, reading goes on with the next line.
package struct CSVReader {
  private var stream: ByteStream
  private var line = 1
  /// Bytes that a field may have.
  private let fieldLimit: Int
  /// The first record.
  package private(set) var header: [String]

  /// A record with the line on which it begins, from 1.
  package typealias Record = (line: Int, fields: [String])

  /// Why a text is no CSV.
  package struct Failure: Error, CustomStringConvertible {
    package var line: Int
    package var reason: String

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }

    package var description: String { "line \(line): \(reason)" }
  }

  package init(_ stream: ByteStream, fieldLimit: Int = 1 << 20) throws {
    self.stream = stream
    self.fieldLimit = fieldLimit
    header = []
    try self.stream.skipByteOrderMark()
    guard let first = try nextRecord() else { throw Failure(line: 1, reason: "there is no header line") }
    header = first.fields
  }

  /// The next record that is not a blank line; `nil` at the end.
  ///
  /// - Throws: ``Failure``, also when the record has not as many fields as the header.
  package mutating func next() throws -> Record? {
    guard let record = try nextRecord() else { return nil }
    guard record.fields.count == header.count else {
      throw Failure(line: record.line, reason: "\(record.fields.count) fields, and the header has \(header.count)")
    }
    return record
  }

  private mutating func nextRecord() throws -> Record? {
    while let first = try stream.peek() {
      let start = line
      if first == UInt8(ascii: "\n") || first == UInt8(ascii: "\r") {
        try endLine()
        continue
      }
      do {
        return (start, try fields())
      } catch var failure as Failure {
        // Not within a quoted field, which may go on over lines: those have been read to their quote.
        while let byte = try stream.peek(), ![UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte) {
          _ = try stream.pop()
        }
        if line > start { failure.reason += "; the record goes from line \(start) to line \(line)" }
        failure.line = start
        try endLine()
        throw failure
      }
    }
    return nil
  }

  /// Takes LF, CRLF or CR away.
  private mutating func endLine() throws {
    if try stream.peek() == UInt8(ascii: "\r") { _ = try stream.pop() }
    if try stream.peek() == UInt8(ascii: "\n") { _ = try stream.pop() }
    line += 1
  }

  private mutating func fields() throws -> [String] {
    var fields: [String] = []
    while true {
      fields.append(try field())
      guard let next = try stream.peek() else { return fields }
      if next == UInt8(ascii: ",") {
        _ = try stream.pop()
        continue
      }
      try endLine()
      return fields
    }
  }

  /// Reads up to a comma or a line end, which stays.
  private mutating func field() throws -> String {
    let start = line
    let field = try stream.peek() == UInt8(ascii: "\"") ? quotedField() : plainField()
    guard field.count <= fieldLimit else {
      throw Failure(line: start, reason: "a field is longer than \(fieldLimit) bytes")
    }
    guard let text = String(validating: field, as: UTF8.self) else {
      throw Failure(line: start, reason: "a field is not UTF-8")
    }
    return text
  }

  private mutating func quotedField() throws -> [UInt8] {
    let start = line
    var field: [UInt8] = []
    _ = try stream.pop()
    while true {
      guard let byte = try stream.pop() else {
        throw Failure(line: start, reason: "a quote is opened here and never closed")
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "\"") {
        guard try stream.peek() == byte else { break }
        _ = try stream.pop()
      }
      // What is too long is read to its end, and refused there.
      if field.count <= fieldLimit { field.append(byte) }
    }
    if try !isAtEnd() {
      throw Failure(line: line, reason: "a closing quote is followed by more; double a quote inside a field")
    }
    return field
  }

  private mutating func plainField() throws -> [UInt8] {
    var field: [UInt8] = []
    while try !isAtEnd(), let byte = try stream.pop() {
      if byte == UInt8(ascii: "\"") {
        throw Failure(line: line, reason: "a quote inside an unquoted field; quote the field and double the quote")
      }
      if field.count <= fieldLimit { field.append(byte) }
    }
    return field
  }

  private mutating func isAtEnd() throws -> Bool {
    switch try stream.peek() {
    case nil, UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
