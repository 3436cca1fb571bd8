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
}
