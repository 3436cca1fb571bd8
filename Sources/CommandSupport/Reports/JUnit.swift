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
    var cases: [TestCase] = []
    for (entries, isError) in [(unread, true), (leftOut, false)] {
      for (path, reason) in entries {
        cases.append(
          TestCase(
            classname: path, name: path, outcome: isError ? .error(message: reason) : .skipped(message: reason)))
      }
    }
    cases += reports.map { testCase(for: $0, failingAt: limit) } + listed
    return document(name: "oobqr check", cases)
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
    var (failures, errors, skipped) = (0, 0, 0)
    var lines: [String] = []
    for test in cases {
      let start = #"  <testcase classname="\#(value(test.classname))" name="\#(value(test.name))""#
      switch test.outcome {
      case .passed: lines.append(start + "/>")
      case .failure(let type, let message, let text):
        failures += 1
        lines += [
          start + ">",
          #"    <failure type="\#(value(type))" message="\#(value(message))">"# + escaped(text) + "</failure>",
          "  </testcase>",
        ]
      case .error(let message):
        errors += 1
        lines += [start + ">", #"    <error message="\#(value(message))"/>"#, "  </testcase>"]
      case .skipped(let message):
        skipped += 1
        lines += [start + ">", #"    <skipped message="\#(value(message))"/>"#, "  </testcase>"]
      }
    }
    let head = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="\#(name)" tests="\#(cases.count)" failures="\#(failures)" errors="\#(errors)" skipped="\#(skipped)">"#,
    ]
    return (head + lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
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
