import HandsetSimulation
import OutOfBand
import Testing

struct VerdictTableTests {
  private func table(_ message: String, _ scanners: [String], _ handsets: [Handset]) throws -> VerdictTable {
    VerdictTable(
      RecognizedMessage(Array(message.utf8)), Simulator(), entries: try scanners.map { try Catalogue.builtIn.scan($0) },
      handsets: handsets)
  }

  @Test func `columns join neighbours on which every row ends in the same way`() throws {
    let handsets = [Handset.android(11), .android(12), .android(14), .android(13), .android(16), .iOS(18), .iOS(26)]
    let table = try table(StatementTests.uri, ["android-camera", "ios-camera", "access-app"], handsets)
    #expect(table.columns.map(\.name) == ["Android 11–12", "Android 13–14, 16", "iOS 18–26"])
    #expect(
      table.columns.map { $0.cases.map { $0?.verdict.outcome.rawValue ?? "" } } == [
        ["opens-app", "", "opens-app"], ["not-forwarded", "", "opens-app"], ["", "opens-app", "opens-app"],
      ])
  }

  @Test func `phones later than the newest known have a column of their own`() throws {
    let table = try table(StatementTests.uri, ["android-camera"], [.android(16), .android(17), .android(18)])
    #expect(table.columns.map(\.name) == ["Android 16", "Android 17–18 (as 16, newest known)"])
    #expect(
      table.answer
        == "Android 16, Android 17–18 (as 16, newest known): the standard camera does not open your app. "
        + "Reaches the app in 0 of 3 cases.")
  }

  @Test(arguments: [
    (
      StatementTests.uri, ["android-camera", "ios-camera", "zxing"],
      "Android 13–16: the standard camera does not open your app. Android 12, iOS 17–27: it opens your app. "
        + "Reaches the app in 10 of 14 cases."
    ),
    (
      StatementTests.uri, ["grapheneos-camera"],
      "Android 12–16: GrapheneOS Camera lets the user choose your app. Reaches the app in 5 of 5 cases."
    ),
    (
      StatementTests.link, ["secuso"],
      "Android 12–16: SecUSo QR Scanner, before its fix may or may not open your app: no source says. "
        + "Reaches the app in 0 of 5 cases; unknown in 5."
    ),
    (StatementTests.link, ["secuso", "zxing"], "Reaches the app in 5 of 10 cases; unknown in 5."),
  ])
  func `the answer is one line, bad news first`(message: String, scanners: [String], answer: String) throws {
    #expect(try table(message, scanners, Handset.usual).answer == answer)
  }

  @Test func `the answer counts where the user is afterwards`() throws {
    let table = VerdictTable(
      RecognizedMessage(Array(StatementTests.uri.utf8)), Simulator(),
      entries: [try Catalogue.builtIn.scan("access-app")], afterwards: .cancel, isTargetInstalled: false)
    #expect(table.answer.hasSuffix("Reaches the app in 9 of 9 cases. Afterwards: stays in 4, previous-app in 5."))
  }

  @Test func `a comparison lists the traits of both forms, with the documents that list them`() {
    let comparison = FormComparison(
      of: PayloadJSON(StatementTests.payload.json), base: "https://access.example.com/open", scheme: "myaccessapp",
      callbacks: StatementTests.callbacks)
    #expect(String(decoding: comparison.appLink.message, as: UTF8.self) == StatementTests.link)
    #expect(String(decoding: comparison.customURI.message, as: UTF8.self) == StatementTests.uri)
    #expect(comparison.appLink.recommendation == .access28 && comparison.customURI.recommendation == .access24)
    // As many benefits and drawbacks as each document lists.
    func counts(_ side: FormComparison.Side, _ key: String) -> [Int] {
      [true, false].map { isBenefit in
        side.traits.count { $0.isBenefit == isBenefit && $0.sources.contains(key) }
      }
    }
    #expect(counts(comparison.appLink, "AA-2.4") == [2, 4] && counts(comparison.appLink, "AA-2.8") == [2, 4])
    #expect(counts(comparison.customURI, "AA-2.4") == [2, 2] && counts(comparison.customURI, "AA-2.8") == [2, 3])
    #expect(comparison.appLink.scanned.cases.count == comparison.customURI.scanned.cases.count)
    #expect(comparison.appLink.tapped.rows.count == Catalogue.builtIn.browsers.count)
  }
}
