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
  }

  /// - Parameter document: The file's JSON.
  public init(_ document: JSONDocument) {
    var findings = AssociationFile.duplicates(document)
    var statements: [Statement] = []
    for (index, element) in (document.value.elements ?? []).enumerated() {
      let pointer = "/\(index)"
      guard element.members != nil else {
        findings.append(Diagnostic(.assetShape, "a statement is not an object", at: .pointer(pointer)))
        continue
      }
      statements.append(Self.statement(element, pointer, &findings))
    }
    if document.value.elements == nil {
      findings.append(Diagnostic(.assetShape, "the file is not an array of statements", at: .pointer("")))
    }
    self.statements = statements
    diagnostics = findings.map { $0.redacted(by: Secrets()) }
  }

  private static func statement(
    _ value: JSONValue, _ pointer: String, _ findings: inout [Diagnostic]
  ) -> Statement {
    func add(_ rule: Diagnostic.Rule, _ found: String, _ place: String) {
      findings.append(Diagnostic(rule, found, at: .pointer(pointer + place)))
    }
    let relations = (value["relation"]?.elements ?? []).compactMap(\.text)
    let target = value["target"]
    let namespace = target?["namespace"]?.text
    if value["relation"]?.elements == nil {
      add(
        .assetRelation, value["relation"] == nil ? "there is no relation" : "relation is not an array of strings",
        "/relation")
    } else if !relations.contains(relation), namespace != "web" {
      add(.assetRelation, "the relations do not include handle_all_urls", "/relation")
    }
    guard let namespace, ["android_app", "web"].contains(namespace) else {
      let found =
        namespace.map { "the namespace is \(PrintableText.quoted($0))" } ?? "there is no target with a namespace"
      add(.assetNamespace, found, "/target/namespace")
      return Statement(pointer: pointer, handlesLinks: false, package: nil, fingerprints: [])
    }
    if namespace == "web" {
      return Statement(pointer: pointer, handlesLinks: false, package: nil, fingerprints: [])
    }
    let package = target?["package_name"]?.text
    if !isPackage(package ?? "") {
      let found = package.map { "the package is \(PrintableText.quoted($0))" } ?? "there is no package_name"
      add(.assetPackage, found, "/target/package_name")
    }
    let elements = target?["sha256_cert_fingerprints"]?.elements ?? []
    if elements.isEmpty {
      add(.assetNoFingerprint, "there is no fingerprint", "/target/sha256_cert_fingerprints")
    }
    for (index, element) in elements.enumerated() {
      let place = "/target/sha256_cert_fingerprints/\(index)"
      let text = element.text ?? ""
      guard isFingerprint(text.uppercased()) else {
        add(.assetFingerprint, "the fingerprint is not 32 bytes in hexadecimal, joined by ':'", place)
        continue
      }
      if text != text.uppercased() { add(.assetLowerCase, "the fingerprint has lower-case letters", place) }
    }
    return Statement(
      pointer: pointer, handlesLinks: relations.contains(relation), package: package,
      fingerprints: elements.compactMap(\.text))
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
      && groups.allSatisfy { group in
        group.utf8.count == 2 && group.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 }
      }
  }
}
