import Association
import OutOfBand
import Testing
import TextFormats

/// Entitlements and Info.plist (developer.apple.com, Associated Domains Entitlement; RFC 3986 for schemes).
struct PropertyListTests {
  static let doctype =
    #"<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#

  static func text(_ dictionary: String) -> String {
    "\(doctype)\n<plist version=\"1.0\">\n<dict>\(dictionary)</dict>\n</plist>\n"
  }

  static func strings(_ texts: [String]) -> String {
    "<array>\(texts.map { "<string>\($0)</string>" }.joined())</array>"
  }

  static func domains(_ texts: String...) -> String {
    text("<key>com.apple.developer.associated-domains</key>" + strings(texts))
  }

  static func schemes(_ texts: String...) -> String {
    text(
      "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLName</key><string>x</string><key>CFBundleURLSchemes</key>"
        + strings(texts) + "</dict></array>")
  }

  static func list(_ text: String) throws -> ApplePropertyList {
    ApplePropertyList(try XMLTree(propertyList: Array(text.utf8)))
  }

  /// The rules that a check of the file finds broken.
  static func codes(_ text: String) -> [String] { MessageCheck(text).diagnostics.map(\.rule.code) }

  // MARK: Entitlements

  @Test(arguments: [
    ("applinks:https://access.example.com/open", "a scheme"), ("applinks:https://access.example.com", "a scheme"),
    ("applinks:access.example.com/open", "a path"), ("applinks:access.example.com/", "a path"),
    ("applinks:access.example.com:8443", "a port"), ("applinks:access.example.com:443", "a port"),
    ("applinks:*", "a '*'"), ("applinks:access.*.com", "a '*'"), ("applinks:app*.example.com", "a '*'"),
    ("applinks:localhost", "no fully qualified domain"), ("applinks:", "no fully qualified domain"),
    ("applinks: access.example.com", "no fully qualified domain"),
    ("applinks:access.example.com?mode=develop", "not a mode"), ("applinks:access.example.com?x=y", "not a mode"),
    ("access.example.com", "does not begin"), ("https://access.example.com", "does not begin"),
    ("Applinks:access.example.com", "does not begin"),
  ])
  func `an entry is a service and a domain, and nothing else`(entry: String, words: String) throws {
    let findings = MessageCheck(Self.domains("applinks:a.example.com", entry)).diagnostics
    #expect(findings.map(\.rule.code) == ["OOB917"] && findings[0].severity == .error)
    #expect(findings[0].message.contains(words), "\(findings)")
    let association = AppAssociation(entitlements: try Self.list(Self.domains(entry)))
    #expect(association.verdict(on: "https://access.example.com/open").iOS?.outcome == .doesNotOpen)
  }

  @Test func `the fix names the domain of the entry`() {
    for entry in [
      "https://access.example.com:8443/open", "//access.example.com", "access.example.com:1", "access.example.com/x",
    ] {
      #expect(
        MessageCheck(Self.domains("applinks:" + entry)).diagnostics[0].remedy == "write applinks:access.example.com")
    }
  }

  /// The mode, and how severe it is in an app.
  @Test(arguments: [
    ("developer", Diagnostic.Severity.error), ("developer+managed", .error), ("managed", .warning),
  ])
  func `an entry for a mode is for some devices alone`(mode: String, severity: Diagnostic.Severity) throws {
    let text = Self.domains("applinks:access.example.com?mode=\(mode)")
    let findings = MessageCheck(text).diagnostics
    #expect(findings.map(\.rule.code) == ["OOB919"] && findings[0].severity == severity)
    let apple = try AssociationTests.components("{}").apple
    let link = "https://access.example.com/open"
    let association = AppAssociation(apple: apple, entitlements: try Self.list(text))
    #expect(association.verdict(on: link).iOS?.outcome == .unknown)
    let both = try Self.list(Self.domains("applinks:access.example.com?mode=\(mode)", "applinks:access.example.com"))
    #expect(AppAssociation(apple: apple, entitlements: both).verdict(on: link).iOS?.outcome == .opens)
  }

  @Test(arguments: [
    ("access.example.com", "access.example.com", true), ("Access.Example.com", "access.example.com", true),
    ("access.example.com", "www.access.example.com", false), ("*.example.com", "access.example.com", true),
    ("*.example.com", "a.b.example.com", true), ("*.example.com", "example.com", false),
    ("*.example.com", "badexample.com", false), ("example.com", "access.example.com", false),
  ])
  func `a host has to be among the associated domains`(domain: String, host: String, opens: Bool) throws {
    let list = try Self.list(Self.domains("webcredentials:x.example.com", "applinks:" + domain))
    #expect(list.diagnostics.map(\.rule.code) == (domain.hasPrefix("*") ? ["OOB918"] : []))
    let association = AppAssociation(apple: try AssociationTests.components("{}").apple, entitlements: list)
    let answer = try #require(association.verdict(on: "https://\(host)/open").iOS)
    #expect(answer.outcome == (opens ? .opens : .doesNotOpen))
    #expect(answer.remedy == (opens ? nil : "add applinks:\(host) to the app's associated domains"))
  }

  @Test func `what the build fills in, and a file that was not given, leave the answer unknown`() throws {
    let link = "https://access.example.com/open"
    let apple = try AssociationTests.components("{}").apple
    for variable in ["applinks:$(DOMAIN)", "applinks:${DOMAIN}", "$(SERVICE):a.example.com"] {
      #expect(Self.codes(Self.domains(variable)) == [])
      let list = try Self.list(Self.domains(variable))
      #expect(AppAssociation(apple: apple, entitlements: list).verdict(on: link).iOS?.outcome == .unknown)
    }
    let listed = AppAssociation(entitlements: try Self.list(Self.domains("applinks:access.example.com")))
    #expect(listed.verdict(on: link).iOS?.outcome == .unknown)
    #expect(Self.codes(Self.domains("webcredentials:a.example.com")) == ["OOB920"])
  }

  // MARK: Ports and http

  @Test(arguments: [
    ("https://example.com:8443/open", "unknown"), ("https://example.com:443/open", "opens"),
    ("https://example.com:80/open", "unknown"), ("http://example.com/open", "unknown"),
    ("http://example.com:8080/open", "unknown"), ("http://example.com/other", "does-not-open"),
    ("https://example.com:8443/other", "does-not-open"),
  ])
  func `no source says what iOS does with a port or http`(link: String, outcome: String) throws {
    let association = try AssociationTests.components(#"{"/":"/open"}"#)
    #expect(association.verdict(on: link).iOS?.outcome.rawValue == outcome)
  }

  @Test(arguments: [
    ("https://example.com:8443/open", "opens"), ("http://example.com/open", "does-not-open"),
    ("http://example.com:8080/open", "does-not-open"), ("https://example.com:443/open", "opens"),
  ])
  func `an Android filter without a port takes any, and one for https takes no http`(link: String, outcome: String)
    throws
  {
    let verdict = try ManifestTests.verdict(ManifestTests.activity(ManifestTests.exported), on: link)
    #expect(verdict.android?.outcome.rawValue == outcome)
  }

  // MARK: Info.plist

  @Test(arguments: [
    ("myaccessapp://", "has a ':'", "write myaccessapp alone"),
    ("myaccessapp:", "has a ':'", "write myaccessapp alone"),
    ("MyAccessApp://x", "has a ':'", "write myaccessapp alone"), ("my_access", "has a '_'", nil),
    ("my access", "is not a scheme", nil), ("1app", "is not a scheme", nil), ("", "is not a scheme", nil),
  ])
  func `a scheme is written alone`(scheme: String, words: String, remedy: String?) throws {
    let findings = MessageCheck(Self.schemes(scheme)).diagnostics
    #expect(findings.map(\.rule.code) == ["OOB921"] && findings[0].severity == .error)
    #expect(findings[0].message.contains(words) && findings[0].remedy == remedy ?? Diagnostic.Rule.schemeForm.fix)
    let association = AppAssociation(info: try Self.list(Self.schemes(scheme)))
    #expect(association.verdict(on: "myaccessapp://x-callback-url/authenticate").iOS?.outcome == .doesNotOpen)
  }

  @Test func `a custom URI opens the app whose URL types have its scheme`() throws {
    let info = try Self.list(Self.schemes("other", "MyAccessApp"))
    #expect(info.schemes == ["other", "myaccessapp"] && info.diagnostics.map(\.severity) == [.warning])
    for (uri, opens) in [("myaccessapp://x", true), ("MYACCESSAPP://x", true), ("third://x", false)] {
      #expect(AppAssociation(info: info).verdict(on: uri).iOS?.outcome == (opens ? .opens : .doesNotOpen))
    }
    let variable = AppAssociation(info: try Self.list(Self.schemes("$(SCHEME)")))
    #expect(variable.verdict(on: "myaccessapp://x").iOS?.outcome == .unknown)
    let none = AppAssociation(info: try Self.list(Self.text("<key>CFBundleName</key><string>x</string>")))
    #expect(none.verdict(on: "myaccessapp://x").iOS?.outcome == .doesNotOpen)
  }

  // MARK: XML

  @Test(arguments: [
    "<plist><dict>", "<plist><dict><key>CFBundleURLSchemes</key><string>x</string></dict></plist>",
    "<plist><dict><key>CFBundleURLSchemes</key><array><dict/></array></dict></plist>",
  ])
  func `a list that is not one is named`(text: String) { #expect(Self.codes(text) == ["OOB916"]) }

  @Test func `a document type declaration that defines something is refused`() {
    #expect(throws: SyntaxError.self) { try Self.list("<!DOCTYPE plist [<!ENTITY x 'y'>]><plist/>") }
  }

  @Test func `text is read with its references, comments and character data`() throws {
    let list = try Self.list(Self.schemes("my<!-- x -->acc&#101;ss<![CDATA[app]]>"))
    #expect(list.schemes == ["myaccessapp"])
  }
}
