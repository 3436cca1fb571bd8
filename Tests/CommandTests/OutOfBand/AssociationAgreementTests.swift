import Foundation
import TestSupport
import Testing
import TextFormats

/// `associate check`, `check` and `simulate --association` say the same of the same files.
struct AssociationAgreementTests {
  private static let fingerprint = (1...32).map { _ in "A1" }.joined(separator: ":")

  private static func component(_ component: String) -> String {
    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.ch.siven.access"],"components":[\#(component)]}]}}"#
  }

  private static func list(_ key: String, _ text: String) -> String {
    "<plist version='1.0'><dict><key>\(key)</key><array><string>\(text)</string></array></dict></plist>"
  }

  private static func assetLinks(_ more: String = "") -> String {
    #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"ch.siven.access","sha256_cert_fingerprints":["\#(fingerprint)"]}\#(more)}]"#
  }

  private static func rules(_ rules: String) -> String {
    #","relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\#(rules)}}"#
  }

  private static func manifest(_ attributes: String, _ group: String = "", schemes: String = "https") -> String {
    let view =
      #"<action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>"#
    let data = schemes.split(separator: ",").map { #"<data android:scheme="\#($0)"/>"# }.joined()
    return
      #"<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="ch.siven.access"><uses-sdk android:targetSdkVersion="34"/><application><activity\#(attributes)><intent-filter android:autoVerify="true">\#(view)\#(data)<data android:host="access.siven.ch"/>\#(group)</intent-filter><intent-filter>\#(view)<data android:scheme="myaccessapp"/></intent-filter></activity></application></manifest>"#
  }

  /// The forms of each file; `nil` for a file that is missing.
  private static let files: [(name: String, forms: [String?])] = [
    (
      "apple-app-site-association",
      [nil, component(#"{"/":"/open"}"#), component(#"{"/":"*","exclude":true}"#), component(#"{"/":"/$(lang)"}"#)]
    ),
    (
      "app.entitlements",
      [
        nil, list("com.apple.developer.associated-domains", "applinks:access.siven.ch"),
        list("com.apple.developer.associated-domains", "applinks:https://access.siven.ch/open"),
        list("com.apple.developer.associated-domains", "applinks:access.siven.ch?mode=developer"),
      ]
    ),
    ("Info.plist", [nil, list("CFBundleURLSchemes", "myaccessapp"), list("CFBundleURLSchemes", "myaccessapp://")]),
    (
      "assetlinks.json",
      [nil, assetLinks(), assetLinks(rules(#"[{"/":"/open*","exclude":true}]"#)), assetLinks(rules("[]"))]
    ),
    (
      "apple-app-site-association.headers",
      [
        nil, "HTTP/2 200\r\ncontent-type: application/json\r\n\r\n",
        "HTTP/1.1 301 Moved Permanently\r\nLocation: https://www.siven.ch/\r\n\r\n", "HTTP/2 404\r\n\r\n",
      ]
    ),
    (
      "assetlinks.json.headers",
      [
        nil, "HTTP/2 200\r\ncontent-type: application/json; charset=utf-8\r\n\r\n",
        "HTTP/2 200\r\ncontent-type: text/plain\r\n\r\n", "HTTP/2 302\r\nlocation: /x\r\n\r\nHTTP/2 200\r\n\r\n",
      ]
    ),
    (
      "AndroidManifest.xml",
      [
        nil, manifest(#" android:exported="true""#), manifest(#" android:exported="false""#), manifest(""),
        manifest(#" android:exported="true" android:enabled="false""#),
        manifest(#" android:exported="true" tools:node="remove""#),
        manifest(
          #" android:exported="true""#,
          #"<uri-relative-filter-group><data android:path="/x"/></uri-relative-filter-group>"#),
        manifest(#" android:exported="true""#, schemes: "http,https"),
      ]
    ),
  ]

  private static func links() throws -> [String] {
    let payload = Base64.encodeURL(try Files.bytes(Files.payload))
    return [
      "https://access.siven.ch/open", "https://access.siven.ch:8443/open", "http://access.siven.ch/open",
      "https://access.siven.ch/Open", "https://www.siven.ch/open", "myaccessapp://x-callback-url/authenticate",
      "otherapp://x-callback-url/authenticate",
    ].map { $0 + "?dispatchTokenResponse=" + payload }
  }

  private static func json(_ arguments: [String]) throws -> [JSONValue] {
    try CommandRun(arguments).output.split(separator: 0x0A).map { try JSONDocument(parsing: Array($0)).value }
  }

  /// Each form of each file together with sound other ones, and without them.
  private static var folders: [[String: String]] {
    let sound = Dictionary(uniqueKeysWithValues: files.compactMap { file in file.forms[1].map { (file.name, $0) } })
    return files.flatMap { file in
      file.forms.flatMap { form in
        var folder = sound
        folder[file.name] = form
        return form.map { [folder, [file.name: $0]] } ?? [folder]
      }
    }
  }

  @Test func `there are thousands of combinations`() throws {
    // Of files and links, each on three phones, with Google services and without.
    #expect(try Self.folders.count * Self.links().count * 3 * 2 >= 2000)
  }

  @Test(arguments: ["yes", "no"])
  func `what the files say is what the standard camera does`(google: String) throws {
    let systems = ["android-16", "android-14", "ios-18"]
    let phones = systems.flatMap { ["--os", $0] } + ["--scanner", "camera", "--google-services", google, "--json"]
    let links = try Self.links().map { link in (link, usual: try Self.outcomes(["simulate", link] + phones)) }
    for files in Self.folders {
      try Files.withTemporaryFolder { (folder: URL) throws in
        for (name, text) in files { try folder.write(text, name) }
        for (link, usual) in links {
          let said = try #require(try Self.json(["associate", "check", link, "--folder", folder.path, "--json"]).first)
          let outcomes = try Self.outcomes(["simulate", link, "--association", folder.path] + phones)
          for phone in ["Android 16", "Android 14", "iOS 18"] {
            let answer =
              phone == "iOS 18"
              ? said["ios"] : Self.android(said, phone == "Android 16" ? 16 : 14, hasGoogleServices: google == "yes")
            let outcome = try #require(outcomes[phone])
            let words: Comment =
              "\(phone) \(link.prefix(40)) \(files.keys.sorted()): \(answer?["reason"]?.text ?? ""): \(outcome)"
            switch answer?["outcome"]?.text {
            // Where the files have http, the link is like the first one.
            case "opens": #expect(outcome == (link.hasPrefix("http:") ? links[0].usual : usual)[phone], words)
            case "does-not-open":
              #expect(!["opens-app", "chooser", "asks-permission", "unknown"].contains(outcome), words)
            // Unless the camera does the same in any case.
            default: #expect(outcome == "unknown" || outcome == usual[phone] && outcome != "opens-app", words)
            }
          }
        }
      }
    }
  }

  /// The verdict on each phone.
  private static func outcomes(_ arguments: [String]) throws -> [String: String] {
    var outcomes: [String: String] = [:]
    for line in try json(arguments) { outcomes[line["handset"]?.text ?? ""] = line["verdict"]?.text }
    return outcomes
  }

  /// The answer for a phone with Android.
  private static func android(_ said: JSONValue, _ version: Int, hasGoogleServices: Bool) -> JSONValue? {
    let elsewhere = said["android_elsewhere"]?.elements ?? []
    if version >= 15, hasGoogleServices { return said["android"] }
    let own = elsewhere.first { answer in
      let phones = answer["phones"]?.text ?? ""
      return version >= 15
        ? phones.contains("without Google services") : phones.contains("12 to 14") || phones.contains("14 and earlier")
    }
    return own ?? said["android"]
  }

  @Test func `check finds in each file what associate check finds`() throws {
    for file in Self.files where !file.name.hasSuffix(".headers") {
      for text in file.forms.compactMap(\.self) {
        try Files.withTemporaryFolder { (folder: URL) throws in
          let path = try folder.write(text, file.name)
          let alone = try Self.json(["check", path, "--json"]).first?["diagnostics"]?.elements?.compactMap {
            $0["code"]?.text
          }
          let said = try Self.json(["associate", "check", "https://a.example/", "--folder", folder.path, "--json"])
            .first
          let together = said?["files"]?.elements?.first?["diagnostics"]?.elements?.compactMap { $0["code"]?.text }
          #expect(alone != nil && alone == together, "\(text)")
        }
      }
    }
  }
}
