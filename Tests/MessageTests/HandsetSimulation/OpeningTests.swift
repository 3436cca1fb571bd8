import HandsetSimulation
import Testing

/// Redirects, private tabs and HarmonyOS, row by row.
struct OpeningTests {
  private static let link = StatementTests.link
  private static let uri = StatementTests.uri

  static let redirects: [(String, String, Handset, Verdict.Outcome, Verdict.Confidence)] = [
    ("chrome", link, .android(15), .opensApp, .code), ("chrome", uri, .android(15), .opensApp, .code),
    ("custom-tab", link, .android(15), .opensApp, .code), ("firefox", link, .android(15), .asksPermission, .code),
    ("firefox=always", link, .android(15), .opensApp, .code),
    ("firefox=never", link, .android(15), .opensBrowser, .code),
    ("jelly", link, .android(15), .opensBrowser, .code), ("jelly", uri, .android(15), .notForwarded, .code),
    ("apple-mail", link, .iOS(18), .opensBrowser, .field), ("safari", link, .iOS(18), .opensApp, .field),
    ("chrome", link, .iOS(18), .opensApp, .field), ("firefox", link, .iOS(18), .opensBrowser, .field),
    ("samsung-internet", link, .android(15), .unknown, .none), ("whatsapp", link, .iOS(18), .unknown, .none),
  ]

  @Test(arguments: redirects.indices)
  func `after a redirect each browser does what its source says`(index: Int) throws {
    let (browser, message, handset, outcome, confidence) = Self.redirects[index]
    let entry = try Catalogue.builtIn.browse(browser, by: .redirect)
    let verdict = Simulator().verdict(on: message, entry, handset)
    #expect(verdict.outcome == outcome && verdict.confidence == confidence, "\(verdict)")
  }

  @Test func `reports that a redirect opens no app are shown`() throws {
    let sources = try [("chrome", Handset.android(15)), ("custom-tab", .android(15)), ("safari", .iOS(18))].map {
      Simulator().verdict(on: Self.link, try Catalogue.builtIn.browse($0, by: .redirect), $1).reports.map(\.source)
    }
    #expect(
      sources[0][0].hasPrefix("issuetracker.google.com 229645259") && sources[1] == ["openid/AppAuth-Android#248"])
    #expect(sources[2] == ["openradar-mirror#18236 (2017)", "flutter/flutter#153555 (2024-08)"])
  }

  static let privateTabs: [(String, String, Handset, Verdict.Outcome)] = [
    ("chrome", link, .android(15), .opensBrowser), ("chrome", uri, .android(15), .asksPermission),
    ("firefox", link, .android(15), .asksPermission), ("firefox=always", uri, .android(15), .asksPermission),
    ("firefox=never", link, .android(15), .opensBrowser), ("jelly", link, .android(15), .opensBrowser),
    ("jelly", uri, .android(15), .notForwarded), ("chrome", link, .iOS(18), .opensBrowser),
    ("chrome", uri, .iOS(18), .asksPermission), ("firefox", link, .iOS(18), .opensBrowser),
    ("brave", link, .iOS(18), .opensBrowser), ("duckduckgo", link, .iOS(18), .opensBrowser),
    ("safari", link, .iOS(18), .asksPermission), ("edge", link, .android(15), .unknown),
  ]

  @Test(arguments: privateTabs.indices)
  func `in a private tab each browser does what its source says`(index: Int) throws {
    let (browser, message, handset, outcome) = Self.privateTabs[index]
    let entry = try Catalogue.builtIn.browse(browser, isPrivate: true)
    let verdict = Simulator().verdict(on: message, entry, handset)
    #expect(verdict.outcome == outcome, "\(verdict)")
    if outcome == .unknown { #expect(verdict.steps[0].text.hasSuffix("on Android 15, in a private tab.")) }
  }

  @Test func `rules that do not name HarmonyOS say nothing about it`() throws {
    let handset = Handset(.harmonyOS, 5)
    for entry in CaseSpace.entries where entry.program?.runs(on: handset) ?? true {
      for message in [Self.link, Self.uri] {
        let verdict = Simulator().verdict(on: message, entry, handset)
        #expect(verdict.outcome == .unknown || entry.program?.id == "harmonyos-camera", "\(entry.name): \(verdict)")
      }
    }
    let camera = try Catalogue.builtIn.camera(of: .harmonyOS)
    #expect(Simulator().verdict(on: Self.uri, camera, handset).outcome == .unknown)
    #expect(
      Simulator().verdict(on: Self.link, camera, Handset(.harmonyOS, 5, hasVerifiedLinks: false)).outcome
        == .opensBrowser)
  }

  @Test func `the names of phones are families`() throws {
    let catalogue = Catalogue.builtIn
    for (name, id) in [
      ("pixel-9", "pixel"), ("Pixel 9 Pro", "pixel"), ("google-pixel-9", "pixel"), ("galaxy-s25", "galaxy"),
      ("samsung-galaxy-s25", "galaxy"), ("iphone-16", "iphone"), ("iPhone16", "iphone"),
    ] { #expect(try catalogue.phone(name).id == id) }
    let unknown = #expect(throws: UnknownProgram.self) { try catalogue.phone("galaxi-s25") }
    #expect(unknown?.description == "there is no phone 'galaxi'; did you mean 'galaxy'?")
    for (name, shown) in [
      ("google-pixl-9", "'pixl'; did you mean 'pixel'?"), ("nexus-5", "'nexus-5'; the phones are "),
    ] {
      let error = #expect(throws: UnknownProgram.self) { try catalogue.phone(name) }
      #expect(error?.description.hasPrefix("there is no phone \(shown)") == true, "\(String(describing: error))")
    }
    for phone in catalogue.phones {
      let handset = try #require(catalogue.handsets(of: phone.system).last)
      let entries = [try catalogue.scan(phone.scanner), try catalogue.browse(phone.browser)]
      #expect(entries.allSatisfy { $0.program?.runs(on: handset) == true }, "\(phone.id)")
    }
  }
}
