import HandsetSimulation
import OutOfBand
import Testing
import TextFormats

/// What AA-2.4 and AA-2.8 state about phones, one test for each statement, in our words and with its key.
struct StatementTests {
  static let encrypted = OutOfBandPayload(
    try! CompactJWE(parsing: Base64.encodeURL(Array(#"{"alg":"dir","enc":"A128GCM"}"#.utf8)) + "..AAAA.AAAA.AAAA"))
  static let payload = OutOfBandPayload(
    token: "b4b07559-f934-4597-a1c5-44d89f691e8f",
    redeemURL: try! RedeemURL(parsing: "https://fido.example.com/token/redeem/authentication"))
  static let callbacks = [
    CallbackURL(.success, "mybusinessapp://x-callback-url/success"), CallbackURL(.error, "https://mydomain.com/error"),
    CallbackURL(.cancel, "mybusinessapp://x-callback-url/usercancelled"),
  ]
  static let link = try! DispatchLink(payload, base: "https://access.example.com/open", callbacks: callbacks)
    .description
  static let uri = try! DispatchLink(payload, scheme: "myaccessapp", callbacks: callbacks).description
  static let bareURI = try! DispatchLink(payload, scheme: "myaccessapp").description
  static let android = Handset.android(14)
  static let iPhone = Handset.iOS(17)
  static let tested = [
    "edge", "firefox", "opera", "chrome", "qq", "mi", "baidu", "uc-turbo", "samsung-internet", "huawei",
  ]

  private func verdict(_ message: String, _ entry: Entry, _ handset: Handset) -> Verdict {
    Simulator().verdict(on: Array(message.utf8), entry, handset)
  }

  private func scan(_ message: String, _ scanner: String, _ handset: Handset) throws -> Verdict {
    try Simulator().verdict(on: message, scannedBy: scanner, handset)
  }

  private func tap(
    _ message: String, _ browser: String, _ handset: Handset, by trigger: Entry.Trigger = .tap
  ) throws -> Verdict {
    verdict(message, try Catalogue.builtIn.browse(browser, by: trigger), handset)
  }

  private func without(_ handset: Handset) -> Handset {
    var handset = handset
    handset.hasApp = false
    return handset
  }

  private func afterwards(
    _ kind: CallbackURL.Kind, _ handset: Handset, of message: String = uri, isTargetInstalled: Bool = true,
    policy: TrustPolicy? = nil
  ) -> Afterwards {
    Simulator(policy: policy).afterwards(
      of: SimulatedMessage(Array(message.utf8)), kind, handset, isTargetInstalled: isTargetInstalled)
  }

  // MARK: Scanning and push

  @Test func `AA-2_4, AA-2_8: the app's own scanner starts the operation from a payload, a link or a URI`() throws {
    for message in [Self.payload.base64URL, Self.link, Self.uri] {
      for handset in [Self.android, Self.iPhone] {
        #expect(try scan(message, "access-app", handset).outcome == .opensApp)
      }
    }
  }

  @Test(arguments: [13, 14, 15, 16])
  func `AA-2_8: from Android 13 on the standard camera does not forward a custom URI`(version: Int) throws {
    let verdict = try scan(Self.uri, "android-camera", .android(version))
    #expect(verdict.outcome == .notForwarded && verdict.sources == ["AA-2.8"] && verdict.confidence == .vendor)
    #expect(verdict.remedy?.contains("app link") == true)
  }

  @Test func `AA-2_8: before Android 13 it did, though a report from 2021 says otherwise`() throws {
    let verdict = try scan(Self.uri, "android-camera", .android(12))
    #expect(verdict.outcome == .opensApp)
    #expect(verdict.reports.map(\.source) == ["rokwire/illinois-app#940"])
  }

  @Test func `AA-2_4: push opens the app, on Android with Google Play services only`() {
    let message = String(decoding: Self.encrypted.json, as: UTF8.self)
    #expect(verdict(message, .push, Self.android).outcome == .opensApp)
    #expect(verdict(message, .push, Handset(.android, 14, hasGoogleServices: false)).outcome == .notForwarded)
    #expect(verdict(message, .push, Self.iPhone).outcome == .opensApp)
  }

  @Test func `AA-2_4: push is not for registrations`() {
    let registration = String(decoding: Self.payload.json, as: UTF8.self).replacing(
      "redeem/authentication", with: "redeem/registration")
    let verdict = verdict(registration, .push, Self.android)
    #expect(verdict.outcome == .notForwarded && verdict.rule == "push-registration")
  }

  @Test func `AA-2_4, AA-2_8: the app's own scanner starts nothing from other messages`() throws {
    for message in ["otpauth://totp/x", "uaepass://digitalid", "whatever://hello"] {
      #expect(try scan(message, "access-app", Self.android).outcome == .unknown)
    }
  }

  // MARK: iOS

  @Test func `AA-2_4, AA-2_8: an app link needs an association file on iOS`() throws {
    var phone = Self.iPhone
    phone.hasVerifiedLinks = false
    #expect(try tap(Self.link, "safari", phone).outcome == .opensBrowser)
  }

  @Test func `AA-2_4, AA-2_8: an http link is not an app link`() throws {
    let http = Self.link.replacing("https://access", with: "http://access")
    #expect(try scan(http, "ios-camera", Self.iPhone).outcome == .opensBrowser)
  }

  @Test func `AA-2_4, AA-2_8: Safari shows a banner for an app link, and the app gets the whole URL`() throws {
    let verdict = try tap(Self.link, "safari", Self.iPhone)
    #expect(
      verdict.outcome == .opensApp && verdict.steps[0].text.contains("banner")
        && verdict.steps[1].text.contains("whole URL"))
  }

  @Test func `AA-2_4, AA-2_8: an app link asks for no further permission on iOS, a custom URI does`() throws {
    #expect(try tap(Self.link, "safari", Self.iPhone).steps[1].text.contains("no further permission"))
    #expect(try tap(Self.uri, "safari", Self.iPhone).outcome == .asksPermission)
  }

  @Test
  func `AA-2_4, AA-2_8: without the app the banner leads to the App Store, and back in the browser opens the app`()
    throws
  {
    let verdict = try tap(Self.link, "safari", without(Self.iPhone))
    #expect(verdict.outcome == .storePage && verdict.steps[1].text.contains("banner opens the app"))
  }

  @Test func `AA-2_4, AA-2_8: iOS remembers the user's decision`() throws {
    #expect(try tap(Self.link, "safari", Self.iPhone).steps.contains { $0.text.contains("remembers the decision") })
  }

  @Test func `AA-2_4: without the app Safari says that a custom URI is invalid`() throws {
    #expect(try tap(Self.uri, "safari", without(Self.iPhone)).outcome == .invalidAddress)
  }

  @Test func `AA-2_4, AA-2_8: app links work in Safari only`() throws {
    #expect(try tap(Self.link, "other-ios-browser", Self.iPhone).outcome == .opensBrowser)
  }

  @Test func `AA-2_4, AA-2_8: an app link to the domain of its own page stays in the browser`() throws {
    let entry = try Catalogue.builtIn.browse("safari", onSameDomain: true)
    #expect(verdict(Self.link, entry, Self.iPhone).outcome == .opensBrowser)
  }

  // MARK: Android

  @Test func `AA-2_4, AA-2_8: a tapped app link opens the chooser, though Android's documentation has none`() throws {
    let verdict = try tap(Self.link, "chrome", Self.android)
    #expect(verdict.outcome == .chooser && verdict.steps[1].text.contains("whole URL"))
    #expect(verdict.reports.map(\.outcome) == [.opensApp])
    #expect(verdict.reports.map(\.source) == ["developer.android.com verify-android-applinks"])
  }

  @Test
  func `AA-2_4, AA-2_8: without the app the browser follows an app link to its page, which can lead to the store`()
    throws
  {
    let verdict = try tap(Self.link, "chrome", without(Self.android))
    #expect(verdict.outcome == .opensBrowser && verdict.steps[1].text.contains("Play Store"))
  }

  @Test func `AA-2_4, AA-2_8: Firefox hands an app link on by press and hold, or with its setting`() throws {
    // Its source says that a new installation asks.
    let verdict = try tap(Self.link, "firefox", Self.android)
    #expect(verdict.outcome == .asksPermission && verdict.confidence == .code)
    let report = try #require(verdict.reports.first)
    #expect(
      report.outcome == .opensBrowser && report.what.contains("presses and holds") && report.source == "AA-2.4, AA-2.8")
    #expect(try tap(Self.link, "firefox=always", Self.android).outcome == .opensApp)
    #expect(try tap(Self.link, "firefox=never", Self.android).outcome == .opensBrowser)
  }

  @Test(arguments: ["qq", "cc", "360"])
  func `AA-2_4, AA-2_8: app links are not usable with QQ, CC and 360`(browser: String) throws {
    #expect(try tap(Self.link, browser, Self.android).outcome == .opensBrowser)
  }

  @Test func `AA-2_4, AA-2_8: app links are not usable without Google Play services`() throws {
    let huawei = Handset(.android, 12, hasGoogleServices: false)
    #expect(try tap(Self.link, "huawei", huawei).outcome == .opensBrowser)
    #expect(try scan(Self.link, "other-camera", huawei).outcome == .opensBrowser)
    #expect(try tap(Self.uri, "huawei", huawei).outcome == .opensApp)
  }

  @Test(arguments: tested)
  func `AA-2_4, AA-2_8: a tapped custom URI opens the app in the ten tested browsers`(browser: String) throws {
    let verdict = try tap(Self.uri, browser, Self.android)
    // Its source says that Firefox asks before.
    #expect(verdict.outcome == (browser == "firefox" ? .asksPermission : .opensApp))
    #expect(browser != "firefox" || verdict.reports.map(\.source) == ["AA-2.4, AA-2.8"])
  }

  @Test(arguments: ["uc", "uc-lite"])
  func `AA-2_4, AA-2_8: custom URIs do not work in UC Browser and UC Lite`(browser: String) throws {
    #expect(try tap(Self.uri, browser, Self.android).outcome == .notForwarded)
  }

  @Test func `AA-2_4, AA-2_8: without the app a browser does not know what to do with a custom URI`() throws {
    #expect(try tap(Self.uri, "chrome", without(Self.android)).outcome == .notForwarded)
  }

  @Test func `AA-2_4, AA-2_8: JavaScript opens neither kind of link, though Chromium's sources are milder`() throws {
    for (message, outcome) in [(Self.link, Verdict.Outcome.opensBrowser), (Self.uri, .notForwarded)] {
      let verdict = try tap(message, "chrome", Self.android, by: .javascript)
      #expect(verdict.outcome == outcome && verdict.reports.count == 1)
      #expect(verdict.remedy == "render an <a> that the user taps")
      // What Chromium does says nothing about Firefox.
      #expect(try tap(message, "firefox", Self.android, by: .javascript).reports.isEmpty)
    }
  }

  @Test(arguments: [Entry.Trigger.iframe, .blank])
  func `AA-2_4, AA-2_8: a link cannot target an iframe or a new window`(trigger: Entry.Trigger) throws {
    // Nothing says that an https page cannot open there.
    #expect(try tap(Self.link, "chrome", Self.android, by: trigger).outcome == .opensBrowser)
    #expect(try tap(Self.link, "chrome", Self.android, by: trigger).confidence == .inferred)
    #expect(try tap(Self.uri, "chrome", Self.android, by: trigger).outcome == .notForwarded)
  }

  // MARK: After the operation

  @Test func `AA-2_4: after success iOS counts down on the Continue button and opens x-success`() {
    let end = afterwards(.success, Self.iPhone)
    #expect(end.place == .target && end.steps[1].text.contains("counts down"))
  }

  @Test func `AA-2_4: a success whose target iOS cannot open stays, without text or countdown`() {
    let end = afterwards(.success, Self.iPhone, isTargetInstalled: false)
    #expect(end.place == .stays && end.steps[0].text.contains("neither"))
  }

  @Test func `AA-2_4: after an error the user of iOS presses a button to go to x-error`() {
    let end = afterwards(.error, Self.iPhone)
    #expect(
      end.place == .target && end.steps[1].text.contains("presses a button"))
    #expect(end.steps[2].text.contains("whether the app adds them is not documented"))
  }

  @Test func `AA-2_4: an error whose target iOS cannot open stays`() {
    #expect(afterwards(.error, Self.iPhone, isTargetInstalled: false).place == .stays)
  }

  @Test func `AA-2_4: a cancelled operation on iOS goes to x-cancel by itself, or shows an Error screen`() {
    #expect(afterwards(.cancel, Self.iPhone).steps[0].text == "The phone switches to the x-cancel target by itself.")
    #expect(afterwards(.cancel, Self.iPhone, isTargetInstalled: false).steps[0].text.contains("Error screen"))
  }

  @Test func `AA-2_4: after success Android counts down, closes the app and opens x-success`() {
    let end = afterwards(.success, Self.android)
    #expect(end.place == .target && end.steps[0].text.contains("countdown"))
  }

  @Test(arguments: [android, iPhone])
  func `AA-2_4, AA-2_8: x-success is executed on every phone`(handset: Handset) {
    for message in [Self.link, Self.uri] { #expect(afterwards(.success, handset, of: message).place == .target) }
  }

  @Test func `AA-2_4, AA-2_8: x-error and x-cancel are executed on Android`() {
    #expect(afterwards(.error, Self.android).place == .target && afterwards(.cancel, Self.android).place == .target)
  }

  @Test(arguments: CallbackURL.Kind.allCases)
  func `AA-2_4, AA-2_8: a target app that does not exist on Android sends the user back to the app used before`(
    kind: CallbackURL.Kind
  ) {
    #expect(afterwards(kind, Self.android, isTargetInstalled: false).place == .previousApp)
  }

  @Test(arguments: CallbackURL.Kind.allCases)
  func `AA-2_4, AA-2_8: without a callback the app stays on its screen`(kind: CallbackURL.Kind) {
    #expect(afterwards(kind, Self.iPhone, of: Self.bareURI).place == .stays)
    // On Android AA-2.4 contradicts itself for a success: the app counts down and closes.
    let android = afterwards(kind, Self.android, of: Self.bareURI)
    #expect(android.place == (kind == .success ? .unknown : .stays))
    if kind == .success { #expect(android.steps.contains { $0.text.contains("countdown") }) }
  }

  @Test func `AA-2_4, AA-2_8: iOS leads back by its back-to-app button alone`() {
    #expect(afterwards(.success, Self.iPhone, of: Self.bareURI).steps[1].text.contains("back-to-app button"))
  }

  @Test func `AA-2_4, AA-2_8: a target off the allow-list is not opened, and what shows instead is not documented`() {
    let end = afterwards(.success, Self.android, policy: TrustPolicy(callbackTargets: ["other://"]))
    #expect(end.place == .unknown && end.remedy == "add the target to the allow-list")
  }
}
