import OutOfBand
import Testing

struct SpellingTests {
  @Test(arguments: [
    ("x-succes", "x-success"), ("xsuccess", "x-success"), ("x_error", "x-error"), ("x-canceled", "x-cancel"),
    ("dispatchTokenRespons", "dispatchTokenResponse"), ("dispatch_token_response", "dispatchTokenResponse"),
  ])
  func `a misspelled parameter is reported with what was meant`(name: String, meant: String) throws {
    let link = "app://x-callback-url/authenticate?\(name)=x&dispatchTokenResponse=\(LinkTests.text)"
    let finding = try #require(
      MessageCheck(Array(link.utf8)).diagnostics.first { $0.rule == .misspelledParameter })
    #expect(finding.remedy == "write \(meant), if that is meant" && finding.severity == .warning)
  }

  @Test(arguments: ["lang", "x", "access", "token", "x-source", "response"])
  func `other parameters are left alone`(name: String) {
    let link = "app://x-callback-url/authenticate?\(name)=x&dispatchTokenResponse=\(LinkTests.text)"
    #expect(!MessageCheck(Array(link.utf8)).diagnostics.contains { $0.rule == .misspelledParameter })
  }

  @Test func `a link with a misspelled payload parameter is a link, not a web address`() {
    let check = MessageCheck(Array("https://a.example.com/open?dispatchTokenRespons=\(LinkTests.text)".utf8))
    #expect(check.message.kind == "link")
    #expect(check.diagnostics.contains { $0.rule == .missingPayload })
  }

  @Test(arguments: [("redeemUrl", "redeem_url"), ("redeem_ur", "redeem_url"), ("Token", "token")])
  func `a misspelled member of nma_data is to be renamed`(name: String, meant: String) {
    let json = String(decoding: LinkTests.payload.json, as: UTF8.self).replacing("\"\(meant)\"", with: "\"\(name)\"")
    let remedies = MessageCheck(Array(json.utf8)).diagnostics.filter { $0.severity == .error }.map(\.remedy)
    #expect(remedies == ["rename '\(name)' to \(meant)"])
  }

  @Test func `a misspelled member at the top is reported with what was meant`() {
    let json = String(decoding: LinkTests.payload.json, as: UTF8.self).replacing(
      "nma_data_version", with: "nmaDataVersion")
    let finding = MessageCheck(Array(json.utf8)).diagnostics.first { $0.rule == .unknownMember }
    #expect(finding?.remedy == "write nma_data_version, if that is meant")
  }
}
