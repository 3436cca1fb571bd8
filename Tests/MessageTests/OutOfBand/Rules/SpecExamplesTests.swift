import OutOfBand
import Testing
import TextFormats
import UAEPass

/// The example links and payloads of the five documents, with a real payload in place of `<base64url_payload>`.
struct SpecExamplesTests {
  static let payload = Array(
    #"""
    {
    "nma_data" : {
    "token" : "b4b07559-f934-4597-a1c5-44d89f691e8f",
    "redeem_url" : "https://fido.siven.ch/nevisfido/token/redeem/authentication"
    },
    "nma_data_content_type" : "application/json",
    "nma_data_version" : "1"
    }
    """#.utf8)

  static let encrypted =
    "{\"nma_data\":\"eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAA.AAAA.AAAA\","
    + "\"nma_data_content_type\":\"application/jose\",\"nma_data_version\":\"1\"}"

  /// A link with what the documents' text deserves beyond the payload's own notes.
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var codes: Set<String>
    var callbacks: [CallbackURL.Kind: String] = [:]
    var key: String

    var link: String { text.replacing("<payload>", with: Base64.encodeURL(SpecExamplesTests.payload)) }
    var testDescription: String { "\(key): \(text)" }
  }

  static let web: [CallbackURL.Kind: String] = [
    .success: "https://mydomain.com/success", .cancel: "https://mydomain.com/usercancelled",
    .error: "https://mydomain.com/error",
  ]
  static let app: [CallbackURL.Kind: String] = [
    .success: "mybusinessapp://x-callback-url/success", .cancel: "mybusinessapp://x-callback-url/usercancelled",
    .error: "mybusinessapp://x-callback-url/error",
  ]
  static let mixed = app.merging([.error: "https://mydomain.com/error"]) { $1 }

  static func query(_ callbacks: [CallbackURL.Kind: String]) -> String {
    "x-success=\(callbacks[.success]!)&x-cancel=\(callbacks[.cancel]!)&x-error=\(callbacks[.error]!)"
  }

  /// AA-2.4 has the three custom URIs, AA-2.8 those and the same three as app links.
  static let examples: [Example] =
    [web, app, mixed].flatMap { callbacks in
      ["AA-2.4", "AA-2.8"].map {
        Example(
          text: "myaccessapp://x-callback-url/register?\(query(callbacks))&dispatchTokenResponse=<payload>",
          codes: ["OOB502", "OOB416", "OOB210"], callbacks: callbacks, key: $0)
      } + [
        Example(
          text: "https://mydomain/register?\(query(callbacks))&dispatchTokenResponse=<payload>",
          codes: ["OOB502", "OOB204", "OOB210", "OOB212"], callbacks: callbacks, key: "AA-2.8")
      ]
    } + [
      Example(
        text: "https://access.example.com/open?dispatchTokenResponse=<payload>", codes: ["OOB212"],
        key: "AA-2.4, AA-2.8"),
      Example(
        text: "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=<payload>", codes: ["OOB416"],
        key: "AA-2.4, AA-2.8"),
      // The app link template of AA-2.8, with its second question mark.
      Example(
        text: "https://access.example.com/open?x-success=https://example.com/success?dispatchTokenResponse=<payload>",
        codes: ["OOB402", "OOB502", "OOB212"], callbacks: [.success: "https://example.com/success"], key: "AA-2.8"),
      // The same template with its optional callbacks left out.
      Example(
        text: "https://access.example.com/open??dispatchTokenResponse=<payload>", codes: ["OOB402", "OOB212"],
        key: "AA-2.8"),
      Example(
        text: "https://access.example.com/open?x-success=https://example.com/success&dispatchTokenResponse=<payload>",
        codes: ["OOB502", "OOB212"], callbacks: [.success: "https://example.com/success"], key: "AA-2.8"),
    ]

  @Test(arguments: examples)
  func `each documented link is read in full and gets what it deserves`(example: Example) throws {
    let check = MessageCheck(Array(example.link.utf8))
    #expect(check.payload?.json == Self.payload)
    let callbacks = try #require(check.link).callbacks
    #expect(Dictionary(uniqueKeysWithValues: callbacks.map { ($0.kind, $0.text) }) == example.callbacks)
    #expect(Set(check.diagnostics.map(\.rule.code)).subtracting(["OOB415", "OOB601"]) == example.codes)
  }

  /// AA-2.4 and AA-2.8 also show links whose payload they leave out.
  @Test(arguments: [
    "mycustomer://x-callback-url/register?x-success=otherapp://x-callback-url/success",
    "mycustomer://x-callback-url/authenticate?x-success=https://example.com/success",
    "https://mydomain/register?x-success=otherapp://x-callback-url/success",
    "https://mydomain/authenticate?x-success=https://example.com/success",
  ])
  func `documented fragments without a payload miss only that`(link: String) {
    let check = MessageCheck(Array(link.utf8))
    #expect(check.diagnostics.filter { $0.severity == .error }.map(\.rule.code) == ["OOB401"])
  }

  @Test func `the payload of SDK-3.1 is sound and keeps its bytes`() throws {
    let payload = try OutOfBandPayload(json: Self.payload)
    #expect(payload.json == Self.payload && payload.token == "b4b07559-f934-4597-a1c5-44d89f691e8f")
    #expect(payload.redeemURL?.host == "fido.siven.ch" && payload.redeemURL?.operation == .authentication)
    #expect(PayloadInspection(Self.payload).diagnostics.isEmpty)
  }

  @Test func `UAE PASS links are recognised`() throws {
    let link =
      "uaepass://digitalid?successURL=yourapp:///resume_authn?url=https://id.uaepass.ae/&failureURL=yourapp:///resume_authn?url="
    #expect(MessageCheck(Array(link.utf8)).message == .uaePass(try #require(UAEPassURI(link))))
  }
}
