import Testing
import TextFormats

@testable import OutOfBand

struct SecretTests {
  static let uuid = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  static let payload =
    #"{"nma_data":{"token":"opaque-token 1","redeem_url":"https://fido.example/token/redeem/authentication"},"#
    + #""nma_data_content_type":"application/json","nma_data_version":"1"}"#
  static let encoded = Base64.encodeURL(Array(payload.utf8))

  @Test(arguments: [
    (uuid, "b4b07559…"), ("short", "sh…"), ("", "…"), ("\u{1B}[2Jabcdefghijkl", "…"), ("Ab1.x-y_z~9k", "Ab1.x-…"),
  ])
  func `a secret prints at most eight characters and half of itself`(text: String, shown: String) {
    let secret = Secret(text)
    #expect("\(secret)" == shown && String(reflecting: secret) == shown && secret.value == text)
  }

  @Test(arguments: [
    ("a dispatchTokenResponse=Zx81opaquesecret&x=y b", "a dispatchTokenResponse=Zx81opaq…&x=y b"),
    ("https://a/o?DispatchTokenResponse=Zx81opaquesecret#f", "https://a/o?DispatchTokenResponse=Zx81opaq…#f"),
    (
      "u=app%3A%2F%2Fx%3FdispatchTokenResponse%3DZx81opaquesecret%26b",
      "u=app%3A%2F%2Fx%3FdispatchTokenResponse%3DZx81opaq…%26b"
    ),
    ("payload \(encoded), cut", "payload eyJubWFf…, cut"), ("a eyJhbGciOiJkaXIi.eyJ0.c2ln.bm8.dGFn b", "a eyJhbGci… b"),
    ("'dispatchTokenResponse' is missing", "'dispatchTokenResponse' is missing"),
    ("eyJ is how an object begins", "eyJ is how an object begins"),
    ("pictures/9f86d081884c7d659a2feaa0c55ad015.png", "pictures/9f86d081884c7d659a2feaa0c55ad015.png"),
    ("Standort-ZuErich-Hauptbahnhof-Gleis-42-Eingang.json", "Standort-ZuErich-Hauptbahnhof-Gleis-42-Eingang.json"),
    ("correlation \(uuid)", "correlation \(uuid)"), ("", ""),
  ])
  func `without a message, only its forms are shortened`(text: String, shown: String) {
    #expect(Secrets().redacted(text) == shown)
    #expect(Secrets().redacted(shown) == shown)
  }

  @Test(arguments: [
    payload, encoded, "https://a.example/o?dispatchTokenResponse=\(encoded)",
    "app://x-callback-url/authenticate?dispatchTokenResponse=\(encoded)", payload.replacing("token\"", with: "tokn\""),
    payload.replacing("\"opaque-token 1\"", with: #"["opaque-token 1"]"#),
  ])
  func `the tokens of a message are shortened wherever they appear`(message: String) {
    let secrets = MessageCheck(message).secrets
    #expect(secrets.redacted("a opaque-token 1: \(Self.encoded)") == "a opaque…: eyJubWFf…")
    #expect(
      secrets.redacted(JSONValue.array([.string("opaque-token 1"), .number(7)]))
        == .array([.string("opaque…"), .number(7)]))
  }

  @Test func `the link in a response of the dispatcher is a secret`() {
    let response =
      #"{"dispatchResult":"dispatched","dispatcherInformation":{"name":"link","response":"https://a.example/o?dispatchTokenResponse="#
      + Self.encoded + #""},"token":"opaque-token 1","sessionId":"s"}"#
    let secrets = MessageCheck(response).secrets
    #expect(secrets.redacted("opaque-token 1 \(Self.encoded)") == "opaque… eyJubWFf…")
    #expect(RecognizedMessage(Array(response.utf8)).isSecret && !RecognizedMessage(Array("hello".utf8)).isSecret)
  }

  @Test func `what is not the token is shown whole`() throws {
    let url = "https://fido.example/tenant-7f3c9e1b2a/token/redeem/authentication?correlation=\(Self.uuid)"
    let text = Self.payload.replacing("https://fido.example/token/redeem/authentication", with: url)
    guard case .plain(let token, let shown, _, _) = MessageCheck(text).report().payload else {
      Issue.record("no payload")
      return
    }
    #expect(token == "opaque…" && shown == url)
  }

  @Test func `the parameters of a URL are left out`() {
    #expect(Secret.withoutParameters("https://a.example/b?c=d#e") == "https://a.example/b?…")
    #expect(Secret.withoutParameters("https://a.example/b#e") == "https://a.example/b#…")
    #expect(Secret.withoutParameters("https://a.example/b") == "https://a.example/b")
  }
}
