public import OutOfBand
import TextFormats
import UAEPass

/// What a domain and an app have in common: all that association files are made of.
///
/// ```json
/// {"domain": "access.example.com", "paths": ["/open"], "parameter": "dispatchTokenResponse",
///  "ios": {"appIDs": ["ABCDE12345.com.example.access"], "schemes": ["myaccessapp"]},
///  "android": {"package": "com.example.access", "fingerprints": ["A1:…"], "schemes": ["myaccessapp"]}}
/// ```
public struct AssociationDescription: Hashable, Sendable {
  /// The host of the links, which serves the files.
  public let domain: String
  /// Paths of links that open the app: a trailing `*` stands for any ending.
  public let paths: [String]
  /// Paths of links that do not, although one of ``paths`` matches.
  public let excluded: [String]
  /// A parameter that each link has; `nil` for links with any query.
  public let parameter: String?
  public let iOS: IOSApp?
  public let android: AndroidApp?

  /// An iOS app.
  public struct IOSApp: Hashable, Sendable {
    /// `TEAMID1234.bundle.id`, at least one.
    public let appIDs: [String]
    /// Schemes of its custom URIs.
    public let schemes: [String]
    /// Schemes of other apps that it asks for, as in `uaepass`.
    public let queriedSchemes: [String]
    /// The number in the App Store, for the Smart App Banner.
    public let appStoreID: String?
  }

  /// An Android app.
  public struct AndroidApp: Hashable, Sendable {
    public let package: String
    /// SHA-256 of the certificates, in upper case, at least one.
    public let fingerprints: [String]
    /// Schemes of its custom URIs.
    public let schemes: [String]
  }

  /// Reads a description strictly: a member that does not exist is refused, because a misspelled one would be left out.
  public init(json bytes: [UInt8]) throws(JSONFault) {
    let root = try JSONFileObject(
      parsing: bytes, as: "description", members: ["domain", "paths", "exclude", "parameter", "ios", "android"])
    domain = try root.text("domain") { text in
      // Names with other letters are written in their ASCII form (RFC 5890), as certificates and files name them.
      let labels = text.split(separator: ".", omittingEmptySubsequences: false)
      let isName = labels.allSatisfy { label in
        !label.isEmpty && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
      }
      return isName && labels.count > 1 && labels.last?.contains { $0.isLetter } == true
        ? nil : "is not a domain in lower case: write access.example.com, without scheme, port and path"
    }
    func path(_ text: String) -> String? {
      text.hasPrefix("/") && !text.dropLast().contains("*") && !text.contains { "?#% \"<>&\\$".contains($0) }
        && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        ? nil : "is not a path: write /open, or /open/* for any ending, without '?', '#', '%' and '$'"
    }
    paths = try root.texts("paths", isRequired: true, path)
    excluded = try root.texts("exclude", path)
    parameter = try root.optionalText("parameter") { text in
      !text.isEmpty && text.utf8.allSatisfy { PercentEncoding.encode(String(UnicodeScalar($0))).utf8.count == 1 }
        ? nil : "is not a plain name of a parameter: letters, digits, '-', '.', '_' and '~'"
    }
    func scheme(_ text: String) -> String? {
      UAEPassURI.isAppScheme(text) && text == text.lowercased()
        ? nil : "is not the scheme of an app: lower-case letters, digits, '+', '-' and '.', without ':'"
    }
    iOS = try root.object("ios", members: ["appIDs", "schemes", "queriedSchemes", "appStoreID"]).map {
      app throws(JSONFault) in
      IOSApp(
        appIDs: try app.texts("appIDs", isRequired: true) { text in
          AppleAppSiteAssociation.isAppID(text)
            ? nil : "is not an app ID: ten capital letters and digits, '.', and the bundle identifier"
        }, schemes: try app.texts("schemes", scheme),
        queriedSchemes: try app.texts("queriedSchemes") { text in
          URLText.isScheme(text) && text == text.lowercased() ? nil : "is not a scheme in lower case, without ':'"
        },
        appStoreID: try app.optionalText("appStoreID") { text in
          !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? nil : "is not a number, as a string of digits"
        })
    }
    android = try root.object("android", members: ["package", "fingerprints", "schemes"]).map { app throws(JSONFault) in
      AndroidApp(
        package: try app.text("package") {
          AssetLinks.isPackage($0) ? nil : "is not a package, as in com.example.access"
        },
        fingerprints: try app.texts("fingerprints", isRequired: true) { text in
          AssetLinks.isFingerprint(text)
            ? nil : "is not SHA-256 as keytool prints it: 32 bytes in upper-case hexadecimal, joined by ':'"
        }, schemes: try app.texts("schemes", scheme))
    }
    if iOS == nil && android == nil { throw root.fault(nil, "has neither ios nor android") }
  }
}
