/// Rules on the redeem URL and on hosts.
extension Diagnostic.Rule {
  private static func redeem(_ url: String, _ options: MessageCheck.Options = MessageCheck.Options())
    -> Diagnostic.Example
  {
    Diagnostic.Example(payloadJSON.replacing(redeemURL, with: url), options)
  }

  private static let security = ["draft-ietf-oauth-cross-device-security", "OWASP Unvalidated Redirects"]

  public static let malformedRedeemURL = Self(
    "OOB201", .error, "redeem URL is not absolute", "The app needs a scheme, a host and a path.",
    fix: "write https://host/path", sources: ["SDK API reference RedeemData"],
    example: redeem("/nevisfido/token/redeem/authentication"))
  public static let redeemNotHTTPS = Self(
    "OOB202", .error, "redeem URL is not https", "The SDK refuses connections without TLS.",
    fix: "serve it over https, and write https in the URL", sources: ["docs.nevis.net security considerations"],
    example: redeem("http://fido.example.com/token/redeem/authentication"))
  public static let addressHost = Self(
    "OOB203", .warning, "IP address as host",
    "Certificates are rarely issued for addresses, and an address does not identify its owner.", fix: "use a host name",
    sources: security, example: redeem("https://203.0.113.7/token/redeem/authentication"))
  public static let privateHost = Self(
    "OOB204", .warning, "private host", "A phone outside the private network cannot reach the host.",
    fix: "use a public host name", sources: security,
    example: redeem("https://localhost:9443/token/redeem/authentication"))
  public static let userinfo = Self(
    "OOB205", .error, "user in a URL",
    "What precedes '@' is not the host; scanners treat such URLs as an attempt to deceive.",
    fix: "it leads to the host behind '@': if that is yours, remove what precedes it; otherwise do not use it",
    sources: ["draft-ietf-oauth-cross-device-security", "OWASP Unvalidated Redirects", "zxing URIResultParser"],
    example: redeem("https://fido.example.com@evil.example/token/redeem/authentication"))
  public static let unicodeHost = Self(
    "OOB206", .warning, "host is not ASCII", "It may look like another host, and not every client converts it.",
    fix: "write the host in ASCII, and check that it is yours", sources: security,
    example: redeem("https://fidö.example.com/token/redeem/authentication"))
  public static let punycodeHost = Self(
    "OOB207", .warning, "internationalised host",
    "A label that begins with xn-- may be shown as letters that look like another host's.",
    fix: "check that the host is yours", sources: security,
    example: redeem("https://xn--fid-una.example.com/token/redeem/authentication"))
  public static let mixedScriptHost = Self(
    "OOB208", .error, "mixed scripts in a host", "Look-alike hosts mix letters of several scripts in one label.",
    fix: "use one script", sources: security,
    example: redeem("https://fid\u{43E}.example.com/token/redeem/authentication"))
  public static let redeemFragment = Self(
    "OOB209", .warning, "fragment in the redeem URL", "A fragment is not sent to the server.",
    fix: "remove '#' and what follows", sources: security,
    example: redeem("https://fido.example.com/token/redeem/authentication#x"))
  public static let operationMismatch = Self(
    "OOB210", .warning, "action and redeem URL disagree",
    "The link's action and the last segment of the redeem URL name different operations. The segment is a convention, not a rule.",
    fix: "use register with a registration and authenticate with an authentication", sources: ["SDK-3.1 (sample)"],
    example: "myaccessapp://x-callback-url/register?dispatchTokenResponse=\(payloadText)")
  public static let redeemHostDenied = Self(
    "OOB211", .error, "redeem host is not allowed",
    "The Access App has an allow-list, too, and reports other servers as unknown.",
    fix: "add the host to redeem_hosts of the policy, and to the app's allow-list",
    sources: ["nevissecurity/nevis-access-app-localizations"],
    example: redeem(redeemURL, .init(policy: TrustPolicy(redeemHosts: ["other.example"]))))
  public static let foreignRedeemHost = Self(
    "OOB212", .note, "link and redeem host differ",
    "The hosts of the link and the redeem URL seem to have different owners: their last two labels differ.",
    fix: "check that both are yours", sources: security,
    example: "https://access.example.org/open?dispatchTokenResponse=\(payloadText)")
  public static let controlCharacter = Self(
    "OOB213", .error, "space, or control or invisible character in a URL",
    "URLs contain none, and no byte order mark (BOM) before them; clients cut the URL there or refuse it, or people misread it.",
    fix: "percent-encode or remove it",
    sources: [
      "RFC 3986", "draft-ietf-oauth-cross-device-security", "OWASP Unvalidated Redirects",
      "DL6ER/brother_ql_web#101",
    ],
    example: "https://access.example.com/open here?dispatchTokenResponse=\(payloadText)")

  public static let malformedAuthority = Self(
    "OOB214", .error, "missing or malformed host, or malformed port",
    "Clients refuse the URL, or go to a host other than the one it shows.",
    fix: "write https://host or https://host:port, without brackets, backslashes or empty labels",
    sources: ["RFC 3986, section 3.2"],
    example: "https://access.example.com:abc/open?dispatchTokenResponse=\(payloadText)")

  static let urlRules = [
    malformedRedeemURL, redeemNotHTTPS, addressHost, privateHost, userinfo, unicodeHost, punycodeHost, mixedScriptHost,
    redeemFragment, operationMismatch, redeemHostDenied, foreignRedeemHost, controlCharacter, malformedAuthority,
  ]
}
