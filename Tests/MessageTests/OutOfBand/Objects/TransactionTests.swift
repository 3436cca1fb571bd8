import Foundation
import OutOfBand
import TestSupport
import Testing
import TextFormats

struct TransactionTests {
  static let literal = "Q29uZmlybSB5b3VyIHB1cmNoYXNlIGZvciBhIHZhbHVlIG9mIENIRjIwMC4"
  static let formatted = "<html>Confirm payment of <br><strong>200 CHF</strong><br> to John Doe</html>"

  // MARK: AA-3.x

  @Test func `the content of AA-3_x is its text in base64url, byte for byte`() {
    let text = TransactionText("Confirm your purchase for a value of CHF200.")
    #expect(text.content == Self.literal && text.shown == text.text && text.faults.isEmpty)
    let read = TransactionText.reading(content: Self.literal)
    #expect(read.text == text && read.diagnostics.isEmpty)
  }

  @Test func `a text without html tags is shown without any modification`() {
    for text in ["Confirm\r\n  <b> 1 < 2 &amp; </html>", "<b onclick=x>Pay</b>", "", "<!-- x -->", "\u{202E}<br>"] {
      let read = TransactionText(text)
      #expect(read.shown == text && read.sanitised == text)
      #expect(read.runs.allSatisfy { $0.style == [] })
    }
  }

  @Test func `the formatted example of AA-3_x has a bold amount between two line breaks`() {
    let text = TransactionText(Self.formatted)
    #expect(text.runs.map(\.text) == ["Confirm payment of \n", "200 CHF", "\n to John Doe"])
    #expect(text.runs.map(\.style) == [[], .bold, []])
    #expect(text.sanitised == Self.formatted && text.faults.isEmpty && text.diagnostics() == [])
    #expect(text.diagnostics(.authenticationCloud) == [] && !text.isRefused(by: .authenticationCloud))
  }

  @Test(arguments: [
    ("b", ["bold"]), ("strong", ["bold"]), ("i", ["italic"]), ("em", ["italic"]), ("u", ["underline"]),
  ])
  func `each supported tag has its style, also inside another`(name: String, styles: [String]) {
    let text = TransactionText("<html>a<\(name)>b</\(name)>c<u><b><i>d</i></b></u></html>")
    #expect(text.runs.map(\.style.names) == [[], styles, [], ["bold", "italic", "underline"]])
    #expect(text.runs.map(\.text) == ["a", "b", "c", "d"])
  }

  // MARK: Sanitising

  /// What hides tags from parsers that are not ones.
  static let hostile = [
    "<B onclick=alert(1)>x</B>", "<b\u{0}>x</b>", "<b/onclick=alert(1)>x", "<b onclick='>'>x</b>", "<br onload=x/>",
    "<script>alert(1)</script>", "<scr<script>ipt>alert(1)</script>", "<script><!--<script></script>--></script><b x>",
    "<img src=x onerror=alert(1)//", "<svg/onload=alert(1)>", "<a href='javascript:alert(1)'>x</a>", "<<b>>x<</b>>",
    "<b <b>>x", "</b onclick=x>", "</ b>", "</>", "<>", "< b>", "<!--><b x>--><i y>", "<!-- --!><b x>", "<!--->",
    "<![CDATA[<b x>]]>", "<?xml ?><b x>", "<!doctype html \"<b x>\"><u z>", "&lt;b onclick=x&gt;", "&#60;script&#62;",
    "&amp;lt;b&amp;gt;", "&ltb x&gt", "<title><b x></title><i y>", "<style><b x></style>", "<textarea></html><b x>",
    "<plaintext></html><b x>", "<b x=`>`>", "<b x=\"", "<b", "<b x=1 x=2>", "<ｂ>", "<bé>", "<BR/>", "</br x>",
    "a\rb\r\nc&#13;d",
    "<html lang=x><b></html></b>", "</html><b x>", "<em><i></em></i>", "\u{0}", "\u{FEFF}<b\u{A0}x>", "<b\u{B}x>",
    "<b\u{C}x>",
  ]

  /// The tags of a text, none of which has an attribute.
  private func tags(_ text: String) -> [String] {
    HTMLTokenizer(text).compactMap { token in
      switch token.kind {
      case .startTag(let tag), .endTag(let tag):
        #expect(tag.attributes.isEmpty, "\(text)")
        return tag.name
      case .comment, .doctype:
        Issue.record("\(text) still has a comment")
        return nil
      case .text: return nil
      }
    }
  }

  @Test(arguments: hostile)
  func `what remains are the six tags without attributes, and nothing is left to remove`(text: String) {
    let whole = TransactionText("<html>\(text)</html>")
    let end = whole.sanitised.hasSuffix("</html>") ? "" : "</html>"
    let inside = whole.sanitised.split(separator: "</html>", maxSplits: 1, omittingEmptySubsequences: false)[0]
    #expect(whole.sanitised.hasPrefix("<html>"))
    #expect(
      Set(tags(inside.dropFirst("<html>".count) + end)).isSubset(of: ["b", "br", "em", "i", "strong", "u", "html"]))
    let again = TransactionText(whole.sanitised)
    #expect(again.sanitised == whole.sanitised && again.shown == whole.shown && again.runs == whole.runs)
    #expect(!again.isRefused(by: .authenticationCloud))
  }

  @Test func `hostile texts of html5lib's list are sanitised to a fixed point, enclosed or not`() throws {
    let lines = try Files.bytes(Files.package.appending(path: "Tests/markup/tokens.jsonl")).split(separator: 0x0A)
    for line in lines {
      let input = try #require(try JSONDocument(parsing: Array(line)).value["input"]?.text)
      for text in [input, "<html>\(input)", "x<html>\(input)</html>"].map({ TransactionText($0) }) {
        let again = TransactionText(text.sanitised)
        #expect(again.sanitised == text.sanitised && again.runs == text.runs, "\(input)")
      }
    }
  }

  @Test func `faults have the name and the place of the tag`() {
    let text = TransactionText("<html>é<h1>x</h1><b id=1></html>")
    #expect(
      text.faults.map(\.name) == ["h1", "b", "b"] && text.faults.map(\.kind) == [.unsupported, .attribute, .unclosed])
    #expect(text.faults.map(\.offset) == [8, 18, 18])
    let findings = text.diagnostics()
    #expect(findings[0].place == .component("text", offset: 8) && findings[0].message == "<h1> is dropped")
    #expect(text.isRefused(by: .authenticationCloud) && !text.isRefused(by: .accessApp))
  }

  @Test func `a comment is dropped by one and not known to be refused by the other`() {
    let text = TransactionText("<html>Pay<!-- x --></html>")
    #expect(text.diagnostics().map(\.message) == ["a comment or declaration is dropped"])
    #expect(text.diagnostics(.authenticationCloud).map(\.severity) == [.warning])
    #expect(!text.isRefused(by: .authenticationCloud))
  }

  @Test func `a text that shows nothing is not one to confirm`() {
    for text in ["", " ", "<html></html>", "<html><br><img src=x></html>"] {
      #expect(TransactionText(text).diagnostics().contains { $0.rule == .transactionText && $0.severity == .error })
    }
  }

  @Test(arguments: [
    ("UGF5IG5vdyBvciBub3Q=", "'='"), ("UGF5\nIG5vdw", "white space"), ("P2+/", "'+' or '/'"),
  ])
  func `content with what base64url does not have is read, and is an error`(content: String, found: String) {
    let read = TransactionText.reading(content: content)
    #expect(read.diagnostics.contains { $0.rule == .transactionEncoding && $0.message.contains(found) })
  }

  @Test(arguments: ["<b>", "</i>", "<b></i>", "<html>", "<!--", "&lt;", "<b x=", "</html><html>", "\r", "<h1>"])
  func `a megabyte of markup is read in time`(unit: String) {
    let text = TransactionText("<html>" + String(repeating: unit, count: (1 << 19) / unit.utf8.count))
    #expect(text.faults.count <= 20 * TransactionText.Fault.Kind.allCases.count && !text.sanitised.isEmpty)
  }

  // MARK: Recognition

  @Test func `base64url of a transaction's text is recognised alone, and words are not taken for it`() {
    func kind(_ text: String) -> String { OutOfBandMessage(Array(text.utf8)).kind }
    #expect(kind(Self.literal) == "transaction-content")
    #expect(kind(Base64.encodeURL(Array("<HTML>x</html>".utf8))) == "transaction-content")
    for word in ["password", "registration", "authentication", "Samples", "link", "confirmation-of-payment", "IP"] {
      #expect(kind(word) == "text")
    }
    #expect(kind(Base64.encodeURL([1, 2, 3] + Array("some text with controls".utf8))) == "text")
  }
}

/// What you see is what you sign.
struct HiddenTextTests {
  private static func codes(_ text: String) -> [String] { TransactionText(text).diagnostics().map(\.rule.code) }

  @Test(arguments: [
    ("Pay \u{202E}001 CHF", Diagnostic.Severity.error), ("Pay \u{202D}100\u{202C}", .error),
    ("<html>Pay <b>&#x202E;001</b></html>", .error), ("Pay \u{202B}100\u{202C}", .warning),
    ("Pay \u{2067}100\u{2069} CHF", .warning), ("Pay \u{2066}100", .warning),
  ])
  func `a control of direction is a finding, an override an error`(text: String, severity: Diagnostic.Severity) {
    let findings = TransactionText(text).diagnostics()
    #expect(!findings.isEmpty && findings.allSatisfy { $0.rule == .hiddenDirection })
    #expect(findings.map(\.severity).max() == severity)
  }

  @Test(arguments: [
    "Pay 1\u{200B}00", "Pay 1\u{AD}00", "Pay\u{2060}100", "Pay \u{3164}100", "Pay 1\u{200D}00", "Pay \u{FEFF}100",
    "Pay\u{0}100", "Pay \u{E0041}100", "<html>Pay&#8203;100</html>", "Pay \u{1B}[31m100",
  ])
  func `an invisible character is a finding`(text: String) {
    let findings = TransactionText(text).diagnostics()
    #expect(findings.map(\.rule) == [.hiddenCharacter] && findings[0].message.hasPrefix("U+"), "\(findings)")
  }

  @Test(arguments: [
    "Pay 100 CHF\r\n\tto Jeff", "ادفع \u{200F}100 درهم", "می\u{200C}خواهم", "क\u{94D}\u{200D}ष",
    "👨\u{200D}👩\u{200D}👧 100",
    "❤\u{FE0F} 1\u{FE0F}\u{20E3}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "שלם \u{200E}100",
  ])
  func `what belongs to the spelling is none`(text: String) { #expect(Self.codes(text) == []) }

  @Test func `a finding has the code point and its place, each once`() {
    let findings = TransactionText("é\u{202E}x\u{202E}\u{AD}").diagnostics()
    #expect(findings.map(\.place) == [.component("text", offset: 2), .component("text", offset: 9)])
    #expect(
      findings.map(\.message) == [
        "U+202E (right-to-left override) changes the order of the characters", "U+00AD cannot be seen",
      ])
    // A reference has no such character in the text.
    #expect(TransactionText("<html>&#x202E;x</html>").diagnostics().map(\.place) == [.message])
  }

  @Test(arguments: [
    ("<html>Pay <b>200</b></html> and 900", 28), ("x<html>Pay</html>", 0), ("<html>a</html>  <html>b</html>c", 30),
    ("<html>a</html><html>b</html> é", 29),
  ])
  func `text beside the markup is a finding`(text: String, offset: Int) {
    let findings = TransactionText(text).diagnostics()
    #expect(
      findings.map(\.rule) == [.textOutside] && findings[0].place == .component("text", offset: offset), "\(findings)")
  }

  @Test(arguments: ["Pay 200", "<html>Pay</html>", " <html>Pay</html>\r\n", "Pay </html>"])
  func `text alone, or markup alone, is none`(text: String) {
    #expect(!TransactionText(text).diagnostics().contains { $0.rule == .textOutside })
  }

  @Test func `a request with such a transaction has the findings`() {
    let content = Base64.encodeURL(Array("<html>Pay \u{202E}001</html>900".utf8))
    let request =
      #"{"dispatcher":"link","getUafRequest":{"op":"Auth","context":"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"\#(content)\"}]}"}}"#
    let codes = MessageCheck(request).diagnostics.map(\.rule.code)
    #expect(codes.contains("OOB339") && codes.contains("OOB341"), "\(codes)")
  }
}
