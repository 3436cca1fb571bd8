import Foundation
import OutOfBand
import TestSupport
import Testing

/// The tests of "Check messages in your server's tests", as they appear there.
func loginLink(token: Secret) throws -> String {
  let redeemURL = try RedeemURL(parsing: "https://fido.example.com/nevisfido/token/redeem/authentication")
  let payload = OutOfBandPayload(token: token, redeemURL: redeemURL)
  return try DispatchLink(payload, base: "https://access.example.com/open").description
}

struct ServerMessageTests {
  static let policy = TrustPolicy(redeemHosts: ["fido.example.com"], linkHosts: ["access.example.com"])
  static let token: Secret = "b4b07559-f934-4597-a1c5-44d89f691e8f"

  @Test(arguments: [MessageCheck.Channel.link, .qr])
  func `a login link has no errors, and every app gets its payload`(channel: MessageCheck.Channel) throws {
    let link = try loginLink(token: Self.token)
    let check = MessageCheck(link, options: MessageCheck.Options(policy: Self.policy, channel: channel))
    #expect(check.errors == [])
    #expect(check.readings.map(\.isPayload) == [true, true, true, true])
    #expect(check.payload?.redeemURL?.operation == .authentication)
  }

  @Test func `a callback that is not percent-encoded is found`() throws {
    let callback = "x-success=https://www.example.com/done?dispatchTokenResponse="
    let broken = try loginLink(token: Self.token).replacing("dispatchTokenResponse=", with: callback)
    let check = MessageCheck(broken, options: MessageCheck.Options(policy: Self.policy, channel: .link))
    #expect(check.errors.map(\.rule.code) == ["OOB402"])
    #expect(try check.link?.payload == DispatchLink(parsing: loginLink(token: Self.token)).payload)
  }
}

struct ServerMessagePageTests {
  @Test func `the page holds the tests above and no other code`() throws {
    try expectNoOtherCode(in: ["Sources/OutOfBand/OutOfBand.docc/CheckMessagesInTests.md"], atLeast: 20)
  }
}
