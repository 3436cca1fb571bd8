import OutOfBand
import Testing

struct RuleTests {
  @Test(arguments: Diagnostic.Rule.all.map(\.code))
  func `every rule's example triggers the rule`(code: String) throws {
    let rule = try #require(Diagnostic.Rule.all.first { $0.code == code })
    let check = MessageCheck(Array(rule.example.input.utf8), options: rule.example.options)
    #expect(check.diagnostics.contains { $0.rule == rule }, "\(rule.code): \(check.diagnostics)")
  }

  @Test func `codes are unique and every rule says what, why, how and from where`() {
    let rules = Diagnostic.Rule.all
    #expect(Set(rules.map(\.code)).count == rules.count)
    for rule in rules {
      #expect(rule.code.wholeMatch(of: /OOB[1-9][0-9][0-9]/) != nil)
      #expect(
        !rule.title.isEmpty && !rule.meaning.isEmpty && !rule.fix.isEmpty && !rule.sources.isEmpty, "\(rule.code)")
      #expect(rule.meaning.hasSuffix("."), "\(rule.code)")
    }
  }
}
