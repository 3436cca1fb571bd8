import OutOfBand
import Testing
import TextFormats
import WebPages

/// Web pages that open an app.
struct PageTests {
  private static let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  private static let payload = Base64.encodeURL(
    Array(
      #"{"nma_data":{"token":"\#(token)","redeem_url":"https://fido.example.com/redeem/authentication"},"nma_data_content_type":"application/json","nma_data_version":"1"}"#
        .utf8))
  private static let link = "https://access.example.com/open?dispatchTokenResponse=\(payload)"

  private static func page(_ body: String, head: String = "") -> MessageCheck {
    MessageCheck(
      Array(
        "<!doctype html><html><head><meta name=referrer content=no-referrer>\(head)</head><body>\(body)</body></html>"
          .utf8))
  }
  private static func codes(_ check: MessageCheck) -> Set<String> {
    Set(check.diagnostics.map(\.rule.code).filter { $0 >= "OOB97" })
  }

  @Test func `a page with one plain link has no finding of its own`() throws {
    let check = Self.page("<p>Log in</p><a class=x href='\(Self.link)'>Open the app</a>")
    guard case .page(let page) = check.message else {
      Issue.record("not a page")
      return
    }
    #expect(page.anchors.map(\.link) == [Self.link] && Self.codes(check).isEmpty)
    #expect(!check.diagnostics.contains { $0.severity == .error })
  }

  static let faults: [(body: String, head: String, codes: Set<String>)] = [
    ("<a href='LINK' target=_blank>x</a>", "", ["OOB974"]), ("<a href='LINK' target=_self>x</a>", "", []),
    ("<a href='LINK'>x</a>", "<base target='other'>", ["OOB974"]),
    ("<a href='#' onclick=\"location='LINK'\">x</a>", "", ["OOB971", "OOB972"]),
    ("<a href=\"javascript:open('LINK')\">x</a>", "", ["OOB971", "OOB972"]),
    ("<a href='LINK'>x</a>", "<meta http-equiv=refresh content='0; url=LINK'>", ["OOB972"]),
    ("<a href='LINK'>x</a><iframe src='LINK'></iframe>", "", ["OOB973"]),
    ("<a href='LINK'>x</a>", "<link rel=canonical href=https://access.example.com/login>", ["OOB975"]),
    ("<a href='LINK'>x</a>", "<link rel=canonical href=https://www.example.com/login>", []),
    ("<a href='LINK'>x</a>", "<meta name=apple-itunes-app content='app-id=123, app-argument=LINK'>", []),
    (
      "<a href='LINK'>x</a>", "<meta name=apple-itunes-app content='app-id=123, app-argument=https://x.example'>",
      ["OOB976"]
    ),
    ("<a href='LINK'>x</a>", "<meta name=apple-itunes-app content='app-id=nevis, app-argument=LINK'>", ["OOB977"]),
    ("<a href='LINK'>x</a>", "<title>Log in with TOKEN</title>", ["OOB978"]),
    ("<a href='LINK'>x</a><img src='https://stats.example/?p=PAYLOAD'>", "", ["OOB979"]),
    ("<a href='LINK'>x</a><form action='/log?t=TOKEN'></form>", "", ["OOB979"]),
    ("<a href='LINK'>x</a><script src=//cdn.example.net/a.js></script>", "", ["OOB982"]),
    ("<a href='LINK'>x</a><script src=/a.js></script>", "", []),
    ("<template><a href='LINK'>x</a></template>", "", ["OOB971"]),
    ("<noscript><a href='LINK'>x</a></noscript>", "", ["OOB971"]), ("<a hidden href='LINK'>x</a>", "", ["OOB971"]),
    ("<a download href='LINK'>x</a>", "", ["OOB971"]), ("<template></template><a href='LINK'>x</a>", "", []),
    ("<a href='LINK' target=''>x</a><a href='LINK' target=_top>y</a>", "", []),
    ("<a href='LINK'>x</a><script type='application/ld+json'>{\"url\":\"LINK\"}</script>", "", []),
    ("<a href='LINK'>x</a><img srcset='https://s.example/?PAYLOAD 2x'>", "", ["OOB979"]),
    ("<a href='LINK'>x</a><button formaction='https://s.example/?PAYLOAD'>y</button>", "", ["OOB979"]),
    ("<a href='LINK'>x</a><p style='background:url(https://s.example/?PAYLOAD)'>", "", ["OOB979"]),
    ("<a href='LINK'>x</a>", "<style>p{background:url(https://s.example/?PAYLOAD)}</style>", ["OOB979"]),
    ("<a href='LINK'>x</a>", "<title>eyJ is how JSON begins</title>", []), ("<p>nothing</p>", "", ["OOB971"]),
    ("<!-- <a href='LINK'>x</a> --><textarea><a href='LINK'>x</a></textarea>", "", ["OOB971"]),
  ]

  @Test(arguments: faults)
  func `each fault of a page is found, and nothing else`(row: (body: String, head: String, codes: Set<String>)) {
    func filled(_ text: String) -> String {
      text.replacing("LINK", with: Self.link).replacing("TOKEN", with: Self.token).replacing(
        "PAYLOAD", with: Self.payload)
    }
    let check = Self.page(filled(row.body), head: filled(row.head))
    #expect(Self.codes(check) == row.codes, "\(check.diagnostics)")
    #expect(!check.diagnostics.contains { "\($0) \($0.remedy)".contains(Self.token) })
  }

  @Test func `the address of the page can be given`() {
    let text = "<!doctype html><a href='\(Self.link)'>x</a>"
    let codes = [("https://access.example.com/a", true), ("https://www.example.com/", false)].map { url, isFound in
      let check = MessageCheck(Array(text.utf8), options: .init(pageURL: url))
      return check.diagnostics.contains { $0.rule == .linkToOwnDomain } == isFound
    }
    #expect(codes == [true, true])
  }

  @Test func `the findings of the link are placed in the page`() throws {
    let broken = Self.link.replacing("dispatchTokenResponse", with: "x-success=https://a.example?dispatchTokenResponse")
    let html = "<!doctype html><a href=\"\(broken)\">x</a>"
    let check = MessageCheck(Array(html.utf8))
    let finding = try #require(check.diagnostics.first { $0.rule == .secondQuestionMark })
    let offset = try #require(html.utf8.firstIndex(of: UInt8(ascii: "\""))).utf16Offset(in: html) + 1
    #expect(finding.place == .component("a href, query", offset: offset))
  }

  @Test func `markup of a transaction is not a page, and a page in capitals is one`() {
    #expect(OutOfBandMessage("<html><b>Pay</b> CHF 200</html>").kind != "page")
    #expect(OutOfBandMessage("\u{FEFF}  <!DOCTYPE HTML><p>x").kind == "page")
    #expect(OutOfBandMessage("<?xml version='1.0'?>\n<!DOCTYPE html><html/>").kind == "page")
    #expect(OutOfBandMessage("<?xml version='1.0'?><note/>").kind == "text")
    for page in ["<!doctype html>\nHello", "<!doctype html><title>Login</title>", "<meta name=a content=b> Hello"] {
      #expect(MessageCheck(page).diagnostics.map(\.rule) == [.pageWithoutLink])
    }
    #expect(MessageCheck("<meta name=a content=b>\n<title>Log in</title>\n").diagnostics.isEmpty)
    #expect(OutOfBandMessage("<HTML><BODY>x</BODY></HTML>").kind == "page")
  }

  @Test func `a page of a megabyte takes no longer than its size explains`() {
    func seconds(_ count: Int) -> Double {
      let html = "<!doctype html>" + String(repeating: "<a href='\(Self.link)'>x</a><img src=x>", count: count)
      let start = ContinuousClock.now
      _ = MessageCheck(Array(html.utf8))
      return start.duration(to: .now) / .seconds(1)
    }
    _ = seconds(10)
    #expect(seconds(2000) < 40 * max(seconds(250), 0.01))
  }
}
