import HandsetSimulation
import OutOfBand
import Testing

struct CatalogueTests {
  static let uri = StatementTests.uri
  static let link = StatementTests.link
  static let raw = StatementTests.payload.base64URL

  /// What is known of scanners, row by row: scanner, message, phone, app installed, outcome, a source, confidence.
  static let known: [(String, String, Handset, Bool, Verdict.Outcome, String, Verdict.Confidence)] = [
    ("ios-camera", uri, .iOS(12), false, .webSearch, "Shane32/QRCoder#157", .field),
    (
      "android-camera", "wc:8a5e5bdc@2?relay-protocol=irn", .android(12), true, .showsText,
      "WalletConnect/walletconnect-monorepo#755", .field
    ),
    ("google-camera", uri, .android(13), false, .webSearch, "vitorpamplona/amethyst#301", .inferred),
    ("google-camera", "nostr:nprofile1qqs", .android(13), true, .webSearch, "vitorpamplona/amethyst#301", .field),
    ("google-camera", uri, .android(15), true, .opensApp, "pubky/pubky-ring#279", .field),
    ("samsung-camera", uri, .android(14), true, .notForwarded, "orienteerfeed/ofeed#62", .field),
    ("other-camera", uri, .android(15), true, .notForwarded, "pubky/pubky-ring#279", .field),
    ("ios-camera", uri, .iOS(18), false, .notForwarded, "mirkobozzetto/flowflow#24", .field),
    ("ios-camera", uri, .iOS(18), true, .opensApp, "InteractionEngineer/PayForMe#97", .field),
    ("grapheneos-camera", uri, .android(14), true, .chooser, "GrapheneOS/Camera#150", .code),
    ("aperture", uri, .android(14), true, .showsText, "LineageOS/android_packages_apps_Aperture", .inferred),
    ("binaryeye", uri, .android(14), true, .opensApp, "markusfisch/BinaryEye", .code),
    ("binaryeye", uri, .android(14), false, .webSearch, "markusfisch/BinaryEye", .code),
    (
      "binaryeye", uri.replacing("myaccessapp:", with: "com.example.access:"), .android(14), true, .opensBrowser,
      "markusfisch/BinaryEye", .code
    ),
    ("zxing", uri, .android(14), true, .opensApp, "zxing/zxing URIResultParser.java", .code),
    ("zxing", link, .android(14), true, .opensApp, "zxing/zxing ResultHandler.java", .inferred),
    (
      "grapheneos-camera", uri.replacing("myaccessapp:", with: "MyAccessApp:"), .android(14), true, .showsText,
      "GrapheneOS/Camera", .code
    ),
    ("secuso", uri, .android(14), true, .opensBrowser, "SecUSo/privacy-friendly-qr-scanner#224", .code),
    (
      "zxing", "https://bank.example@evil.example/", .android(14), true, .showsText, "zxing/zxing URIResultParser.java",
      .code
    ),
    ("access-app", raw, .android(14), true, .opensApp, "AA-2.4", .vendor),
    ("android-camera", raw, .android(14), true, .showsText, "nevisFIDO reference guide", .inferred),
    ("ios-camera", raw, .iOS(17), true, .notForwarded, "zpao/qrcode.react#75", .inferred),
    ("ios-camera", uri, .iOS(27), true, .opensApp, "InteractionEngineer/PayForMe#97", .inferred),
    ("harmonyos-camera", link, Handset(.harmonyOS, 5), true, .opensApp, "developer.huawei.com", .vendor),
    ("harmonyos-camera", link, Handset(.harmonyOS, 5), false, .opensBrowser, "developer.huawei.com", .vendor),
    (
      "zxing", uri.replacing("myaccessapp:", with: "MyAccessApp:"), .android(14), true, .notForwarded,
      "zxing/zxing ResultHandler.java", .code
    ),
  ]

  @Test(arguments: known.indices)
  func `each known case has its outcome, source and confidence`(index: Int) throws {
    let (scanner, message, phone, hasApp, outcome, source, confidence) = Self.known[index]
    var handset = phone
    handset.hasApp = hasApp
    let verdict = try Simulator().verdict(on: message, scannedBy: scanner, handset)
    #expect(verdict.outcome == outcome && verdict.confidence == confidence)
    #expect(verdict.sources.contains { $0.contains(source) }, "\(verdict.sources)")
  }

  @Test func `Google's camera has the reports that disagree, that of AA-2_8 from Android 13 on`() throws {
    func reports(_ version: Int) throws -> [Verdict.Report] {
      try Simulator().verdict(on: Self.uri, scannedBy: "google-camera", .android(version)).reports
    }
    #expect(try reports(15).map(\.source) == ["AA-2.8", "vitorpamplona/amethyst#301"])
    #expect(try reports(13).map(\.outcome) == [.notForwarded, .webSearch])
    #expect(try reports(12).map(\.outcome) == [.webSearch])
  }

  @Test func `a later phone is simulated as the newest known, and no surer than inferred`() throws {
    let newest = try Simulator().verdict(on: Self.uri, scannedBy: "android-camera", .android(16))
    let later = try Simulator().verdict(on: Self.uri, scannedBy: "android-camera", .android(17))
    #expect(newest.assumedVersion == nil && newest.confidence == .vendor)
    #expect(later.assumedVersion == 16 && later.confidence == .inferred)
    #expect(later.outcome == newest.outcome && later.steps.dropLast() == newest.steps[...])
    #expect(later.steps.last?.text == "Android 17 is simulated as Android 16, the newest known version.")
    let phone = try Simulator().verdict(on: Self.uri, scannedBy: "ios-camera", .iOS(28))
    #expect(phone.assumedVersion == 18 && phone.outcome == .opensApp && phone.confidence == .inferred)
    // One that is known to exist.
    let listed = try Simulator().verdict(on: Self.uri, scannedBy: "ios-camera", .iOS(26))
    #expect(listed.assumedVersion == 18 && listed.outcome == .opensApp && listed.confidence == .inferred)
    #expect(listed.steps.last?.text.hasPrefix("No source names iOS 26; it is simulated as iOS 18, ") == true)
    #expect(Catalogue.builtIn.laterVersions(of: .iOS) == [26, 27])
  }

  @Test func `a catalogue that has a later version answers for it`() throws {
    let systems = #"{"systems":[{"id":"android","oldest":8,"newest":17}]"#
    let rule =
      #"{"id":"r17","order":1,"when":{"entry":["scan"],"os":["android"],"versions":{"min":17}},"verdict":"chooser","#
      + #""steps":["w"],"source":["s"],"confidence":"field"}"#
    let catalogue = try Catalogue.builtIn.overridden(by: Array("\(systems),\"rules\":[\(rule)]}".utf8))
    #expect(catalogue.knownVersions(of: .android) == 8...17 && catalogue.handsets(of: .android).last == .android(17))
    let verdicts = try [16, 17, 18].map {
      try Simulator(catalogue).verdict(on: Self.uri, scannedBy: "android-camera", .android($0))
    }
    #expect(verdicts.map(\.outcome) == [.notForwarded, .chooser, .chooser])
    #expect(verdicts.map(\.assumedVersion) == [nil, nil, 17])
    // Alone, the rule would never apply.
    let fault = #expect(throws: JSONFault.self) {
      try Catalogue.builtIn.overridden(by: Array("{\"rules\":[\(rule)]}".utf8))
    }
    #expect(
      fault?.reason == "has 'r17', which begins at version 17, and the newest version of 'systems' is 16"
        && fault?.pointer == "/rules")
  }

  @Test(arguments: 8...16)
  func `a verified app link opens the installed app, and an unverified one the browser from Android 12 on`(
    version: Int
  ) throws {
    for (isVerified, outcome) in [(true, Verdict.Outcome.opensApp), (false, version < 12 ? .chooser : .opensBrowser)] {
      let phone = Handset(.android, version, hasVerifiedLinks: isVerified)
      #expect(try Simulator().verdict(on: Self.link, scannedBy: "android-camera", phone).outcome == outcome)
    }
  }

  @Test func `what no source covers is unknown, and the answer names what would have to be known`() throws {
    for (scanner, message, missing) in [
      ("aperture", Self.link, "LineageOS Aperture does with an app link on Android 14"),
      ("android-camera", "tel:1", "standard camera of Android does with a message of this kind on Android 14"),
    ] {
      let verdict = try Simulator().verdict(on: message, scannedBy: scanner, .android(14))
      #expect(
        verdict.outcome == .unknown && verdict.rule == nil && verdict.sources.isEmpty && verdict.confidence == .none)
      #expect(verdict.steps.map(\.text) == ["No source says what \(missing)."])
    }
  }

  @Test func `the app refuses what it cannot decode and servers that it does not know`() throws {
    let broken = "https://access.example.com/open?x-success=a://b?dispatchTokenResponse=eyJh"
    let simulator = Simulator(policy: TrustPolicy(redeemHosts: ["other.example"]))
    let malformed = try Simulator().verdict(on: broken, scannedBy: "android-camera", .android(14))
    #expect(malformed.outcome == .refused && malformed.remedy?.hasPrefix("OOB402") == true)
    let denied = try simulator.verdict(on: Self.link, scannedBy: "android-camera", .android(14))
    #expect(denied.outcome == .refused && denied.remedy?.contains("redeem_hosts") == true)
  }

  @Test func `every rule is reached by some case`() throws {
    let registration = String(decoding: StatementTests.payload.json, as: UTF8.self).replacing(
      "authentication", with: "registration")
    let messages = [
      String(decoding: StatementTests.encrypted.json, as: UTF8.self),
      try DispatchLink(
        StatementTests.payload, scheme: "myaccessapp", callbacks: CallbackURL.Kind.allCases.map { .init($0, "done") }
      ).description,
      Self.uri.replacing("myaccessapp:", with: "com.example.access:"),
      Self.uri.replacing("myaccessapp", with: "MyAccessApp"),
      try IntentURI(Self.link).description, registration, Self.raw,
      String(decoding: StatementTests.payload.json, as: UTF8.self), Self.link, Self.uri,
      StatementTests.bareURI, "wc:8a5e@2?a=b",
      "https://example.com/", "https://u@example.com/",
    ].map { SimulatedMessage(Array($0.utf8)) }
    let catalogue = Catalogue.builtIn
    let simulator = Simulator()
    var reached: Set<String> = []
    let entries = CaseSpace.entries
    for handset in CaseSpace.handsets {
      for message in messages {
        for entry in entries {
          if let rule = simulator.verdict(on: message, entry, handset).rule { reached.insert(rule) }
        }
        for kind in CallbackURL.Kind.allCases {
          for (installed, policy) in [(true, nil), (false, nil), (true, TrustPolicy(callbackTargets: []))] {
            let afterwards = Simulator(policy: policy).afterwards(
              of: message, kind, handset, isTargetInstalled: installed)
            if let rule = afterwards.rule { reached.insert(rule) }
          }
        }
      }
    }
    #expect(Set((catalogue.rules + catalogue.afterwards).map(\.id)).subtracting(reached) == [])
  }

  @Test func `a user's entry changes the verdict`() throws {
    let entry =
      #"{"scanners":[{"id":"mine","name":"My camera","os":"android","source":["me"]}],"rules":[{"id":"android13-camera-uri","order":30,"#
      + #""when":{"entry":["scan"],"scanner":["android-camera","mine"],"message":["uri"],"os":["android"],"versions":{"min":13}},"#
      + #""verdict":"web-search","steps":["It searches."],"source":["our lab"],"confidence":"field"}]}"#
    let simulator = Simulator(try Catalogue.builtIn.overridden(by: Array(entry.utf8)))
    for scanner in ["android-camera", "mine"] {
      let verdict = try simulator.verdict(on: Self.uri, scannedBy: scanner, .android(14))
      #expect(verdict.outcome == .webSearch && verdict.sources == ["own: our lab"])
    }
    #expect(try simulator.verdict(on: Self.uri, scannedBy: "android-camera", .android(12)).outcome == .opensApp)
  }

  static func rule(_ change: (String, String)) -> String {
    let rule =
      #"{"id":"r","order":1,"when":{"entry":["scan"],"versions":{"min":1}},"verdict":"chooser","steps":["w"],"source":["s"],"confidence":"code","#
      + #""reports":[{"outcome":"chooser","what":"w","source":"s"}]}"#
    return "{\"rules\":[\(rule.replacing(change.0, with: change.1))]}"
  }

  @Test(arguments: [
    ("{", ""), ("[]", ""), ("{\"rules\":{}}", "/rules"), ("{\"rule\":[]}", "/rule"),
    ("{\"rules\":[{}]}", "/rules/0/id"),
    (rule(("\"r\"", "\"\"")), "/rules/0/id"), (rule(("\"order\":1", "\"order\":1.5")), "/rules/0/order"),
    (rule(("\"verdict\":\"chooser\"", "\"verdict\":\"magic\"")), "/rules/0/verdict"),
    (rule(("\"code\"", "\"sure\"")), "/rules/0/confidence"),
    (rule(("\"source\":[\"s\"],\"conf", "\"source\":[],\"conf")), "/rules/0/source"),
    (rule(("[\"scan\"]", "[]")), "/rules/0/when/entry"),
    (rule(("[\"scan\"]", "[\"fax\"]")), "/rules/0/when/entry/0"),
    (rule(("\"entry\"", "\"entrance\"")), "/rules/0/when/entrance"),
    (rule(("{\"min\":1}", "{\"min\":\"x\"}")), "/rules/0/when/versions/min"),
    (rule(("{\"min\":1}", "{\"min\":3,\"max\":2}")), "/rules/0/when/versions"),
    (rule(("\"outcome\":\"chooser\"", "\"outcome\":\"x\"")), "/rules/0/reports/0/outcome"),
    (rule(("\"steps\":[\"w\"]", "\"steps\":[1]")), "/rules/0/steps/0"),
    (rule(("\"steps\":[\"w\"]", "\"steps\":[]")), "/rules/0/steps"),
    (rule(("[\"w\"]", "[{\"text\":\"w\",\"confidence\":\"sure\"}]")), "/rules/0/steps/0/confidence"),
    (
      "{\"remedies\":[{\"id\":\"a\",\"when\":{},\"change\":{\"app\":[\"installed\",\"missing\"]},\"text\":\"t\"}]}",
      "/remedies/0/change/app"
    ),
    (rule(("\"entry\":[\"scan\"]", "\"entry\":[\"scan\"],\"scanner\":[\"nobody\"]")), "/rules"),
    (rule(("\"steps\"", "\"stpes\"")), "/rules/0/stpes"),
    (#"{"rules":[],"rules":[]}"#, "/rules"), (rule(("\"order\":1", "\"order\":1,\"order\":2")), "/rules/0/order"),
    (rule(("[\"scan\"]", "[\"scan\"],\"entry\":[\"scan\"]")), "/rules/0/when/entry"),
    (#"{"ru/le~s":[]}"#, "/ru~1le~0s"), (rule(("\"steps\"", "\"st/eps\"")), "/rules/0/st~1eps"),
    (rule(("\"entry\"", "\"en/try\"")), "/rules/0/when/en~1try"),
    (rule(("{\"min\":1}", "{\"minimum\":1}")), "/rules/0/when/versions/minimum"),
    (rule(("\"code\"", "\"code\",\"instead\":5")), "/rules/0/instead"),
    (rule(("\"id\":\"r\"", "\"id\":\"r\\u001b\"")), "/rules/0/id"),
    (rule(("{\"entry\":[\"scan\"]", "{\"end\":[\"success\"]")), "/rules/0/when/end"),
    (
      "{\"scanners\":[{\"id\":\"x\",\"name\":\"x\",\"os\":\"any\",\"source\":[]},{\"id\":\"x\",\"name\":\"x\",\"os\":\"any\",\"source\":[]}]}",
      "/scanners/1/id"
    ),
    ("{\"scanners\":[{\"id\":\"x\",\"name\":\"x\",\"os\":\"beos\",\"source\":[]}]}", "/scanners/0/os"),
    (#"{"systems":[{"id":"beos","oldest":1,"newest":2}]}"#, "/systems/0/id"),
    (#"{"systems":[{"id":"ios","oldest":1,"newest":100}]}"#, "/systems/0/newest"),
    (#"{"systems":[{"id":"ios","oldest":0,"newest":2}]}"#, "/systems/0/oldest"),
    (#"{"systems":[{"id":"ios","oldest":3,"newest":2}]}"#, "/systems/0"),
    (#"{"systems":[{"id":"ios","oldest":1,"newest":2},{"id":"ios","oldest":1,"newest":2}]}"#, "/systems/1/id"),
    (#"{"systems":[{"id":"ios","oldest":1,"newest":2,"usual":2}]}"#, "/systems/0/usual"),
  ])
  func `a fault of a catalogue has a pointer`(text: String, pointer: String) throws {
    let fault = try #require(throws: JSONFault.self) { try Catalogue.builtIn.overridden(by: Array(text.utf8)) }
    #expect(fault.pointer == pointer, "\(fault)")
  }

  @Test(arguments: [
    (
      "{\"rule\":[]}",
      "'s /rule is unknown; the members are format, systems, scanners, browsers, rules, afterwards, remedies, phones"
    ),
    (
      rule(("{\"min\":1}", "{\"minimum\":1}")), "'s /rules/0/when/versions/minimum is unknown; the members are min, max"
    ),
    ("{\"rules\":[1]}", "'s /rules/0 is not an object"), ("[]", " is not an object"),
    (#"{"rules":[],"rules":[]}"#, "'s /rules appears twice"),
  ])
  func `a fault of a catalogue is a sentence`(text: String, sentence: String) throws {
    let fault = try #require(throws: JSONFault.self) { try Catalogue.builtIn.overridden(by: Array(text.utf8)) }
    #expect("\(fault)" == "the catalogue\(sentence)")
  }

  @Test func `two rules that can both apply need an order`() throws {
    let twice =
      "{\"rules\":["
      + ["a", "b"].map {
        "{\"id\":\"\($0)\",\"order\":1,\"when\":{\"entry\":[\"scan\"]},\"verdict\":\"chooser\",\"steps\":[\"w\"],\"source\":[\"s\"],\"confidence\":\"code\"}"
      }.joined(separator: ",") + "]}"
    let fault = try #require(throws: JSONFault.self) { try Catalogue.builtIn.overridden(by: Array(twice.utf8)) }
    #expect(fault.reason == "has 'a' and 'b', which can both apply and have the same order 1")
  }
}
