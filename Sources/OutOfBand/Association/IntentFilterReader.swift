import TextFormats

/// Reads an intent filter of a manifest, and notes what is wrong with it.
struct IntentFilterReader {
  /// In the order of the checks.
  private(set) var found: [Diagnostic] = []
  private let element: XMLTree.Element
  private let number: Int
  /// The prefix of Android's attributes, with its colon.
  private let prefix: String
  /// The children `data`, which count together.
  private let data: [XMLTree.Element]
  private let schemes: [XMLTree.Attribute]
  private let hosts: [XMLTree.Attribute]
  private let paths: [Pattern]
  private let groups: [(element: XMLTree.Element, patterns: [Pattern])]
  /// The first value that is a resource or a placeholder, so that it is not in the manifest itself.
  private let resource: XMLTree.Attribute?
  private let isWeb: Bool
  private let isVerified: Bool

  /// An attribute with its pattern; `nil` for one that Android does not read.
  private struct Pattern {
    var attribute: XMLTree.Attribute
    var part: AndroidManifest.Group.Part
    var path: AndroidManifest.Path?
  }

  /// - Parameter number: Of the filter among all of the file, from 1.
  init(_ element: XMLTree.Element, number: Int, prefix: String) {
    (self.element, self.number, self.prefix) = (element, number, prefix)
    let data = element.children.filter { $0.name == "data" }
    self.data = data
    func all(_ name: String) -> [XMLTree.Attribute] {
      data.flatMap { one in one.attributes.filter { $0.name == prefix + name } }
    }
    (schemes, hosts) = (all("scheme"), all("host"))
    paths = Self.patterns(of: data, [.path], prefix)
    groups = element.children.filter { $0.name == "uri-relative-filter-group" }.map { group in
      (
        group,
        Self.patterns(of: group.children.filter { $0.name == "data" }, AndroidManifest.Group.Part.allCases, prefix)
      )
    }
    let patterns = paths + groups.flatMap(\.patterns)
    resource = (schemes + hosts + patterns.map(\.attribute)).first {
      $0.value.hasPrefix("@") || $0.value.contains("${")
    }
    isWeb = schemes.contains { Self.isWeb($0) }
    isVerified = element[prefix + "autoVerify"] == "true"
  }

  /// The patterns of `data` elements, by kind.
  private static func patterns(
    of data: [XMLTree.Element], _ parts: [AndroidManifest.Group.Part], _ prefix: String
  ) -> [Pattern] {
    let kinds: [(suffix: String, path: (String) -> AndroidManifest.Path?)] = [
      ("", { .exact($0) }), ("Prefix", { .prefix($0) }), ("Suffix", { .suffix($0) }), ("Pattern", { .glob($0) }),
      ("AdvancedPattern", { AdvancedPattern($0).map { .advanced($0) } }),
    ]
    return parts.flatMap { part in
      kinds.flatMap { kind in
        data.flatMap(\.attributes).filter { $0.name == prefix + part.rawValue + kind.suffix }.map {
          Pattern(attribute: $0, part: part, path: kind.path($0.value))
        }
      }
    }
  }

  /// Checks the filter; `nil` for one without a URI.
  ///
  /// - Parameters:
  ///   - obstacle: Why its component gets no link.
  ///   - isUncertain: Whether a value of its component is filled in elsewhere.
  mutating func filter(
    _ obstacle: AndroidManifest.Obstacle?, isUncertain: Bool
  ) -> AndroidManifest.IntentFilter? {
    if data.isEmpty { return nil }
    checkPrefixes()
    checkSchemesAndHosts()
    checkVerification()
    checkPaths()
    checkGroups()
    // Filters for other actions than links need no URI of the web.
    let isForLinks = checkCategories()
    if schemes.isEmpty { return nil }
    return AndroidManifest.IntentFilter(
      number: number, offset: element.offset, isVerified: isVerified, schemes: schemes.map(\.value),
      authorities: data.compactMap { one in
        one[prefix + "host"].map { AndroidManifest.Authority(host: $0, port: one[prefix + "port"]) }
      },
      paths: paths.compactMap(\.path), isForLinks: isForLinks,
      isOpaque: isUncertain || resource != nil || (paths + groups.flatMap(\.patterns)).contains { $0.path == nil },
      hasType: data.contains { $0[prefix + "mimeType"] != nil },
      groups: groups.map { group in
        AndroidManifest.Group(
          allows: group.element[prefix + "allow"] != "false",
          patterns: group.patterns.compactMap { one in one.path.map { .init(part: one.part, path: $0) } })
      }, obstacle: obstacle)
  }

  private static func isWeb(_ scheme: XMLTree.Attribute) -> Bool {
    ["http", "https"].contains(scheme.value.lowercased())
  }

  private mutating func add(_ rule: Diagnostic.Rule, _ message: String, _ offset: Int) {
    found.add(rule, message, "intent-filter \(number)", offset)
  }

  private mutating func checkPrefixes() {
    let names = [
      "scheme", "host", "port", "path", "pathPrefix", "pathSuffix", "pathPattern", "pathAdvancedPattern", "mimeType",
      "autoVerify",
    ]
    for attribute in ([element] + data).flatMap(\.attributes) where names.contains(attribute.name) {
      add(.manifestPrefix, "'\(attribute.name)' has no prefix", attribute.offset)
    }
  }

  private mutating func checkSchemesAndHosts() {
    if let resource { add(.manifestResource, "a value is \(PrintableText.quoted(resource.value))", resource.offset) }
    for one in schemes + hosts where one.value != one.value.lowercased() && one != resource {
      add(.manifestUpperCase, "\(PrintableText.quoted(one.value)) has capital letters", one.offset)
    }
    for scheme in schemes where scheme.value.contains(":") {
      add(.manifestScheme, "the scheme \(PrintableText.quoted(scheme.value)) has a ':'", scheme.offset)
    }
    let path = paths.first?.attribute
    if schemes.isEmpty, let ignored = hosts.first ?? path {
      add(.manifestScheme, "there is no scheme, so '\(ignored.name)' is ignored", ignored.offset)
    }
    if !schemes.isEmpty, hosts.isEmpty, let place = path ?? (isWeb ? schemes.first : nil) {
      let consequence = path == nil ? " to verify" : ", so '\(place.name)' is ignored"
      add(.manifestHost, "there is no host" + consequence, place.offset)
    }
  }

  private mutating func checkVerification() {
    if isWeb, !isVerified { add(.manifestNotVerified, "there is no \(prefix)autoVerify=\"true\"", element.offset) }
    guard isVerified, let custom = schemes.first(where: { !Self.isWeb($0) }) else { return }
    let quoted = PrintableText.quoted(custom.value)
    if isWeb {
      add(.manifestMixedSchemes, "the scheme \(quoted) is beside http or https", custom.offset)
    } else {
      add(.manifestVerifiedScheme, "autoVerify is set for \(quoted)", custom.offset)
    }
  }

  /// Checks what only Android 15 and later look at.
  private mutating func checkGroups() {
    if let first = groups.first?.element {
      add(.manifestGroup, "there is a uri-relative-filter-group", first.offset)
    }
    for stray in Self.patterns(of: data, [.query, .fragment], prefix) {
      add(.manifestStray, "'\(stray.attribute.name)' is not in a uri-relative-filter-group", stray.attribute.offset)
    }
    for one in paths + groups.flatMap(\.patterns) {
      let quoted = PrintableText.quoted(one.attribute.value)
      switch one.path {
      case nil: add(.manifestAdvanced, "the pattern \(quoted) is malformed", one.attribute.offset)
      case .advanced(let pattern) where pattern.neverMatches:
        add(.manifestAdvanced, "in \(quoted) '.*' leaves nothing for what follows it", one.attribute.offset)
      default: break
      }
    }
  }

  private mutating func checkPaths() {
    for (attribute, path) in paths.map({ ($0.attribute, $0.path) }) {
      var pattern: String?
      switch path {
      case .suffix, .advanced, nil: continue
      case .glob(let text): pattern = text
      case .exact, .prefix: break
      }
      if pattern?.hasPrefix(".*") == true { continue }
      if !attribute.value.hasPrefix("/"), attribute != resource {
        add(.manifestPath, "\(attribute.name) begins without '/'", attribute.offset)
      }
      // A `*` that follows a character other than `.` is hardly ever meant.
      if let pattern, zip(" " + pattern, pattern).contains(where: { $1 == "*" && $0 != "." && $0 != "\\" }) {
        add(.manifestGlob, "a '*' in \(attribute.name) repeats the character before it", attribute.offset)
      }
    }
  }

  /// Whether a browser's intent passes: action VIEW, categories DEFAULT and BROWSABLE.
  private mutating func checkCategories() -> Bool {
    func names(_ kind: String) -> [String] {
      element.children.filter { $0.name == kind }.compactMap { $0[prefix + "name"] }
    }
    var missing = names("action").contains("android.intent.action.VIEW") ? [] : ["the action VIEW"]
    for category in ["DEFAULT", "BROWSABLE"] where !names("category").contains("android.intent.category.\(category)") {
      missing.append("the category \(category)")
    }
    if missing.isEmpty { return true }
    add(.manifestCategories, "the filter lacks \(missing.joined(separator: ", "))", element.offset)
    return false
  }
}
