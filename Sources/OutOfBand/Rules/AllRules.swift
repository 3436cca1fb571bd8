/// The rules as a whole.
extension Diagnostic.Rule {
  /// The rule of a code: `OOB402`, `oob402` or `402`; `nil` when there is none.
  public init?(code: String) {
    let digits = code.uppercased().hasPrefix("OOB") ? code.dropFirst(3) : code[...]
    guard let rule = Self.all.first(where: { $0.code == "OOB\(digits)" }) else { return nil }
    self = rule
  }

  /// Every rule, by code.
  public static let all: [Diagnostic.Rule] =
    (payloadRules + encodingRules + dispatchRules + urlRules + linkRules + callbackRules + uaePassRules
    + associationRules).sorted { $0.code < $1.code }
}
