import CommandSupport
import OutOfBand
import TextFormats

/// The findings about a list of messages, by code: `links.txt: 500 messages: 3 errors in 2, 12 warnings in 12`.
struct CheckSummary {
  /// The name of the list; `nil` for the messages of several inputs.
  private let name: String?
  /// The least severity of the findings that are listed; the line at the top counts all.
  private let least: Diagnostic.Severity
  private(set) var messages = 0
  private var totals: [Diagnostic.Severity: Total] = [:]
  private var groups: [Key: Group] = [:]

  init(name: String? = nil, least: Diagnostic.Severity = .note) { (self.name, self.least) = (name, least) }

  private struct Total {
    var findings = 0
    /// Messages that have some.
    var messages = 0
  }

  private struct Key: Hashable {
    var code: String
    var severity: Diagnostic.Severity
  }

  /// Findings of one rule and severity.
  private struct Group {
    var rule: Diagnostic.Rule
    var severity: Diagnostic.Severity
    /// The lines that have it, in order, as far as they are listed.
    var ranges: [ClosedRange<Int>] = []
    var lines = 0
    var lastLine = 0
    /// No more than two, as only whether there is one counts.
    var remedies: Set<String> = []
    /// One of the findings.
    var message: String

    static let mostRanges = 8

    mutating func add(line: Int) {
      if lines > 0, lastLine == line { return }
      (lines, lastLine) = (lines + 1, line)
      // One more than is listed, so that none is taken for the next to the last.
      if ranges.count <= Self.mostRanges || ranges.last?.upperBound == line - 1 { ranges.append(line) }
    }

    /// `line 7`, `lines 1–3, 9`, `lines 1, 3, 5, 7, 9, 11, 13, 15 and 4 more`.
    var places: String {
      let listed = ranges.prefix(Self.mostRanges)
      let shown = listed.map { $0.text() }
      let rest = lines - listed.map(\.count).reduce(0, +)
      return (lines == 1 ? "line " : "lines ") + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
  }

  /// Counts the findings about a message.
  mutating func add(_ report: CheckReport) {
    messages += 1
    var severities: Set<Diagnostic.Severity> = []
    for finding in report.check.diagnostics {
      totals[finding.severity, default: Total()].findings += 1
      if severities.insert(finding.severity).inserted { totals[finding.severity, default: Total()].messages += 1 }
      guard finding.severity >= least else { continue }
      let key = Key(code: finding.rule.code, severity: finding.severity)
      let new = Group(rule: finding.rule, severity: finding.severity, message: finding.message)
      if let line = report.line { groups[key, default: new].add(line: line) }
      if groups[key, default: new].remedies.count < 2 { groups[key, default: new].remedies.insert(finding.remedy) }
    }
  }

  var text: String {
    // Errors first, then by code.
    let sorted = groups.values.sorted {
      $0.severity == $1.severity ? $0.rule.code < $1.rule.code : $0.severity > $1.severity
    }
    return ([headline] + sorted.flatMap(lines)).joined(separator: "\n") + "\n"
  }

  /// One line with all counts.
  var headline: String {
    let counts = Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      totals[severity].map { "\($0.findings.counting(severity.rawValue)) in \($0.messages)" }
    }
    let found = counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
    let list = name.map { PrintableText.of($0) + ": " } ?? ""
    return "\(list)\(messages.counting("message")): \(found)"
  }

  private func lines(_ group: Group) -> [String] {
    let isEverywhere = group.lines == messages && messages > 1
    // Remedies that name values differ from line to line; the general one is printed instead of them.
    let remedy = group.remedies.count == 1 ? group.remedies.first ?? group.rule.fix : group.rule.fix
    return [
      "  \(group.severity) \(group.rule.code) \(group.rule.title): \(isEverywhere ? "all messages" : group.places)",
      "    \(group.lines == 1 ? "found" : "for example"): \(group.message)", "    fix: \(remedy)",
    ]
  }
}
