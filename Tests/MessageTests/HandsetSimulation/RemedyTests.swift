import HandsetSimulation
import OutOfBand
import Testing

/// Every remedy, carried out on the same phone: the message, the way in or the phone is really changed, and simulated again.
struct RemedyTests {
  /// The forms of one payload, and of another one that is encrypted.
  private struct Forms {
    let link: SimulatedMessage
    let uri: SimulatedMessage
    let payload: SimulatedMessage
    let json: SimulatedMessage
    let encrypted: SimulatedMessage
    let intent: SimulatedMessage

    init(_ operation: String) throws {
      let url = "https://fido.example.com/token/redeem/\(operation)"
      let payload = OutOfBandPayload(
        token: "b4b07559-f934-4597-a1c5-44d89f691e8f", redeemURL: try RedeemURL(parsing: url))
      func message(_ form: PayloadForm) -> SimulatedMessage { SimulatedMessage(form.message(carrying: payload.json)) }
      link = message(.appLink(base: "https://access.example.com/open"))
      uri = message(.customURI(scheme: "myaccessapp"))
      self.payload = message(.base64URL)
      json = message(.json)
      let appLink = try DispatchLink(payload, base: "https://access.example.com/open").description
      intent = SimulatedMessage(Array(try IntentURI(appLink, package: "com.example.access").description.utf8))
      encrypted = SimulatedMessage(StatementTests.encrypted.json)
    }

    var plain: [SimulatedMessage] { [link, uri, payload, json] }
  }

  /// A message that meets a phone.
  private struct Meeting {
    var message: SimulatedMessage
    var entry: Entry
    var handset: Handset

    func on(_ message: SimulatedMessage) -> Meeting { changed { $0.message = message } }
    func tapped() throws -> Meeting { try browsing(by: .tap) { $0 } }
    func inPlainTab() throws -> Meeting { try browsing(isPrivate: false) { $0 } }
    func inside() throws -> Meeting {
      let scan = try Catalogue.builtIn.scan("access-app")
      return changed { $0.entry = scan }
    }
    func installed() -> Meeting { changed { $0.handset.hasApp = true } }
    func verified() -> Meeting { changed { $0.handset.hasVerifiedLinks = true } }

    func elsewhere() throws -> Meeting { try browsing(onSameDomain: false) { $0 } }
    func browser(_ id: String) throws -> Meeting { try browsing { _ in id } }

    private func browsing(
      by trigger: Entry.Trigger? = nil, onSameDomain: Bool? = nil, isPrivate: Bool? = nil, _ browser: (String) -> String
    ) throws -> Meeting {
      guard case .browse(let program, let by, let isOnSameDomain, let wasPrivate) = entry else { throw NoPage() }
      let entry = try Catalogue.builtIn.browse(
        browser(program.id), by: trigger ?? by, onSameDomain: onSameDomain ?? isOnSameDomain,
        isPrivate: isPrivate ?? wasPrivate)
      return changed { $0.entry = entry }
    }

    private func changed(_ change: (inout Meeting) -> Void) -> Meeting {
      var meeting = self
      change(&meeting)
      return meeting
    }
  }

  private struct NoPage: Error {}

  /// What each remedy says, done; `nil` for a text that is not listed here.
  private func done(_ remedy: String, _ case: Meeting, _ forms: Forms) throws -> Meeting? {
    switch remedy {
    case "serve assetlinks.json for the link's host, so that Android verifies it": `case`.verified()
    case "serve apple-app-site-association for the link's host": `case`.verified()
    case "install the app; until then, an app link shows a page with links to the stores": `case`.installed()
    case "serve links from another (sub)domain than the page": try `case`.elsewhere()
    case "render an <a> that the user taps": try `case`.tapped()
    case "let the user tap an <a> without a target": try `case`.tapped()
    case "let the user tap the link itself, not an address that redirects to it": try `case`.tapped()
    case "open the page in a tab that is not private": try `case`.inPlainTab()
    case "lead to kakaotalk://web/openExternal?url=… with the page's address percent-encoded: KakaoTalk opens it in the browser (2024)":
      try `case`.browser(`case`.handset.system == .iOS ? "safari" : "chrome")
    case "lead to instagram://extbrowser/?url=… with the page's address percent-encoded: Instagram opens it in the browser (2026-09)":
      try `case`.browser("safari")
    case "set \"open links in apps\" to \"always\" in Firefox": try `case`.browser("firefox=always")
    case "open the page in Safari", "ask the user to open the page in Safari (menu, \"open in browser\")",
      "on the page, lead to Safari with an address x-safari-https://… (iOS 17 and later; not documented by Apple)":
      try `case`.browser("safari")
    case "ask the user to open the page in the browser (menu, \"open in browser\")",
      "add openExternalBrowser=1 to the page's address, so that LINE opens it in the browser (developers.line.biz)":
      try `case`.browser("chrome")
    case "ask the user to open the page in the browser, and use a custom URI there":
      try `case`.on(forms.uri).browser("chrome")
    case "on the page, use an intent URI for Android (oobqr link --as intent)": `case`.on(forms.intent)
    case "send an app link (https), which can be tapped": `case`.on(forms.link)
    case "use an app link, which opens without asking": `case`.on(forms.link)
    case "use an app link (https), which the camera hands to the app": `case`.on(forms.link)
    case "use a custom URI, which this browser hands to the app": `case`.on(forms.uri)
    case "carry the payload in a link: oobqr link": `case`.on(forms.uri)
    case "use another browser, such as Chrome": try `case`.browser("chrome")
    case "use a custom URI and another browser, such as Chrome": try `case`.on(forms.uri).browser("chrome")
    case "scan the symbol inside the app": try `case`.inside()
    case "use an app link, and scan the symbol inside the app": try `case`.on(forms.link).inside()
    case "install the app, and use an app link (https), which until then opens a page with links to the stores":
      `case`.installed().on(forms.link)
    case "install the app, and scan the symbol inside it": try `case`.installed().inside()
    case "dispatch with encryption, which the Firebase dispatcher does": `case`.on(forms.encrypted)
    case "push the payload itself, encrypted": `case`.on(forms.encrypted)
    case "use a symbol, scanned inside the app": try `case`.on(forms.link).inside()
    case "install the app, and use a symbol, scanned inside it": try `case`.installed().on(forms.link).inside()
    default: nil
    }
  }

  @Test(arguments: ["authentication", "registration"], [MessageCheck.Documents.access28, .access24])
  func `every remedy, carried out on the same phone, leads to the app`(
    operation: String, documents: MessageCheck.Documents
  ) throws {
    let simulator = Simulator(documents: documents)
    let forms = try Forms(operation)
    var seen: Set<String> = []
    for handset in CaseSpace.handsets where [11, 13].contains(handset.version) {
      for entry in CaseSpace.entries {
        for message in forms.plain {
          let verdict = simulator.verdict(on: message, entry, handset)
          guard let remedy = verdict.remedy else { continue }
          seen.insert(remedy)
          let changed = try #require(
            try done(remedy, Meeting(message: message, entry: entry, handset: handset), forms),
            "'\(remedy)' is not listed")
          let after = simulator.verdict(on: changed.message, changed.entry, changed.handset).outcome
          #expect(
            after == .opensApp || (!verdict.outcome.reachesApp && after.reachesApp),
            "\(message.kind) \(entry.word) \(entry.name) \(handset): '\(remedy)' leads to \(after)")
        }
      }
    }
    // Push, which registrations cannot use, has a remedy of its own.
    #expect(
      seen.contains("dispatch with encryption, which the Firebase dispatcher does") == (operation == "authentication"))
    #expect(seen.count >= 15, "\(seen.sorted())")
  }

  @Test func `AA-2_4 keeps a custom URI where it can, as it recommends them`() throws {
    func remedy(_ documents: MessageCheck.Documents, _ entry: Entry, _ handset: Handset) -> String? {
      Simulator(documents: documents).verdict(on: Array(StatementTests.uri.utf8), entry, handset).remedy
    }
    let camera = try Catalogue.builtIn.scan("android-camera")
    #expect(remedy(.access28, camera, .android(14)) == "use an app link (https), which the camera hands to the app")
    #expect(remedy(.access24, camera, .android(14)) == "scan the symbol inside the app")
    let safari = try Catalogue.builtIn.browse("safari")
    #expect(remedy(.access28, safari, .iOS(17)) == "use an app link, which opens without asking")
    #expect(remedy(.access24, safari, .iOS(17)) == nil)
  }
}
