import Foundation
import HandsetSimulation
import OutOfBand
import TestSupport
import Testing

/// The example and the table of HandsetSimulation's documentation page.
struct SimulationExamplesTests {
  static let page = "Sources/HandsetSimulation/HandsetSimulation.docc/HandsetSimulation.md"

  @Test func `the documented example has the documented results`() throws {
    let redeemURL = try RedeemURL(parsing: "https://fido.example.com/token/redeem/authentication")
    let payload = OutOfBandPayload(token: "b4b07559-f934-4597-a1c5-44d89f691e8f", redeemURL: redeemURL)

    let simulator = Simulator()
    let uri = "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=\(payload.base64URL)"
    let camera = try simulator.catalogue.scan("android-camera")
    let verdict = simulator.verdict(on: uri, camera, .android(14))
    let outcome = verdict.outcome  // .notForwarded
    let sources = verdict.sources  // ["AA-2.8"]
    let confidence = verdict.confidence  // .vendor
    let remedy = verdict.remedy  // "use an app link (https), which the camera hands to the app"
    #expect(outcome == .notForwarded && sources == ["AA-2.8"] && confidence == .vendor)
    #expect(remedy == "use an app link (https), which the camera hands to the app")
  }

  @Test(arguments: ["README.md", "docs/phones.md"])
  func `a documented simulation starts with the answer and fits in 25 lines`(path: String) {
    var count = 0
    for part in DocumentPage(path: path).parts {
      guard case .example(let command, let output) = part, command.hasPrefix("oobqr simulate "), !command.contains("|"),
        !command.contains(">")
      else { continue }
      count += 1
      #expect(output.count < 25, "\(command)")
      let words = output.first { !$0.hasPrefix("oobqr: note: ") } ?? ""
      let isStory = Verdict.Outcome.allCases.contains { words.hasSuffix(": \($0.rawValue)") }
      #expect(isStory || words.contains(". Reaches the app in "), "\(command)")
    }
    #expect(count >= 1)
  }

  @Test func `the page holds no other code, and its table names rules that exist and cite its keys`() throws {
    try expectNoOtherCode(in: [Self.page], atLeast: 1)
    let page = try Files.text(Files.package.file(Self.page))
    let rules = Dictionary(
      uniqueKeysWithValues: (Catalogue.builtIn.rules + Catalogue.builtIn.afterwards).map { ($0.id, $0) })
    var named: Set<String> = []
    for row in page.split(separator: "\n") where row.hasPrefix("| AA-") {
      let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      for id in cells[2].split(separator: "`").map(String.init) where id != ", " {
        let rule = try #require(rules[id], "\(id)")
        for key in cells[0].split(separator: ",") {
          #expect(rule.sources.contains { $0.contains(key.split(separator: " ").joined()) }, "\(id) and \(key)")
        }
        named.insert(id)
      }
    }
    // The table has every rule that rests on the documents alone.
    let documented = rules.values.filter { $0.confidence == .vendor && $0.sources.allSatisfy { $0.hasPrefix("AA-") } }
    #expect(Set(documented.map(\.id)).subtracting(named) == [])
  }
}
