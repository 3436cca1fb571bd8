/// Comma-separated values (RFC 4180): fields may be quoted, and quoted fields may hold commas, quotes and line ends.
struct CSV {
  /// The first record.
  var header: [String]
  /// The other records, each with the line on which it begins, from 1. Blank lines are left out.
  var records: [(line: Int, fields: [String])]

  /// Why a text is no CSV.
  struct Failure: Error, CustomStringConvertible {
    var line: Int
    var reason: String

    var description: String { "line \(line): \(reason)" }
  }

  /// Reads UTF-8, with or without a byte order mark; lines end in LF or CRLF.
  init(parsing bytes: [UInt8]) throws {
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    var line = 1
    var all: [(line: Int, fields: [String])] = []
    while !rest.isEmpty {
      let start = line
      let isBlank = rest.first == UInt8(ascii: "\n") || rest.starts(with: [0x0D, 0x0A])
      let fields = try Self.record(&rest, &line)
      if !isBlank { all.append((start, fields)) }
    }
    guard let first = all.first else { throw Failure(line: 1, reason: "there is no header line") }
    header = first.fields
    records = Array(all.dropFirst())
    for record in records where record.fields.count != header.count {
      throw Failure(
        line: record.line, reason: "\(record.fields.count) fields, and the header has \(header.count)")
    }
  }

  private static func record(_ rest: inout ArraySlice<UInt8>, _ line: inout Int) throws -> [String] {
    var fields: [String] = []
    while true {
      fields.append(try field(&rest, &line))
      guard let next = rest.popFirst() else { return fields }
      if next == UInt8(ascii: ",") { continue }
      if next == UInt8(ascii: "\r") { _ = rest.popFirst() }
      line += 1
      return fields
    }
  }

  /// Reads up to a comma or a line end, which stays.
  private static func field(_ rest: inout ArraySlice<UInt8>, _ line: inout Int) throws -> String {
    let start = line
    var field: [UInt8] = []
    if rest.first == UInt8(ascii: "\"") {
      rest.removeFirst()
      while true {
        guard let byte = rest.popFirst() else {
          throw Failure(line: start, reason: "a quote is opened here and never closed")
        }
        if byte == UInt8(ascii: "\n") { line += 1 }
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if rest.first == UInt8(ascii: "\"") {
          field.append(rest.removeFirst())
        } else {
          break
        }
      }
      if !isEnd(rest) {
        throw Failure(line: line, reason: "a closing quote is followed by more; double a quote inside a field")
      }
    } else {
      while !isEnd(rest), let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\"") {
          throw Failure(line: line, reason: "a quote inside an unquoted field; quote the field and double the quote")
        }
        field.append(byte)
      }
    }
    guard let text = String(validating: field, as: UTF8.self) else {
      throw Failure(line: start, reason: "a field is not UTF-8")
    }
    return text
  }

  private static func isEnd(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return true }
    let isLineEnd = first == UInt8(ascii: "\r") && rest.dropFirst().first == UInt8(ascii: "\n")
    return first == UInt8(ascii: ",") || first == UInt8(ascii: "\n") || isLineEnd
  }
}
