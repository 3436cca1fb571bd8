package import TextFormats

/// What an object of JSON that a command prints is: its first member `format`, as in `oobqr-check-1`, which the schema of the same
/// name describes.
package enum AnswerKind: String, CaseIterable {
  case check, scan, make, explain, simulate, compare, redeem, transaction
  case scanLine = "scan-line"
  case makeRow = "make-row"
  case associateCheck = "associate-check"
  case associateFetch = "associate-fetch"
  case dispatchRead = "dispatch-read"
  case uaePassCheck = "uaepass-check"
  case fixturesVerify = "fixtures-verify"
  case fixturesCompare = "fixtures-compare"
  case fixturesKinds = "fixtures-kinds"
  case printPlan = "print-plan"
  case printReport = "print-report"
  case printStocks = "print-stocks"

  /// The value of `format`. The number changes with a member that goes or changes its meaning.
  package var format: String { "oobqr-\(rawValue)-1" }
}

extension JSONValue {
  /// A line of an object that says what it is.
  package func line(as kind: AnswerKind) -> String { "\(answer(kind))\n" }

  /// The object, with what it is before its members.
  package func answer(_ kind: AnswerKind) -> JSONValue {
    .joining(["format": .string(kind.format)], self)
  }
}
