import OutOfBand
import TextFormats

/// Checks as a JUnit XML report, for CI services: a test case for each message, failed by its errors.
enum JUnit {
  /// - Parameters:
  ///   - unread: Inputs that could not be checked, with the reasons.
  ///   - leftOut: Files below a folder that hold no message, with the reasons.
  ///   - limit: The least severity that fails a message.
  static func report(
    _ reports: [CheckReport], unread: [(path: String, reason: String)] = [],
    leftOut: [(path: String, reason: String)] = [], failingAt limit: Diagnostic.Severity
  ) -> String {
    let cases = reports.map { report in
      (report, report.check.diagnostics.filter { $0.severity >= limit })
    }
    let failures = cases.count { !$0.1.isEmpty }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="oobqr check" tests="\#(cases.count + unread.count + leftOut.count)" failures="\#(failures)" errors="\#(unread.count)" skipped="\#(leftOut.count)">"#,
    ]
    for (kind, entries) in [("error", unread), ("skipped", leftOut)] {
      for (path, reason) in entries {
        let shown = escaped(SecretText().redacted(path))
        lines.append(#"  <testcase classname="\#(shown)" name="\#(shown)">"#)
        lines.append(#"    <\#(kind) message="\#(escaped(reason))"/>"#)
        lines.append("  </testcase>")
      }
    }
    for (report, findings) in cases {
      let start = #"  <testcase classname="\#(escaped(report.path))" name="\#(escaped(name(of: report)))""#
      if findings.isEmpty {
        lines.append(start + "/>")
        continue
      }
      lines.append(start + ">")
      // One failure for each case, as the format has it.
      let text = findings.map { "\($0.rule.code) at \($0.place): \($0.message). Fix: \($0.remedy)" }
      lines.append(
        #"    <failure type="\#(findings[0].rule.code)" message="\#(escaped(findings[0].message))">"#
          + escaped(text.joined(separator: "\n")) + "</failure>")
      lines.append("  </testcase>")
    }
    return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
  }

  private static func name(of report: CheckReport) -> String {
    let place = report.line.map { "line \($0)" } ?? report.index.map { "symbol \($0 + 1)" }
    return ([place, report.check.message.kind] as [String?]).compactMap { $0 }.joined(separator: ", ")
  }

  /// Text in an attribute or element; characters that XML does not have become `\xNN`.
  private static func escaped(_ text: String) -> String {
    MarkupText.escaped(PrintableText.of(text, keepingNewlines: true))
  }
}
