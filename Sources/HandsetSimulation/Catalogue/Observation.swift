public import TextFormats

extension VerdictTable {
  /// A catalogue with one rule: what was seen in a case of this table.
  ///
  /// The rule comes before all that are built in, and holds for this version of the system. Its id is that of the case, so that a
  /// later observation of the same case replaces it.
  ///
  /// - Parameters:
  ///   - one: The case.
  ///   - outcome: What the phone did.
  ///   - note: Which phone it was, and when.
  public func rule(for one: Case, _ outcome: Verdict.Outcome, note: String) -> JSONValue {
    let handset = one.handset
    let attributes = CaseAttributes(message, one.entry, handset)
    let asked: [CaseAttributes.Attribute] =
      [.entry, .scanner, .browser, .message, .os, .app, .page, .isPrivate]
      + (message.kind == .link ? [.verified] : []) + (handset.system == .android ? [.google] : [])
    let values = asked.filter { !attributes[$0].isEmpty }
    let when = values.map { JSONValue.Member($0.name, .array([.string(attributes[$0])])) }
    let versions: JSONValue = ["min": .number(handset.version), "max": .number(handset.version)]
    let circumstances = values.filter { ![.entry, .scanner, .browser, .message, .os].contains($0) }
    let id =
      (["own"] + [.entry, .scanner, .browser, .message, .os].map { attributes[$0] }.filter { !$0.isEmpty }
      + circumstances.map { "\($0.name)=\(attributes[$0])" })
      .joined(separator: "-")
    let rule: JSONValue = [
      "id": .string("\(id)-\(handset.version)"), "order": .number(1),
      "when": .object(when + [.init("versions", versions)]), "verdict": .string(outcome.rawValue),
      "steps": .array([.string("Seen on a phone: \(note).")]), "source": .array([.string(note)]),
      "confidence": .string(Verdict.Confidence.field.rawValue),
    ]
    return ["rules": .array([rule])]
  }
}
