import Diagnosis
import HandsetSimulation
import OutOfBand
import TextFormats

extension Diagnosis {
  /// `answer`, `causes` and `phones`, which the JSON of `oobqr check` has beside the findings.
  var json: JSONValue {
    guard let answer, let table = cameras ?? tapped else { return [:] }
    let phones = table.columns.flatMap { column in
      column.cases.compactMap { $0 }.map { one -> JSONValue in
        [
          "phones": .string(column.name), "scanner": .string(one.entry.name),
          "verdict": .string(one.verdict.outcome.rawValue),
          "text": .string(one.verdict.steps.map(\.text).joined(separator: " ")),
          "remedy": .optional(one.verdict.remedy), "sources": .strings(one.verdict.sources),
        ]
      }
    }
    return ["answer": .string(answer), "causes": .number(causes.count), "phones": .array(phones)]
  }
}
