import OutOfBand
import TextFormats

/// The findings about a list of messages, by code: `links.txt: 500 messages: 3 errors in 2, 12 warnings in 12`.
struct CheckSummary {
  /// The name of the list; `nil` for the messages of several inputs.
  var name: String?
  var reports: [CheckReport]
  /// The least severity of the findings that are listed; the line at the top counts all.
  var least = Diagnostic.Severity.note

  var text: String {
    ([headline] + groups.flatMap(lines)).joined(separator: "\n") + "\n"
  }

  /// One line with all counts.
  var headline: String {
    let counts = Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      let numbers = reports.map { $0.check.diagnostics.count { $0.severity == severity } }
      let total = numbers.reduce(0, +)
      return total == 0 ? nil : "\(Self.counted(total, severity.rawValue)) in \(numbers.count { $0 > 0 })"
    }
    let found = counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
    let list = name.map { PrintableText.of($0) + ": " } ?? ""
    return "\(list)\(Self.counted(reports.count, "message")): \(found)"
  }

  /// Findings of one rule and severity.
  private struct Group {
    var rule: Diagnostic.Rule
    var severity: Diagnostic.Severity
    /// The lines that have it, in order.
    var lines: [Int] = []
    var remedies: Set<String> = []
    /// One of the findings.
    var message: String
  }

  /// Errors first, then by code.
  private var groups: [Group] {
    struct Key: Hashable {
      var code: String
      var severity: Diagnostic.Severity
    }
    var groups: [Key: Group] = [:]
    for report in reports {
      for finding in report.check.diagnostics where finding.severity >= least {
        let key = Key(code: finding.rule.code, severity: finding.severity)
        var group =
          groups[key] ?? Group(rule: finding.rule, severity: finding.severity, message: finding.message)
        if let line = report.line, group.lines.last != line { group.lines.append(line) }
        group.remedies.insert(finding.remedy)
        groups[key] = group
      }
    }
    return groups.values.sorted {
      $0.severity == $1.severity ? $0.rule.code < $1.rule.code : $0.severity > $1.severity
    }
  }

  private func lines(_ group: Group) -> [String] {
    let isEverywhere = group.lines.count == reports.count && reports.count > 1
    let places = isEverywhere ? "all messages" : Self.ranges(group.lines)
    // Remedies that name values differ from line to line; the general one stands for them.
    let remedy = group.remedies.count == 1 ? group.remedies.first ?? group.rule.fix : group.rule.fix
    return [
      "  \(group.severity) \(group.rule.code) \(group.rule.title): \(places)",
      "    \(group.lines.count == 1 ? "found" : "for example"): \(group.message)", "    fix: \(remedy)",
    ]
  }

  /// `line 7`, `lines 1–3, 9`, `lines 1, 3, 5, 7, 9, 11, 13, 15 and 4 more`.
  private static func ranges(_ lines: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for line in lines {
      if let last = ranges.last, last.upperBound + 1 == line {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    let shown = ranges.prefix(8).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
    let rest = ranges.dropFirst(8).map(\.count).reduce(0, +)
    return (lines.count == 1 ? "line " : "lines ") + shown.joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
