import HandsetSimulation
import OutOfBand
import Testing
import TextFormats

/// The simulation says nothing that a check denies, that its sources do not say, or that helps nobody.
struct HonestyTests {
  static let plain = String(decoding: StatementTests.payload.json, as: UTF8.self)

  @Test(arguments: [
    ("https:///open?", Diagnostic.Rule.malformedAuthority), ("https://a..example/open?", .malformedAuthority),
    ("https://a.example:99999/open?", .malformedAuthority), ("https://https://a.example/open?", .malformedAuthority),
    ("javascript://x-callback-url/authenticate?", .systemScheme),
  ])
  func `a link that no app can have is a text for a phone`(start: String, rule: Diagnostic.Rule) {
    let message = SimulatedMessage(Array((start + "dispatchTokenResponse=" + StatementTests.payload.base64URL).utf8))
    #expect(message.kind == .text && message.flaws.contains { $0.rule == rule })
  }

  @Test(arguments: Diagnostic.Rule.all)
  func `what a check finds wrong with a link that opens is said, too`(rule: Diagnostic.Rule) {
    let options = rule.example.options
    let check = MessageCheck(Array(rule.example.input.utf8), options: options)
    let message = SimulatedMessage(RecognizedMessage(Array(rule.example.input.utf8)), options)
    let simulator = Simulator(policy: options.policy, documents: options.documents)
    let opens = CaseSpace.entries.contains { entry in
      CaseSpace.handsets.contains { simulator.verdict(on: message, entry, $0).outcome.reachesApp }
    }
    let errors = check.diagnostics.filter {
      $0.severity == .error && ![.message, .symbol, .association].contains($0.place)
    }
    if opens { #expect(errors.allSatisfy(message.flaws.contains), "\(errors.map(\.rule.code))") }
  }

  /// The example apps for a system get nothing, or all of it.
  @Test(arguments: [("open#/", true, true), ("op%en", true, false), ("open", false, false)])
  func `a link is refused on the systems whose example app does not get the payload`(
    path: String, isLostOnIOS: Bool, isLostOnAndroid: Bool
  ) throws {
    let link = "https://access.example.com/\(path)?dispatchTokenResponse=\(StatementTests.payload.base64URL)"
    for (handset, isLost) in [(Handset.iOS(17), isLostOnIOS), (.android(14), isLostOnAndroid)] {
      let camera = handset.system == .iOS ? "ios-camera" : "android-camera"
      let outcome = try Simulator().verdict(on: link, scannedBy: camera, handset).outcome
      #expect((outcome == .refused) == isLost && outcome.reachesApp == !isLost, "\(handset): \(outcome)")
    }
  }

  @Test(arguments: [
    ("https://access.example.com:8443/open?", "a link with a port"),
    ("HTTPS://ACCESS.EXAMPLE.COM/open?", "a link with capitals in its scheme or host"),
  ])
  func `a verdict is no surer than its sources, which do not speak of ports and capitals`(start: String, words: String)
    throws
  {
    let link = start + "dispatchTokenResponse=" + StatementTests.payload.base64URL
    for (camera, handset) in [("ios-camera", Handset.iOS(17)), ("android-camera", .android(14))] {
      let verdict = try Simulator().verdict(on: link, scannedBy: camera, handset)
      #expect(verdict.outcome == .opensApp && verdict.confidence == .inferred)
      #expect(verdict.steps.last?.text == "No source says whether this holds for \(words).")
    }
  }

  @Test func `versions that never were are refused with the one to write`() {
    for (text, words) in [
      ("ios-20", "after iOS 18 comes iOS 26"), ("ios-18.2", "write ios-18"), ("android-15.1", "write android-15"),
    ] {
      do throws(Fault) {
        _ = try Handset(parsing: text)
        Issue.record("\(text)")
      } catch { #expect(error.description.contains(words), "\(error)") }
    }
  }

  /// Links are tapped in mail, chats and social apps: what happens there, and what may be done about it.
  static let apps: [(app: String, handset: Handset, outcome: Verdict.Outcome, remedy: String?)] = [
    ("outlook", Handset.iOS(18), Verdict.Outcome.opensBrowser, nil),
    ("whatsapp", .iOS(18), .opensApp, nil), ("facebook", .android(15), .opensBrowser, "oobqr link --as intent"),
    ("telegram", .iOS(18), .notForwarded, "x-safari-https"),
    ("wechat", .android(15), .opensBrowser, "open the page in the browser"),
    ("teams", .android(15), .unknown, nil), ("webview", .android(15), .opensBrowser, "open the page in the browser"),
  ]

  @Test(arguments: apps)
  func `a link in an app has a verdict and a remedy that its source supports`(
    row: (app: String, handset: Handset, outcome: Verdict.Outcome, remedy: String?)
  ) throws {
    let (app, handset, outcome, remedy) = row
    let verdict = Simulator().verdict(on: StatementTests.link, try Catalogue.builtIn.browse(app), handset)
    #expect(verdict.outcome == outcome && (verdict.remedy == nil) == (remedy == nil), "\(verdict)")
    if let remedy { #expect(verdict.remedy?.contains(remedy) == true, "\(verdict.remedy ?? "")") }
    #expect(outcome == .unknown || !verdict.sources.isEmpty)
  }

  // MARK: Callbacks

  @Test func `a callback that breaks out of its link opens with a caveat`() {
    let link =
      "app://x-callback-url/authenticate?x-success=https://a.example/s?x=1&y=2&dispatchTokenResponse="
      + StatementTests.payload.base64URL
    let afterwards = Simulator().afterwards(of: SimulatedMessage(Array(link.utf8)), .success, .iOS(17))
    #expect(afterwards.place == .target && afterwards.confidence == .inferred)
    #expect(afterwards.steps.contains { $0.text.hasPrefix("OOB501") })
  }

  // MARK: Push

  @Test func `a plain payload is not pushed, as a check says, too`() {
    for handset in [Handset.android(14), .iOS(17)] {
      let verdict = Simulator().verdict(on: Array(Self.plain.utf8), .push, handset)
      #expect(verdict.outcome == .notForwarded && verdict.rule == "push-plain")
      #expect(verdict.remedy == "dispatch with encryption, which the Firebase dispatcher does")
      let encrypted = Simulator().verdict(on: StatementTests.encrypted.json, .push, handset)
      #expect(encrypted.outcome == .opensApp)
    }
    let check = MessageCheck(Array(Self.plain.utf8), options: MessageCheck.Options(channel: .push))
    #expect(check.diagnostics.contains { $0.rule == .plainPush && $0.severity == .error })
  }

  // MARK: Remedies

  @Test func `a custom URI without Google Play services gets a remedy that works there`() throws {
    let phone = Handset(.android, 14, hasGoogleServices: false)
    for message in [StatementTests.uri, StatementTests.link] {
      let verdict = try Simulator().verdict(on: message, scannedBy: "android-camera", phone)
      #expect(verdict.remedy == "scan the symbol inside the app")
    }
    let page = try Catalogue.builtIn.browse("huawei")
    let tapped = Simulator().verdict(on: Array(StatementTests.link.utf8), page, phone)
    #expect(tapped.remedy == "use a custom URI, which this browser hands to the app")
  }

  @Test(arguments: ["otpauth://totp/x", "uaepass://digitalid", "openid4vp://x", "whatever://x", "wc:1@2?x=y", "hello"])
  func `other messages get no remedy that makes them app links`(message: String) throws {
    let message = SimulatedMessage(Array(message.utf8))
    for entry in CaseSpace.entries {
      for handset in CaseSpace.handsets {
        let remedy = Simulator().verdict(on: message, entry, handset).remedy
        #expect(remedy?.contains("app link (https)") != true && remedy?.contains("custom URI") != true)
      }
    }
  }

  @Test func `a broken message has to be mended before anything else helps`() throws {
    let broken = StatementTests.uri.replacing("eyJ", with: "e!J")
    let verdict = try Simulator().verdict(on: broken, scannedBy: "android-camera", .android(14))
    #expect(verdict.outcome == .notForwarded && verdict.remedy?.hasPrefix("OOB305: ") == true)
    #expect(verdict.remedy?.hasSuffix("; then use an app link (https), which the camera hands to the app") == true)
  }

  // MARK: Sources

  @Test func `no step of a vendor's confidence is an inference, and a verdict is as sure as its weakest step`() {
    for rule in Catalogue.builtIn.rules + Catalogue.builtIn.afterwards {
      for step in rule.steps where step.confidence == .vendor {
        #expect(!step.text.contains("(inferred)") && !step.sources.isEmpty, "\(rule.id)")
      }
      #expect(rule.confidence == rule.steps.map(\.confidence).min(), "\(rule.id)")
    }
  }

  @Test(arguments: [
    "tap-link-no-google", "camera-link-no-google", "tap-link-chinese-browser", "javascript-android-link",
    "iframe-android-link", "camera-link-missing",
  ])
  func `what happens instead of opening the app is inferred where no document says it`(id: String) throws {
    let rule = try #require(Catalogue.builtIn.rules.first { $0.id == id })
    #expect(rule.outcome == .opensBrowser && rule.confidence == .inferred)
  }

  @Test func `AA-2_8 is not cited for cameras that open links, on which it is silent`() {
    for id in ["android-camera-link", "maker-camera-link", "ios-camera-link"] {
      let rule = Catalogue.builtIn.rules.first { $0.id == id }
      #expect(rule?.sources.contains { $0.hasPrefix("AA-") } == false, "\(id)")
    }
    #expect(Catalogue.builtIn.scanners.first { $0.id == "ios-camera" }?.sources.contains("AA-2.8") == false)
  }

  // MARK: What cannot be

  @Test func `cases that contradict themselves are not possible, rather than unknown`() throws {
    let catalogue = Catalogue.builtIn
    func outcome(_ message: String, _ entry: Entry, _ handset: Handset) -> Verdict.Outcome {
      Simulator().verdict(on: Array(message.utf8), entry, handset).outcome
    }
    #expect(outcome(StatementTests.link, try catalogue.scan("ios-camera"), .android(14)) == .notPossible)
    #expect(outcome(StatementTests.link, try catalogue.browse("samsung-internet"), .iOS(17)) == .notPossible)
    #expect(
      outcome(StatementTests.link, try catalogue.scan("access-app"), Handset(.android, 14, hasApp: false))
        == .notPossible)
    #expect(outcome(StatementTests.link, .push, .android(14)) == .notPossible)
    #expect(outcome(StatementTests.payload.base64URL, try catalogue.browse("chrome"), .android(14)) == .notPossible)
    #expect(outcome(StatementTests.uri, try catalogue.browse("cc"), .android(14)) == .unknown)
  }

  @Test func `a scanner or browser that the catalogue does not list is refused by name`() throws {
    let error = try #require(throws: UnknownProgram.self) { try Catalogue.builtIn.scan("android-camra") }
    #expect("\(error)" == "there is no scanner 'android-camra'; did you mean 'android-camera'?")
    let other = try #require(throws: UnknownProgram.self) { try Catalogue.builtIn.scan("nothing-like-it") }
    #expect("\(other)".hasPrefix("there is no scanner 'nothing-like-it'; the scanners are android-camera, "))
    #expect(throws: UnknownProgram.self) { try Catalogue.builtIn.browse("android-camera") }
  }
}
