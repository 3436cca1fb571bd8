import TextFormats

/// Reads an apple-app-site-association file, and notes what is wrong with it.
struct AppleAssociationReader {
  private(set) var diagnostics: [Diagnostic] = []
  private var variables: [String: [String]] = [:]
  private var counts: [String: Int] = [:]

  /// The settings of a component that does not set them.
  private struct Defaults {
    var isCaseSensitive = true
    var isPercentEncoded = true
  }

  private mutating func add(
    _ rule: Diagnostic.Rule, _ found: String, _ pointer: String, remedy: String? = nil,
    severity: Diagnostic.Severity? = nil
  ) {
    counts[rule.code, default: 0] += 1
    // More than a hundred of a kind add nothing.
    guard counts[rule.code, default: 0] <= 100 else { return }
    diagnostics.append(Diagnostic(rule, found, at: .pointer(pointer), remedy: remedy, severity: severity))
  }

  mutating func details(of root: JSONValue) -> [AppleAppSiteAssociation.Detail] {
    guard let links = root["applinks"] else {
      add(.associationNoLinks, "there is no applinks", "")
      return []
    }
    guard links.members != nil else {
      add(.associationShape, "applinks is not an object", "/applinks")
      return []
    }
    for member in links["substitutionVariables"]?.members ?? [] {
      variables[member.name] = (member.value.elements ?? []).compactMap(\.text)
    }
    let defaults = defaults(links["defaults"], "/applinks/defaults", Defaults())
    guard let elements = links["details"]?.elements else {
      add(.associationShape, "details is \(links["details"] == nil ? "missing" : "not an array")", "/applinks/details")
      return []
    }
    if elements.isEmpty { add(.associationNoLinks, "details is empty", "/applinks/details") }
    return elements.enumerated().compactMap { detail($0.element, "/applinks/details/\($0.offset)", defaults) }
  }

  private mutating func defaults(_ value: JSONValue?, _ pointer: String, _ outer: Defaults) -> Defaults {
    var defaults = outer
    guard let value else { return defaults }
    if let flag = flag(value, "caseSensitive", pointer) { defaults.isCaseSensitive = flag }
    if let flag = flag(value, "percentEncoded", pointer) { defaults.isPercentEncoded = flag }
    return defaults
  }

  private mutating func flag(_ value: JSONValue, _ name: String, _ pointer: String) -> Bool? {
    switch value[name] {
    case nil: return nil
    case .boolean(let flag): return flag
    default:
      add(.associationType, "\(name) is not true or false", pointer + "/" + name)
      return nil
    }
  }

  // MARK: Apps

  private mutating func detail(
    _ value: JSONValue, _ pointer: String, _ outer: Defaults
  ) -> AppleAppSiteAssociation.Detail? {
    guard value.members != nil else {
      add(.associationShape, "an element of details is not an object", pointer)
      return nil
    }
    let apps = appIDs(value, pointer)
    let defaults = defaults(value["defaults"], pointer + "/defaults", outer)
    let paths = value["paths"].map { legacy($0, pointer + "/paths") }
    guard let components = value["components"] else {
      if let paths {
        add(.associationLegacyPaths, "there are paths and no components", pointer + "/paths")
        shadowed(paths)
        return AppleAppSiteAssociation.Detail(appIDs: apps, components: paths, isLegacy: true)
      }
      add(.associationNoLinks, "there are no components", pointer)
      return AppleAppSiteAssociation.Detail(appIDs: apps, components: [], isLegacy: false)
    }
    guard let elements = components.elements else {
      add(.associationShape, "components is not an array", pointer + "/components")
      return AppleAppSiteAssociation.Detail(appIDs: apps, components: [], isLegacy: false)
    }
    if elements.isEmpty { add(.associationNoLinks, "components is empty", pointer + "/components") }
    let found = elements.enumerated().compactMap {
      component($0.element, "\(pointer)/components/\($0.offset)", defaults)
    }
    shadowed(found)
    return AppleAppSiteAssociation.Detail(appIDs: apps, components: found, isLegacy: false)
  }

  private mutating func appIDs(_ value: JSONValue, _ pointer: String) -> [String] {
    var found: [(text: String, pointer: String)] = []
    for (index, element) in (value["appIDs"]?.elements ?? []).enumerated() {
      if let text = element.text { found.append((text, "\(pointer)/appIDs/\(index)")) }
    }
    if let text = value["appID"]?.text { found.append((text, pointer + "/appID")) }
    if found.isEmpty { add(.associationNoApp, "there is no appIDs with a string in it", pointer) }
    for app in found {
      if let fault = AppleAppSiteAssociation.fault(inAppID: app.text) { add(.associationAppID, fault, app.pointer) }
    }
    var seen: Set<String> = []
    return found.map(\.text).filter { seen.insert($0).inserted }
  }

  // MARK: Patterns

  private static let known = ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]

  private mutating func component(
    _ value: JSONValue, _ pointer: String, _ outer: Defaults
  ) -> AppleAppSiteAssociation.Component? {
    guard let members = value.members else {
      add(.associationShape, "a component is not an object", pointer)
      return nil
    }
    for member in members where !Self.known.contains(member.name) {
      add(
        .associationUnknownKey, "\(PrintableText.quoted(member.name)) is not a key of a component",
        pointer + JSONDocument.pointer([member.name]))
    }
    let defaults = defaults(value, pointer, outer)
    return AppleAppSiteAssociation.Component(
      pointer: pointer, isExcluded: flag(value, "exclude", pointer) ?? false, path: path(value["/"], pointer + "/~1"),
      query: query(value["?"], pointer + "/?"), fragment: pattern(value["#"], pointer + "/#"),
      isCaseSensitive: defaults.isCaseSensitive, isPercentEncoded: defaults.isPercentEncoded,
      pathText: value["/"]?.text ?? "*")
  }

  private mutating func pattern(_ value: JSONValue?, _ pointer: String) -> LinkPattern? {
    guard let value else { return nil }
    guard let text = value.text else {
      add(.associationType, "the pattern is not a string", pointer)
      return nil
    }
    let pattern = LinkPattern(text, variables: variables)
    for name in pattern.undefined.prefix(3) {
      add(.associationVariable, "the variable \(PrintableText.quoted(name)) has no values", pointer)
    }
    return pattern
  }

  private mutating func path(_ value: JSONValue?, _ pointer: String) -> LinkPattern? {
    if let text = value?.text { checkPath(text, pointer) }
    return pattern(value, pointer)
  }

  private mutating func checkPath(_ text: String, _ pointer: String) {
    if text.contains("#") {
      add(.associationFragmentInPath, "the pattern of the path contains '#'", pointer)
    }
    if let question = text.firstIndex(of: "?"), text[question...].contains("=") {
      add(.associationQueryInPath, "the pattern of the path contains '?' and '='", pointer)
    }
    if let first = text.first, !"/*?$".contains(first) {
      add(
        .associationRelativePath, "the pattern of the path begins with \(PrintableText.quoted(String(first)))", pointer)
    }
    if text.contains("://") {
      add(.associationRelativePath, "the pattern of the path contains '://'", pointer)
    }
  }

  private mutating func query(_ value: JSONValue?, _ pointer: String) -> AppleAppSiteAssociation.Query? {
    guard let value else { return nil }
    guard let members = value.members else { return pattern(value, pointer).map { .whole($0) } }
    return .items(
      members.compactMap { member in
        pattern(member.value, pointer + JSONDocument.pointer([member.name])).map {
          AppleAppSiteAssociation.Query.Item(name: member.name, pattern: $0)
        }
      })
  }

  /// `paths`, in which `NOT ` excludes.
  private mutating func legacy(_ value: JSONValue, _ pointer: String) -> [AppleAppSiteAssociation.Component] {
    guard let elements = value.elements else {
      add(.associationShape, "paths is not an array", pointer)
      return []
    }
    return elements.enumerated().compactMap { index, element in
      let place = "\(pointer)/\(index)"
      guard let text = element.text else {
        add(.associationType, "the pattern is not a string", place)
        return nil
      }
      let isExcluded = text.hasPrefix("NOT ")
      let path = isExcluded ? String(text.dropFirst(4)) : text
      checkPath(path, place)
      return AppleAppSiteAssociation.Component(
        pointer: place, isExcluded: isExcluded, path: LinkPattern(path), query: nil, fragment: nil,
        isCaseSensitive: true, isPercentEncoded: true, pathText: path)
    }
  }

  /// Reports components that an earlier one leaves nothing for. Only the first 64 can be earlier ones.
  private mutating func shadowed(_ components: [AppleAppSiteAssociation.Component]) {
    // What ends in its only wildcard takes everything with the same beginning.
    let greedy = components.prefix(64).enumerated().filter { _, one in
      one.isPathOnly && one.isCaseSensitive && one.pathText.hasSuffix("*")
        && !one.pathText.dropLast().contains { "*?$".contains($0) }
    }
    if greedy.isEmpty { return }
    for (index, later) in components.enumerated() {
      let earlier = greedy.first { position, one in
        position < index && (one.pathText == "*" || later.pathText.hasPrefix(one.pathText.dropLast()))
          && (later.isCaseSensitive || one.pathText == "*" || one.pathText == "/*")
      }
      if let earlier {
        let found = "\(earlier.element.pointer) comes before and matches all that this matches"
        add(
          .associationShadowed, found, later.pointer,
          severity: later.isExcluded == earlier.element.isExcluded ? .warning : nil)
      }
    }
  }
}
