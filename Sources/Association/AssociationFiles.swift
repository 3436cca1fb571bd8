import OutOfBand
import TextFormats
import WebPages

/// The files that associate a domain with its apps, made from a description.
///
/// ```swift
/// let description = try AssociationDescription(json: bytes)
/// for file in AssociationFiles(description).files { print(file.name, file.text) }
/// ```
public struct AssociationFiles: Hashable, Sendable {
  /// In the order in which they are set up: server, iOS, Android, page.
  public let files: [File]

  /// A file with its name and what it is for.
  public struct File: Hashable, Sendable {
    public let name: String
    public let text: String
    /// Where it goes, in one clause.
    public let purpose: String
    /// Whether it holds the link, whose payload nobody else may read.
    public let holdsLink: Bool

    fileprivate init(name: String, text: String, purpose: String, holdsLink: Bool = false) {
      (self.name, self.text, self.purpose, self.holdsLink) = (name, text, purpose, holdsLink)
    }
  }

  /// - Parameters:
  ///   - description: What the domain and its apps have in common.
  ///   - link: The full link with the payload for the Smart App Banner, one for each token; `nil` for no banner.
  public init(_ description: AssociationDescription, link: String? = nil) {
    var files: [File] = []
    let served = "served at https://\(description.domain)/.well-known/"
    if let app = description.iOS {
      files.append(
        File(
          name: AppleAppSiteAssociation.fileName, text: Self.apple(description, app).indented,
          purpose: served + AppleAppSiteAssociation.fileName))
    }
    if let app = description.android {
      files.append(
        File(name: AssetLinks.fileName, text: Self.assetLinks(app).indented, purpose: served + AssetLinks.fileName))
    }
    if let app = description.iOS {
      files.append(
        File(
          name: "app.entitlements", text: Self.entitlements(description.domain), purpose: "the iOS app's entitlements"))
      if !app.schemes.isEmpty || !app.queriedSchemes.isEmpty {
        files.append(File(name: "Info.plist", text: Self.info(app), purpose: "members for the iOS app's Info.plist"))
      }
    }
    if let app = description.android {
      files.append(
        File(
          name: "intent-filter.xml", text: Self.manifest(description, app),
          purpose: "intent filters for the Android app's manifest"))
    }
    if let link, let id = description.iOS?.appStoreID {
      files.append(
        File(
          name: "smart-app-banner.html", text: HTMLPage.Banner.element(appID: id, argument: link) + "\n",
          purpose: "for the <head> of the page that has this link, and of no other page",
          holdsLink: true))
    }
    self.files = files
  }

  // MARK: Server

  /// One element for each app, so that systems before iOS 13 find `appID` and `paths`, which later ones ignore beside
  /// `components`.
  private static func apple(
    _ description: AssociationDescription, _ app: AssociationDescription.IOSApp
  ) -> JSONValue {
    let query: JSONValue = description.parameter.map { ["?": .object([.init($0, "?*")])] } ?? [:]
    // The first match decides, so exclusions come first.
    let components =
      description.excluded.map { ["/": .string($0), "exclude": .boolean(true)] as JSONValue }
      + description.paths.map { .joining(["/": .string($0)], query) }
    let paths = description.excluded.map { JSONValue.string("NOT " + $0) } + description.paths.map { .string($0) }
    return [
      "applinks": [
        "details": .array(
          app.appIDs.map {
            [
              "appIDs": [.string($0)], "appID": .string($0), "components": .array(components), "paths": .array(paths),
            ]
          })
      ]
    ]
  }

  private static func assetLinks(_ app: AssociationDescription.AndroidApp) -> JSONValue {
    [
      [
        "relation": [.string(AssetLinks.relation)],
        "target": [
          "namespace": "android_app", "package_name": .string(app.package),
          "sha256_cert_fingerprints": .strings(app.fingerprints),
        ],
      ]
    ]
  }

  // MARK: iOS

  private static func plist(_ lines: [String]) -> String {
    ([
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
      #"<plist version="1.0">"#, "<dict>",
    ] + lines + ["</dict>", "</plist>"]).joined(separator: "\n") + "\n"
  }

  private static func strings(_ texts: [String], indent: String) -> [String] {
    [indent + "<array>"] + texts.map { "\(indent)  <string>\(MarkupText.escaped($0))</string>" } + [indent + "</array>"]
  }

  private static func entitlements(_ domain: String) -> String {
    plist(
      ["  <key>com.apple.developer.associated-domains</key>"] + strings(["applinks:" + domain], indent: "  "))
  }

  private static func info(_ app: AssociationDescription.IOSApp) -> String {
    var lines: [String] = []
    if !app.schemes.isEmpty {
      lines += [
        "  <key>CFBundleURLTypes</key>", "  <array>", "    <dict>", "      <key>CFBundleURLName</key>",
        "      <string>\(MarkupText.escaped(String(app.appIDs[0].drop { $0 != "." }.dropFirst())))</string>",
        "      <key>CFBundleURLSchemes</key>",
      ]
      lines += strings(app.schemes, indent: "      ") + ["    </dict>", "  </array>"]
    }
    if !app.queriedSchemes.isEmpty {
      lines += ["  <key>LSApplicationQueriesSchemes</key>"] + strings(app.queriedSchemes, indent: "  ")
    }
    return plist(lines)
  }

  // MARK: Android

  /// A manifest with nothing but the filters: one for links, which is verified, and one for custom URIs, which cannot be.
  private static func manifest(
    _ description: AssociationDescription, _ app: AssociationDescription.AndroidApp
  ) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="utf-8"?>"#,
      #"<manifest xmlns:android="\#(AndroidManifest.namespace)" package="\#(app.package)">"#, "  <application>",
      "    <!-- Copy the intent filters into the activity that reads the link. -->",
      #"    <activity android:name=".MainActivity" android:exported="true">"#,
    ]
    func filter(_ attributes: String, _ data: [String]) {
      lines += [
        "      <intent-filter\(attributes)>", #"        <action android:name="android.intent.action.VIEW" />"#,
        #"        <category android:name="android.intent.category.DEFAULT" />"#,
        #"        <category android:name="android.intent.category.BROWSABLE" />"#,
      ]
      lines += data.map { "        <data \($0) />" } + ["      </intent-filter>"]
    }
    let paths = description.paths.map { path in
      path.hasSuffix("*")
        ? #"android:pathPrefix="\#(MarkupText.escaped(String(path.dropLast())))""#
        : #"android:path="\#(MarkupText.escaped(path))""#
    }
    filter(
      #" android:autoVerify="true""#,
      [#"android:scheme="https" android:host="\#(MarkupText.escaped(description.domain))""#] + paths)
    if !description.excluded.isEmpty {
      lines.append("      <!-- An intent filter does not exclude: the excluded paths open the app, too. -->")
    }
    if !app.schemes.isEmpty { filter("", app.schemes.map { #"android:scheme="\#(MarkupText.escaped($0))""# }) }
    lines += ["    </activity>", "  </application>", "</manifest>"]
    return lines.joined(separator: "\n") + "\n"
  }
}
