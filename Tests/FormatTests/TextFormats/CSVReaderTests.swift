import Testing
import TextFormats

struct CSVReaderTests {
  /// Returns all records of a text, or the faults in their places.
  private func records(_ text: String, fieldLimit: Int = 1 << 20, pieces: Int = 1 << 16) throws -> [String] {
    var rest = Array(text.utf8)[...]
    let stream = ByteStream {
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
    var reader = try CSVReader(stream, fieldLimit: fieldLimit)
    var records: [String] = []
    while true {
      do {
        guard let record = try reader.next() else { return records }
        records.append("\(record.line):" + record.fields.joined(separator: "|"))
      } catch let failure as CSVReader.Failure {
        records.append("\(failure)")
      }
    }
  }

  static let texts: [(text: String, records: [String])] = [
    ("a,b\n1,2\n", ["2:1|2"]), ("a,b\r\n1,2\r\n3,4", ["2:1|2", "3:3|4"]), ("a\n\n\nx\n", ["4:x"]),
    ("\u{FEFF}a\nx\n", ["2:x"]), ("a,b\n\"1,1\",\"say \"\"hi\"\"\"\n", ["2:1,1|say \"hi\""]),
    ("a,b\n\"line\nbreak\",2\n3,4\n", ["2:line\nbreak|2", "4:3|4"]), ("a,b\n,\n", ["2:|"]), ("a\n", []),
    ("a,b\n1\n3,4\n", ["line 2: 1 field, but the header has 2", "3:3|4"]),
    ("a\nx\"y\nz\n", ["line 2: a quote inside an unquoted field; quote the field and double its quotes", "3:z"]),
    (
      "a\n\"x\"y\nz\n",
      ["line 2: text after a closing quote; double the quotes inside a field", "3:z"]
    ),
    ("a\n\"x\ny\n", ["line 2: a quote is opened here but never closed; the record spans lines 2 to 4"]),
  ]

  @Test(arguments: texts)
  func `records are read as in RFC 4180, and faults are named with their line`(
    row: (text: String, records: [String])
  ) throws {
    #expect(try records(row.text) == row.records)
    // Wherever the chunks end.
    for pieces in 1...3 { #expect(try records(row.text, pieces: pieces) == row.records) }
  }

  @Test func `a field may have as many bytes as the limit`() throws {
    #expect(try records("a\n12345\n", fieldLimit: 5) == ["2:12345"])
    #expect(try records("a\n123456\nx\n", fieldLimit: 5) == ["line 2: a field is longer than 5 bytes", "3:x"])
    #expect(try records("a\n\"123456\"\nx\n", fieldLimit: 5) == ["line 2: a field is longer than 5 bytes", "3:x"])
  }

  @Test func `a text without a header, and one that is not UTF-8, are refused`() {
    #expect(throws: CSVReader.Failure.self) { try CSVReader(ByteStream([])) }
    #expect(throws: CSVReader.Failure.self) { try CSVReader(ByteStream([0x61, 0xFF, 0x0A])) }
  }

  @Test func `lines are truncated at the limit and keep their number`() throws {
    var stream = ByteStream(Array("one\r\n\nthree".utf8))
    #expect(try stream.line(limit: 9) == Array("one".utf8))
    #expect(try stream.line(limit: 9) == [])
    #expect(try stream.line(limit: 2)?.count == 3)
    #expect(try stream.line(limit: 9) == nil)
  }
}
