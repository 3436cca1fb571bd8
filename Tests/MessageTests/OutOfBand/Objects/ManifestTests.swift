import Association
import OutOfBand
import Testing
import TextFormats

/// What surrounds an intent filter, and what later versions of Android match (developer.android.com, the references of
/// `<activity>`, `<data>` and `<uri-relative-filter-group>`).
struct ManifestTests {
  static let link = "https://example.com/open?dispatchTokenResponse=eyJh"
  static let web = #"<data android:scheme="https" android:host="example.com" android:pathPrefix="/open"/>"#

  static func filter(_ data: String = web, _ attributes: String = #" android:autoVerify="true""#) -> String {
    "<intent-filter\(attributes)>\(AssociationTests.categories)\(data)</intent-filter>"
  }

  /// A manifest with this content.
  static func manifest(_ application: String, target: Int? = 34) throws -> AndroidManifest {
    let sdk = target.map { #"<uses-sdk android:targetSdkVersion="\#($0)"/>"# } ?? ""
    let text = """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android" xmlns:tools="http://schemas.android.com/tools" \
      package="com.example.app">\(sdk)\(application)</manifest>
      """
    return AndroidManifest(try XMLTree(parsing: Array(text.utf8)))
  }

  /// An activity with these attributes and the filter.
  static func activity(_ attributes: String, _ content: String = filter(), target: Int? = 34) throws -> AndroidManifest
  {
    try manifest("<application><activity\(attributes)>\(content)</activity></application>", target: target)
  }

  static func verdict(_ manifest: AndroidManifest, on link: String = link) throws -> AssociationVerdict {
    AppAssociation(assetLinks: try AssociationTests.assetLinks(), manifest: manifest).verdict(on: link)
  }

  static let exported = #" android:exported="true""#

  // MARK: Components

  @Test(arguments: [
    (#"<activity android:exported="false">"#, "</activity>", "OOB963"),
    (#"<activity-alias android:exported="false">"#, "</activity-alias>", "OOB963"),
    (#"<activity android:exported="false" android:enabled="true">"#, "</activity>", "OOB963"),
    (#"<activity android:exported="true" android:enabled="false">"#, "</activity>", "OOB965"),
    (#"<activity-alias android:exported="true" android:enabled="false">"#, "</activity-alias>", "OOB965"),
    (#"<activity android:exported="true" tools:node="remove">"#, "</activity>", "OOB966"),
    (#"<activity android:exported="true" tools:node="removeAll">"#, "</activity>", "OOB966"),
  ])
  func `a filter of an activity that no link starts does not open the app`(
    start: String, end: String, code: String
  ) throws {
    let manifest = try Self.manifest("<application>\(start)\(Self.filter())\(end)</application>")
    #expect(manifest.diagnostics.map(\.rule.code) == [code])
    let verdict = try Self.verdict(manifest)
    #expect(AndroidPhones.allCases.allSatisfy { verdict.android(on: $0)?.outcome == .doesNotOpen })
    #expect(verdict.android?.remedy == Diagnostic.Rule(code: code)?.fix)
    // Another activity takes the link.
    let both = try Self.manifest(
      "<application>\(start)\(Self.filter())\(end)<activity\(Self.exported)>\(Self.filter())</activity></application>")
    #expect(try Self.verdict(both).android?.outcome == .opens)
  }

  @Test func `an application that is not enabled, and a filter that is removed, open nothing`() throws {
    let disabled = try Self.manifest(
      #"<application android:enabled="false"><activity\#(Self.exported)>\#(Self.filter())</activity></application>"#)
    #expect(disabled.diagnostics.map(\.rule.code) == ["OOB965"])
    #expect(try Self.verdict(disabled).android?.outcome == .doesNotOpen)
    let removed = try Self.activity(
      Self.exported, Self.filter(Self.web, #" tools:node="remove" android:autoVerify="true""#))
    #expect(removed.diagnostics.map(\.rule.code) == ["OOB966"])
    #expect(try Self.verdict(removed).android?.outcome == .doesNotOpen)
  }

  @Test(arguments: [
    (#"android:exported="@bool/open""#), (#"android:exported="true" android:enabled="@bool/open""#),
    (#"android:exported="${exported}""#),
  ])
  func `whether an activity is open is unknown where the value is filled in elsewhere`(attributes: String) throws {
    #expect(try Self.verdict(Self.activity(" " + attributes)).android?.outcome == .unknown)
  }

  @Test func `an activity for other intents than links need not be exported`() throws {
    let main = #"<intent-filter><action android:name="android.intent.action.MAIN"/></intent-filter>"#
    let manifest = try Self.manifest(
      #"<application><activity android:exported="false">\#(main)</activity><activity\#(Self.exported)>\#(Self.filter())</activity></application>"#
    )
    #expect(manifest.diagnostics == [])
  }

  /// The target, and whether the app is installed on Android 12.
  @Test(arguments: [(34, false), (31, false), (30, true), (nil, true)])
  func `without exported an app for Android 12 is not installed`(target: Int?, isInstalled: Bool) throws {
    let manifest = try Self.activity("", target: target)
    let verdict = try Self.verdict(manifest)
    #expect(verdict.android?.outcome == (isInstalled ? .opens : .doesNotOpen))
    #expect(verdict.android(on: .from12To14)?.outcome == verdict.android?.outcome)
    #expect(verdict.android(on: .upTo11)?.outcome == .opens)
    #expect(manifest.diagnostics.map(\.severity) == (target == 30 ? [] : [target == nil ? .warning : .error]))
  }

  @Test(arguments: ["service", "receiver", "activity-alias"])
  func `any component without exported keeps the app from being installed`(component: String) throws {
    let manifest = try Self.manifest(
      #"<application><activity\#(Self.exported)>\#(Self.filter())</activity><\#(component)><intent-filter><action android:name="a"/></intent-filter></\#(component)></application>"#
    )
    #expect(manifest.diagnostics.map(\.rule.code) == ["OOB964"])
    #expect(try Self.verdict(manifest).android?.outcome == .doesNotOpen)
  }

  // MARK: Paths

  @Test(arguments: [
    ("/.*", "/open", true), ("/open.*", "/open/x", true), ("/.*/open", "/a/open", false),
    ("/[^/]+/open", "/a/open", true),
    ("/[a-c]{2}", "/ab", true), ("/[a-c]{2}", "/abc", false), ("/[a-c]{2,}", "/abcc", true), ("/x{1,2}", "/xxx", false),
    ("/x*", "/", true), ("/x+", "/", false), (#"/a\\.b"#, "/a.b", true), (#"/a\\.b"#, "/axb", false),
    ("/[a-]", "/-", true), ("/[.*]", "/*", true), ("/[^.*]", "/*", false), ("/a]", "/a]", true),
  ])
  func `a pathAdvancedPattern takes as much as it can and gives nothing back`(
    pattern: String, path: String, opens: Bool
  ) throws {
    let data = Self.web.replacing(#"pathPrefix="/open""#, with: #"pathAdvancedPattern="\#(pattern)""#)
      .replacing(#"\\"#, with: #"\"#)
    let manifest = try Self.activity(Self.exported, Self.filter(data))
    #expect(
      try Self.verdict(manifest, on: "https://example.com" + path).android?.outcome == (opens ? .opens : .doesNotOpen))
    #expect(manifest.diagnostics.map(\.rule.code) == (pattern == "/.*/open" ? ["OOB969"] : []))
  }

  @Test(arguments: ["*x", "/[]", "/[a", "/a**", "/a{2", "/a{3,2}", "/a{x}", #"/a\"#, "/[c-a]"])
  func `what a malformed pathAdvancedPattern matches is unknown`(pattern: String) throws {
    let data = Self.web.replacing(#"pathPrefix="/open""#, with: #"pathAdvancedPattern="\#(pattern)""#)
    let manifest = try Self.activity(Self.exported, Self.filter(data))
    #expect(manifest.diagnostics.map(\.rule.code) == ["OOB969"])
    #expect(try Self.verdict(manifest).android?.outcome == .unknown)
  }

  @Test(arguments: [#"pathSuffix="/closed""#, #"pathAdvancedPattern="/closed""#])
  func `Android 11 ignores the attributes of Android 12, and opens any path`(attribute: String) throws {
    let data = Self.web.replacing(#"pathPrefix="/open""#, with: attribute)
    let verdict = try Self.verdict(Self.activity(Self.exported, Self.filter(data)))
    #expect(verdict.android?.outcome == .doesNotOpen && verdict.android(on: .upTo11)?.outcome == .opens)
  }

  // MARK: Groups

  static func group(_ data: String..., allow: Bool = true) -> String {
    #"<uri-relative-filter-group android:allow="\#(allow)">\#(data.map { "<data android:\($0)/>" }.joined())</uri-relative-filter-group>"#
  }

  static let host = #"<data android:scheme="https" android:host="example.com"/>"#

  /// The filter, the rest of the link, and whether it opens on Android 15 and on 14.
  @Test(arguments: [
    (host + group(#"path="/open""#), "/open", true, true), (host + group(#"path="/open""#), "/x", false, true),
    (host + group(#"path="/a""#, #"query="t=1""#), "/a?x=2&t=1", true, true),
    (host + group(#"path="/a""#, #"query="t=1""#), "/a?t=2", false, true),
    (host + group(#"queryPrefix="dispatchTokenResponse=""#), "/?dispatchTokenResponse=e", true, true),
    (host + group(#"queryPrefix="dispatchTokenResponse=""#), "/", false, true),
    (host + group(#"query="t=1""#), "/?x=2;t=1", true, true), (host + group(#"query="t=1!""#), "/?t=1%21", true, true),
    (host + group(#"fragment="top""#), "/#top", true, true), (host + group(#"fragmentPattern=".*""#), "/", false, true),
    (host + group(#"queryAdvancedPattern="t=[0-9]+""#), "/?t=42", true, true),
    (host + group(#"path="/x""#, allow: false) + group(#"pathPrefix="/""#), "/x", false, true),
    (host + group(#"pathPrefix="/""#) + group(#"path="/x""#, allow: false), "/x", true, true),
    (web + group(#"path="/open""#, allow: false), "/open", true, true),
    (web + group(#"path="/x""#), "/x", true, false), (host + group(), "/", false, true),
  ])
  func `the first group that matches decides from Android 15 on`(
    data: String, rest: String, opens15: Bool, opens14: Bool
  ) throws {
    let manifest = try Self.activity(Self.exported, Self.filter(data))
    let verdict = try Self.verdict(manifest, on: "https://example.com" + rest)
    #expect(verdict.android?.outcome == (opens15 ? .opens : .doesNotOpen))
    #expect(verdict.android(on: .from15WithoutGoogleServices)?.outcome == verdict.android?.outcome)
    #expect(verdict.android(on: .from12To14)?.outcome == (opens14 ? .opens : .doesNotOpen))
    #expect(manifest.diagnostics.map(\.rule.code) == ["OOB967"])
  }

  @Test(arguments: ["query", "queryPrefix", "fragment", "fragmentSuffix"])
  func `outside a group a query or fragment has no effect`(name: String) throws {
    let data = Self.web.replacing("/>", with: #" android:\#(name)="x"/>"#)
    let manifest = try Self.activity(Self.exported, Self.filter(data))
    #expect(manifest.diagnostics.map(\.rule.code) == ["OOB968"])
    #expect(try Self.verdict(manifest).android?.outcome == .opens)
  }

  @Test func `phones with Android are named together as far as they do the same`() throws {
    let verdict = try Self.verdict(Self.activity(Self.exported, Self.filter(Self.host + Self.group(#"path="/x""#))))
    #expect(
      verdict.androidGroups.map { AndroidPhones.name(of: $0.phones) } == [
        "Android 15 and later", "Android 14 and earlier",
      ])
    #expect(
      try Self.verdict(Self.activity("")).androidGroups.map { AndroidPhones.name(of: $0.phones) } == [
        "Android 12 and later", "Android 11 and earlier",
      ])
  }
}
