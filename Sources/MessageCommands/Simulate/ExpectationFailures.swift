import CommandSupport
import HandsetSimulation
import TextFormats

/// The cases that are not as `--expect` says.
struct ExpectationFailures {
  private let expected: [Expectation]
  /// How many cases were judged.
  private let count: Int
  private let failures: [VerdictTable.Case]

  /// Judges cases, those with an ignored verdict left out.
  init(_ expected: [Expectation], ignoring ignored: [Verdict.Outcome], in cases: [VerdictTable.Case]) {
    let judged = cases.filter { !ignored.contains($0.verdict.outcome) }
    self.expected = expected
    count = judged.count
    failures = judged.filter { one in !expected.contains { $0.holds(for: one.verdict.outcome) } }
  }

  /// Prints a line with the number of failures and one for each verdict among them, and ends the command.
  func throwIfAny() throws {
    if count == 0 { throw CommandFailure("--ignore leaves no case that --expect could judge") }
    if failures.isEmpty { return }
    for line in lines { Console.current.say(line) }
    throw CommandFailure(nil)
  }

  private var lines: [String] {
    let words = expected.map(\.description).joined(separator: " or ")
    let head =
      "expected \(words), but \(failures.count) of \(count.counting("case")) "
      + "\(failures.count == 1 ? "differs" : "differ")"
    return [head]
      + Verdict.Outcome.allCases.compactMap { outcome in
        let cases = failures.filter { $0.verdict.outcome == outcome }
        if cases.isEmpty { return nil }
        let places = cases.grouped { $0.entry.name == $1.entry.name }.map { own in
          "\(own[0].entry.name) (\(VerdictTable.phones(of: own)))"
        }
        return "  \(outcome.rawValue): \(places.joined(separator: "; "))"
      }
  }
}
