/// Rules on x-callback parameters.
extension Diagnostic.Rule {
  private static let callbacks = ["AA-2.4", "AA-2.8", "x-callback-url 1.0"]
  private static let security = ["draft-ietf-oauth-cross-device-security", "OWASP Unvalidated Redirects"]

  private static func link(_ value: String, _ options: MessageCheck.Options = MessageCheck.Options())
    -> Diagnostic.Example
  {
    Diagnostic.Example(
      "myaccessapp://x-callback-url/authenticate?x-success=\(value)&dispatchTokenResponse=\(payloadText)", options)
  }

  public static let breakingCallback = Self(
    "OOB501", .error, "callback breaks out",
    "An un-encoded '?', '&' or '#' in a callback ends the callback, and may take the payload with it.",
    fix: "percent-encode the whole value", sources: ["x-callback-url 1.0"],
    example: link("https://a.example/s?x=1&y=2"))
  public static let unencodedCallback = Self(
    "OOB502", .warning, "callback is not percent-encoded",
    "The callback can be read as long as it contains no '?', '&' or '#'. Every example in AA-2.4 and "
      + "AA-2.8 is like this; x-callback-url requires encoding.",
    fix: "percent-encode the whole value", sources: ["x-callback-url 1.0"], example: link("https://a.example/success"))
  public static let forbiddenScheme = Self(
    "OOB503", .error, "forbidden callback scheme",
    "The system or the browser uses javascript, data, file, about, blob, content and intent itself: they lead to no page or app.",
    fix: "use https or the scheme of an app", sources: security, example: link("javascript%3Aalert%281%29"))
  public static let callbackDenied = Self(
    "OOB504", .error, "callback is not allowed", "The Access App opens only targets on its allow-list.",
    fix: "add the target to callback_targets of the policy, and to the app's allow-list",
    sources: ["AA-2.4", "AA-2.8", "Access App order guide"],
    example: link(
      "https%3A%2F%2Fevil.example%2F",
      .init(policy: TrustPolicy(callbackTargets: ["https://www.example.com"]))))
  public static let ignoredSource = Self(
    "OOB505", .note, "x-source is ignored", "The Access App does not use x-source.", fix: "leave it out",
    sources: callbacks,
    example: "myaccessapp://x-callback-url/authenticate?x-source=Shop&dispatchTokenResponse=\(payloadText)")
  public static let callbackInSymbol = Self(
    "OOB506", .warning, "callbacks in a symbol",
    "The phone that scans has no page to go back to, and callbacks make the symbol dense.",
    fix: "leave callbacks out of symbols, and keep them for links on the same phone",
    sources: ["ISO/IEC 18004 capacities", "indico/indico#5052"],
    example: link("https%3A%2F%2Fa.example%2F", .init(channel: .qr)))
  public static let malformedCallback = Self(
    "OOB507", .error, "callback is not a URL", "A callback is an absolute URL: https, or the scheme of an app.",
    fix: "write scheme://…", sources: callbacks, example: link("success"))
  public static let insecureCallback = Self(
    "OOB508", .warning, "http callback", "Anyone on the network can change the page that the user returns to.",
    fix: "use https", sources: security, example: link("http%3A%2F%2Fa.example%2F"))
  public static let nestedRedirect = Self(
    "OOB509", .warning, "callback that redirects",
    "The callback carries a URL of its own; an open redirect sends the user anywhere.",
    fix: "check that the page accepts known targets only", sources: security,
    example: link("https%3A%2F%2Fa.example%2Fgo%3Furl%3Dhttps%253A%252F%252Fevil.example"))
  public static let callbackOnBackend = Self(
    "OOB511", .warning, "callback to the backend's host",
    "The allow-list of Access App 2.8 accepts https domains other than the backend's.",
    fix: "use the domain of the web application", sources: ["Access App order guide 2.8"],
    example: link("https%3A%2F%2Ffido.example.com%2Fdone"))
  public static let callbackUser = Self(
    "OOB512", .error, "user in a callback", "What precedes '@' is not the host.", fix: "remove everything up to '@'",
    sources: security, example: link("https%3A%2F%2Fbank.example%40evil.example%2F"))

  public static let callbackInAppLink = Self(
    "OOB513", .warning, "callbacks in an app link",
    "AA-2.4 describes callbacks in custom URIs only; app links have them since AA-2.8.",
    fix: "use a custom URI for apps that follow AA-2.4", sources: ["AA-2.4", "AA-2.8"],
    example: .init(
      "https://access.example.com/open?x-success=https%3A%2F%2Fa.example%2F&dispatchTokenResponse=\(payloadText)",
      .init(documents: .access24)))

  static let callbackRules = [
    breakingCallback, unencodedCallback, forbiddenScheme, callbackDenied, ignoredSource, callbackInSymbol,
    malformedCallback,
    insecureCallback, nestedRedirect, callbackOnBackend, callbackUser, callbackInAppLink,
  ]
}
