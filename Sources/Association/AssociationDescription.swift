import OutOfBand
public import TextFormats
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

  /// What is wrong with a description, and where.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON pointer.
    public let pointer: String
    /// A clause that follows the pointer.
    public let reason: String
    /// Where the description is not JSON; `nil` for other faults.
    public let underlying: JSONSyntaxError?

    init(pointer: String, reason: String) {
      (self.pointer, self.reason, underlying) = (pointer, reason, nil)
    }

    init(_ fault: JSONObjectFault) {
      (pointer, reason, underlying) = (fault.pointer, fault.reason, fault.underlying)
    }

    public var description: String { "the description's \(pointer.isEmpty ? "top level" : pointer) \(reason)" }
  }

  /// Reads a description strictly: a member that does not exist is refused, because a misspelled one would be left out.
  public init(json bytes: [UInt8]) throws(Fault) {
    let value: JSONValue
    do { value = try JSONDocument.object(parsing: bytes) } catch { throw Fault(error) }
    let root = try DescriptionReader(value, "", ["domain", "paths", "exclude", "parameter", "ios", "android"])
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
    iOS = try root.object("ios", ["appIDs", "schemes", "queriedSchemes", "appStoreID"]).map { app throws(Fault) in
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
    android = try root.object("android", ["package", "fingerprints", "schemes"]).map { app throws(Fault) in
      AndroidApp(
        package: try app.text("package") {
          AssetLinks.isPackage($0) ? nil : "is not a package, as in com.example.access"
        },
        fingerprints: try app.texts("fingerprints", isRequired: true) { text in
          AssetLinks.isFingerprint(text)
            ? nil : "is not SHA-256 as keytool prints it: 32 bytes in upper-case hexadecimal, joined by ':'"
        }, schemes: try app.texts("schemes", scheme))
    }
    if iOS == nil && android == nil { throw Fault(pointer: "", reason: "has neither ios nor android") }
  }
}

/// Reads the members of one object of a description.
private struct DescriptionReader {
  typealias Fault = AssociationDescription.Fault

  private let value: JSONValue
  private let pointer: String

  init(_ value: JSONValue, _ pointer: String, _ known: [String]) throws(Fault) {
    do { _ = try value.members(at: pointer, known: known) } catch { throw Fault(error) }
    (self.value, self.pointer) = (value, pointer)
  }

  func object(_ name: String, _ known: [String]) throws(Fault) -> DescriptionReader? {
    guard let object = value[name] else { return nil }
    return try DescriptionReader(object, "\(pointer)/\(name)", known)
  }

  /// - Parameter fault: Says what is wrong with a text; `nil` when nothing is.
  func text(_ name: String, _ fault: (String) -> String?) throws(Fault) -> String {
    guard let text = try optionalText(name, fault) else {
      throw Fault(pointer: "\(pointer)/\(name)", reason: "is missing")
    }
    return text
  }

  func optionalText(_ name: String, _ fault: (String) -> String?) throws(Fault) -> String? {
    guard let member = value[name] else { return nil }
    return try checked(member, "\(pointer)/\(name)", fault)
  }

  func texts(_ name: String, isRequired: Bool = false, _ fault: (String) -> String?) throws(Fault) -> [String] {
    let place = "\(pointer)/\(name)"
    guard let member = value[name] else {
      if isRequired { throw Fault(pointer: place, reason: "is missing") }
      return []
    }
    guard let elements = member.elements else { throw Fault(pointer: place, reason: "is not an array of strings") }
    if isRequired && elements.isEmpty { throw Fault(pointer: place, reason: "is empty") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() { texts.append(try checked(element, "\(place)/\(index)", fault)) }
    return texts
  }

  private func checked(_ value: JSONValue, _ place: String, _ fault: (String) -> String?) throws(Fault) -> String {
    guard let text = value.text else { throw Fault(pointer: place, reason: "is not a string") }
    if let wrong = fault(text) { throw Fault(pointer: place, reason: wrong) }
    return text
  }
}
