import Association
import OutOfBand
import PictureDamage
import TestSupport
import Testing
import TextFormats

/// Association files: which link opens which app (developer.apple.com, applinks; developer.android.com,
/// verify-android-applinks and the reference of `<data>`).
struct AssociationTests {
  static let app = "ABCDE12345.com.example.app"
  static let fingerprint = (0..<32).map { _ in "A1" }.joined(separator: ":")

  static func apple(_ text: String) throws -> AppleAppSiteAssociation {
    AppleAppSiteAssociation(try JSONDocument(parsing: Array(text.utf8)))
  }

  /// A file with these components and settings.
  static func components(_ components: String, _ rest: String = "") throws -> AppAssociation {
    AppAssociation(
      apple: try apple(#"{"applinks":{"details":[{"appIDs":["\#(app)"],"components":[\#(components)]}]\#(rest)}}"#))
  }

  static func assetLinks(_ fingerprints: [String] = [fingerprint], package: String = "com.example.app") throws
    -> AssetLinks
  {
    let list = fingerprints.map { "\"\($0)\"" }.joined(separator: ",")
    return AssetLinks(
      try JSONDocument(
        parsing: Array(
          #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"\#(package)","sha256_cert_fingerprints":[\#(list)]}}]"#
            .utf8)))
  }

  static let categories =
    #"<action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>"#

  static func manifest(_ data: String, verify: Bool = true, categories: String = categories) throws -> AndroidManifest {
    let text =
      #"<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.app"><application><activity android:exported="true"><intent-filter\#(verify ? #" android:autoVerify="true""# : "")>\#(categories)\#(data)</intent-filter></activity></application></manifest>"#
    return AndroidManifest(try XMLTree(parsing: Array(text.utf8)))
  }

  @Test func `a SHA-1 fingerprint is called that`() throws {
    let sha1 = [String](repeating: "0A", count: 20).joined(separator: ":")
    #expect(
      try Self.assetLinks([sha1]).diagnostics.map(\.message) == [
        "the fingerprint has 20 bytes, as SHA-1 has; SHA-256 has 32"
      ])
  }

  @Test func `an entry of the entitlements with a fault is named as the cause`() throws {
    let text =
      "<plist><dict><key>com.apple.developer.associated-domains</key><array><string>applinks:https://a.example/open</string></array></dict></plist>"
    var association = try Self.components(#"{"/":"*"}"#)
    association.entitlements = ApplePropertyList(try XMLTree(propertyList: Array(text.utf8)))
    let answer = try #require(association.verdict(on: "https://a.example/open").iOS)
    #expect(
      answer.outcome == .doesNotOpen && answer.reason.contains("'applinks:https://a.example/open' has a scheme"),
      "\(answer)")
    #expect(answer.remedy == "write applinks:a.example" && answer.place != nil)
  }

  @Test func `findings show no control characters of a file`() throws {
    let name = #"x\u001b[2J\n b4b07559-f934-4597-a1c5-44d89f691e8f"#
    let apple = try #require(try Self.components(#"{"/":"/a","\#(name)":1},{"?":{"\#(name)":1}}"#).apple)
    let links = AssetLinks(try JSONDocument(parsing: Array(#"[{"\#(name)":1,"\#(name)":2}]"#.utf8)))
    let found = apple.diagnostics + links.diagnostics
    let texts = found.flatMap { ["\($0.place)", $0.message, $0.remedy, "\($0)"] }
    #expect(texts.contains { $0.contains(#"x\x1b[2J\x0a"#) })
    #expect(texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } }, "\(texts)")
  }

  // MARK: iOS

  /// Apple's published example of components.
  static let published = """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.app","ABCDE12345.com.example.app2"],"components":[
      {"#":"no_universal_links","exclude":true},{"/":"/buy/*"},{"/":"/help/website/*","exclude":true},
      {"/":"/help/*","?":{"articleNumber":"????"}}]}]}}
    """

  @Test(arguments: [
    ("https://example.com/buy/1", "opens", 1), ("https://example.com/buy/", "opens", 1),
    ("https://example.com/buy/1#no_universal_links", "does-not-open", 0),
    ("https://example.com/buy", "does-not-open", 1), ("https://example.com/Buy/1", "does-not-open", 1),
    ("https://example.com/sell", "does-not-open", nil),
    ("https://example.com/help/website/1?articleNumber=1234", "does-not-open", 2),
    ("https://example.com/help/1?articleNumber=1234", "opens", 3),
    ("https://example.com/help/1?articleNumber=12345", "does-not-open", 3),
    ("https://example.com/help/1", "does-not-open", 3),
    ("https://example.com/help/1?x=1&articleNumber=1234&articleNumber=12345", "does-not-open", 3),
  ])
  func `Apple's example opens what its comments say`(link: String, outcome: String, component: Int?) throws {
    let answer = try #require(AppAssociation(apple: try Self.apple(Self.published)).verdict(on: link).iOS)
    #expect(answer.outcome.rawValue == outcome)
    #expect(answer.place == component.map { .pointer("/applinks/details/0/components/\($0)") })
    #expect(try Self.apple(Self.published).diagnostics.isEmpty)
  }

  @Test(arguments: [
    (#"{"/":"/open/*"}"#, "/open", "no component matches the link: '/open/*' needs a '/' after the path"),
    (#"{"/":"/open"}"#, "/open/", "no component matches the link: '/open' has no '/' at its end"),
    (#"{"/":"/Open"}"#, "/open", "no component matches the link: '/Open' has other capitals"),
    (
      #"{"/":"/a","?":{"x":"1"}}"#, "/a",
      "no component matches the link: the path does, but the link has no parameter 'x'"
    ),
    (
      #"{"/":"/A","?":{"x":"1"},"caseSensitive":false}"#, "/a?x=2",
      "no component matches the link: the path does, but the value of the parameter 'x' does not"
    ),
    (#"{"/":"/a","?":"x=1"}"#, "/a?x=2", "no component matches the link: the path does, but the query does not"),
    (##"{"/":"/a","#":"b"}"##, "/a#c", "no component matches the link: the path does, but the fragment does not"),
    (#"{"/":"/a"},{"/":"/b"}"#, "/c", "no component matches the link: the path is '/c', and the file has '/a', '/b'"),
    (#"{"/":"/a","exclude":true}"#, "/c", "no component matches the link"),
  ])
  func `a component that nearly matches is named`(components: String, rest: String, reason: String) throws {
    #expect(try Self.components(components).verdict(on: "https://example.com" + rest).iOS?.reason == reason)
  }

  @Test(arguments: [
    (#"{"/":"/open"}"#, "/open", true), (#"{"/":"/open"}"#, "/open/", false), (#"{"/":"/op?n"}"#, "/oxn", false),
    (#"{"/":"/op?n"}"#, "/opxn", true), (#"{"/":"/*"}"#, "", true), (#"{}"#, "/any?x=1#y", true),
    (#"{"/":"/a*b*c"}"#, "/a1b2bc", true), (#"{"/":"/a?*"}"#, "/a", false), (#"{"/":"/a?*"}"#, "/ab", true),
    (#"{"/":"/Open"}"#, "/open", false), (#"{"/":"/Open","caseSensitive":false}"#, "/oPEN", true),
    (#"{"/":"/caf%C3%A9"}"#, "/caf%C3%A9", true), (#"{"/":"/café"}"#, "/caf%C3%A9", false),
    (#"{"/":"/café","percentEncoded":false}"#, "/caf%C3%A9", true),
    (#"{"?":{"token":"?*"}}"#, "/?token=", false), (#"{"?":{"token":"?*"}}"#, "/?token=e", true),
    (#"{"?":{"token":"*"}}"#, "/", true), (#"{"?":{"a":"1","b":"2"}}"#, "/?b=2&a=1", true),
    (#"{"?":"a=*"}"#, "/?a=1&b=2", true), (#"{"?":"a=*"}"#, "/?b=2&a=1", false), (#"{"?":""}"#, "/", true),
    (##"{"#":"x*"}"##, "/#xyz", true), (##"{"#":"x*"}"##, "/", false), (#"{"/":"/#/x"}"#, "/#/x", false),
    (#"{"/":"/$(digit)$(xdigit)"}"#, "/1f", true), (#"{"/":"/$(digit)"}"#, "/f", false),
    (#"{"/":"/$(upper)","caseSensitive":false}"#, "/f", true), (#"{"/":"/$(none)"}"#, "/", false),
    (#"{"/":"/$(food)/eat"}"#, "/pizza/eat", true), (#"{"/":"/$(food)/eat"}"#, "/burger7/eat", true),
    (#"{"/":"/$(food)/eat"}"#, "/burger/eat", false),
  ])
  func `patterns match as the reference says`(component: String, rest: String, opens: Bool) throws {
    let association = try Self.components(component, #","substitutionVariables":{"food":["pizza","burger?"]}"#)
    #expect(association.verdict(on: "https://example.com" + rest).iOS?.outcome == (opens ? .opens : .doesNotOpen))
  }

  @Test func `variables whose values are not published leave the answer unknown`() throws {
    let association = try Self.components(#"{"/":"/$(lang)/open"}"#)
    #expect(association.verdict(on: "https://example.com/de/open").iOS?.outcome == .unknown)
    #expect(association.verdict(on: "https://example.com/de/close").iOS?.outcome == .doesNotOpen)
  }

  @Test func `defaults of the file and of a detail apply, and a component overrides them`() throws {
    let association = AppAssociation(
      apple: try Self.apple(
        #"{"applinks":{"defaults":{"caseSensitive":false},"details":[{"appID":"\#(Self.app)","components":[{"/":"/a"},{"/":"/b","caseSensitive":true}]},{"appID":"\#(Self.app)","defaults":{"caseSensitive":true},"components":[{"/":"/c"}]}]}}"#
      ))
    for (path, opens) in [("/A", true), ("/B", false), ("/b", true), ("/C", false), ("/c", true)] {
      #expect((association.verdict(on: "https://example.com" + path).iOS?.outcome == .opens) == opens, "\(path)")
    }
  }

  @Test func `the first match decides: an exclusion stops one app, and another may open the link`() throws {
    let text =
      #"{"applinks":{"details":[{"appID":"\#(Self.app)","components":[{"/":"/x","exclude":true},{"/":"/*"}]},{"appID":"ABCDE12345.com.example.app2","components":[{"/":"/x"}]}]}}"#
    let association = AppAssociation(apple: try Self.apple(text))
    #expect(association.verdict(on: "https://example.com/x").iOS?.app == "ABCDE12345.com.example.app2")
    #expect(association.verdict(on: "https://example.com/x", appID: Self.app).iOS?.outcome == .doesNotOpen)
    #expect(association.verdict(on: "https://example.com/y").iOS?.app == Self.app)
    let other = association.verdict(on: "https://example.com/y", appID: "ABCDE12345.other").iOS
    #expect(other?.outcome == .doesNotOpen && other?.reason == "the file does not name ABCDE12345.other")
  }

  @Test func `paths, the form before iOS 13, count only without components`() throws {
    let legacy = try Self.apple(
      #"{"applinks":{"apps":[],"details":[{"appID":"\#(Self.app)","paths":["NOT /open/help","/open/*"]}]}}"#)
    #expect(legacy.diagnostics.map(\.rule.code) == ["OOB907"])
    let association = AppAssociation(apple: legacy)
    #expect(association.verdict(on: "https://example.com/open/x?any").iOS?.outcome == .opens)
    #expect(association.verdict(on: "https://example.com/open/help").iOS?.outcome == .doesNotOpen)
    let both = try Self.apple(
      #"{"applinks":{"details":[{"appID":"\#(Self.app)","paths":["*"],"components":[{"/":"/open"}]}]}}"#)
    #expect(AppAssociation(apple: both).verdict(on: "https://example.com/x").iOS?.outcome == .doesNotOpen)
  }

  // MARK: Android

  /// What a filter says of links, with one more attribute.
  private static func data(_ more: String? = nil, host: String = "example.com", scheme: String = "https") -> String {
    #"<data android:scheme="\#(scheme)" android:host="\#(host)"\#(more.map { " android:" + $0 } ?? "")/>"#
  }

  @Test(arguments: [
    (data(), "https://example.com/any?x", true), (data(), "http://example.com/", false),
    (#"<data android:scheme="https"/><data android:host="example.com"/>"#, "https://example.com", true),
    (data(), "https://www.example.com/", false), (data(host: "*.example.com"), "https://www.example.com/", true),
    (data(host: "*.example.com"), "https://example.com/", false),
    (data(scheme: "HTTPS"), "https://example.com/", false),
    (data(#"port="8443""#), "https://example.com/", false), (data(#"port="8443""#), "https://example.com:8443/", true),
    (data(#"path="/open""#), "https://example.com/open?x", true),
    (data(#"path="/open""#), "https://example.com/open/x", false),
    (data(#"path="/ä""#), "https://example.com/%C3%A4", true),
    (data(#"pathPrefix="/open""#), "https://example.com/openx", true),
    (data(#"pathSuffix=".html""#), "https://example.com/x.html", true),
    (data(#"pathPattern="/a.*z""#), "https://example.com/abcz", true),
    (data(#"pathPattern="/a*z""#), "https://example.com/aaaz", true),
    (data(#"pathPattern="/a*z""#), "https://example.com/abz", false),
    (data(#"pathPattern="/a\\.z""#), "https://example.com/abz", false),
    (data(#"mimeType="text/html""#), "https://example.com/", false),
  ])
  func `intent filters take links as the reference of data says`(data: String, link: String, opens: Bool) throws {
    let association = AppAssociation(assetLinks: try Self.assetLinks(), manifest: try Self.manifest(data))
    #expect(association.verdict(on: link).android?.outcome == (opens ? .opens : .doesNotOpen))
  }

  @Test func `a link opens an app that asks for verification, and that the domain trusts by its certificate`() throws {
    let data = Self.data()
    let link = "https://example.com/open"
    func answer(
      _ assets: AssetLinks?, _ manifest: AndroidManifest?, _ fingerprint: String? = nil
    ) throws -> AssociationVerdict.Answer {
      try #require(
        AppAssociation(assetLinks: assets, manifest: manifest).verdict(on: link, fingerprint: fingerprint).android)
    }
    let sound = try answer(Self.assetLinks(), Self.manifest(data))
    #expect(sound.outcome == .opens && sound.app == "com.example.app")
    #expect(sound.place == .pointer("/0/target/sha256_cert_fingerprints/0"))
    #expect(try answer(Self.assetLinks(), Self.manifest(data), Self.fingerprint).outcome == .opens)
    let other = Self.fingerprint.replacing("A1:A1", with: "B2:B2")
    #expect(try answer(Self.assetLinks(), Self.manifest(data), other).outcome == .doesNotOpen)
    #expect(
      try answer(Self.assetLinks([other, Self.fingerprint]), Self.manifest(data), Self.fingerprint).place
        == .pointer("/0/target/sha256_cert_fingerprints/1"))
    #expect(try answer(Self.assetLinks([Self.fingerprint.lowercased()]), Self.manifest(data)).outcome == .doesNotOpen)
    #expect(try answer(Self.assetLinks(package: "com.other.app"), Self.manifest(data)).outcome == .doesNotOpen)
    #expect(try answer(Self.assetLinks(), Self.manifest(data, verify: false)).reason.contains("no autoVerify"))
    let mixed = try Self.manifest(data + #"<data android:scheme="myapp"/>"#)
    #expect(try answer(Self.assetLinks(), mixed).reason.contains("another scheme"))
    #expect(try answer(Self.assetLinks(), Self.manifest(data, categories: "")).reason.contains("lacks VIEW"))
    // What the files do not say.
    #expect(try answer(Self.assetLinks(), nil).outcome == .unknown)
    #expect(try answer(nil, Self.manifest(data)).outcome == .unknown)
    #expect(
      try answer(Self.assetLinks(), Self.manifest(data.replacing("example.com", with: "@string/host"))).outcome
        == .unknown)
  }

  @Test func `the target app of a custom URI on Android needs an intent filter for its scheme`() throws {
    // AA-2.4's filter, with its scheme.
    let manifest = try Self.manifest(#"<data android:scheme="mybankingapp" />"#, verify: false)
    #expect(manifest.diagnostics.isEmpty)
    let association = AppAssociation(manifest: manifest)
    #expect(association.verdict(on: "mybankingapp://x-callback-url/success").android?.outcome == .opens)
    #expect(association.verdict(on: "otherapp://x-callback-url/success").android?.outcome == .doesNotOpen)
    #expect(
      AppAssociation(manifest: try Self.manifest("")).verdict(on: "mybankingapp://x").android?.outcome == .doesNotOpen)
  }

  // MARK: Recognition

  @Test(arguments: [
    (published, "apple-app-site-association"), (#"{"webcredentials":{"apps":[]}}"#, "apple-app-site-association"),
    (#"[{"target":{"namespace":"android_app"}}]"#, "assetlinks"), ("<manifest/>", "android-manifest"),
    ("<?xml version='1.0'?>\n<!-- > a -->\n<manifest xmlns:android='x'>", "android-manifest"),
    ("<intent-filter/>", "android-manifest"), ("<html/>", "text"), ("<plist/>", "property-list"), ("<", "text"),
    ("<!--", "text"),
  ])
  func `the files are recognised by what is in them`(text: String, kind: String) {
    #expect(OutOfBandMessage(Array(text.utf8)).kind == kind)
  }

  @Test func `in a symbol or a link such a file is an error`() {
    let check = MessageCheck(Array(Self.published.utf8), options: MessageCheck.Options(channel: .qr))
    #expect(check.diagnostics.map(\.rule) == [.serverObject] && check.severity == .error)
    let encoded = Base64.encodeURL(Array(Self.published.utf8))
    #expect(OutOfBandMessage(Array(encoded.utf8)).kind == "apple-app-site-association")
    let link = MessageCheck(Array("https://a.example.com/open?dispatchTokenResponse=\(encoded)".utf8))
    #expect(link.diagnostics.filter { $0.severity == .error }.map(\.rule) == [.notPayload])
  }

  // MARK: Description

  static let description = """
    {"domain":"access.example.com","paths":["/open","/a/*"],"exclude":["/a/help"],"parameter":"dispatchTokenResponse",
     "ios":{"appIDs":["ABCDE12345.com.example.app","ABCDE12345.com.example.app2"],"schemes":["myaccessapp"],
            "queriedSchemes":["uaepass"],"appStoreID":"1234567890"},
     "android":{"package":"com.example.app","fingerprints":["\(fingerprint)"],"schemes":["myaccessapp"]}}
    """

  @Test
  func `the files that are made have no findings but what they say on purpose, and open the links they are made for`()
    throws
  {
    let description = try AssociationDescription(json: Array(Self.description.utf8))
    let link = "https://access.example.com/open?dispatchTokenResponse=eyJh&x=\"<,>"
    let files = AssociationFiles(description, link: link).files
    func text(_ name: String) throws -> [UInt8] { Array(try #require(files.first { $0.name == name }).text.utf8) }
    let apple = AppleAppSiteAssociation(
      try JSONDocument(parsing: try text("apple-app-site-association")), name: "apple-app-site-association")
    let assets = AssetLinks(try JSONDocument(parsing: try text("assetlinks.json")))
    let manifest = AndroidManifest(try XMLTree(parsing: try text("intent-filter.xml")))
    #expect(apple.diagnostics + assets.diagnostics + manifest.diagnostics == [])
    let association = AppAssociation(apple: apple, assetLinks: assets, manifest: manifest)
    for (path, iOS, android) in [
      ("/open?dispatchTokenResponse=eyJh", true, true), ("/a/b?dispatchTokenResponse=eyJh", true, true),
      ("/a/help?dispatchTokenResponse=eyJh", false, true), ("/open?dispatchTokenResponse=", false, true),
      ("/other?dispatchTokenResponse=eyJh", false, false),
    ] {
      let verdict = association.verdict(on: "https://access.example.com" + path)
      #expect((verdict.iOS?.outcome == .opens) == iOS && (verdict.android?.outcome == .opens) == android, "\(path)")
    }
    #expect(association.verdict(on: "myaccessapp://x-callback-url/authenticate").android?.outcome == .opens)
    #expect(
      String(decoding: try text("smart-app-banner.html"), as: UTF8.self)
        == "<meta name=\"apple-itunes-app\" content=\"app-id=1234567890, "
        + "app-argument=https://access.example.com/open?dispatchTokenResponse=eyJh&amp;x=&quot;&lt;%2C&gt;\">\n")
  }

  /// A description with a domain and a path.
  private static func with(_ more: String) -> String { #"{"domain":"a.b","paths":["/"],\#(more)}"# }

  @Test(arguments: [
    ("{", " is not JSON"), ("[]", " is not an object"),
    (#"{"domain":"a.b","domain":"c.d"}"#, "/domain appears twice"),
    (#"{"domains":"a.b"}"#, "/domains is unknown"), (#"{}"#, "/domain is missing"),
    (#"{"domain":"https://a.b"}"#, "/domain is not a domain"), (#"{"domain":"A.b"}"#, "/domain is not a domain"),
    (#"{"domain":1}"#, "/domain is not a string"), (#"{"domain":"a.b"}"#, "/paths is missing"),
    (#"{"domain":"a.b","paths":[]}"#, "/paths is empty"),
    (#"{"domain":"a.b","paths":["open"]}"#, "/paths/0 is not a path"),
    (#"{"domain":"a.b","paths":["/*/x"]}"#, "/paths/0 is not a path"),
    (#"{"domain":"a.b","paths":["/"]}"#, " has neither ios nor android"),
    (with(#""parameter":"a b""#), "/parameter is not a plain name"),
    (with(#""ios":{"appIDs":["com.example"]}"#), "/ios/appIDs/0 is not an app ID"),
    (with(#""ios":{"appIDs":["ABCDE12345.a"],"schemes":["https"]}"#), "/ios/schemes/0 is not the scheme"),
    (with(#""ios":{"appIDs":["ABCDE12345.a"],"appStoreID":7}"#), "/ios/appStoreID is not a string"),
    (with(#""ios":{"appIDs":["ABCDE12345.a"],"appStoreID":"id7"}"#), "/ios/appStoreID is not a number"),
    (with(#""android":{"package":"a"}"#), "/android/package is not a package"),
    (with(#""android":{"package":"a.b","fingerprints":["a1:b2"]}"#), "/android/fingerprints/0 is not SHA-256"),
    (with(#""android":[]"#), "/android is not an object"),
  ])
  func `a description is refused with the place and the remedy`(text: String, reason: String) throws {
    let fault = try #require(throws: JSONFault.self) { try AssociationDescription(json: Array(text.utf8)) }
    #expect("\(fault)".hasPrefix("the description" + (reason.hasPrefix(" ") ? "" : "'s ") + reason), "\(fault)")
  }

  // MARK: Anything

  @Test func `ten thousand mutated files crash nothing, and findings stay short`() throws {
    var random = SplitMix64(seed: 21)
    let codes = Diagnostic.Rule.all.filter { $0.code > "OOB900" }.map { Array($0.example.input.utf8.prefix(2000)) }
    let secret = "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
    let seeds = codes + [Array(Self.published.utf8), Array(Self.description.utf8)]
    for _ in 0..<10_000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      // Not the token of the link: a reason may quote what the file has.
      let texts = Bool.random(using: &random) ? [Array(secret.utf8.reversed())] : seeds
      bytes.mutate(1...6, inserting: "*?#$()/<>&;\"'{}[],:", startsOf: texts, using: &random)
      #expect(MessageCheck(bytes).diagnostics.allSatisfy { $0.message.utf8.count < 900 })
      _ = try? AssociationDescription(json: bytes)
      var association = AppAssociation()
      if let document = try? JSONDocument(parsing: bytes) {
        association.apple = AppleAppSiteAssociation(document)
        association.assetLinks = AssetLinks(document)
      }
      association.manifest = (try? XMLTree(parsing: bytes)).map { AndroidManifest($0) }
      association.info = (try? XMLTree(propertyList: bytes)).map { ApplePropertyList($0) }
      association.entitlements = association.info
      let verdict = association.verdict(on: "https://access.example.com/open/a?dispatchTokenResponse=\(secret)#x")
      for answer in [verdict.iOS, verdict.android].compactMap({ $0 }) { #expect(!answer.reason.contains(secret)) }
    }
  }

  @Test(arguments: [#"{"/":"/a*"},"#, #"{"/":"/a","x":1},"#, #"{"/":"/$(x)"},"#, #"{"?":{"a":"*"}},"#])
  func `a megabyte of components is answered`(component: String) {
    let many = String(repeating: component, count: 1_000_000 / component.utf8.count)
    let text = #"{"applinks":{"details":[{"appIDs":["\#(Self.app)"],"components":[\#(many){}]}]}}"#
    #expect(MessageCheck(Array(text.utf8)).message.kind == "apple-app-site-association")
  }

  @Test(arguments: [#"<intent-filter><data android:scheme="a"/></intent-filter>"#, #"<data host="a"/>"#, "<a/>"])
  func `a megabyte of a manifest is answered`(element: String) {
    let many = String(repeating: element, count: 1_000_000 / element.utf8.count)
    let check = MessageCheck(Array("<manifest><intent-filter>\(many)</intent-filter></manifest>".utf8))
    #expect(check.message.kind == "android-manifest" && !check.diagnostics.isEmpty)
  }

  @Test func `a pattern with many wildcards takes as long as it and the link are`() throws {
    let association = try Self.components(#"{"/":"/\#(String(repeating: "*a", count: 50))b"}"#)
    let link = "https://example.com/" + String(repeating: "a", count: 8100)
    #expect(association.verdict(on: link).iOS?.outcome == .doesNotOpen)
    #expect(association.verdict(on: link + String(repeating: "a", count: 100)).iOS?.outcome == .unknown)
  }
}
