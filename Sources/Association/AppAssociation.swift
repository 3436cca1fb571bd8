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

  private static let applinks = "developer.apple.com applinks"

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
      guard let app = appID ?? detail.appIDs.first else { continue }
      for component in detail.components {
        switch component.match(link) {
        case .no: continue
        case .unknown:
          return .init(
            .unknown, in: name, at: .pointer(component.pointer),
            "whether this component matches depends on $(lang) or $(region), whose values are not known here", applinks)
        case .yes where component.isExcluded:
          excluded =
            excluded
            ?? .init(
              .doesNotOpen, app: app, in: name, at: .pointer(component.pointer),
              "the first component that matches excludes the link", applinks)
        case .yes:
          return .init(
            .opens, app: app, in: name, at: .pointer(component.pointer),
            "this is the first component that matches; the app's entitlement has to list applinks:\(PrintableText.of(link.host ?? ""))",
            applinks)
        }
        break
      }
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
    let isWeb = ["https", "http"].contains(link.scheme)
    var filter: AndroidManifest.IntentFilter?
    if let manifest {
      switch Self.filter(of: manifest, for: link) {
      case .success(let found): filter = found
      case .failure(let refusal): return refusal.answer
      }
    }
    if !isWeb {
      guard let manifest, let filter else {
        return .init(
          .unknown, "a custom URI needs no assetlinks.json; the manifest decides, and was not given", "AA-2.4")
      }
      return .init(
        .opens, app: manifest.package, in: "AndroidManifest.xml", at: Self.place(filter), "the intent filter matches",
        "AA-2.4", Self.dataElement)
    }
    if let manifest, let filter, let answer = Self.unverifiable(manifest, link, filter) { return answer }
    guard let assetLinks else {
      return .init(
        .unknown, app: manifest?.package, in: "AndroidManifest.xml", at: filter.map(Self.place),
        "the intent filter matches; whether the domain trusts the app is in assetlinks.json, which was not given",
        Self.verification)
    }
    return Self.answer(assetLinks, manifest, filter, fingerprint)
  }

  private struct Refusal: Error { var answer: AssociationVerdict.Answer }

  private static func place(_ filter: AndroidManifest.IntentFilter) -> Diagnostic.Place {
    .component("intent-filter \(filter.number)", offset: filter.offset)
  }

  /// The filter that takes the link, one for browsers and with autoVerify if there is a choice.
  private static func filter(
    of manifest: AndroidManifest, for link: URLText
  ) -> Result<AndroidManifest.IntentFilter, Refusal> {
    let matching = manifest.filters.filter { !$0.isOpaque && $0.matches(link) }
    let usable = matching.filter(\.isForLinks)
    if let best = usable.first(where: \.isVerified) ?? usable.first { return .success(best) }
    if let opaque = manifest.filters.first(where: \.isOpaque) {
      return .failure(
        Refusal(
          answer: .init(
            .unknown, in: "AndroidManifest.xml", at: place(opaque),
            "this intent filter has a value that is resolved elsewhere, or a pattern that is not judged here",
            dataElement)))
    }
    if let lacking = matching.first {
      return .failure(
        Refusal(
          answer: .init(
            .doesNotOpen, in: "AndroidManifest.xml", at: place(lacking),
            "the intent filter matches but lacks VIEW, DEFAULT or BROWSABLE", "AA-2.4", verification)))
    }
    return .failure(
      Refusal(answer: .init(.doesNotOpen, in: "AndroidManifest.xml", "no intent filter matches the link", dataElement)))
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
    return .init(
      .doesNotOpen, app: manifest.package, in: "AndroidManifest.xml", at: place(verifying.first ?? filter), reason,
      verification)
  }

  private static func answer(
    _ file: AssetLinks, _ manifest: AndroidManifest?, _ filter: AndroidManifest.IntentFilter?, _ fingerprint: String?
  ) -> AssociationVerdict.Answer {
    let apps = file.statements.filter {
      $0.handlesLinks && $0.package != nil && (manifest?.package == nil || $0.package == manifest?.package)
    }
    guard let first = apps.first else {
      let package = manifest?.package.map { " to \(PrintableText.of($0))" } ?? ""
      return .init(
        .doesNotOpen, in: AssetLinks.fileName,
        "no statement delegates links\(package): from Android 12 on they open the browser",
        verification)
    }
    // As it is written: verification compares with upper-case text.
    func index(_ statement: AssetLinks.Statement) -> Int? {
      statement.fingerprints.firstIndex { fingerprint == nil ? AssetLinks.isFingerprint($0) : $0 == fingerprint }
    }
    guard let statement = apps.first(where: { index($0) != nil }), let position = index(statement) else {
      let reason =
        fingerprint == nil ? "the statement has no usable fingerprint" : "no statement has the app's fingerprint"
      return .init(
        .doesNotOpen, app: first.package, in: AssetLinks.fileName,
        at: .pointer(first.pointer + "/target/sha256_cert_fingerprints"), reason, verification)
    }
    let place = Diagnostic.Place.pointer("\(statement.pointer)/target/sha256_cert_fingerprints/\(position)")
    guard filter != nil else {
      return .init(
        .unknown, app: statement.package, in: AssetLinks.fileName, at: place,
        "the domain trusts the app; which links it takes is in its manifest, which was not given", verification)
    }
    let signed = fingerprint == nil ? ", if the app is signed with this certificate" : ""
    return .init(
      .opens, app: statement.package, in: AssetLinks.fileName, at: place,
      "intent filter \(filter?.number ?? 0) of the manifest matches, and the domain trusts the app\(signed)",
      verification)
  }
}
