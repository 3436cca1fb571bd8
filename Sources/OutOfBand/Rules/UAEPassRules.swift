/// Rules on URIs for the UAE PASS app.
extension Diagnostic.Rule {
  private static let field = ["vyshakh/react-native-uaepass", "wh120/uaepass_api"]

  private static func uri(
    _ success: String, _ failure: String? = nil, scheme: String = "uaepass", host: String = "digitalid",
    names: (String, String) = ("successURL", "failureURL")
  ) -> Diagnostic.Example {
    let failing = failure ?? "https%3A%2F%2Fid.uaepass.ae%2Ff"
    return Diagnostic.Example("\(scheme)://\(host)?\(names.0)=\(success)&\(names.1)=\(failing)")
  }

  private static let sound = "https%3A%2F%2Fid.uaepass.ae%2Fs%3Fx%3D1"

  public static let uaePassCase = Self(
    "OOB801", .note, "callback name in another case",
    "UAEP writes successURL and failureURL; on the wire they are often in lower case. An app that compares case-sensitively finds no callback.",
    fix: "match the names in any case, and keep the case as received", sources: ["UAEP"] + field,
    example: uri(sound, names: ("successurl", "failureurl")))
  public static let uaePassDuplicate = Self(
    "OOB802", .error, "duplicate callback", "Apps differ on whether the first or the last of two counts.",
    fix: "keep one, in the spelling as received; do not add a second spelling",
    sources: ["UAEP", "ArslanKhan-info/expo-uae-pass"], example: uri(sound, names: ("successurl", "successURL")))
  public static let uaePassMissingCallback = Self(
    "OOB803", .error, "callback missing",
    "The UAE PASS app opens successURL or failureURL when it is done; without one the user stays in that app.",
    fix: "pass both on, rewritten", sources: ["UAEP"], example: "uaepass://digitalid?successURL=\(sound)")
  public static let uaePassBreakingCallback = Self(
    "OOB804", .error, "callback breaks out",
    "An un-encoded '&' or '#' in a callback ends the callback for a parser that follows RFC 3986. UAEP shows callbacks like this.",
    fix: "percent-encode the whole value", sources: ["UAEP", "RFC 3986, section 2.2"],
    example: uri("https://id.uaepass.ae/s?x=1&y=2"))
  public static let uaePassPlainCallback = Self(
    "OOB805", .warning, "callback is not percent-encoded",
    "The callback can be read as long as it contains no '&' or '#'. UAEP shows callbacks like this.",
    fix: "percent-encode the whole value", sources: ["UAEP"], example: uri("https://id.uaepass.ae/s"))
  public static let uaePassDoubleEncoding = Self(
    "OOB806", .warning, "callback is encoded more than once",
    "Some plugins encode a value that is encoded already; an app that decodes once gets no URL.",
    fix: "encode each value once, where it is put into the other URL", sources: ["ArslanKhan-info/expo-uae-pass"],
    example: uri("https%253A%252F%252Fid.uaepass.ae%252Fs"))
  public static let uaePassUnclearEncoding = Self(
    "OOB807", .warning, "unclear encoding",
    "The value has '://', so it seems un-encoded, and a '%', which may belong to the URL or to an encoding that leaves ':' and '/' as they are.",
    fix: "percent-encode the whole value, including ':' and '/'", sources: ["UAEP", "RFC 3986, section 2.2"],
    example: uri("https://id.uaepass.ae/s%3Fx%3D1"))
  public static let uaePassEnvironment = Self(
    "OOB808", .warning, "scheme of another environment",
    "Each environment has an app with a scheme of its own: uaepass, uaepassstg, uaepassqa, uaepassdev. The server writes uaepass in staging, too, and clients rewrite it.",
    fix: "open the scheme of the environment", sources: field,
    example: uri("https%3A%2F%2Fstg-id.uaepass.ae%2Fs", "https%3A%2F%2Fstg-id.uaepass.ae%2Ff"))
  public static let uaePassURIHost = Self(
    "OOB809", .warning, "unusual host in a UAE PASS URI",
    "URIs for the UAE PASS app have the host digitalid-users-ids on iOS and digitalid on Android.",
    fix: "pass the URI on with its host unchanged, and find out where it came from", sources: field,
    example: uri(sound, host: "login"))
  public static let uaePassCallbackHost = Self(
    "OOB810", .error, "callback to a foreign host",
    "The original callback belongs to the identity server. An app that opens any URL it is handed is an open redirect.",
    fix: "open only hosts of the identity server", sources: ["UAEP", "OWASP Unvalidated Redirects"],
    example: uri("https%3A%2F%2Fevil.example%2Fs"))
  public static let uaePassNotHTTPS = Self(
    "OOB811", .error, "callback is not https", "The original callback always has the scheme https.", fix: "refuse it",
    sources: ["UAEP"], example: uri("http%3A%2F%2Fid.uaepass.ae%2Fs"))
  public static let uaePassReplacedCallback = Self(
    "OOB812", .warning, "callback without the original",
    "SDK copies remember the original and send a fixed URL of the app instead. The original is lost if the app is terminated in the meantime, and anyone can open the fixed URL.",
    fix: "carry the original: yourapp:///resume_authn?url=<original, percent-encoded>", sources: ["UAEP"] + field,
    example: uri("myapp%3A%2F%2Fsuccess"))
  public static let uaePassGenericScheme = Self(
    "OOB813", .warning, "mobileid scheme",
    "UAEP names mobileid as the default of the product behind UAE PASS; the UAE PASS app uses uaepass.",
    fix: "open uaepass://…, or the scheme of the environment", sources: ["UAEP"],
    example: uri(sound, scheme: "mobileid"))
  public static let uaePassHostsDiffer = Self(
    "OOB814", .warning, "callbacks to different hosts",
    "Success and failure return to the same server, which continues the same session.",
    fix: "see where the URI came from", sources: ["UAEP"], example: uri("https%3A%2F%2Fstg-id.uaepass.ae%2Fs"))
  public static let uaePassResumeSyntax = Self(
    "OOB815", .error, "not the app's own callback",
    "On return the app verifies that the URL has the syntax of the one that it sent, before it takes the original out.",
    fix: "write yourapp:///resume_authn?url=<original, percent-encoded>", sources: ["UAEP"],
    example: uri("myapp%3A%2F%2Fresume_authn%3Furl%3Dhttps%253A%252F%252Fid.uaepass.ae%252Fs"))

  static let uaePassRules = [
    uaePassCase, uaePassDuplicate, uaePassMissingCallback, uaePassBreakingCallback, uaePassPlainCallback,
    uaePassDoubleEncoding, uaePassUnclearEncoding, uaePassEnvironment, uaePassURIHost, uaePassCallbackHost,
    uaePassNotHTTPS, uaePassReplacedCallback, uaePassGenericScheme, uaePassHostsDiffer, uaePassResumeSyntax,
  ]
}
