import OutOfBand
import Testing

/// What the SDK does with a message (SDK-3.1).
struct SDKWalkthroughTests {
  private static let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  private static func json(_ operation: String) -> String {
    """
    {"nma_data":{"token":"\(token)","redeem_url":"https://fido.siven.ch/nevisfido/token/redeem/\(operation)"},\
    "nma_data_content_type":"application/json","nma_data_version":"1"}
    """
  }
  private static func walk(_ text: String) -> SDKWalkthrough { SDKWalkthrough(MessageCheck(Array(text.utf8))) }

  @Test func `the payload of SDK-3.1 goes through all phases in the order of the document`() {
    let walk = Self.walk(Self.json("authentication"))
    #expect(walk.decoder == .json && walk.decodeError == nil && walk.operation == .authentication)
    #expect(walk.steps.map(\.phase) == [.decode, .redeem, .dispatch, .select, .verify, .finish])
    #expect(walk.steps[2].asks == ["onAuthentication"] && walk.steps[5].asks == ["onSuccess", "onError"])
    #expect(walk.steps[4].text.contains("biometric and fingerprint only on Android"))
    #expect(walk.steps[3].asks == ["AccountSelector", "AuthenticatorSelector"])
    #expect(
      walk.steps[4].asks == [
        "PinUserVerifier", "BiometricUserVerifier", "DevicePasscodeUserVerifier", "FingerprintUserVerifier",
      ])
  }

  @Test func `a registration enrols a PIN and picks no account`() {
    let walk = Self.walk(Self.json("registration"))
    #expect(walk.operation == .registration)
    let asks = walk.steps.flatMap(\.asks)
    #expect(asks.contains("PinEnroller") && !asks.contains("PinUserVerifier") && !asks.contains("AccountSelector"))
  }

  @Test func `what is asked in a deregistration is unknown`() throws {
    let walk = Self.walk(Self.json("deregistration"))
    let step = try #require(walk.steps.first { $0.phase == .select })
    #expect(step.text.contains("no source at hand says") && step.asks.isEmpty)
  }

  @Test func `a symbol and a link are decoded from base64url`() throws {
    let payload = try OutOfBandPayload(json: Array(Self.json("authentication").utf8))
    let raw = Self.walk(payload.base64URL)
    #expect(raw.decoder == .base64URLEncoded && raw.decodeError == nil)
    let link = Self.walk("https://access.example.com/open?dispatchTokenResponse=\(payload.base64URL)")
    #expect(link.decoder == .base64URLEncoded && link.steps[0].text.contains("dispatchTokenResponse"))
  }

  @Test func `a broken payload ends in MalformedPayload, with the check's reason`() throws {
    let walk = Self.walk(Self.json("authentication").replacing("\"token\"", with: "\"tokn\""))
    #expect(walk.decodeError == .malformedPayload && walk.redeemRequest == nil)
    let step = try #require(walk.steps.first)
    #expect(walk.steps.count == 1 && step.errors == [.malformedPayload] && step.text.contains("OOB"))
  }

  @Test func `an encrypted payload can fail to be decrypted, and shows no redeem URL`() throws {
    let walk = Self.walk(SpecExamplesTests.encrypted)
    #expect(walk.steps[0].errors.contains(.decryption) && walk.redeemRequest == nil && walk.operation == nil)
    #expect(walk.steps[2].asks == ["onAuthentication", "onRegistration"])
  }

  @Test func `a message without a payload has no walk`() {
    let walk = Self.walk("otpauth://totp/x?secret=ABC")
    #expect(walk.decoder == nil && walk.steps.isEmpty && walk.decodeError == nil)
  }

  @Test func `the redeem request has the documented form, and its description no token`() throws {
    let request = try #require(Self.walk(Self.json("authentication")).redeemRequest)
    #expect(String(decoding: request.body, as: UTF8.self) == "{\"token\":\"\(Self.token)\"}")
    #expect(RedeemRequest.headers.contains { $0 == ("Accept", "application/fido+uaf") })
    #expect(request.description.hasPrefix("POST https://fido.siven.ch/") && !request.description.contains(Self.token))
  }

  @Test(arguments: SDKWalkthrough.ErrorClass.allCases)
  func `each class of error ends some step, and has a cause`(_ error: SDKWalkthrough.ErrorClass) {
    let texts = [
      Self.json("authentication"), "{\"nma_data\":1}", Self.json("registration"), SpecExamplesTests.encrypted,
    ]
    let errors = texts.map(Self.walk).flatMap(\.steps).flatMap(\.errors)
    #expect(errors.contains(error) && !error.cause.isEmpty)
  }
}
