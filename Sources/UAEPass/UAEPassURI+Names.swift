import TextFormats

/// What UAE PASS fixes: schemes, hosts and parameter names (UAEP, and the SDK copies in the field).
extension UAEPassURI {
  /// An environment of UAE PASS, by the word in its hosts and schemes.
  public enum Environment: String, Hashable, Sendable, CaseIterable {
    case production = "prod"
    case staging = "stg"
    case quality = "qa"
    case development = "dev"

    /// The scheme of the environment's app: `uaepass`, `uaepassstg`, `uaepassqa` or `uaepassdev`.
    public var scheme: String { self == .production ? "uaepass" : "uaepass" + rawValue }

    /// The host of the environment's identity server: `id.uaepass.ae`, `stg-id.uaepass.ae`, …
    public var identityHost: String { (self == .production ? "" : rawValue + "-") + "id.uaepass.ae" }

    init?(scheme: String?) {
      guard let found = Self.allCases.first(where: { $0.scheme == scheme }) else { return nil }
      self = found
    }

    init?(identityHost: String?) {
      guard let found = Self.allCases.first(where: { $0.identityHost == identityHost }) else { return nil }
      self = found
    }
  }

  /// A system, which fixes the host of the URI.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    case iOS = "ios"
    case android

    /// The host of URIs for the UAE PASS app: `digitalid-users-ids` on iOS, `digitalid` on Android.
    public var uriHost: String { self == .iOS ? "digitalid-users-ids" : "digitalid" }
  }

  /// The hosts of the identity servers, to which the original callbacks lead.
  public static let identityHosts = Environment.allCases.map(\.identityHost)

  /// The scheme that UAEP names as the default of the product behind UAE PASS.
  package static let genericScheme = "mobileid"

  /// The path of the app's own callbacks, and the parameter that carries the original one (UAEP).
  package static let resumePath = "/resume_authn"
  package static let resumeParameter = "url"

  /// Whether a text can be a scheme of an app: not that of the web, nor one of UAE PASS itself.
  public static func isAppScheme(_ text: String) -> Bool {
    let scheme = text.lowercased()
    return URLText.isScheme(text) && !["http", "https", genericScheme].contains(scheme)
      && Environment(scheme: scheme) == nil && !URLText.systemSchemes.contains(scheme)
  }
}
