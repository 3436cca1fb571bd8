import Association
import OutOfBand
import Testing
import TextFormats

/// Dynamic App Links: rules in assetlinks.json for Android 15 and later with Google services (developer.android.com,
/// configure-assetlinks).
struct DynamicAppLinkTests {
  static func statement(_ extensions: String, package: String = "com.example.app") -> String {
    #"{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"\#(package)","sha256_cert_fingerprints":["\#(AssociationTests.fingerprint)"]},"relation_extensions":\#(extensions)}"#
  }

  static func rules(_ components: String) -> String {
    #"{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\#(components)}}"#
  }

  static func assetLinks(_ statements: String...) throws -> AssetLinks {
    AssetLinks(try JSONDocument(parsing: Array("[\(statements.joined(separator: ","))]".utf8)))
  }

  static func verdict(_ assetLinks: AssetLinks, _ rest: String) throws -> AssociationVerdict {
    let manifest = try ManifestTests.activity(
      ManifestTests.exported,
      ManifestTests.filter(ManifestTests.host.replacing("/>", with: #" android:pathPrefix="/open"/>"#)))
    return AppAssociation(assetLinks: assetLinks, manifest: manifest).verdict(on: "https://example.com" + rest)
  }

  @Test(arguments: [
    (#"[{"/":"/open*","exclude":true}]"#, "/open?x", false), (#"[{"/":"/open"}]"#, "/open?x", true),
    (#"[{"/":"/other"}]"#, "/open", false), (#"[{"/":"/open/help","exclude":true},{"/":"*"}]"#, "/open/help", false),
    (#"[{"/":"/open/help","exclude":true},{"/":"*"}]"#, "/open", true),
    (#"[{"/":"*"},{"/":"/open/help","exclude":true}]"#, "/open/help", true),
    (#"[{"?":{"t":"?*"}}]"#, "/open?t=1", true), (#"[{"?":{"t":"?*"}}]"#, "/open?t=", false),
    (#"[{"?":{"t":"*"}}]"#, "/open", false), (#"[{"?":{"a":"1","b":"2"}}]"#, "/open?b=2&x&a=1", true),
    (#"[{"?":{"a":"1","b":"2"}}]"#, "/open?a=1", false), (##"[{"#":"top"}]"##, "/open#top", true),
    (##"[{"#":"top"}]"##, "/open", false), (#"[{"/":"/ope?"}]"#, "/open", true),
    (#"[{"/":"/open$(x)"}]"#, "/open$(x)", true),
    (#"[{}]"#, "/open", true), (#"[{"/":"*"}]"#, "/closed", false),
  ])
  func `the first rule that matches decides, and none keeps the app closed`(
    components: String, rest: String, opens: Bool
  ) throws {
    let assetLinks = try Self.assetLinks(Self.statement(Self.rules(components)))
    #expect(assetLinks.diagnostics == [])
    let verdict = try Self.verdict(assetLinks, rest)
    #expect(verdict.android?.outcome == (opens ? .opens : .doesNotOpen))
    // Others look at the manifest alone; rules do not add to it.
    let isInManifest = rest.hasPrefix("/open")
    for phones in AndroidPhones.allCases.dropLast() {
      #expect(verdict.android(on: phones)?.outcome == (isInManifest ? .opens : .doesNotOpen))
    }
  }

  @Test(arguments: [
    rules("[]"), rules("{}"), rules("[1]"), rules(#"[{"/":1}]"#), rules(#"[{"/":"/x"},{"?":"t=1"}]"#),
    rules(#"[{"/":"/x","exclude":"true"}]"#), rules(#"[{"?":{"t":1}}]"#), "[]",
    #"{"delegate_permission/common.handle_all_urls":[]}"#,
  ])
  func `malformed or empty rules are discarded, all of them`(extensions: String) throws {
    let assetLinks = try Self.assetLinks(Self.statement(extensions))
    #expect(assetLinks.diagnostics.map(\.rule.code) == ["OOB937"])
    #expect(try Self.verdict(assetLinks, "/open").android?.outcome == .opens)
  }

  @Test func `rules of another relation, or of another app, do not count`() throws {
    for extensions in ["{}", #"{"delegate_permission/common.get_login_creds":{"dynamic_app_link_components":[]}}"#] {
      let assetLinks = try Self.assetLinks(Self.statement(extensions))
      #expect(assetLinks.diagnostics == [])
      #expect(try Self.verdict(assetLinks, "/open").android?.outcome == .opens)
    }
    let two = try Self.assetLinks(
      Self.statement(Self.rules(#"[{"/":"/x"}]"#), package: "com.example.other"), Self.statement("{}"))
    #expect(try Self.verdict(two, "/open").android?.outcome == .opens)
  }

  @Test func `what is not documented is unknown`() throws {
    let twice = try Self.assetLinks(
      Self.statement(Self.rules(#"[{"/":"*"}]"#)), Self.statement(Self.rules(#"[{"/":"/x"}]"#)))
    #expect(twice.diagnostics.map(\.rule.code) == ["OOB939"])
    #expect(try Self.verdict(twice, "/open").android?.outcome == .unknown)
    let comment = try Self.assetLinks(Self.statement(Self.rules(#"[{"/":"/x","comment":"y"}]"#)))
    #expect(comment.diagnostics.map(\.rule.code) == ["OOB938"])
    #expect(try Self.verdict(comment, "/open").android?.outcome == .unknown)
    let some = try Self.assetLinks(Self.statement(Self.rules(#"[{"?":{"t":"1"}}]"#)))
    #expect(try Self.verdict(some, "/open?t=1&t=2").android?.outcome == .unknown)
  }

  @Test func `without a manifest a rule still keeps the app closed, and the rest is unknown`() throws {
    let association = AppAssociation(
      assetLinks: try Self.assetLinks(Self.statement(Self.rules(#"[{"/":"/open*","exclude":true},{}]"#))))
    let closed = association.verdict(on: "https://example.com/open")
    #expect(closed.android?.outcome == .doesNotOpen && closed.android(on: .from12To14)?.outcome == .unknown)
    #expect(association.verdict(on: "https://example.com/x").android?.outcome == .unknown)
  }
}
