import Foundation
import HandsetSimulation
import OutOfBand
import Testing
import TextFormats

/// Verdicts that are encoded and decoded by any coder, here Foundation's.
struct VerdictJSONTests {
  static let cases: [VerdictTable.Case] = {
    let table = VerdictTable(
      RecognizedMessage(Array(StatementTests.uri.utf8)), Simulator(), entries: CaseSpace.entries,
      handsets: [.android(12), .android(17), .iOS(17), Handset(.android, 14, hasApp: false)], afterwards: .success,
      isTargetInstalled: false)
    return table.cases
  }()

  private static func object(_ data: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
  }

  @Test func `what an encoder makes of a verdict is its JSON, and is decoded again, also as part of its case`() throws {
    #expect(Self.cases.contains { $0.afterwards != nil } && Self.cases.contains { !$0.verdict.reports.isEmpty })
    #expect(Self.cases.contains { $0.verdict.assumedVersion != nil } && Self.cases.contains { $0.verdict.rule == nil })
    for one in Self.cases {
      let (verdict, whole) = (try JSONEncoder().encode(one.verdict), try JSONEncoder().encode(one))
      #expect(try Self.object(verdict) == Self.object(Data("\(one.verdict.json)".utf8)))
      #expect(try Self.object(whole) == Self.object(Data("\(one.json)".utf8)))
      for data in [verdict, whole] { #expect(try JSONDecoder().decode(Verdict.self, from: data) == one.verdict) }
      guard let afterwards = one.afterwards else { continue }
      let after = try JSONEncoder().encode(afterwards)
      #expect(try Self.object(after) == Self.object(Data("\(afterwards.json)".utf8)))
      #expect(try JSONDecoder().decode(Afterwards.self, from: after) == afterwards)
    }
  }

  @Test func `the members of a verdict have stable names and an order`() {
    let verdict = Self.cases[0].verdict
    #expect(
      verdict.json.members?.map(\.name) == [
        "verdict", "as_version", "steps", "rule", "sources", "confidence", "remedy", "reports",
      ])
    #expect(
      Self.cases[0].json.members?.map(\.name) == [
        "kind", "handset", "program", "entry", "private", "app_installed", "links_verified", "google_services",
        "verdict",
        "as_version", "steps", "rule", "sources", "confidence", "remedy", "reports", "afterwards",
      ])
    #expect(
      Self.cases[0].afterwards?.json.members?.map(\.name) == [
        "place", "steps", "rule", "sources", "confidence", "remedy",
      ])
  }

  @Test func `the words of expectations are the outcomes and one more`() {
    #expect(Expectation.all.map(\.description) == ["reaches-app"] + Verdict.Outcome.allCases.map(\.rawValue))
    for expectation in Expectation.all { #expect(Expectation("\(expectation)") == expectation) }
    #expect(Expectation("app") == nil)
    for outcome in Verdict.Outcome.allCases {
      #expect(Expectation.reachesApp.holds(for: outcome) == outcome.reachesApp)
      #expect(Expectation.outcome(.chooser).holds(for: outcome) == (outcome == .chooser))
    }
  }
}
