import QRSymbology
import Testing

struct StructuredAppendTests {
  private typealias Symbol = (message: [UInt8], structuredAppend: SymbolReading.StructuredAppend?)

  /// A message in parts of two bytes.
  private func parts(_ text: String) -> [Symbol] {
    let bytes = Array(text.utf8)
    let count = (bytes.count + 1) / 2
    let parity = bytes.reduce(0, ^)
    return (0..<count).map { index in
      (Array(bytes[2 * index..<min(2 * index + 2, bytes.count)]), .init(index: index, count: count, parity: parity))
    }
  }

  @Test func `parts in any order, found twice or between others, are one message`() {
    let set = parts("abcdef")
    let lone: Symbol = (Array("lone".utf8), nil)
    let joined = StructuredAppendJoiner([set[2], lone, set[0], set[1], set[0]])
    #expect(joined.messages == [Array("abcdef".utf8), lone.message] && joined.faults.isEmpty)
    #expect(StructuredAppendJoiner([]).messages.isEmpty)
  }

  @Test func `two sets of different parity are two messages`() {
    let joined = StructuredAppendJoiner(zip(parts("abcd"), parts("efgi")).flatMap { [$0, $1] })
    #expect(joined.messages == [Array("abcd".utf8), Array("efgi".utf8)] && joined.faults.isEmpty)
  }

  @Test func `a set that is not complete, not unique or not consistent is a fault`() {
    let set = parts("abcdef")
    let lacking = StructuredAppendJoiner([set[1]])
    #expect(lacking.messages.isEmpty && lacking.faults == [.incomplete(missing: [0, 2], count: 3)])
    #expect("\(lacking.faults[0])" == "a set of 3 symbols lacks parts 1, 3")

    var other = set
    other[0].message = [0x62, 0x61]
    let ambiguous = StructuredAppendJoiner(set + other)
    #expect(ambiguous.messages.isEmpty && ambiguous.faults == [.ambiguous(count: 3)])
    #expect("\(ambiguous.faults[0])" == "two sets of 3 symbols cannot be distinguished; scan them separately")

    var wrong = set
    wrong[0].message = [0x62, 0x62]
    let mismatch = StructuredAppendJoiner(wrong)
    #expect(mismatch.messages.isEmpty && mismatch.faults == [.parityMismatch(count: 3)])
    #expect(
      "\(mismatch.faults[0])" == "the parts of a set of 3 symbols do not belong together: their parity differs")

    let outside: Symbol = ([1], .init(index: 2, count: 2, parity: 1))
    let faults = StructuredAppendJoiner([outside]).faults
    #expect(faults == [.indexOutOfRange(index: 2, count: 2), .incomplete(missing: [0, 1], count: 2)])
    #expect("\(faults[0])" == "a symbol claims to be part 3 of 2")
  }
}
