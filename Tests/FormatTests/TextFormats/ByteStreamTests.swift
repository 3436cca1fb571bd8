import Testing

@testable import TextFormats

/// Looking ahead in a stream that gives its bytes in pieces.
struct ByteStreamTests {
  /// A stream of pieces, and how many of them were asked for.
  private final class Pieces {
    private let pieces: [String]
    private(set) var asked = 0

    init(_ pieces: [String]) { self.pieces = pieces }

    func next() -> [UInt8] {
      asked += 1
      return asked <= pieces.count ? Array(pieces[asked - 1].utf8) : []
    }
  }

  @Test(arguments: [
    (["a", "b", "c"], 2, "ab", 2), (["a", "b", "c"], 9, "abc", 4), (["ab\n", "c"], 9, "ab\n", 1),
    (["a", "b\nc", "d"], 9, "ab\nc", 2), (["abc"], 2, "ab", 1), ([], 4, "", 1),
  ])
  func `the start is not waited for beyond the first line, and stays`(
    pieces: [String], count: Int, start: String, asked: Int
  ) throws {
    let source = Pieces(pieces)
    var stream = ByteStream { source.next() }
    let found = try stream.start(count)
    #expect(String(decoding: found, as: UTF8.self) == start)
    #expect(source.asked == asked)
    var rest: [UInt8] = []
    while let byte = try stream.pop() { rest.append(byte) }
    #expect(rest == Array(pieces.joined().utf8))
  }

  static let beginnings: [([[UInt8]], FileSignature?)] = [
    // A line end is inside the signature of PNG.
    ([[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], [0x1A, 0x0A]], .png),
    ([[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A]], nil), ([[0x89, 0x50, 0x4E, 0x47]], nil),
    ([[0xFF, 0xD8], [0xFF, 0xE0]], .jpeg), ([[0xFF, 0xD8]], nil), ([[]], nil),
    ([Array("BZh91AY&SY".utf8)], .bzip2), ([Array("BZh01AY&SY".utf8)], nil), ([Array("BZhang Wei\n".utf8)], nil),
    ([Array("PK\u{3}\u{4}".utf8)], .zip), ([Array("%PDF-1.4\n".utf8)], .pdf), ([Array("%PDF\n".utf8)], nil),
  ]

  @Test(arguments: beginnings)
  func `a file is recognised by all bytes of its signature`(pieces: [[UInt8]], format: FileSignature?) throws {
    var rest = pieces[...]
    var stream = ByteStream { rest.popFirst() ?? [] }
    #expect(try stream.signature() == format)
    #expect(try stream.take(99) == Array(pieces.joined()))
  }
}
