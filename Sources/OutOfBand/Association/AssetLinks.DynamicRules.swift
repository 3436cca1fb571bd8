import TextFormats

extension AssetLinks {
  /// Which links an app opens on Android 15 and later with Google services, beside what its manifest says: Dynamic App Links.
  ///
  /// The first rule that matches decides, and a link that none matches does not open the app. Rules cannot add to the manifest. The
  /// source is configure-assetlinks at developer.android.com.
  package enum DynamicRules: Hashable, Sendable {
    /// In the order of the file.
    case components([AppleAppSiteAssociation.Component])
    /// The field is malformed, so that the manifest alone counts.
    case discarded
    /// Something in the rules has no documented effect.
    case unclear
  }

  private static let field = "dynamic_app_link_components"

  /// Reads the rules of a statement; `nil` when it has none.
  static func dynamicRules(
    of statement: JSONValue, _ pointer: String, _ found: inout [Diagnostic]
  ) -> DynamicRules? {
    guard let extensions = statement["relation_extensions"] else { return nil }
    var place = pointer + "/relation_extensions"
    func discard(_ message: String) -> DynamicRules {
      found.add(.assetDynamic, message, at: .pointer(place))
      return .discarded
    }
    guard extensions.members != nil else { return discard("relation_extensions is not an object") }
    guard let own = extensions[relation] else { return nil }
    place += JSONDocument.pointer([relation])
    guard own.members != nil else { return discard("the extension is not an object") }
    guard let value = own[field] else { return nil }
    place += "/" + field
    guard let elements = value.elements, !elements.isEmpty else {
      return discard("\(field) is \(value.elements == nil ? "not an array" : "empty")")
    }
    var components: [AppleAppSiteAssociation.Component] = []
    var isUnclear = false
    for (index, element) in elements.enumerated() {
      let pointer = "\(place)/\(index)"
      guard let component = AppleAppSiteAssociation.Component(dynamicRule: element, pointer) else {
        place = pointer
        return discard("the rule is not an object of patterns, which are strings, and exclude, which is true or false")
      }
      for member in element.members ?? [] where !["/", "?", "#", "exclude"].contains(member.name) {
        isUnclear = true
        found.add(
          .assetDynamicUnknown, "\(PrintableText.quoted(member.name)) is not a key of a rule",
          at: .pointer(pointer + JSONDocument.pointer([member.name])))
      }
      components.append(component)
    }
    return isUnclear ? .unclear : .components(components)
  }
}

extension AppleAppSiteAssociation.Component {
  /// Reads a rule of assetlinks.json; `nil` for a malformed one. `$` has no meaning in it.
  fileprivate init?(dynamicRule value: JSONValue, _ pointer: String) {
    func pattern(_ value: JSONValue?) -> LinkPattern? { value?.text.map { LinkPattern($0, variables: nil) } }
    let members = value["?"]?.members
    let items = members?.compactMap { member in
      pattern(member.value).map { AppleAppSiteAssociation.Query.Item(name: member.name, pattern: $0) }
    }
    let isSound =
      value.members != nil && items?.count == members?.count && (value["?"] == nil || members != nil)
      && ["/", "#"].allSatisfy { value[$0] == nil || value[$0]?.text != nil }
    var isExcluded = false
    switch value["exclude"] {
    case nil: break
    case .boolean(let flag): isExcluded = flag
    default: return nil
    }
    guard isSound else { return nil }
    self.init(
      pointer: pointer, isExcluded: isExcluded, path: pattern(value["/"]), query: items.map { .items($0) },
      fragment: pattern(value["#"]), isCaseSensitive: true, isPercentEncoded: false, needsParameters: true,
      pathText: value["/"]?.text ?? "*")
  }
}
