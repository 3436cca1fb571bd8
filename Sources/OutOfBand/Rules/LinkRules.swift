/// Rules on links that carry a payload.
extension Diagnostic.Rule {
  private static let links = ["AA-2.4", "AA-2.8"]
  private static let query = "dispatchTokenResponse=\(payloadText)"
  private static let base = "https://access.example.com/open"
  private static let custom = "myaccessapp://x-callback-url/authenticate"

  private static let sound = "\(base)?\(query)"
  /// A link without a fault.
  static let soundLink = sound

  public static let missingPayload = Self(
    "OOB401", .error, "link without payload", "The app finds nothing to redeem.",
    fix: "append dispatchTokenResponse=<base64url of the payload's JSON>", sources: links,
    example: "\(custom)?x-success=https%3A%2F%2Fexample.com")
  public static let secondQuestionMark = Self(
    "OOB402", .error, "second '?'",
    "A query begins once. AA-2.8's template has a second '?' in front of the payload, and all four example apps lose it.",
    fix: "separate parameters with '&', and percent-encode a '?' inside a value as %3F",
    sources: ["AA-2.8", "x-callback-url 1.0"], example: "\(base)?x-success=https%3A%2F%2Fexample.com?\(query)")
  public static let duplicateParameter = Self(
    "OOB403", .error, "duplicate parameter", "Flutter takes the last of two, the others the first.", fix: "keep one",
    sources: ["Nevis example apps"], example: "\(base)?\(query)&\(query)")
  public static let caseVariant = Self(
    "OOB404", .error, "parameter name in the wrong case", "Parameter names are case-sensitive.",
    fix: "write dispatchTokenResponse, x-success, x-error and x-cancel", sources: ["Nevis example apps"],
    example: "\(base)?dispatchtokenresponse=\(payloadText)")
  public static let payloadInFragment = Self(
    "OOB405", .error, "payload after '#'", "What follows '#' is not part of the query: the payload is lost.",
    fix: "percent-encode the '#' of a callback as %23, or move the fragment", sources: ["RFC 3986, section 3.5"],
    example: "\(base)?x-success=https://a.example/#frag&\(query)")
  public static let parameterAfterPayload = Self(
    "OOB406", .warning, "parameter after the payload",
    "Every documented link ends with the payload; what follows an un-encoded callback is easily lost.",
    fix: "put dispatchTokenResponse last", sources: links, example: "\(base)?\(query)&lang=de")
  public static let hostNotCallback = Self(
    "OOB407", .error, "x-callback-url missing",
    "A custom URI has the fixed host x-callback-url right after its scheme.",
    fix: "write <scheme>://x-callback-url/authenticate?…", sources: links,
    example: "myaccessapp://authenticate?\(query)")
  public static let unknownAction = Self(
    "OOB408", .error, "unknown action", "The action is authenticate; samples also show register.",
    fix: "use authenticate, which also serves registrations, or register", sources: links,
    example: "myaccessapp://x-callback-url/login?\(query)")
  public static let customSchemeInSymbol = Self(
    "OOB409", .warning, "custom URI in a symbol",
    "From Android 13 on, the standard camera app no longer forwards custom URIs from a symbol.",
    fix: "use an app link: oobqr make --payload FILE --as link --base-url https://…", sources: ["AA-2.8"],
    example: .init("\(custom)?\(query)", .init(channel: .qr)))
  public static let insecureLink = Self(
    "OOB410", .error, "http link",
    "App links and universal links are https; anyone on the network could read the token.", fix: "use https",
    sources: links, example: "http://access.example.com/open?\(query)")
  public static let opaqueURI = Self(
    "OOB411", .error, "opaque URI",
    "Without '//' after the scheme Android refuses to read parameters, and the app crashes or gets nothing.",
    fix: "write <scheme>://x-callback-url/authenticate?…", sources: ["Nevis example apps"],
    example: "myaccessapp:authenticate?\(query)")
  public static let linkHostIsBackend = Self(
    "OOB412", .warning, "link on the backend's host",
    "App links need a (sub)domain of their own: a link that points to the host of the page it is on opens the browser.",
    fix: "serve app links from a subdomain other than those of the page and the backend", sources: ["AA-2.8"],
    example: "https://fido.example.com/open?\(query)")
  public static let linkHostDenied = Self(
    "OOB413", .error, "link host is not allowed", "The policy does not list the host.",
    fix: "add the link's host to link_hosts, or use a host that is listed", sources: ["the policy"],
    example: .init(sound, .init(policy: TrustPolicy(linkHosts: ["other.example"]))))
  public static let schemeDenied = Self(
    "OOB414", .error, "scheme is not allowed", "The policy does not list the scheme.",
    fix: "add the scheme to schemes of the policy, or use one that is listed", sources: ["the policy"],
    example: .init("\(custom)?\(query)", .init(policy: TrustPolicy(schemes: ["other"]))))
  public static let noPolicy = Self(
    "OOB415", .note, "no policy",
    "Without a policy, hosts, schemes and callback targets are not compared with what you allow.",
    fix: "give --policy FILE, or put oobqr-policy.json in the current folder",
    sources: ["AA-2.8 (allow-list of callback targets)"], example: .init(payloadJSON))
  public static let recommendedForm = Self(
    "OOB416", .note, "the other kind of link is recommended",
    "AA-2.8 recommends app links; AA-2.4 recommended custom URIs with x-callback-url.",
    fix: "use an app link, unless you cannot serve its association files", sources: links,
    example: "\(custom)?\(query)")
  public static let malformedEncoding = Self(
    "OOB417", .error, "malformed percent-encoding",
    "A '%' lacks its two hexadecimal digits; some apps refuse the whole link.", fix: "write a literal '%' as %25",
    sources: ["RFC 3986, section 2.1", "Nevis example apps"], example: "\(base)?x-success=100%&\(query)")
  public static let plusSign = Self(
    "OOB418", .error, "'+' in the payload", "Android and Flutter read '+' as a space.",
    fix: "use base64url, which has no '+'", sources: ["Nevis example apps"], example: "\(base)?\(query)+")
  public static let readersDiffer = Self(
    "OOB419", .warning, "some apps lose the payload",
    "Apps read links in different ways, and something besides the payload makes some of them lose it.",
    fix: "write what oobqr link prints: parameters percent-encoded, one '?', no '#', the payload last",
    sources: ["Nevis example apps"], example: "\(base)?x=1?y=2&\(query)")
  public static let rawPayloadInSymbol = Self(
    "OOB420", .note, "payload alone in a symbol", "Only the app's own scanner reads it; a camera shows text.",
    fix: "carry it in an app link, which the camera opens: --as link --base-url https://…",
    sources: ["nevisFIDO reference guide"], example: .init(payloadText, .init(channel: .qr)))
  public static let misspelledParameter = Self(
    "OOB421", .warning, "misspelled parameter",
    "The name is close to dispatchTokenResponse, x-success, x-error or x-cancel, which apps compare letter by letter, "
      + "or the & before it is written as in HTML.",
    fix: "write the name as the documents do", sources: links, example: "\(custom)?x-succes=app%3A%2F%2Fdone&\(query)")
  public static let capitals = Self(
    "OOB422", .note, "capital letters in scheme or host",
    "They mean the same in upper case, but Android compares them letter by letter with the app's intent filter.",
    fix: "write scheme and host in lower case, unless the phones that you tested open the app all the same",
    sources: ["RFC 3986, section 6.2.2.1", "developer.android.com data element"],
    example: "HTTPS://ACCESS.EXAMPLE.COM/open?\(query)")
  public static let systemScheme = Self(
    "OOB423", .error, "scheme of the system",
    "The system or the browser uses javascript, data, file, about, blob, content and intent itself: no app may have one as its scheme.",
    fix: "use the scheme of your app, or an app link", sources: ["OWASP Unvalidated Redirects"],
    example: "javascript://x-callback-url/authenticate?\(query)")
  public static let denseSymbol = Self(
    "OOB603", .warning, "dense symbol", "Above version 15, cameras need a steady hand and a large print.",
    fix: "drop callbacks, which are useless in a symbol; shorten the data; or lower the level",
    sources: ["ISO/IEC 18004 capacities", "indico/indico#5052"],
    example: .init(sound, .init(channel: .qr, symbolSize: .version(16))))
  public static let tooDenseSymbol = Self(
    "OOB604", .error, "symbol too dense",
    "Above version 25 (117 modules on a side, without the quiet zone), handheld phones fail.",
    fix: "drop callbacks, shorten the data, or lower the level",
    sources: ["ISO/IEC 18004 capacities", "indico/indico#5052"],
    example: .init(sound, .init(channel: .qr, symbolSize: .version(26))))

  public static let smallerInUpperCase = Self(
    "OOB606", .note, "smaller in upper case",
    "Capital letters take five and a half bits in a symbol, lower-case letters eight. Scheme and host mean the same in upper case, but "
      + "Android compares them letter by letter with the app's intent filter; path, parameters and payload must stay as they are.",
    fix: "use capitals for scheme and host only if the phones that you tested still open the app",
    sources: ["ISO/IEC 18004 capacities", "RFC 3986, section 6.2.2.1", "developer.android.com data element"],
    example: .init(sound, .init(channel: .qr, symbolSize: .version(13), upperCaseVersion: 12)))

  static let linkRules = [
    missingPayload, secondQuestionMark, duplicateParameter, caseVariant, payloadInFragment, parameterAfterPayload,
    hostNotCallback, unknownAction, customSchemeInSymbol, insecureLink, opaqueURI, linkHostIsBackend, linkHostDenied,
    schemeDenied, noPolicy, recommendedForm, malformedEncoding, plusSign, readersDiffer, rawPayloadInSymbol,
    misspelledParameter, capitals, systemScheme, denseSymbol, tooDenseSymbol, smallerInUpperCase,
  ]
}
