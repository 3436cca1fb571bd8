import CommandSupport
import OutOfBand
import TextFormats

/// Diagnostics as a SARIF 2.1.0 log, for code scanning services.
enum SARIF {
  static func log(_ reports: [CheckReport], version: String) -> JSONValue {
    let used = Set(reports.flatMap { $0.check.diagnostics.map(\.rule) })
    let rules = Diagnostic.Rule.all.filter { used.contains($0) }
    let driver: JSONValue = ["name": "oobqr", "version": .string(version), "rules": .array(rules.map(rule))]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        ["tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": .array(reports.flatMap(results))]
      ],
    ]
  }

  private static func rule(_ rule: Diagnostic.Rule) -> JSONValue {
    let members: JSONValue = [
      "id": .string(rule.code), "shortDescription": ["text": .string(rule.title)],
      "fullDescription": ["text": .string(rule.meaning)],
      "help": ["text": .string("\(rule.fix). Source: \(rule.sources.joined(separator: "; "))")],
      "helpUri": .optional(rule.documents.compactMap(\.url).first),
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
      "properties": ["sources": .strings(rule.sources), "documents": .array(rule.documents.map(\.json))],
    ]
    return members.withoutNulls
  }

  private static func results(_ report: CheckReport) -> [JSONValue] {
    let pointers = report.check.diagnostics.compactMap {
      if case .pointer(let pointer) = $0.place { pointer } else { nil }
    }
    let offsets = pointers.isEmpty ? [:] : JSONDocument.offsets(of: Set(pointers), in: report.bytes)
    return report.check.diagnostics.map { finding in
      let offset: Int? =
        switch finding.place {
        case .pointer(let pointer): offsets[pointer]
        case .component(_, let offset): offset
        case .message, .symbol, .association: nil
        }
      let physical: JSONValue = [
        "artifactLocation": ["uri": .string(uri(report.path))], "region": .optional(region(of: report, from: offset)),
      ]
      return [
        "ruleId": .string(finding.rule.code), "level": .string(finding.severity.rawValue),
        "message": ["text": .string("\(finding.message). Fix: \(finding.remedy)")],
        "locations": [
          [
            "physicalLocation": physical.withoutNulls,
            "logicalLocations": [["fullyQualifiedName": .string("\(finding.place)")]],
          ]
        ],
      ]
    }
  }

  /// The place of a finding in a text, from a byte of it if that is known; `nil` for symbols in pictures.
  private static func region(of report: CheckReport, from offset: Int?) -> JSONValue? {
    guard report.index == nil, let start = report.before, let offset, offset <= report.bytes.count else {
      return report.line.map { ["startLine": .number($0)] }
    }
    let before = start + report.bytes[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = (report.line ?? 1) + before.count { $0 == UInt8(ascii: "\n") }
    let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1
    return ["startLine": .number(line), "startColumn": .number(column)]
  }

  /// A path as a relative or absolute URI reference.
  private static func uri(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
      .joined(separator: "/")
  }
}
