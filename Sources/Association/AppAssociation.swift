public import OutOfBand
import TextFormats

/// The association files of a domain and an app, together.
///
/// ```swift
/// let file = AppleAppSiteAssociation(try JSONDocument(parsing: bytes))
/// let association = AppAssociation(apple: file)
/// association.verdict(on: "https://access.example.com/open?dispatchTokenResponse=eyJh").iOS?.outcome  // .opens
/// ```
/// The files do not say which host serves them; they are assumed to come from the link's host, and to be delivered as phones want
/// them, unless a ``FileDelivery`` says otherwise.
public struct AppAssociation: Hashable, Sendable {
  public var apple: AppleAppSiteAssociation?
  public var assetLinks: AssetLinks?
  public var manifest: AndroidManifest?
  /// What the manifest's file is called.
  public var manifestName = AndroidManifest.fileName
  /// The iOS app's entitlements, with its associated domains.
  public var entitlements: ApplePropertyList?
  /// The iOS app's Info.plist, with the schemes of its custom URIs.
  public var info: ApplePropertyList?
  /// How the domain serves apple-app-site-association; `nil` when that is not known.
  public var appleDelivery: FileDelivery?
  /// How the domain serves assetlinks.json; `nil` when that is not known.
  public var assetLinksDelivery: FileDelivery?

  /// The longest link that is judged, in bytes.
  public static let linkLimit = 8192

  public init(
    apple: AppleAppSiteAssociation? = nil, assetLinks: AssetLinks? = nil, manifest: AndroidManifest? = nil,
    entitlements: ApplePropertyList? = nil, info: ApplePropertyList? = nil
  ) {
    (self.apple, self.assetLinks, self.manifest) = (apple, assetLinks, manifest)
    (self.entitlements, self.info) = (entitlements, info)
  }

  /// The answer with the name of the manifest as it was read.
  private func named(_ answer: AssociationVerdict.Answer) -> AssociationVerdict.Answer {
    var answer = answer
    if answer.file == AndroidManifest.fileName { answer.file = manifestName }
    return answer
  }

  private var isForIOS: Bool { apple != nil || appleDelivery != nil || entitlements != nil || info != nil }
  private var isForAndroid: Bool { assetLinks != nil || assetLinksDelivery != nil || manifest != nil }

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
        link: url, iOS: isForIOS ? answer : nil, android: isForAndroid ? AndroidPhones.allCases.map { _ in answer } : []
      )
    }
    let fingerprint = fingerprint?.uppercased()
    return AssociationVerdict(
      link: url, iOS: isForIOS ? iOS(url, appID) : nil,
      android: isForAndroid ? AndroidPhones.allCases.map { named(android(url, fingerprint, on: $0)) } : [])
  }
}
