import Foundation
import OutOfBand
import TestSupport
import Testing

/// The examples of "What goes into the code", as they are there.
struct MessageExamplesTests {
  @Test func `the documented examples have the documented results`() throws {
    let redeemURL = try RedeemURL(parsing: "https://fido.example.com/nevisfido/token/redeem/authentication")
    let payload = OutOfBandPayload(token: "b4b07559-f934-4597-a1c5-44d89f691e8f", redeemURL: redeemURL)
    let again = try OutOfBandPayload(json: payload.json)  // the same, to the byte
    #expect(again == payload && again.json == payload.json)

    let link = try DispatchLink(payload, base: "https://access.example.com/open")
    let uri = try DispatchLink(payload, scheme: "myaccessapp", action: .authenticate)
    let raw = payload.base64URL
    #expect(link.description == "https://access.example.com/open?dispatchTokenResponse=\(raw)")
    #expect(uri.description == "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=\(raw)")

    let done = CallbackURL(.success, "https://www.example.com/done?order=7&step=2")
    let back = try DispatchLink(payload, base: "https://access.example.com/open", callbacks: [done])
    let text = back.description  // …?x-success=https%3A%2F%2Fwww.example.com%2Fdone%3Forder%3D7%26step%3D2&dispatch…
    #expect(text.contains("?x-success=https%3A%2F%2Fwww.example.com%2Fdone%3Forder%3D7%26step%3D2&dispatch"))

    let readings = LinkReader.allCases.map { $0.read(text) }  // four times .text(payload.base64URL)
    #expect(readings == Array(repeating: .text(payload.base64URL), count: 4))

    let wrong = "https://access.example.com/open?x-success=https://www.example.com/done?dispatchTokenResponse=\(raw)"
    let check = MessageCheck(Array(wrong.utf8))
    let codes = check.diagnostics.filter { $0.severity == .error }.map(\.rule.code)  // ["OOB402"]
    let right = check.link?.description  // the link as it should be
    #expect(codes == ["OOB402"])
    #expect(
      right
        == "https://access.example.com/open?x-success=https%3A%2F%2Fwww.example.com%2Fdone&dispatchTokenResponse=\(raw)"
    )
  }

  @Test func `the documentation page holds no other code`() throws {
    try expectNoOtherCode(in: ["Sources/OutOfBand/OutOfBand.docc/WhatGoesIntoTheCode.md"], atLeast: 14)
  }
}
