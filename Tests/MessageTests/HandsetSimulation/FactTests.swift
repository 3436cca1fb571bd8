import HandsetSimulation
import OutOfBand
import Testing

/// What became of each fact that was collected about phones, browsers, link wrappers and association files.
struct FactTests {
  private enum Place {
    /// The ids of rules, remedies or programs.
    case catalogue(String)
    /// The codes of findings.
    case check(String)
    /// Why nothing rests on it.
    case notForUs(String)
  }

  /// In the order of the collection, from 1; every tenth has its number.
  private static let facts: [Place] = [
    .catalogue("webview-android-uri"),
    .catalogue("webview-android-link"),
    .catalogue("webview-ios-link"),
    .catalogue("tap-link-same-host-ios"),
    .catalogue("webview-ios-uri"),
    .catalogue("sfsvc-link apps-with-sfsvc-link"),
    .notForUs("about building iOS host apps, not messages"),
    .catalogue("custom-tab-link custom-tab-uri"),
    .catalogue("custom-tab-link"),
    .notForUs("about how an app gets its own OAuth redirect, not messages"),  // 10
    .catalogue("react-native-uri react-native-link-android"),
    .notForUs("the host app decides; nothing that a rule could state"),
    .notForUs("a plug-in that asks its host app; the rule on the bare view covers it"),
    .notForUs("a plug-in that asks its host app; the rule on the bare view covers it"),
    .notForUs("UNKNOWN, says nothing that a rule could state"),
    .catalogue("facebook-android-uri facebook-android-link intent-in-app intent-on-page"),
    .catalogue("facebook-ios-uri facebook-ios-link x-safari"),
    .catalogue("messenger-link intent-in-app intent-on-page x-safari"),
    .catalogue("instagram-android-link intent-in-app intent-on-page x-safari"),
    .catalogue("apps-with-sfsvc-link intent-in-app intent-on-page"),  // 20
    .catalogue("whatsapp-link whatsapp-uri"),
    .catalogue("slack-android-link apps-with-sfsvc-link"),
    .catalogue("program:teams"),
    .catalogue("outlook-android-link outlook-ios-link"),
    .catalogue("gmail-android-link gmail-uri"),
    .catalogue("gmail-ios-link"),
    .catalogue("apple-mail-link"),
    .catalogue("wechat-uri wechat-android-link intent-not open-in-browser-android"),
    .catalogue("wechat-ios-link wechat-uri"),
    .catalogue("line-ios-link line-external intent-in-app intent-on-page x-safari"),  // 30
    .catalogue("kakaotalk-external"),
    .catalogue("telegram-android-uri intent-in-app intent-on-page"),
    .catalogue("telegram-ios x-safari"),
    .catalogue("apps-with-tabs-link apps-with-tabs-uri apps-with-sfsvc-link"),
    .catalogue("apps-with-tabs-link apps-with-tabs-uri x-safari"),
    .catalogue("program:tiktok x-safari"),
    .catalogue("apps-with-tabs-link apps-with-tabs-uri"),
    .catalogue("sms-uri app-link-in-chat"),
    .catalogue("intent-on-page intent-in-app"),
    .catalogue("x-safari"),  // 40
    .catalogue("open-in-browser-ios open-in-browser-android"),
    .notForUs("about a page's script that detects web views, not messages"),
    .catalogue(
      "tap-link-same-domain-code custom-tab-link custom-tab-uri intent-chrome javascript-android-uri tap-link-android"),
    .catalogue("private-chrome-link private-chrome-uri"),
    .catalogue("javascript-android-uri javascript-android-link"),
    .catalogue("redirect-chrome-link redirect-chrome-uri"),
    .catalogue(
      "tap-link-firefox tap-link-firefox-setting tap-link-firefox-never tap-uri-firefox tap-uri-works intent-firefox firefox-setting"
    ),
    .catalogue("tap-link-firefox"),
    .catalogue("tap-link-same-domain-code"),
    .catalogue("tap-link-firefox tap-uri-firefox iframe-android-uri iframe-android-link"),  // 50
    .catalogue("tap-link-firefox"),
    .catalogue("tap-brave-link tap-brave-uri intent-brave"),
    .catalogue("tap-duckduckgo-link tap-duckduckgo-uri intent-other intent-missing-duckduckgo"),
    .catalogue("intent-not tap-uri-works tap-link-android"),
    .notForUs("redirect in a Custom Tab without a tap; old, single report"),
    .catalogue("tap-jelly tap-jelly-link intent-other"),
    .notForUs("single report of 2022 on a niche browser, not a program"),
    .notForUs("single reports on niche browsers, which are no programs"),
    .notForUs("UNKNOWN, says nothing that a rule could state"),
    .catalogue("tap-link-other-ios"),  // 60
    .catalogue("redirect-firefox-ios redirect-chrome-ios"),
    .catalogue("tap-uri-ios"),
    .catalogue("tap-link-other-ios"),
    .catalogue("tap-uri-chrome-ios"),
    .catalogue("tap-link-other-ios"),
    .catalogue("private-ios-link private-safari-link private-chrome-ios-link"),
    .catalogue("whatsapp-link gmail-ios-link apple-mail-link"),
    .catalogue("tap-link-same-domain tap-link-safari"),
    .notForUs("UNKNOWN, says nothing that a rule could state"),
    .check("OOB431"),  // 70
    .catalogue("intent-missing intent-chrome"),
    .catalogue("intent-ios"),
    .catalogue("intent-scan"),
    .catalogue("intent-chrome intent-other intent-firefox intent-not"),
    .check("OOB424"),
    .check("OOB424"),
    .catalogue("outlook-ios-link"),
    .check("OOB424"),
    .check("OOB424"),
    .check("OOB424"),  // 80
    .check("OOB425"),
    .check("OOB424"),
    .check("OOB424"),
    .check("OOB424"),
    .check("OOB424"),
    .catalogue("gmail-uri"),
    .check("OOB424"),
    .check("OOB424"),
    .check("OOB425"),
    .catalogue("redirect-apple-mail redirect-safari"),  // 90
    .catalogue("redirect-chrome-link"),
    .check("OOB425"),
    .check("OOB422 OOB955"),
    .check("OOB422 OOB955"),
    .notForUs("inferred: a verdict on capitals is no surer anyway"),
    .catalogue("binaryeye-uri"),
    .catalogue("zxing-uri zxing-link"),
    .catalogue("grapheneos-capitals grapheneos-uri"),
    .catalogue("aperture-uri"),
    .check("OOB921"),  // 100
    .notForUs("old faults of iOS browsers; Firefox fixed it in 2021"),
    .notForUs("UNKNOWN, says nothing that a rule could state"),
    .check("OOB900 OOB937"),
    .check("OOB937 OOB938"),
    .check("OOB937 OOB939"),
    .check("OOB900"),
    .check("OOB967 OOB968 OOB969"),
    .notForUs("UNKNOWN: versions 26 and 27 are simulated as 18, which their verdicts say"),
    .catalogue("ios-camera-uri"),
    .catalogue("ios-camera-raw-payload"),  // 110
    .catalogue("ios-camera-link-unverified"),
    .notForUs("delay of Apple's copy of the file; docs/association.md names it"),
    .notForUs("about building an app's own scanner, not messages"),
    .catalogue("google-camera-uri other-camera-uri"),
    .catalogue("google-camera-uri google-camera-uri-missing google-camera-opaque"),
    .catalogue("samsung-camera-uri camera-web"),
    .notForUs("one device whose camera reads no QR at all"),
    .notForUs("one device with a link checker as default browser"),
    .catalogue("secuso-uri program:secuso"),
    .catalogue("binaryeye-uri binaryeye-uri-missing binaryeye-dotted"),  // 120
    .catalogue("zxing-uri zxing-userinfo zxing-link"),
    .catalogue("harmonyos-scan-link harmonyos-scan-missing"),
    .notForUs("UNKNOWN, says nothing that a rule could state"),
    .notForUs("a library that returns text; the calling app decides"),
    .check("OOB964"),
    .check("OOB963"),
    .check("OOB963 OOB965"),
    .check("OOB965 OOB966"),
    .check("OOB900"),
    .check("OOB900"),  // 130
    .check("OOB917"),
    .check("OOB433"),
    .check("OOB919"),
    .check("OOB918"),
    .check("OOB432 OOB921"),
    .check("OOB900"),
    .check("OOB418 OOB514"),
    .check("OOB411"),
    .notForUs("nothing new found; OOB418 and OOB514 rest on domain.md 1.1"),
    .notForUs("about copying text; links hold no blanks (OOB213)"),  // 140
    .check("OOB213"),
    .check("OOB213"),
    .check("OOB213"),
    .check("OOB213"),
    .notForUs("UNKNOWN, says nothing that a rule could state"),
    .notForUs("about hand-held scanners, not phones"),
    .notForUs("about cash desks and feature phones"),
    .check("OOB434"),
    .notForUs("single odd report; oobqr writes byte mode for links"),
    .notForUs("UNKNOWN, says nothing that a rule could state"),  // 150
  ]

  @Test func `each fact is in the catalogue, in a check, or said to be neither`() {
    var counts = (catalogue: 0, check: 0, notForUs: 0)
    let json = String(decoding: Catalogue.builtInJSON, as: UTF8.self)
    for (index, place) in Self.facts.enumerated() {
      switch place {
      case .catalogue(let ids):
        counts.catalogue += 1
        for id in ids.replacing("program:", with: "").split(separator: " ") {
          #expect(json.contains("{\"id\": \"\(id)\""), "fact \(index + 1): \(id)")
        }
      case .check(let codes):
        counts.check += 1
        for code in codes.split(separator: " ") {
          #expect(Diagnostic.Rule.all.contains { $0.code == code }, "fact \(index + 1): \(code)")
        }
      case .notForUs: counts.notForUs += 1
      }
    }
    #expect(Self.facts.count == 150)
    #expect(counts == (catalogue: 79, check: 42, notForUs: 29))
  }
}
