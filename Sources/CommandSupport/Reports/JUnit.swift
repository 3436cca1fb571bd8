package import OutOfBand
import TextFormats

/// Checks as a JUnit XML report, for CI services: a test case for each message, failed by its errors.
package enum JUnit {
  /// - Parameters:
  ///   - listed: The cases for the lines of lists.
  ///   - unread: Inputs that could not be checked, with the reasons.
  ///   - leftOut: Files below a folder that hold no message, with the reasons.
  ///   - limit: The least severity that fails a message.
  package static func report(
    _ reports: [CheckReport], listed: [TestCase] = [], unread: [(path: String, reason: String)] = [],
    leftOut: [(path: String, reason: String)] = [], failingAt limit: Diagnostic.Severity
  ) -> String {
    let unchecked =
      unread.map { TestCase(classname: $0.path, name: $0.path, outcome: .error(message: $0.reason)) }
      + leftOut.map { TestCase(classname: $0.path, name: $0.path, outcome: .skipped(message: $0.reason)) }
    return document(name: "oobqr check", unchecked + reports.map { testCase(for: $0, failingAt: limit) } + listed)
  }

  /// The test case for a message.
  ///
  /// - Parameter limit: The least severity that fails it.
  package static func testCase(for report: CheckReport, failingAt limit: Diagnostic.Severity) -> TestCase {
    let findings = report.check.diagnostics.filter { $0.severity >= limit }
    // One failure for each case, as the format has it.
    let text = findings.map { "\($0.rule.code) at \($0.place): \($0.message). Fix: \($0.remedy)" }
    return TestCase(
      classname: report.path, name: name(of: report),
      outcome: findings.isEmpty
        ? .passed
        : .failure(
          type: findings[0].rule.code, message: findings[0].message, text: text.joined(separator: "\n")))
  }

  /// A case of a report.
  package struct TestCase {
    package enum Outcome {
      case passed
      case failure(type: String, message: String, text: String)
      case error(message: String)
      case skipped(message: String)
    }

    package var classname: String
    package var name: String
    package var outcome: Outcome

    package init(classname: String, name: String, outcome: Outcome) {
      (self.classname, self.name, self.outcome) = (classname, name, outcome)
    }
  }

  /// Writes a report.
  package static func document(name: String, _ cases: [TestCase]) -> String {
    var counts: [String: Int] = [:]
    let lines = cases.map { test in
      let start = #"  <testcase classname="\#(value(test.classname))" name="\#(value(test.name))""#
      guard let (element, rest) = content(of: test.outcome) else { return start + "/>" }
      counts[element, default: 0] += 1
      return "\(start)>\n    <\(element) \(rest)\n  </testcase>"
    }
    func count(_ element: String) -> Int { counts[element, default: 0] }
    let head = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="\#(name)" tests="\#(cases.count)" failures="\#(count("failure"))" errors="\#(count("error"))" skipped="\#(count("skipped"))">"#,
    ]
    return (head + lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
  }

  /// The element in a case, and what follows its name; `nil` for a case that has passed.
  private static func content(of outcome: TestCase.Outcome) -> (element: String, rest: String)? {
    switch outcome {
    case .passed: nil
    case .failure(let type, let message, let text):
      ("failure", #"type="\#(value(type))" message="\#(value(message))">\#(escaped(text))</failure>"#)
    case .error(let message): ("error", #"message="\#(value(message))"/>"#)
    case .skipped(let message): ("skipped", #"message="\#(value(message))"/>"#)
    }
  }

  private static func name(of report: CheckReport) -> String {
    let place = report.line.map { "line \($0)" } ?? report.index.map { "symbol \($0 + 1)" }
    return ([place, report.check.message.kind] as [String?]).compactMap { $0 }.joined(separator: ", ")
  }

  /// Text in an attribute, where a reader takes a line end that is not a reference for a space (XML 1.0, section 3.3.3).
  private static func value(_ text: String) -> String { escaped(text).replacing("\n", with: "&#10;") }

  /// Text in an element; characters that XML does not have become `\xNN`.
  private static func escaped(_ text: String) -> String {
    MarkupText.escaped(PrintableText.of(text, keepingNewlines: true))
  }
}
