import TextFormats

/// Reads an apple-app-site-association file, and notes what is wrong with it.
struct AppleAssociationReader {
  private(set) var diagnostics: [Diagnostic] = []
  private var variables: [String: [String]] = [:]

  /// The settings of a component that does not set them.
  private struct Defaults {
    var isCaseSensitive = true
    var isPercentEncoded = true
  }

  private mutating func add(
    _ rule: Diagnostic.Rule, _ found: String, _ pointer: String, severity: Diagnostic.Severity? = nil
  ) {
    diagnostics.add(rule, found, at: .pointer(pointer), severity: severity)
  }

  /// The elements of an array with their places.
  private mutating func elements(
    _ value: JSONValue?, _ name: String, _ pointer: String
  ) -> [(value: JSONValue, pointer: String)] {
    guard let elements = value?.elements else {
      add(.associationShape, "\(name) is \(value == nil ? "missing" : "not an array")", pointer)
      return []
    }
    if elements.isEmpty, name != "paths" { add(.associationNoLinks, "\(name) is empty", pointer) }
    return elements.enumerated().map { ($0.element, "\(pointer)/\($0.offset)") }
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
    return elements(links["details"], "details", "/applinks/details").compactMap { detail($0, $1, defaults) }
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
    var found = value["paths"].map { legacy($0, pointer + "/paths") } ?? []
    if let components = value["components"] {
      found = elements(components, "components", pointer + "/components").compactMap { component($0, $1, defaults) }
    } else if value["paths"] == nil {
      add(.associationNoLinks, "there are no components", pointer)
    } else {
      add(.associationLegacyPaths, "there are paths and no components", pointer + "/paths")
    }
    checkShadows(found)
    return AppleAppSiteAssociation.Detail(appIDs: apps, components: found)
  }

  private mutating func appIDs(_ value: JSONValue, _ pointer: String) -> [String] {
    let ids = value["appIDs"]?.elements ?? []
    var found = ids.enumerated().compactMap { index, id in id.text.map { ($0, "\(pointer)/appIDs/\(index)") } }
    if let text = value["appID"]?.text { found.append((text, pointer + "/appID")) }
    if found.isEmpty { add(.associationNoApp, "there is no appIDs with a string in it", pointer) }
    for (id, place) in found {
      if let fault = AppleAppSiteAssociation.fault(inAppID: id) { add(.associationAppID, fault, place) }
    }
    return found.map(\.0).uniqued
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
    let isExcluded = flag(value, "exclude", pointer) ?? false
    if let path = value["/"]?.text { checkPath(path, pointer + "/~1") }
    return AppleAppSiteAssociation.Component(
      pointer: pointer, isExcluded: isExcluded, path: pattern(value["/"], pointer + "/~1"),
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

  private mutating func checkPath(_ text: String, _ pointer: String) {
    let pattern = "the pattern of the path"
    if text.contains("#") { add(.associationFragmentInPath, "\(pattern) contains '#'", pointer) }
    if text.drop(while: { $0 != "?" }).contains("=") {
      add(.associationQueryInPath, "\(pattern) contains '?' and '='", pointer)
    }
    if let first = text.first, !"/*?$".contains(first) {
      add(.associationRelativePath, "\(pattern) begins with \(PrintableText.quoted(String(first)))", pointer)
    }
    if text.contains("://") { add(.associationRelativePath, "\(pattern) contains '://'", pointer) }
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
    elements(value, "paths", pointer).compactMap { element, place in
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
  private mutating func checkShadows(_ components: [AppleAppSiteAssociation.Component]) {
    // What ends in its only wildcard takes everything with the same beginning.
    let greedy = components.prefix(64).enumerated().filter { _, one in
      one.isPathOnly && one.isCaseSensitive && one.pathText.hasSuffix("*")
        && !one.pathText.dropLast().contains { "*?$".contains($0) }
    }
    for (index, later) in components.enumerated() {
      let earlier = greedy.first { position, one in
        position < index && (one.pathText == "*" || later.pathText.hasPrefix(one.pathText.dropLast()))
          && (later.isCaseSensitive || one.pathText == "*" || one.pathText == "/*")
      }
      guard let earlier = earlier?.element else { continue }
      add(
        .associationShadowed, "\(earlier.pointer) comes before and matches all that this matches", later.pointer,
        severity: later.isExcluded == earlier.isExcluded ? .warning : nil)
    }
  }
}
