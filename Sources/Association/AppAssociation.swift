public import OutOfBand
import TextFormats

/// The association files of a domain and an app, together.
///
/// ```swift
/// let file = AppleAppSiteAssociation(try JSONDocument(parsing: bytes))
/// let association = AppAssociation(apple: file)
/// association.verdict(on: "https://access.example.com/open?dispatchTokenResponse=eyJh").iOS?.outcome  // .opens
/// ```
/// The files do not say which host serves them; they are assumed to come from the link's host.
public struct AppAssociation: Hashable, Sendable {
  public var apple: AppleAppSiteAssociation?
  public var assetLinks: AssetLinks?
  public var manifest: AndroidManifest?

  /// The longest link that is judged, in bytes.
  public static let linkLimit = 8192

  public init(
    apple: AppleAppSiteAssociation? = nil, assetLinks: AssetLinks? = nil, manifest: AndroidManifest? = nil
  ) {
    (self.apple, self.assetLinks, self.manifest) = (apple, assetLinks, manifest)
  }

  /// Whether a link opens the app on a phone that has it.
  ///
  /// - Parameters:
  ///   - link: An https link or a custom URI.
  ///   - appID: The iOS app, `TEAMID1234.bundle.id`; `nil` for any in the file.
  ///   - fingerprint: SHA-256 of the certificate that the Android app is signed with; `nil` for any in the file.
  public func verdict(on link: String, appID: String? = nil, fingerprint: String? = nil) -> AssociationVerdict {
    let url = URLText(link)
    guard link.utf8.count <= Self.linkLimit else {
      let answer = AssociationVerdict.Answer(
        .unknown, "the link has \(link.utf8.count) bytes; links of up to \(Self.linkLimit) are judged")
      return AssociationVerdict(
        link: url, iOS: apple == nil ? nil : answer, android: assetLinks == nil && manifest == nil ? nil : answer)
    }
    return AssociationVerdict(
      link: url, iOS: apple.map { Self.answer($0, url, appID) },
      android: assetLinks == nil && manifest == nil ? nil : android(url, fingerprint?.uppercased()))
  }

  // MARK: iOS

  private static let applinks = ["developer.apple.com applinks"]

  private static func answer(
    _ file: AppleAppSiteAssociation, _ link: URLText, _ appID: String?
  ) -> AssociationVerdict.Answer {
    let name = AppleAppSiteAssociation.fileName
    guard link.scheme == "https" || link.scheme == "http" else {
      return .init(
        .unknown, "the file is for https links; a custom URI opens the app whose Info.plist has its scheme", applinks)
    }
    var excluded: AssociationVerdict.Answer?
    for detail in file.details where appID == nil || detail.appIDs.contains(appID ?? "") {
      guard let app = appID ?? detail.appIDs.first,
        let (component, match) = detail.components.lazy.map({ ($0, $0.match(link)) }).first(where: { $1 != .no })
      else { continue }
      let place = Diagnostic.Place.pointer(component.pointer)
      if match == .unknown {
        return .init(
          .unknown, in: name, at: place,
          "whether this component matches depends on $(lang) or $(region), whose values are not known here", applinks)
      }
      if !component.isExcluded {
        return .init(
          .opens, app: app, in: name, at: place,
          "this is the first component that matches; the app's entitlement has to list applinks:\(PrintableText.of(link.host ?? ""))",
          applinks)
      }
      excluded =
        excluded
        ?? .init(
          .doesNotOpen, app: app, in: name, at: place, "the first component that matches excludes the link", applinks)
    }
    if let excluded { return excluded }
    if let appID, !file.details.contains(where: { $0.appIDs.contains(appID) }) {
      return .init(.doesNotOpen, in: name, "the file does not name \(PrintableText.of(appID))", applinks)
    }
    return .init(.doesNotOpen, in: name, "no component matches the link", applinks)
  }

  // MARK: Android

  private static let verification = "developer.android.com verify-android-applinks"
  private static let dataElement = "developer.android.com data element"

  private func android(_ link: URLText, _ fingerprint: String?) -> AssociationVerdict.Answer {
    var filter: AndroidManifest.IntentFilter?
    if let manifest {
      let matching = manifest.filters.filter { !$0.isOpaque && $0.matches(link) }
      // One for browsers and with autoVerify, if there is a choice.
      let usable = matching.filter(\.isForLinks)
      filter = usable.first(where: \.isVerified) ?? usable.first
      if filter == nil { return Self.refusal(by: manifest, lacking: matching.first) }
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
    guard let assetLinks else {
      return Self.answer(
        .unknown, app: manifest?.package, filter,
        "the intent filter matches; whether the domain trusts the app is in assetlinks.json, which was not given",
        Self.verification)
    }
    return Self.answer(assetLinks, manifest, filter, fingerprint)
  }

  /// An answer that the manifest gives.
  private static func answer(
    _ outcome: AssociationVerdict.Outcome, app: String? = nil, _ filter: AndroidManifest.IntentFilter?,
    _ reason: String, _ sources: String...
  ) -> AssociationVerdict.Answer {
    .init(
      outcome, app: app, in: "AndroidManifest.xml",
      at: filter.map { .component("intent-filter \($0.number)", offset: $0.offset) }, reason, sources)
  }

  /// Why no filter takes the link, one of which matches but is not for links.
  private static func refusal(
    by manifest: AndroidManifest, lacking: AndroidManifest.IntentFilter?
  ) -> AssociationVerdict.Answer {
    if let opaque = manifest.filters.first(where: \.isOpaque) {
      return answer(
        .unknown, opaque,
        "this intent filter has a value that is resolved elsewhere, or a pattern that is not judged here", dataElement)
    }
    if let lacking {
      return answer(
        .doesNotOpen, lacking, "the intent filter matches but lacks VIEW, DEFAULT or BROWSABLE", "AA-2.4", verification)
    }
    return answer(.doesNotOpen, nil, "no intent filter matches the link", dataElement)
  }

  /// Why Android does not verify the host for this app.
  private static func unverifiable(
    _ manifest: AndroidManifest, _ link: URLText, _ filter: AndroidManifest.IntentFilter
  ) -> AssociationVerdict.Answer? {
    let host = link.host ?? ""
    // One filter with autoVerify is enough for a host, whichever filter takes the link.
    let verifying = manifest.filters.filter { one in
      one.isVerified && one.isWeb && one.isForLinks
        && one.hosts.contains { AndroidManifest.IntentFilter.matches($0, host) }
    }
    if verifying.contains(where: { $0.schemes.allSatisfy { ["http", "https"].contains($0) } }) { return nil }
    let reason =
      verifying.isEmpty
      ? "the intent filter has no autoVerify: from Android 12 on the link opens the browser"
      : "another scheme beside http and https keeps Android from verifying the host"
    return answer(.doesNotOpen, app: manifest.package, verifying.first ?? filter, reason, verification)
  }

  private static func answer(
    _ file: AssetLinks, _ manifest: AndroidManifest?, _ filter: AndroidManifest.IntentFilter?, _ fingerprint: String?
  ) -> AssociationVerdict.Answer {
    let apps = file.statements.filter {
      $0.handlesLinks && $0.package != nil && (manifest?.package == nil || $0.package == manifest?.package)
    }
    func answer(_ outcome: AssociationVerdict.Outcome, _ app: AssetLinks.Statement?, _ place: String, _ reason: String)
      -> AssociationVerdict.Answer
    {
      .init(
        outcome, app: app?.package, in: AssetLinks.fileName,
        at: app.map { .pointer($0.pointer + "/target/sha256_cert_fingerprints" + place) }, reason, [verification])
    }
    guard let first = apps.first else {
      let package = manifest?.package.map { " to \(PrintableText.of($0))" } ?? ""
      return answer(
        .doesNotOpen, nil, "", "no statement delegates links\(package): from Android 12 on they open the browser")
    }
    // As it is written: verification compares with upper-case text.
    func index(_ statement: AssetLinks.Statement) -> Int? {
      statement.fingerprints.firstIndex { fingerprint == nil ? AssetLinks.isFingerprint($0) : $0 == fingerprint }
    }
    guard let statement = apps.first(where: { index($0) != nil }), let position = index(statement) else {
      return answer(
        .doesNotOpen, first, "",
        fingerprint == nil ? "the statement has no usable fingerprint" : "no statement has the app's fingerprint")
    }
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
}
