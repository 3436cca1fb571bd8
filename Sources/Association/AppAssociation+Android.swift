import OutOfBand
import TextFormats

/// Whether a link opens an Android app: the manifest decides, and for app links the domain's file, too.
extension AppAssociation {
  private static let verification = "developer.android.com verify-android-applinks"
  private static let dataElement = "developer.android.com data element"

  func android(_ link: URLText, _ fingerprint: String?, on phones: AndroidPhones) -> AssociationVerdict.Answer {
    var filter: AndroidManifest.IntentFilter?
    if let manifest {
      if phones.version >= 12, let place = manifest.installationFault {
        return .init(
          .doesNotOpen, app: manifest.package, in: AndroidManifest.fileName, at: place,
          "the app cannot be installed: this has an intent filter and no android:exported",
          fix: Diagnostic.Rule.manifestExportedMissing.fix, Diagnostic.Rule.manifestExportedMissing.sources,
          isOffered: false)
      }
      let matching = manifest.filters.filter { !$0.isOpaque && $0.matches(link, onAndroid: phones.version) }
      // One for browsers and with autoVerify, if there is a choice.
      let usable = matching.filter { $0.isForLinks && $0.obstacle == nil }
      filter = usable.first(where: \.isVerified) ?? usable.first
      if filter == nil {
        return Self.refusal(of: link, by: manifest, lacking: matching.first(where: \.isForLinks) ?? matching.first)
      }
    }
    guard ["https", "http"].contains(link.scheme) else {
      guard let manifest, let filter else {
        return .init(
          .unknown, "a custom URI needs no assetlinks.json; the manifest decides, and was not given", ["AA-2.4"])
      }
      return Self.answer(
        .opens, app: manifest.package, filter, "the intent filter matches", "AA-2.4", Self.dataElement)
    }
    if let manifest, let filter, let answer = Self.unverifiable(manifest, link, filter) { return answer }
    if let refusal = assetLinksDelivery?.verdict(of: AssetLinks.fileName, from: link.host ?? "") { return refusal }
    guard let assetLinks else {
      return Self.answer(
        .unknown, app: manifest?.package, filter,
        "the intent filter matches; whether the domain trusts the app is in assetlinks.json, which was not given",
        Self.verification)
    }
    return Self.answer(assetLinks, manifest, filter, fingerprint) { statement in
      phones.hasDynamicLinks ? Self.refusal(by: statement, of: assetLinks, link) : nil
    }
  }

  /// An answer that the manifest gives.
  private static func answer(
    _ outcome: AssociationVerdict.Outcome, app: String? = nil, _ filter: AndroidManifest.IntentFilter?,
    _ reason: String, fix: String? = nil, isOffered: Bool = true, _ sources: String...
  ) -> AssociationVerdict.Answer {
    .init(
      outcome, app: app, in: AndroidManifest.fileName,
      at: filter.map { .component("intent-filter \($0.number)", offset: $0.offset) }, reason, fix: fix, sources,
      isOffered: isOffered)
  }

  /// Why no filter takes the link, one of which matches but is not for links.
  private static func refusal(
    of link: URLText, by manifest: AndroidManifest, lacking: AndroidManifest.IntentFilter?
  ) -> AssociationVerdict.Answer {
    if let opaque = manifest.filters.first(where: { $0.isOpaque && $0.obstacle == nil }) {
      return answer(
        .unknown, opaque,
        "this intent filter has a value that is filled in elsewhere, or a malformed pattern", dataElement)
    }
    guard let lacking else {
      return answer(
        .doesNotOpen, nil, "no intent filter matches the link", fix: remedy(for: link, manifest.filters),
        isOffered: false, dataElement)
    }
    guard lacking.isForLinks, let obstacle = lacking.obstacle else {
      return answer(
        .doesNotOpen, lacking, "the intent filter matches but lacks VIEW, DEFAULT or BROWSABLE",
        fix: Diagnostic.Rule.manifestCategories.fix, isOffered: false, "AA-2.4", verification)
    }
    return answer(
      .doesNotOpen, app: manifest.package, lacking, "the intent filter matches, but \(obstacle.words)",
      fix: obstacle.rule.fix, isOffered: false, obstacle.rule.sources[0])
  }

  /// What in the link, or in a filter for links, would have to change so that it matches.
  private static func remedy(for link: URLText, _ filters: [AndroidManifest.IntentFilter]) -> String {
    let bytes = Array(link.text.utf8)
    let end = link.authorityRange?.upperBound ?? bytes.endIndex
    let lowered = URLText(
      String(decoding: bytes[..<end], as: UTF8.self).lowercased() + String(decoding: bytes[end...], as: UTF8.self))
    if lowered.text != link.text, filters.contains(where: { $0.matches(lowered, onAndroid: 12) }) {
      return "write scheme and host in lower case: Android compares them as they are"
    }
    let ofScheme = filters.filter { $0.schemes.contains(lowered.scheme ?? "") }
    let host = lowered.host ?? ""
    if ofScheme.contains(where: { $0.hosts.contains { AndroidManifest.IntentFilter.matches($0, host) } }) {
      return "add the path \(PrintableText.quoted(link.path)) to the intent filter, or change the link's"
    }
    if let listed = ofScheme.lazy.flatMap(\.hosts).first {
      return "add the host \(PrintableText.quoted(host)) to an intent filter, or use \(PrintableText.quoted(listed))"
    }
    return "add an intent filter for the link's scheme, host and path, or change the link"
  }

  /// Why Android does not verify the host for this app.
  private static func unverifiable(
    _ manifest: AndroidManifest, _ link: URLText, _ filter: AndroidManifest.IntentFilter
  ) -> AssociationVerdict.Answer? {
    let host = link.host ?? ""
    // One filter with autoVerify is enough for a host, whichever filter takes the link.
    let verifying = manifest.filters.filter { one in
      one.isVerified && one.isWeb && one.isForLinks && one.obstacle == nil
        && one.hosts.contains { AndroidManifest.IntentFilter.matches($0, host) }
    }
    if verifying.contains(where: { $0.schemes.allSatisfy { ["http", "https"].contains($0) } }) { return nil }
    let reason =
      verifying.isEmpty
      ? "the intent filter has no autoVerify: from Android 12 on the link opens the browser"
      : "another scheme beside http and https keeps Android from verifying the host"
    let rule = verifying.isEmpty ? Diagnostic.Rule.manifestNotVerified : .manifestMixedSchemes
    return answer(
      .doesNotOpen, app: manifest.package, verifying.first ?? filter, reason, fix: rule.fix, verification)
  }

  private static func answer(
    _ file: AssetLinks, _ manifest: AndroidManifest?, _ filter: AndroidManifest.IntentFilter?, _ fingerprint: String?,
    dynamic: (AssetLinks.Statement) -> AssociationVerdict.Answer?
  ) -> AssociationVerdict.Answer {
    let apps = file.statements.filter {
      $0.handlesLinks && $0.package != nil && (manifest?.package == nil || $0.package == manifest?.package)
    }
    func answer(
      _ outcome: AssociationVerdict.Outcome, _ app: AssetLinks.Statement?, _ place: String, _ reason: String,
      fix: String? = nil
    ) -> AssociationVerdict.Answer {
      .init(
        outcome, app: app?.package, in: AssetLinks.fileName,
        at: app.map { .pointer($0.pointer + "/target/sha256_cert_fingerprints" + place) }, reason,
        fix: fix, [verification])
    }
    guard let first = apps.first else {
      let package = manifest?.package.map { " to \(PrintableText.of($0))" } ?? ""
      return answer(
        .doesNotOpen, nil, "", "no statement delegates links\(package): from Android 12 on they open the browser",
        fix: "add a statement for the app to assetlinks.json")
    }
    // As it is written: verification compares with upper-case text.
    func index(_ statement: AssetLinks.Statement) -> Int? {
      statement.fingerprints.firstIndex { fingerprint == nil ? AssetLinks.isFingerprint($0) : $0 == fingerprint }
    }
    guard let statement = apps.first(where: { index($0) != nil }), let position = index(statement) else {
      let fault = file.diagnostics.first {
        if case .pointer(let place) = $0.place { place.hasPrefix(first.pointer + "/target/sha256") } else { false }
      }
      let reason =
        fingerprint == nil || first.fingerprints.isEmpty
        ? "the statement has no usable fingerprint" : "no statement has the app's fingerprint"
      return answer(
        .doesNotOpen, first, "", reason + (fault.map { ": \($0.message)" } ?? ""),
        fix: fault?.remedy ?? Diagnostic.Rule.assetNoFingerprint.fix)
    }
    if let refusal = dynamic(statement) { return refusal }
    guard let filter else {
      return answer(
        .unknown, statement, "/\(position)",
        "the domain trusts the app; which links it takes is in its manifest, which was not given")
    }
    let signed = fingerprint == nil ? ", if the app is signed with this certificate" : ""
    return answer(
      .opens, statement, "/\(position)",
      "intent filter \(filter.number) of the manifest matches, and the domain trusts the app\(signed)")
  }
  // MARK: Dynamic App Links

  /// Why the rules of a statement do not let a link open the app, or whether that is known; `nil` where they let it.
  private static func refusal(
    by statement: AssetLinks.Statement, of file: AssetLinks, _ link: URLText
  ) -> AssociationVerdict.Answer? {
    let own = file.statements.filter { $0.handlesLinks && $0.package == statement.package && $0.dynamicRules != nil }
    guard let first = own.first, let rules = first.dynamicRules else { return nil }
    let source = Diagnostic.Rule.assetDynamic.sources
    func answer(
      _ outcome: AssociationVerdict.Outcome, _ pointer: String, _ reason: String, fix: String? = nil
    ) -> AssociationVerdict.Answer {
      .init(outcome, app: first.package, in: AssetLinks.fileName, at: .pointer(pointer), reason, fix: fix, source)
    }
    let field = first.pointer + "/relation_extensions"
    if own.count > 1 {
      return answer(.unknown, field, "what counts is undefined, as the dynamic rules of the app are declared twice")
    }
    switch rules {
    case .discarded: return nil
    case .unclear: return answer(.unknown, field, "a dynamic rule has a key whose effect is not documented")
    case .components(let components):
      guard let (rule, match) = components.lazy.map({ ($0, $0.match(link)) }).first(where: { $1 != .no }) else {
        return answer(
          .doesNotOpen, field, "no dynamic rule matches the link",
          fix: "add a rule for it to dynamic_app_link_components")
      }
      if match == .unknown {
        return answer(.unknown, rule.pointer, "only some parameters of a name match the dynamic rule")
      }
      return rule.isExcluded
        ? answer(
          .doesNotOpen, rule.pointer, "the first dynamic rule that matches excludes the link",
          fix: "remove the exclusion from dynamic_app_link_components, or change the link") : nil
    }
  }
}
