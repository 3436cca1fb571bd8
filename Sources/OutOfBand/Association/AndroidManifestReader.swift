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

  /// What the children `data` of a filter say.
  private struct Data {
    let elements: [XMLTree.Element]
    let schemes: [XMLTree.Attribute]
    let hosts: [XMLTree.Attribute]
    let paths: [(XMLTree.Attribute, (String) -> AndroidManifest.Path)]
    /// The first value that is a resource or a placeholder, so that it is not in the manifest itself.
    let resource: XMLTree.Attribute?
    private let prefix: String

    init(of element: XMLTree.Element, prefix: String) {
      let elements = element.children.filter { $0.name == "data" }
      self.prefix = prefix
      func all(_ name: String) -> [XMLTree.Attribute] { Self.all(prefix + name, in: elements) }
      self.elements = elements
      schemes = all("scheme")
      hosts = all("host")
      paths =
        all("path").map { ($0, { .exact($0) }) } + all("pathPrefix").map { ($0, { .prefix($0) }) }
        + all("pathSuffix").map { ($0, { .suffix($0) }) } + all("pathPattern").map { ($0, { .glob($0) }) }
      resource = (schemes + hosts + paths.map(\.0)).first { $0.value.hasPrefix("@") || $0.value.contains("${") }
    }

    private static func all(_ name: String, in elements: [XMLTree.Element]) -> [XMLTree.Attribute] {
      elements.flatMap { one in one.attributes.filter { $0.name == name } }
    }

    func has(_ name: String) -> Bool { !Self.all(prefix + name, in: elements).isEmpty }

    var isWeb: Bool { schemes.contains(where: Self.isWeb) }

    /// The first scheme that is not of the web.
    var custom: XMLTree.Attribute? { schemes.first { !Self.isWeb($0) } }

    private static func isWeb(_ scheme: XMLTree.Attribute) -> Bool {
      ["http", "https"].contains(scheme.value.lowercased())
    }
  }

  /// Findings about one filter, in the order of the checks.
  private struct Findings {
    let number: Int
    var all: [Diagnostic] = []

    mutating func add(_ rule: Diagnostic.Rule, _ found: String, _ offset: Int) {
      all.append(Diagnostic(rule, found, at: .component("intent-filter \(number)", offset: offset)))
    }
  }

  private mutating func filter(_ element: XMLTree.Element, number: Int) -> AndroidManifest.IntentFilter? {
    let data = Data(of: element, prefix: prefix)
    guard !data.elements.isEmpty else { return nil }
    let isVerified = value(element, "autoVerify") == "true"
    var findings = Findings(number: number)
    checkPrefixes([element] + data.elements, &findings)
    checkSchemesAndHosts(data, &findings)
    checkVerification(of: element, data, isVerified: isVerified, &findings)
    checkPaths(data, &findings)
    // Filters for other actions than links need no URI of the web.
    let isForLinks = checkCategories(element, isWeb: data.isWeb, number: number, &findings.all)
    diagnostics += findings.all
    if data.schemes.isEmpty { return nil }
    return AndroidManifest.IntentFilter(
      number: number, offset: element.offset, isVerified: isVerified, schemes: data.schemes.map(\.value),
      authorities: data.elements.compactMap { one in
        value(one, "host").map { AndroidManifest.Authority(host: $0, port: value(one, "port")) }
      },
      paths: data.paths.map { $0.1($0.0.value) }, isForLinks: isForLinks,
      isOpaque: data.resource != nil || data.has("pathAdvancedPattern")
        || element.children.contains { $0.name == "uri-relative-filter-group" },
      hasType: data.has("mimeType"))
  }

  private func checkPrefixes(_ elements: [XMLTree.Element], _ findings: inout Findings) {
    for element in elements {
      for attribute in element.attributes where (Self.names + ["autoVerify"]).contains(attribute.name) {
        findings.add(.manifestPrefix, "'\(attribute.name)' has no prefix", attribute.offset)
      }
    }
  }

  private func checkSchemesAndHosts(_ data: Data, _ findings: inout Findings) {
    let (schemes, hosts, paths) = (data.schemes, data.hosts, data.paths)
    if let resource = data.resource {
      findings.add(
        .manifestResource, "a value is \(PrintableText.quoted(resource.value))", resource.offset)
    }
    for attribute in schemes + hosts where attribute.value != attribute.value.lowercased() && attribute != data.resource
    {
      findings.add(
        .manifestUpperCase, "\(PrintableText.quoted(attribute.value)) has capital letters", attribute.offset)
    }
    for scheme in schemes where scheme.value.contains(":") {
      findings.add(.manifestScheme, "the scheme \(PrintableText.quoted(scheme.value)) has a ':'", scheme.offset)
    }
    if schemes.isEmpty, let ignored = hosts.first ?? paths.first?.0 {
      findings.add(.manifestScheme, "there is no scheme, so '\(ignored.name)' is ignored", ignored.offset)
    }
    if !schemes.isEmpty, hosts.isEmpty, let ignored = paths.first?.0 ?? (data.isWeb ? schemes.first : nil) {
      let found = paths.isEmpty ? "there is no host to verify" : "there is no host, so '\(ignored.name)' is ignored"
      findings.add(.manifestHost, found, ignored.offset)
    }
  }

  private func checkVerification(
    of element: XMLTree.Element, _ data: Data, isVerified: Bool, _ findings: inout Findings
  ) {
    if data.isWeb, !isVerified {
      findings.add(.manifestNotVerified, "there is no \(prefix)autoVerify=\"true\"", element.offset)
    }
    guard isVerified, let custom = data.custom else { return }
    if data.isWeb {
      findings.add(
        .manifestMixedSchemes, "the scheme \(PrintableText.quoted(custom.value)) is beside http or https", custom.offset
      )
    } else {
      findings.add(
        .manifestVerifiedScheme, "autoVerify is set for \(PrintableText.quoted(custom.value))", custom.offset)
    }
  }

  private func checkPaths(_ data: Data, _ findings: inout Findings) {
    for (path, kind) in data.paths {
      if case .suffix = kind("") { continue }
      if case .glob = kind(""), path.value.hasPrefix(".*") { continue }
      if !path.value.hasPrefix("/"), path != data.resource {
        findings.add(.manifestPath, "\(path.name) begins without '/'", path.offset)
      }
      if case .glob = kind(""), Self.hasBareStar(path.value) {
        findings.add(.manifestGlob, "a '*' in \(path.name) repeats the character before it", path.offset)
      }
    }
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
