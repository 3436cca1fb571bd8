import OutOfBand
import Testing

struct DocumentTests {
  @Test(
    arguments: [
      ("AA-2.8", "Nevis Access App: Link", nil),
      ("AA-2.8 (allow-list of callback targets)", "Nevis Access App: Link", nil),
      (
        "RFC 3986, section 3.5", "Uniform Resource Identifier (URI): Generic Syntax",
        "https://www.rfc-editor.org/rfc/rfc3986"
      ),
      (
        "nevisFIDO reference guide: png-qr-code", "nevisFIDO Reference Guide",
        "https://docs.nevis.net/nevisfido/reference-guide"
      ),
      ("indico/indico#5052", "issue 5052 of indico/indico", "https://github.com/indico/indico/issues/5052"),
      (
        "pubky/pubky-ring#279 (2026)", "issue 279 of pubky/pubky-ring", "https://github.com/pubky/pubky-ring/issues/279"
      ),
      (
        "markusfisch/BinaryEye WebAction.kt", "the repository markusfisch/BinaryEye",
        "https://github.com/markusfisch/BinaryEye"
      ),
    ] as [(String, String, String?)])
  func `a citation leads to its document`(citation: String, title: String, url: String?) throws {
    let document = try #require(SourceDocument(citation: citation))
    #expect(document.title == title && document.url == url)
  }

  @Test(arguments: [
    "the policy", "field observation", "AA-2.81", "RFC 39861", "ISO/IEC 99999", "inferred: a new phone has no key",
    "a/b/c", "",
    "a/b#c", "a//b", "/", "#1", "a b/c",
  ])
  func `what cites no document leads to none`(citation: String) { #expect(SourceDocument(citation: citation) == nil) }

  @Test func `keys are unique, and every document is cited by a rule, a verdict or a reader of them`() {
    let keys = SourceDocument.all.map { $0.key.lowercased() }
    #expect(Set(keys).count == keys.count)
    for document in SourceDocument.all {
      #expect(
        SourceDocument(key: document.key.uppercased()) == document && SourceDocument(citation: document.key) == document
      )
      #expect(document.url?.hasPrefix("https://") ?? true)
    }
  }

  @Test func `most rules cite a document`() {
    let rules = Diagnostic.Rule.all
    #expect(rules.count { !$0.documents.isEmpty } > rules.count * 9 / 10)
  }

  @Test(arguments: [
    ("OOB6O1", "OOB601"), ("0OB601", "OOB601"), ("oob-601", "OOB601"), ("OOB 601", "OOB601"), ("OB602", "OOB602"),
    ("OOB6022", "OOB602"), ("second '?'", "OOB402"), ("Malformed Json", "OOB101"), ("malformed jsn", "OOB101"),
  ])
  func `a misspelled code is recognised`(text: String, code: String) {
    #expect(Diagnostic.Rule.nearest(to: text)?.code == code)
  }

  @Test(arguments: ["", "OOB", "OOB999", "nonsense", "4", "OOB41"])
  func `what may mean several codes means none`(text: String) { #expect(Diagnostic.Rule.nearest(to: text) == nil) }

  @Test func `a policy leaves out rules`() throws {
    let policy = try TrustPolicy(json: Array(#"{"ignore":["601","oob211"],"redeem_hosts":["a.example"]}"#.utf8))
    #expect(policy.ignore == ["OOB601", "OOB211"])
    let payload = LinkTests.payload
    let rules = MessageCheck(payload.json, options: MessageCheck.Options(policy: policy)).diagnostics.map(\.rule.code)
    #expect(rules == [])
    let strict = MessageCheck.Options(policy: TrustPolicy(redeemHosts: ["a.example"]))
    #expect(MessageCheck(payload.json, options: strict).diagnostics.map(\.rule.code) == ["OOB211", "OOB601"])
    // A host that is nearly one of yours is not to be added to the policy.
    let host = "x" + (try #require(payload.redeemURL).host)
    let nearly = MessageCheck(payload.json, options: .init(policy: TrustPolicy(redeemHosts: [host])))
    #expect(nearly.errors[0].remedy.hasPrefix("did you mean \(host)? otherwise add"))
  }

  @Test func `a policy may have the former names of its members`() throws {
    let former = Array(#"{"redeemHosts":["a.example"],"callbackTargets":["b://"],"link_hosts":["c.example"]}"#.utf8)
    let policy = try TrustPolicy(json: former)
    #expect(policy == TrustPolicy(redeemHosts: ["a.example"], linkHosts: ["c.example"], callbackTargets: ["b://"]))
    #expect(TrustPolicy.formerNames(in: former).map(\.former) == ["callbackTargets", "redeemHosts"])
    let both = Array(#"{"redeemHosts":[],"redeem_hosts":[]}"#.utf8)
    let fault = #expect(throws: JSONFault.self) { try TrustPolicy(json: both) }
    #expect(fault?.pointer == "/redeemHosts")
  }
}
