/// A phone, as far as it decides what happens to a message.
public struct Handset: Hashable, Sendable, CustomStringConvertible {
  public var system: OperatingSystem
  /// The major version: Android 8…, iOS 11…, HarmonyOS 5….
  public var version: Int
  /// Whether Google Play services are installed; nothing depends on it on iOS.
  public var hasGoogleServices: Bool
  /// Whether the app that the message is meant for is installed, with its scheme registered.
  public var hasApp: Bool
  /// Whether the system has verified that the app and the link's domain belong together.
  public var hasVerifiedLinks: Bool
  /// What the association files say of the link; `nil` when there are none, so that ``hasVerifiedLinks`` counts.
  public var linkAnswer: LinkAnswer?

  public init(
    _ system: OperatingSystem, _ version: Int, hasGoogleServices: Bool = true, hasApp: Bool = true,
    hasVerifiedLinks: Bool = true, linkAnswer: LinkAnswer? = nil
  ) {
    (self.system, self.version) = (system, version)
    (self.hasGoogleServices, self.hasApp, self.hasVerifiedLinks) = (hasGoogleServices, hasApp, hasVerifiedLinks)
    self.linkAnswer = linkAnswer
  }

  public static func android(_ version: Int) -> Handset { Handset(.android, version) }
  public static func iOS(_ version: Int) -> Handset { Handset(.iOS, version) }

  /// The phones that are simulated when none is named: those in common use.
  public static let usual: [Handset] = [12, 13, 14, 15, 16].map(Handset.android) + [17, 18, 26, 27].map(Handset.iOS)

  /// `Android 13`, `iOS 17`.
  public var description: String { "\(system.name) \(version)" }

  /// The system of a phone.
  public enum OperatingSystem: String, Hashable, Sendable, CaseIterable {
    case android
    case iOS = "ios"
    /// HarmonyOS NEXT, from version 5 on, which runs no Android apps.
    case harmonyOS = "harmonyos"

    /// `Android`, `iOS` or `HarmonyOS`.
    public var name: String {
      switch self {
      case .android: "Android"
      case .iOS: "iOS"
      case .harmonyOS: "HarmonyOS"
      }
    }
  }
}
