/// A reader of comma-separated values (RFC 4180): quoted fields may contain commas, quotes and line ends.
///
/// Fields are separated by the comma, semicolon or tab that is most frequent in the first line outside quotes, or comes first of
/// equally frequent ones. A first line `sep=;`, as Excel reads and writes it, names the separator.
///
/// Records are read one by one from UTF-8, with or without a byte order mark; lines end in LF or CRLF. After a refused
/// record, reading continues on the next line.
package struct CSVReader {
  private var stream: ByteStream
  /// The line that is read next, from 1.
  package private(set) var line = 1
  /// What separates fields.
  private var separator = UInt8(ascii: ",")
  /// The most bytes in a field.
  private let fieldLimit: Int
  /// The most fields in a record.
  private static let mostFields = 1024
  /// The first record.
  package private(set) var header: [String]

  /// A record with the line on which it begins, from 1.
  package typealias Record = (line: Int, fields: [String])

  /// The reason why a text is not CSV.
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
    while let byte = try self.stream.peek(), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { try endLine() }
    let start = try self.stream.firstLine(limit: fieldLimit)
    if let named = Self.namedSeparator(start) {
      separator = named
      try self.stream.skipRestOfLine(endsInCR: true)
      try endLine()
    } else {
      separator = Self.separator(of: start)
    }
    guard let first = try nextRecord() else { throw Failure(line: 1, reason: "the header line is missing") }
    header = first.fields
  }

  /// The separator that a line `sep=;` names, also in quotes or with empty fields behind it; `nil` for other lines.
  private static func namedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
    let line = line.filter { $0 != UInt8(ascii: "\"") }
    guard String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=", let named = line.dropFirst(4).first,
      line.dropFirst(4).allSatisfy({ $0 == named })
    else { return nil }
    return named
  }

  /// The separator that a header has, outside quotes.
  private static func separator(of header: ArraySlice<UInt8>) -> UInt8 {
    var isQuoted = false
    let found = header.filter { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted && ",;\t".utf8.contains(byte)
    }.grouped(==)
    let most = found.map(\.count).max()
    return found.first { $0.count == most }?[0] ?? UInt8(ascii: ",")
  }

  /// Returns the next record, skipping blank lines; `nil` at the end.
  ///
  /// - Throws: ``Failure``, also if the record has more or fewer fields than the header.
  package mutating func next() throws -> Record? {
    guard var record = try nextRecord() else { return nil }
    // Empty fields behind the last column are of no column.
    while record.fields.count > header.count, record.fields.last?.isEmpty == true { record.fields.removeLast() }
    guard record.fields.count == header.count else {
      let fields = record.fields.count.counting("field")
      throw Failure(line: record.line, reason: "\(fields), but the header has \(header.count)")
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
        // Not inside a quoted field, which may span lines: it has been read to its closing quote.
        try stream.skipRestOfLine(endsInCR: true)
        if line > start { failure.reason += "; the record spans lines \(start) to \(line)" }
        failure.line = start
        try endLine()
        throw failure
      }
    }
    return nil
  }

  /// Skips LF, CRLF or CR.
  private mutating func endLine() throws {
    if try stream.peek() == UInt8(ascii: "\r") { _ = try stream.pop() }
    if try stream.peek() == UInt8(ascii: "\n") { _ = try stream.pop() }
    line += 1
  }

  private mutating func fields() throws -> [String] {
    var fields: [String] = []
    while true {
      // No list has this many columns.
      if fields.count >= Self.mostFields { throw Failure(line: line, reason: "more than \(Self.mostFields) fields") }
      fields.append(try field())
      guard let next = try stream.peek() else { return fields }
      if next == separator {
        _ = try stream.pop()
        continue
      }
      try endLine()
      return fields
    }
  }

  /// Reads up to a separator or a line end, which is not consumed.
  private mutating func field() throws -> String {
    let start = line
    let field = try stream.peek() == UInt8(ascii: "\"") ? quotedField() : plainField()
    guard field.count <= fieldLimit else {
      throw Failure(line: start, reason: "a field is longer than \(fieldLimit) bytes")
    }
    guard let text = String(utf8: field) else {
      throw Failure(line: start, reason: "a field is not UTF-8; save the list as UTF-8 (in Excel 'CSV UTF-8')")
    }
    return text
  }

  private mutating func quotedField() throws -> [UInt8] {
    let start = line
    var field: [UInt8] = []
    var skipped = 0
    _ = try stream.pop()
    while true {
      guard let byte = try stream.pop() else {
        throw Failure(line: start, reason: "a quote is opened here but never closed")
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "\"") {
        guard try stream.peek() == byte else { break }
        _ = try stream.pop()
      }
      guard append(byte, to: &field, &skipped) else {
        throw ByteStream.EndlessLine(
          line: start, "a quote is opened here but not closed within \(ByteStream.mostSkipped >> 20) MiB")
      }
    }
    if try !isAtEnd() {
      throw Failure(line: line, reason: "text after a closing quote; double the quotes inside a field")
    }
    return field
  }

  private mutating func plainField() throws -> [UInt8] {
    var field: [UInt8] = []
    var skipped = 0
    while try !isAtEnd(), let byte = try stream.pop() {
      if byte == UInt8(ascii: "\"") {
        throw Failure(line: line, reason: "a quote inside an unquoted field; quote the field and double its quotes")
      }
      guard append(byte, to: &field, &skipped) else { throw ByteStream.EndlessLine(kept: 0) }
    }
    return field
  }

  /// Appends a byte to a field. Bytes beyond the limit are dropped; ``field()`` then refuses the field.
  ///
  /// - Returns: `false` if too many have been dropped.
  private func append(_ byte: UInt8, to field: inout [UInt8], _ skipped: inout Int) -> Bool {
    if field.count <= fieldLimit {
      field.append(byte)
    } else {
      skipped += 1
    }
    return skipped <= ByteStream.mostSkipped
  }

  private mutating func isAtEnd() throws -> Bool {
    switch try stream.peek() {
    case nil, separator, UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
