import OutOfBand
import Testing
import TextFormats

/// What servers exchange is named, and requests to the dispatcher are judged by their own rules.
struct DispatchTests {
  @Test func `a name that appears twice in an object is found, wherever it is`() {
    let check = MessageCheck(
      #"{"dispatcher":"link","getUafRequest":{"op":"Auth","op":"Reg","context":"{}"},"dispatchInformation":{"data":{"a":1,"a":2}}}"#
    )
    let places = check.diagnostics.filter { $0.rule == .duplicateKey }.map { "\($0.place)" }
    #expect(Set(places) == ["/getUafRequest/op", "/dispatchInformation/data/a"])
  }

  static let context = #"{\"username\":\"jeff\"}"#
  static let target = #""dispatchTargetId":"0ea3abe9","#

  private func findings(_ text: String, _ options: MessageCheck.Options = MessageCheck.Options()) -> [Diagnostic] {
    MessageCheck(Array(text.utf8), options: options).diagnostics
  }

  private func request(_ dispatcher: String, op: String, context: String = context) -> String {
    #"{"dispatcher":"\#(dispatcher)",\#(Self.target)"getUafRequest":{"op":"\#(op)","context":"\#(context)"}}"#
  }

  // MARK: Recognition

  @Test(arguments: [
    (
      #"{"context":"{\"username\":\"jeff\",\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"Q29uZmlybSB5b3VyIHB1cmNoYXNlIGZvciBhIHZhbHVlIG9mIENIRjIwMC4\"}]}","op":"Auth"}"#,
      "uaf-request", [String]()
    ),
    (
      #"{"token":"b4b07559-f934-4597-a1c5-44d89f691e8f","sessionId":"s","dispatchResult":"dispatched","dispatcherInformation":{"name":"firebase-cloud-messaging"}}"#,
      "dispatch-response", []
    ),
    (#"{"statusCode":1200,"uafRequest":"[]","op":"Auth","lifetimeMillis":1}"#, "redeem-response", []),
    (#"{"status":"succeeded","tokenInformation":{"tokenResult":"tokenRedeemed"}}"#, "status-response", []),
  ])
  func `what servers exchange is named, and not judged as a payload`(text: String, kind: String, codes: [String]) {
    let check = MessageCheck(Array(text.utf8))
    #expect(check.message.kind == kind && check.diagnostics.map(\.rule.code) == codes)
    #expect(check.diagnostics.allSatisfy { $0.severity == .note })
    // The same in base64url, and in a link, where it is wrong.
    let encoded = Base64.encodeURL(Array(text.utf8))
    #expect(OutOfBandMessage(Array(encoded.utf8)).kind == kind)
    let link = findings("https://a.example.com/open?dispatchTokenResponse=\(encoded)").filter { $0.severity == .error }
    #expect(link.map(\.rule) == [.notPayload], "\(link)")
    #expect(findings(text, MessageCheck.Options(channel: .qr)).contains { $0.severity == .error })
  }

  @Test func `base64url of a JSON array is such, and no object`() {
    let link = "https://a.example.com/open?dispatchTokenResponse=WzEsMl0"
    #expect(findings(link).filter { $0.severity == .error }.map(\.rule) == [.notAnObject])
  }

  // MARK: Requests

  @Test func `a sound request has no findings`() {
    for dispatcher in ["link-png-qr-code", "link", "firebase-cloud-messaging"] {
      #expect(findings(request(dispatcher, op: "Auth")) == [])
    }
    let raw = findings(request("png-qr-code", op: "Auth"))
    #expect(raw.map(\.rule) == [.rawDispatcher] && raw[0].severity == .note)
    #expect(findings(request("link", op: "Reg")) == [] && findings(request("link", op: "Dereg")) == [])
  }

  @Test(arguments: [
    (#"{\"transaction\":{}}"#, Diagnostic.Rule.transactionShape), (#"{\"transaction\":[\"x\"]}"#, .transactionShape),
    (#"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"\"}]}"#, .transactionText),
    (#"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"__8\"}]}"#, .transactionText),
    (#"{\"transaction\":[{\"contentType\":\"text/plain\"}]}"#, .transactionEncoding),
  ])
  func `a transaction is an array of objects with text in them`(context: String, rule: Diagnostic.Rule) {
    #expect(findings(request("link", op: "Auth", context: context)).map(\.rule) == [rule])
  }

  // MARK: Markup

  private func markup(_ text: String, _ profile: MessageCheck.Profile = .accessApp) -> [Diagnostic] {
    let context =
      #"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"\#(Base64.encodeURL(Array(text.utf8)))\"}]}"#
    return findings(request("link", op: "Auth", context: context), MessageCheck.Options(profile: profile))
  }

  @Test func `an attribute is dropped from a supported tag, which stays`() {
    let found = markup("<html><b class='x'>Pay</b></html>")
    #expect(found.map(\.rule) == [.transactionAttribute] && found[0].severity == .warning)
    #expect(found[0].message == "the attributes of <b> are dropped, and the tag stays")
    #expect(markup("<html><b class='x'>Pay</b></html>", .authenticationCloud).map(\.severity) == [.error])
  }

  @Test func `every unsupported tag is reported`() {
    let found = markup("<html><h1>Pay</h1><p>now</p><img src=x></html>")
    #expect(found.map(\.message) == ["<h1> is dropped", "<p> is dropped", "<img> is dropped"])
  }

  @Test func `supported tags belong inside html, and are closed`() {
    #expect(markup("Pay <b>200 CHF</b>").map(\.message) == ["<b> is outside <html></html>"])
    #expect(markup("<html>Pay</html><b>now</b>").map(\.rule) == [.markupOutside])
    #expect(markup("<html><b>Pay</html>").map(\.message) == ["<b> is not closed"])
    #expect(markup("<html><b>Pay</b>").map(\.message) == ["<html> is not closed"])
    #expect(markup("<html>Pay</i></html>").map(\.message) == ["</i> closes nothing"])
    #expect(markup("<html>Pay<br><br/>1 < 2</html>") == [])
  }

  // MARK: Registration

  @Test func `the documents' register examples pass with an encrypted payload`() {
    let payload = Base64.encodeURL(Array(SpecExamplesTests.encrypted.utf8))
    for link in [
      "myaccessapp://x-callback-url/register?dispatchTokenResponse=\(payload)",
      "https://mydomain.com/register?dispatchTokenResponse=\(payload)",
    ] {
      let check = MessageCheck(Array(link.utf8))
      #expect(check.severity == .warning && check.diagnostics.contains { $0.rule == .encryptedRegistration })
    }
  }

  // MARK: Building

  @Test(arguments: [
    "http://a.example/open", "a.example/open", "https://", "https:///open", "https://u@a.example/", "https://a/#x",
    "https://a.example:99999/", "https://a b/", "",
  ])
  func `an app link is built on https alone`(base: String) throws {
    let fault = #expect(throws: Fault.self) { try DispatchLink(LinkTests.payload, base: base) }
    #expect(try #require(fault).description.hasPrefix("the base '"))
  }

  @Test(arguments: ["http", "HTTPS", "my app", "app:", "", "1app"])
  func `a custom URI is built with the scheme of an app`(scheme: String) throws {
    let fault = #expect(throws: Fault.self) { try DispatchLink(LinkTests.payload, scheme: scheme) }
    #expect(try #require(fault).description.contains("is not a scheme of an app"))
  }
}
