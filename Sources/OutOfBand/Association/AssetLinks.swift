public import TextFormats

/// An assetlinks.json file: which Android apps a domain trusts to open its links.
///
/// ```json
/// [{"relation": ["delegate_permission/common.handle_all_urls"],
///   "target": {"namespace": "android_app", "package_name": "com.example.access",
///              "sha256_cert_fingerprints": ["AA:BB:…"]}}]
/// ```
/// Sources: developer.android.com, verify-android-applinks; developers.google.com, Digital Asset Links statements.
public struct AssetLinks: Hashable, Sendable {
  /// The name under which the file is served, in `/.well-known/`.
  public static let fileName = "assetlinks.json"
  /// The relation that lets an app open links.
  public static let relation = "delegate_permission/common.handle_all_urls"

  /// In the order of the file; elements that are not objects are left out.
  public let statements: [Statement]
  /// What is wrong with the file, in the order of its members.
  public let diagnostics: [Diagnostic]

  /// A relation of the domain to an app or a site.
  public struct Statement: Hashable, Sendable {
    /// Its place in the file, as a JSON pointer.
    public let pointer: String
    /// Whether it lets the app open links.
    public let handlesLinks: Bool
    /// The app's package; `nil` when the target is not an Android app.
    public let package: String?
    /// SHA-256 of the certificates that the app may be signed with: 32 bytes in hexadecimal, joined by colons.
    public let fingerprints: [String]
    /// `nil` without Dynamic App Links.
    package let dynamicRules: DynamicRules?
  }

  /// - Parameter document: The file's JSON.
  public init(_ document: JSONDocument) {
    var found = AssociationFile.duplicates(document)
    statements = (document.value.elements ?? []).enumerated().compactMap { index, element in
      if element.members != nil { return Self.statement(element, "/\(index)", &found) }
      found.add(.assetShape, "a statement is not an object", at: .pointer("/\(index)"))
      return nil
    }
    var packages: Set<String> = []
    for statement in statements where statement.handlesLinks && statement.dynamicRules != nil {
      if packages.insert(statement.package ?? "").inserted { continue }
      found.add(
        .assetDynamicRepeated, "an earlier statement has dynamic rules for the same app",
        at: .pointer(statement.pointer + "/relation_extensions"))
    }
    if document.value.elements == nil {
      found.add(.assetShape, "the file is not an array of statements", at: .pointer(""))
    }
    diagnostics = found.map { $0.redacted(by: Secrets()) }
  }

  private static func statement(_ value: JSONValue, _ pointer: String, _ found: inout [Diagnostic]) -> Statement {
    func add(_ rule: Diagnostic.Rule, _ message: String, _ place: String) {
      found.add(rule, message, at: .pointer(pointer + place))
    }
    let relations = value["relation"]?.elements?.compactMap(\.text)
    let target = value["target"]
    let namespace = target?["namespace"]?.text
    if relations == nil {
      let isMissing = value["relation"] == nil
      add(.assetRelation, isMissing ? "there is no relation" : "relation is not an array of strings", "/relation")
    } else if relations?.contains(relation) == false, namespace != "web" {
      add(.assetRelation, "the relations do not include handle_all_urls", "/relation")
    }
    guard namespace == "android_app" else {
      if namespace != "web" {
        let shown = namespace.map { "the namespace is \(PrintableText.quoted($0))" }
        add(.assetNamespace, shown ?? "there is no target with a namespace", "/target/namespace")
      }
      return Statement(pointer: pointer, handlesLinks: false, package: nil, fingerprints: [], dynamicRules: nil)
    }
    let package = target?["package_name"]?.text
    if !isPackage(package ?? "") {
      let shown = package.map { "the package is \(PrintableText.quoted($0))" }
      add(.assetPackage, shown ?? "there is no package_name", "/target/package_name")
    }
    let place = "/target/sha256_cert_fingerprints"
    let elements = target?["sha256_cert_fingerprints"]?.elements ?? []
    if elements.isEmpty { add(.assetNoFingerprint, "there is no fingerprint", place) }
    for (index, element) in elements.enumerated() {
      let text = element.text ?? ""
      if !isFingerprint(text.uppercased()) {
        let isSHA1 = text.split(separator: ":").count == 20
        add(
          .assetFingerprint,
          isSHA1
            ? "the fingerprint has 20 bytes, as SHA-1 has; SHA-256 has 32"
            : "the fingerprint is not 32 bytes in hexadecimal, joined by ':'", "\(place)/\(index)")
      } else if text != text.uppercased() {
        add(.assetLowerCase, "the fingerprint has lower-case letters", "\(place)/\(index)")
      }
    }
    return Statement(
      pointer: pointer, handlesLinks: relations?.contains(relation) == true, package: package,
      fingerprints: elements.compactMap(\.text), dynamicRules: dynamicRules(of: value, pointer, &found))
  }

  /// Whether a text is a name of a package: two or more identifiers, joined by dots.
  package static func isPackage(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { part in
        part.first.map { $0.isASCII && $0.isLetter } == true
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      }
  }

  /// Whether a text is 32 bytes of upper-case hexadecimal with colons between them.
  public static func isFingerprint(_ text: String) -> Bool {
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    return groups.count == 32
      && groups.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy("0123456789ABCDEF".utf8.contains) }
  }
}
