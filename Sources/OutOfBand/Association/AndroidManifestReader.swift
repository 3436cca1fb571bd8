import TextFormats

/// Reads the intent filters of a manifest, and notes what is wrong with them.
struct AndroidManifestReader {
  private(set) var diagnostics: [Diagnostic] = []
  /// The prefix of Android's attributes, with its colon.
  private let prefix: String

  init(_ root: XMLTree.Element) {
    let declared = root.attributes.first { $0.name.hasPrefix("xmlns:") && $0.value == AndroidManifest.namespace }
    prefix = (declared?.name.dropFirst("xmlns:".count)).map { $0 + ":" } ?? "android:"
  }

  mutating func filters(in root: XMLTree.Element) -> [AndroidManifest.IntentFilter] {
    let elements = root.descendants.filter { $0.name == "intent-filter" }
    let filters = elements.enumerated().compactMap { filter($0.element, number: $0.offset + 1) }
    if filters.isEmpty {
      diagnostics.append(
        Diagnostic(.manifestNoFilter, "no intent filter has a scheme", at: .component("manifest", offset: root.offset)))
    }
    return filters
  }

  private func value(_ element: XMLTree.Element, _ name: String) -> String? { element[prefix + name] }

  private static let names = [
    "scheme", "host", "port", "path", "pathPrefix", "pathSuffix", "pathPattern", "pathAdvancedPattern", "mimeType",
  ]

  private mutating func filter(_ element: XMLTree.Element, number: Int) -> AndroidManifest.IntentFilter? {
    func place(_ offset: Int) -> Diagnostic.Place { .component("intent-filter \(number)", offset: offset) }
    var findings: [Diagnostic] = []
    func add(_ rule: Diagnostic.Rule, _ found: String, _ offset: Int, severity: Diagnostic.Severity? = nil) {
      findings.append(Diagnostic(rule, found, at: place(offset), severity: severity))
    }
    let data = element.children.filter { $0.name == "data" }
    guard !data.isEmpty else { return nil }
    for one in [element] + data {
      for attribute in one.attributes where (Self.names + ["autoVerify"]).contains(attribute.name) {
        add(.manifestPrefix, "'\(attribute.name)' has no prefix", attribute.offset)
      }
    }
    func all(_ name: String) -> [XMLTree.Attribute] {
      data.flatMap { one in one.attributes.filter { $0.name == prefix + name } }
    }
    let schemes = all("scheme")
    let hosts = all("host")
    let paths: [(XMLTree.Attribute, (String) -> AndroidManifest.Path)] =
      all("path").map { ($0, { .exact($0) }) } + all("pathPrefix").map { ($0, { .prefix($0) }) }
      + all("pathSuffix").map { ($0, { .suffix($0) }) } + all("pathPattern").map { ($0, { .glob($0) }) }
    let isVerified = value(element, "autoVerify") == "true"
    let isWeb = schemes.contains { ["http", "https"].contains($0.value.lowercased()) }
    let custom = schemes.first { !["http", "https"].contains($0.value.lowercased()) }

    let resource = (schemes + hosts + paths.map(\.0)).first { $0.value.hasPrefix("@") || $0.value.contains("${") }
    if let resource {
      add(.manifestResource, "a value is \(Redaction.quoted(resource.value, limit: 40))", resource.offset)
    }
    for attribute in schemes + hosts where attribute.value != attribute.value.lowercased() && attribute != resource {
      add(.manifestUpperCase, "\(Redaction.quoted(attribute.value, limit: 60)) has capital letters", attribute.offset)
    }
    for scheme in schemes where scheme.value.contains(":") {
      add(.manifestScheme, "the scheme \(Redaction.quoted(scheme.value)) has a ':'", scheme.offset)
    }
    if schemes.isEmpty, let ignored = hosts.first ?? paths.first?.0 {
      add(.manifestScheme, "there is no scheme, so '\(ignored.name)' is ignored", ignored.offset)
    }
    if !schemes.isEmpty, hosts.isEmpty, let ignored = paths.first?.0 ?? (isWeb ? schemes.first : nil) {
      let found = paths.isEmpty ? "there is no host to verify" : "there is no host, so '\(ignored.name)' is ignored"
      add(.manifestHost, found, ignored.offset)
    }
    if isWeb, !isVerified {
      add(.manifestNotVerified, "there is no \(prefix)autoVerify=\"true\"", element.offset)
    }
    if isVerified, let custom {
      if isWeb {
        add(
          .manifestMixedSchemes, "the scheme \(Redaction.quoted(custom.value)) is beside http or https", custom.offset)
      } else {
        add(.manifestVerifiedScheme, "autoVerify is set for \(Redaction.quoted(custom.value))", custom.offset)
      }
    }
    for (path, kind) in paths {
      if case .suffix = kind("") { continue }
      if case .glob = kind(""), path.value.hasPrefix(".*") { continue }
      if !path.value.hasPrefix("/"), path != resource {
        add(.manifestPath, "\(path.name) begins without '/'", path.offset)
      }
      if case .glob = kind(""), Self.hasBareStar(path.value) {
        add(.manifestGlob, "a '*' in \(path.name) repeats the character before it", path.offset)
      }
    }
    // Filters for other actions than links need no URI of the web.
    let isForLinks = checkCategories(element, isWeb: isWeb, number: number, &findings)
    diagnostics += findings
    if schemes.isEmpty { return nil }
    return AndroidManifest.IntentFilter(
      number: number, offset: element.offset, isVerified: isVerified, schemes: schemes.map(\.value),
      authorities: data.compactMap { one in
        value(one, "host").map { AndroidManifest.Authority(host: $0, port: value(one, "port")) }
      },
      paths: paths.map { $0.1($0.0.value) }, isForLinks: isForLinks,
      isOpaque: resource != nil || !all("pathAdvancedPattern").isEmpty
        || element.children.contains { $0.name == "uri-relative-filter-group" },
      hasType: !all("mimeType").isEmpty)
  }

  /// Whether a browser's intent passes: action VIEW, categories DEFAULT and BROWSABLE.
  private func checkCategories(
    _ element: XMLTree.Element, isWeb: Bool, number: Int, _ findings: inout [Diagnostic]
  ) -> Bool {
    func names(_ kind: String) -> [String] {
      element.children.filter { $0.name == kind }.compactMap { value($0, "name") }
    }
    var missing: [String] = []
    if !names("action").contains("android.intent.action.VIEW") { missing.append("the action VIEW") }
    for category in ["DEFAULT", "BROWSABLE"] where !names("category").contains("android.intent.category.\(category)") {
      missing.append("the category \(category)")
    }
    if missing.isEmpty { return true }
    findings.append(
      Diagnostic(
        .manifestCategories, "the filter lacks \(missing.joined(separator: ", "))",
        at: .component("intent-filter \(number)", offset: element.offset)))
    return false
  }

  /// Whether a `*` follows a character other than `.`, which is hardly ever meant.
  private static func hasBareStar(_ pattern: String) -> Bool {
    var before: Character?
    for character in pattern {
      if character == "*", before != ".", before != "\\" { return true }
      before = character
    }
    return false
  }
}
