import OutOfBand
import TextFormats

/// Whether a link opens an iOS app: the domain's file and the app's entitlements decide on universal links, Info.plist on
/// custom URIs.
extension AppAssociation {
  private static let applinks = ["developer.apple.com applinks"]
  private static let domains = ["developer.apple.com associated domains"]

  func iOS(_ link: URLText, _ appID: String?) -> AssociationVerdict.Answer {
    guard link.scheme == "https" || link.scheme == "http" else { return customURI(link) }
    let host = link.host ?? ""
    if let refusal = entitlements.flatMap({ Self.refusal(by: $0, host) }) { return refusal }
    if let refusal = appleDelivery?.verdict(of: AppleAppSiteAssociation.fileName, from: host) { return refusal }
    guard let apple else {
      let isEntitled = entitlements == nil ? "" : "the entitlements list the host; "
      return .init(
        .unknown, isEntitled + "which links the domain gives to the app is in its file, which was not given",
        Self.applinks)
    }
    let answer = Self.answer(apple, link, appID, isEntitled: entitlements != nil)
    guard answer.outcome == .opens else { return answer }
    if link.scheme == "http" {
      return .init(.unknown, app: answer.app, "no source says whether an http link opens the app", Self.applinks)
    }
    if let port = link.writtenPort, port != "443" {
      return .init(
        .unknown, app: answer.app, "no source says whether a link with a port opens the app; an entitlement has none",
        Self.domains)
    }
    if let mode = entitlements.flatMap({ Self.mode(of: $0, host) }) {
      return .init(
        .unknown, app: answer.app, in: "app.entitlements", at: .component("string", offset: mode.offset),
        "the entitlement is for the mode '\(mode.mode ?? "")' alone, which is a matter of the device", Self.domains)
    }
    return answer
  }

  // MARK: Property lists

  /// Why the entitlements do not let the app open links of a host.
  private static func refusal(by list: ApplePropertyList, _ host: String) -> AssociationVerdict.Answer? {
    if list.domains?.contains(where: { $0.covers(host) }) == true { return nil }
    let name = "applinks:" + PrintableText.of(host)
    if list.hasVariables {
      return .init(
        .unknown, in: "app.entitlements", "the build fills in an entry; no other one is \(name)", Self.domains)
    }
    // The entry that is meant, if it has a fault.
    let meant = list.diagnostics.first { $0.severity == .error && $0.message.lowercased().contains(host) }
    if let meant {
      return .init(
        .doesNotOpen, in: "app.entitlements", at: meant.place,
        "the associated domains do not list \(name): \(meant.message)", fix: meant.remedy, Self.domains)
    }
    return .init(
      .doesNotOpen, in: "app.entitlements", "the associated domains do not list \(name)",
      fix: "add \(name) to the app's associated domains", Self.domains)
  }

  /// The entry for a host, if all entries for it have a mode.
  private static func mode(of list: ApplePropertyList, _ host: String) -> ApplePropertyList.Domain? {
    let entries = (list.domains ?? []).filter { $0.covers(host) }
    return entries.contains { $0.mode == nil } ? nil : entries.first
  }

  private func customURI(_ link: URLText) -> AssociationVerdict.Answer {
    let sources = ["RFC 3986, section 3.1"]
    let scheme = link.scheme ?? ""
    guard let info else {
      return .init(
        .unknown, "the file is for https links; a custom URI opens the app whose Info.plist has its scheme",
        Self.applinks)
    }
    if info.schemes?.contains(scheme) == true {
      return .init(.opens, in: "Info.plist", "the app's URL types have the scheme", sources)
    }
    if info.hasVariables {
      return .init(.unknown, in: "Info.plist", "the build fills in a scheme; no other one is the link's", sources)
    }
    return .init(
      .doesNotOpen, in: "Info.plist", "the app's URL types do not have the scheme '\(PrintableText.of(scheme))'",
      fix: "add the scheme to CFBundleURLSchemes, without '://'", sources)
  }

  // MARK: The domain's file

  private static func answer(
    _ file: AppleAppSiteAssociation, _ link: URLText, _ appID: String?, isEntitled: Bool
  ) -> AssociationVerdict.Answer {
    let name = AppleAppSiteAssociation.fileName
    let fix = "add a component for the link to apple-app-site-association, or change the link"
    var excluded: AssociationVerdict.Answer?
    for detail in file.details where appID == nil || detail.appIDs.contains(appID ?? "") {
      guard let app = appID ?? detail.appIDs.first(where: AppleAppSiteAssociation.isAppID) ?? detail.appIDs.first,
        let (component, match) = detail.components.lazy.map({ ($0, $0.match(link)) }).first(where: { $1 != .no })
      else { continue }
      let place = Diagnostic.Place.pointer(component.pointer)
      if match == .unknown {
        return .init(
          .unknown, in: name, at: place,
          "whether this component matches depends on $(lang) or $(region), whose values are not known here", applinks)
      }
      if !component.isExcluded, !AppleAppSiteAssociation.isAppID(app) {
        let rule = Diagnostic.Rule.associationAppID
        return .init(
          .doesNotOpen, in: name, at: place,
          "the app ID does not begin with a team's identifier, so that no app has it",
          fix: rule.fix, rule.sources)
      }
      if !component.isExcluded {
        let entry = "applinks:\(PrintableText.of(link.host ?? ""))"
        return .init(
          .opens, app: app, in: name, at: place,
          "this is the first component that matches"
            + (isEntitled
              ? ", and the app's entitlements list the host" : "; the app's entitlement has to list \(entry)"),
          applinks)
      }
      excluded =
        excluded
        ?? .init(
          .doesNotOpen, app: app, in: name, at: place, "the first component that matches excludes the link",
          fix: "remove the exclusion from apple-app-site-association, or change the link", applinks)
    }
    if let excluded { return excluded }
    if let appID, !file.details.contains(where: { $0.appIDs.contains(appID) }) {
      return .init(
        .doesNotOpen, in: name, "the file does not name \(PrintableText.of(appID))",
        fix: "add the app to appIDs in apple-app-site-association", applinks)
    }
    let components = file.details.filter { appID == nil || $0.appIDs.contains(appID ?? "") }.flatMap(\.components)
      .filter { !$0.isExcluded }
    let (nearest, reason) = nearMiss(link, components)
    return .init(
      .doesNotOpen, in: name, at: nearest.map { .pointer($0.pointer) }, "no component matches the link" + reason,
      fix: fix,
      applinks)
  }

  /// The component that nearly takes a link, or the only one, and what keeps it from it.
  private static func nearMiss(
    _ link: URLText, _ components: [AppleAppSiteAssociation.Component]
  ) -> (AppleAppSiteAssociation.Component?, String) {
    let path = link.path.isEmpty ? "/" : link.path
    let quoted = { (one: AppleAppSiteAssociation.Component) in PrintableText.quoted(one.pathText) }
    if let one = components.first(where: { $0.matchesPath(path) }) {
      return (one, ": the path does, but \(one.unmatchedPart(of: link))")
    }
    if let one = components.first(where: { $0.matchesPath(path + "/") }) {
      return (one, ": \(quoted(one)) needs a '/' after the path")
    }
    if path.hasSuffix("/"), let one = components.first(where: { $0.matchesPath(String(path.dropLast())) }) {
      return (one, ": \(quoted(one)) has no '/' at its end")
    }
    if let one = components.first(where: { $0.matchesPath(path, inAnyCase: true) }) {
      return (one, ": \(quoted(one)) has other capitals")
    }
    let paths = components.prefix(3).map { PrintableText.quoted($0.pathText) }.joined(separator: ", ")
    let rest = components.count > 3 ? " and \(components.count - 3) more" : ""
    return (
      components.count == 1 ? components[0] : nil,
      paths.isEmpty ? "" : ": the path is \(PrintableText.quoted(path)), and the file has \(paths)\(rest)"
    )
  }
}
