public import TextFormats

/// What a property list of an iOS app says of links: its Info.plist has the schemes of custom URIs, its entitlements the
/// domains of universal links.
///
/// ```xml
/// <key>com.apple.developer.associated-domains</key><array><string>applinks:access.example.com</string></array>
/// <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>myaccessapp</string></array></dict></array>
/// ```
/// Sources: developer.apple.com, Associated Domains Entitlement and CFBundleURLTypes; RFC 3986 for schemes.
public struct ApplePropertyList: Hashable, Sendable {
  /// Where the domains are.
  package static let domainsKey = "com.apple.developer.associated-domains"
  /// Where the schemes are.
  package static let schemesKey = "CFBundleURLSchemes"

  /// The domains of `applinks:`; `nil` when the list has no associated domains.
  public let domains: [Domain]?
  /// The schemes of the app's custom URIs in lower case, those that can be one; `nil` when the list has no URL types.
  public let schemes: [String]?
  /// Whether a domain or scheme is filled in by the build, as in `$(DOMAIN)`.
  package let hasVariables: Bool
  /// What is wrong with the list.
  public let diagnostics: [Diagnostic]

  /// An entry with the service `applinks`.
  public struct Domain: Hashable, Sendable {
    /// As written, without service and mode: `access.example.com`, or `*.example.com` for all sub-domains.
    public let name: String
    /// `developer` or `managed`; `nil` for an entry without a mode, which counts on every phone.
    public let mode: String?
    /// The number of bytes before the entry.
    public let offset: Int

    /// Whether the entry covers a host. A wildcard covers the hosts below the domain, and not the domain itself.
    package func covers(_ host: String) -> Bool {
      let name = name.lowercased()
      return name.hasPrefix("*.")
        ? host.hasSuffix(name.dropFirst()) && host.utf8.count >= name.utf8.count : name == host
    }
  }

  /// - Parameter tree: Parsed as a property list, so that it has its text.
  public init(_ tree: XMLTree) {
    var reader = PropertyListReader()
    reader.read(tree.root)
    (domains, schemes) = (reader.domains, reader.schemes)
    hasVariables = reader.hasVariables
    diagnostics = reader.found.map { $0.redacted(by: Secrets()) }
  }
}

/// Finds domains and schemes in a property list, and notes what is wrong with them.
private struct PropertyListReader {
  private(set) var domains: [ApplePropertyList.Domain]?
  private(set) var schemes: [String]?
  private(set) var hasVariables = false
  private(set) var found: [Diagnostic] = []

  private mutating func add(
    _ rule: Diagnostic.Rule, _ message: String, _ element: XMLTree.Element, _ severity: Diagnostic.Severity? = nil,
    remedy: String? = nil
  ) {
    found.add(rule, message, element.name, element.offset, remedy: remedy, severity: severity)
  }

  mutating func read(_ root: XMLTree.Element) {
    for dictionary in root.descendants where dictionary.name == "dict" {
      for (key, value) in zip(dictionary.children, dictionary.children.dropFirst()) where key.name == "key" {
        switch key.text {
        case ApplePropertyList.domainsKey:
          let entries = strings(value, of: key)
          domains = (domains ?? []) + entries.compactMap { domain($0) }
          if !entries.contains(where: { $0.text.hasPrefix("applinks:") || Self.hasVariable($0) }) {
            add(.domainWithoutLinks, "no entry begins with 'applinks:'", value)
          }
        case ApplePropertyList.schemesKey:
          schemes = (schemes ?? []) + strings(value, of: key).compactMap { scheme($0) }
        case "CFBundleURLTypes": schemes = schemes ?? []
        default: break
        }
      }
    }
  }

  private mutating func strings(_ value: XMLTree.Element, of key: XMLTree.Element) -> [XMLTree.Element] {
    guard value.name == "array", value.children.allSatisfy({ $0.name == "string" }) else {
      add(.propertyListSyntax, "\(key.text) is not an array of strings", value)
      return []
    }
    return value.children
  }

  /// Whether the build fills in a value: `$(NAME)` or `${NAME}`.
  private static func hasVariable(_ entry: XMLTree.Element) -> Bool {
    entry.text.contains("$(") || entry.text.contains("${")
  }

  // MARK: Domains

  private mutating func domain(_ entry: XMLTree.Element) -> ApplePropertyList.Domain? {
    if Self.hasVariable(entry) {
      hasVariables = true
      return nil
    }
    let service = entry.text.prefix { $0 != ":" }
    if service != "applinks" {
      // Other services, such as webcredentials, open no links.
      if service == entry.text || service.lowercased() == "applinks" || ["https", "http"].contains(service) {
        add(.domainForm, "\(PrintableText.quoted(entry.text)) does not begin with 'applinks:'", entry)
      }
      return nil
    }
    let parts = entry.text.dropFirst("applinks:".count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    if let fault = Self.fault(inDomain: parts[0]) {
      let written = entry.text.dropFirst("applinks:".count).drop { $0 == "/" }
      let rest = written.firstRange(of: "://").map { written[$0.upperBound...] } ?? written
      let name = rest.prefix { !"/:?".contains($0) }
      add(
        .domainForm, "\(PrintableText.quoted(entry.text)) has \(fault)", entry,
        remedy: Self.fault(inDomain: name) == nil ? "write applinks:\(name)" : nil)
      return nil
    }
    if parts[0].hasPrefix("*.") {
      add(.domainWildcard, "\(PrintableText.quoted(parts[0])) is for every sub-domain", entry)
    }
    var mode: String?
    if parts.count == 2 {
      guard ["mode=developer", "mode=managed", "mode=developer+managed"].contains(parts[1]) else {
        add(.domainForm, "\(PrintableText.quoted(entry.text)) has a query that is not a mode", entry)
        return nil
      }
      mode = String(parts[1].dropFirst("mode=".count))
      add(.domainMode, "the entry is for the mode '\(mode ?? "")'", entry, mode == "managed" ? .warning : nil)
    }
    return ApplePropertyList.Domain(name: String(parts[0]), mode: mode, offset: entry.offset)
  }

  /// What an entry has besides a domain, with an article; `nil` for a domain alone, or a wildcard and a domain.
  private static func fault(inDomain text: Substring) -> String? {
    if text.contains("://") { return "a scheme" }
    if text.contains("/") { return "a path" }
    if text.contains(":") { return "a port" }
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text
    if name.contains("*") { return "a '*' that is not the first label" }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty && label.utf8.allSatisfy { $0.isLetterOrDigit(or: "-") } && label.first != "-" && label.last != "-"
    }
    return isName && labels.count > 1 ? nil : "no fully qualified domain"
  }

  // MARK: Schemes

  private mutating func scheme(_ entry: XMLTree.Element) -> String? {
    if Self.hasVariable(entry) {
      hasVariables = true
      return nil
    }
    let quoted = PrintableText.quoted(entry.text)
    if entry.text.contains(":") {
      let name = entry.text.prefix { $0 != ":" }
      add(
        .schemeForm, "\(quoted) has a ':'", entry,
        remedy: URLText.isScheme(name) ? "write \(name.lowercased()) alone" : nil)
    } else if !URLText.isScheme(entry.text) {
      let reason = entry.text.contains("_") ? "has a '_'" : "is not a scheme"
      add(.schemeForm, "\(quoted) \(reason)", entry)
    } else {
      if entry.text != entry.text.lowercased() { add(.schemeForm, "\(quoted) has capital letters", entry, .warning) }
      return entry.text.lowercased()
    }
    return nil
  }
}
