package import Association
import Diagnosis
import HandsetSimulation
import OutOfBand
package import TextFormats

extension Diagnosis {
  /// `answer`, `phones` and `association`, which the JSON of `oobqr check` has beside the findings.
  var members: [JSONValue.Member] {
    guard let answer, let cameras else { return [] }
    let phones = cameras.columns.flatMap { column in
      column.cases.compactMap { $0 }.map { one -> JSONValue in
        [
          "phones": .string(column.name), "scanner": .string(one.entry.name),
          "verdict": .string(one.verdict.outcome.rawValue),
          "because": .string(one.verdict.steps.map(\.text).joined(separator: " ")),
          "instead": one.verdict.remedy.map { .string($0) } ?? .null,
          "sources": .array(one.verdict.sources.map { .string($0) }),
        ]
      }
    }
    return [.init("answer", .string(answer)), .init("phones", .array(phones))]
      + (association.map { [.init("association", $0.json)] } ?? [])
  }
}

extension AssociationVerdict {
  /// `ios` and `android`, each `null` if no file speaks of it.
  package var json: JSONValue { ["ios": iOS.map(\.json) ?? .null, "android": android.map(\.json) ?? .null] }
}

extension AssociationVerdict.Answer {
  package var json: JSONValue {
    [
      "outcome": .string(outcome.rawValue), "app": app.map { .string($0) } ?? .null,
      "file": file.map { .string($0) } ?? .null, "place": place.map { .string("\($0)") } ?? .null,
      "reason": .string(reason), "fix": remedy.map { .string($0) } ?? .null,
      "sources": .array(sources.map { .string($0) }),
    ]
  }
}
