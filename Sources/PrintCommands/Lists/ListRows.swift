import ArgumentParser
import CommandSupport
import TextFormats

/// Lines of a list, such as `5,10-20`.
struct ListRows: Hashable, CustomStringConvertible {
  private var ranges: [ClosedRange<Int>]

  /// Parses a value of `--rows` or `--again`.
  init(option text: String) throws {
    guard let rows = ListRows(parsing: text) else { throw ValidationError("it is not lines such as 5,10-20.") }
    self = rows
  }

  init?(parsing text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let match = part.wholeMatch(of: /\ *([0-9]{1,9})(?:-([0-9]{1,9}))?\ */), let first = Int(match.1),
        let last = match.2.map({ Int($0) }) ?? first, 1 <= first, first <= last
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  func contains(_ line: Int) -> Bool { ranges.contains { $0.contains(line) } }

  /// The parts that have none of these lines: `4`, `7-9`.
  func parts(without lines: Set<Int>) -> [String] {
    ranges.filter { range in !lines.contains { range.contains($0) } }.map { $0.text("-") }
  }

  /// As it is written: `5,10-20`.
  var description: String { ranges.map { $0.text("-") }.joined(separator: ",") }

  init(_ lines: some Sequence<Int>) {
    ranges = []
    for line in lines.sorted() { ranges.append(line) }
  }

  /// The first parts, for a sentence: `lines 2-13, 20`.
  var sentence: String {
    let shown = ranges.prefix(10).map { $0.text("-") }.joined(separator: ", ")
    let isOne = ranges.count == 1 && ranges[0].count == 1
    return (isOne ? "line " : "lines ") + shown + (ranges.count > 10 ? " and others" : "")
  }

  /// The last line.
  var last: Int { ranges.map(\.upperBound).max() ?? 0 }
}
