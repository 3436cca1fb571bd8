import TextFormats

/// Rules on what becomes of links and payloads on their way: wrapped, pasted, encoded again, cut, never filled in.
extension Diagnostic.Rule {
  private static let link = "https://access.example.com/open?dispatchTokenResponse=\(payloadText)"
  private static let links = ["AA-2.4", "AA-2.8"]
  private static func carrying(_ value: String) -> Diagnostic.Example {
    .init("https://access.example.com/open?dispatchTokenResponse=\(value)")
  }

  public static let encodedTwice = Self(
    "OOB119", .error, "payload encoded twice", "An app decodes once, and finds base64url instead of JSON.",
    fix: "encode the JSON as base64url once: what the server returns for a link is encoded already",
    sources: links + ["RFC 4648"], example: carrying(Base64.encodeURL(Array(payloadText.utf8))))
  public static let unencodedPayload = Self(
    "OOB120", .error, "JSON in a link", "Apps decode the value as base64url; JSON in percent-encoding is not that.",
    fix: "encode the JSON as base64url before it is put into the link", sources: links,
    example: carrying(PercentEncoding.encode(payloadJSON)))
  public static let cutPayload = Self(
    "OOB121", .error, "payload cut off",
    "The base64url decodes to the beginning of a payload. Columns of databases, text messages and copying by hand cut links.",
    fix: "copy the payload again, whole, and look for a limit of length on its way", sources: ["RFC 4648", "RFC 8259"],
    example: carrying(String(payloadText.dropLast(20))))
  public static let placeholder = Self(
    "OOB122", .error, "payload not filled in",
    "The link was built before there was a payload, or from a template whose variable has another name.",
    fix: "put base64url of the payload's JSON there, and do not show the link before the server has answered",
    sources: links, example: carrying("undefined"))
  public static let hexadecimalPayload = Self(
    "OOB123", .error, "payload in hexadecimal", "Apps decode base64url; hexadecimal digits decode to other bytes.",
    fix: "encode the bytes of the JSON as base64url", sources: links + ["RFC 4648"],
    example: carrying(HexadecimalText.of(Array(payloadJSON.utf8))))
  public static let recasedPayload = Self(
    "OOB124", .error, "payload in one case",
    "base64url distinguishes capitals from small letters. Something on the way, such as a database or a form, made all of them alike.",
    fix: "keep the case of letters; the payload has to be copied again", sources: ["RFC 4648"],
    example: carrying(payloadText.uppercased()))
  public static let portInLink = Self(
    "OOB433", .warning, "port in an app link",
    "No source says whether iOS opens an app by a link with a port: an entry of the associated domains has none.",
    fix: "serve the links at the standard port, and leave the port out",
    sources: ["developer.apple.com associated domains"],
    example: .init(link.replacing("example.com", with: "example.com:8443")))
  public static let unencodedCharacter = Self(
    "OOB434", .warning, "character outside ASCII in a link",
    "A URL holds only ASCII. A symbol does not have to say which encoding it uses, and some scanners guess one other than UTF-8.",
    fix: "percent-encode its UTF-8 bytes", sources: ["RFC 3986, section 2.1", "lyqht/mini-qr#264"],
    example: .init(link.replacing("/open?", with: "/öffnen?")))
  public static let wrappedLink = Self(
    "OOB424", .error, "link wrapped by another host",
    "Phones match the host of the outer address, which is not the app's: the link in it opens in the browser, if at all. Mail "
      + "gateways and click trackers do this to links in mails, and some of them change the payload.",
    fix: "show the link as it is meant, or exempt its host from rewriting where the mail passes",
    sources: [
      "FusionAuth/fusionauth-issues#629", "apparition47/MailTrackerBlocker#112",
      "cphyc/thunderbird_remove_safelinks src.js", "BranchMetrics/documentation#304",
    ],
    example: .init(
      "https://eur03.safelinks.protection.outlook.com/?url=\(PercentEncoding.encode(link))&data=05&reserved=0"))
  public static let redirectingHost = Self(
    "OOB425", .error, "address that redirects",
    "The link is not in this address: only the server of its host knows it. Phones match this host; after a redirect from "
      + "a mail, a chat or a camera, iOS opens no app; for web pages and for Android, sources differ.",
    fix: "show the link itself, or exempt it from click tracking and rewriting",
    sources: ["BranchMetrics/documentation#304", "adjust/ios_sdk#287", "llfbandit/app_links#220"],
    example: "https://protect-eu.mimecast.com/s/abc?domain=access.example.com")
  public static let encodedSign = Self(
    "OOB426", .error, "'?' or ':' is percent-encoded",
    "'%3F' is part of the path: the address has no query, and its path is not one that the app opens. With '%3A' it has no scheme.",
    fix: "encode only the values of parameters, not the whole link", sources: ["RFC 3986, section 3.4"],
    example: .init(link.replacing("?", with: "%3F")))
  public static let surroundedLink = Self(
    "OOB427", .error, "something around the link",
    "A symbol or a field holds only the link. With quotes, brackets or words around it, it is text, which cameras show or "
      + "search for.",
    fix: "write the link alone", sources: ["RFC 3986, appendix C"], example: .init("\"\(link)\""))
  public static let missingScheme = Self(
    "OOB428", .error, "link without its scheme",
    "Without https:// it is a text. Some cameras and browsers guess http:// or search for it.",
    fix: "write https:// before the host", sources: ["RFC 3986, section 4.3"],
    example: .init(String(link.dropFirst(8))))
  public static let quotedPrintableLink = Self(
    "OOB429", .error, "link in quoted-printable",
    "In the source of a mail '=3D' stands for '=', and a '=' at the end of a line continues it. Here it was not decoded.",
    fix: "take the link from the mail as it is shown, or decode the part of the mail",
    sources: ["RFC 2045, section 6.7"],
    example: .init(link.replacing("=", with: "=3D")))
  public static let semicolonInQuery = Self(
    "OOB430", .error, "';' between parameters",
    "Apps split the query at '&' only: the payload is part of another value.",
    fix: "write '&' between parameters", sources: ["Nevis example apps"],
    example: .init(link.replacing("?", with: "?lang=de;")))
  public static let intentURI = Self(
    "OOB431", .error, "intent URI",
    "Browsers on Android start an app with it from a page: Chrome, Firefox, DuckDuckGo and Jelly do; Samsung Internet (2018), "
      + "WeChat and bare web views do not. iOS has none. Scanners that hand the text to Android find no app for it.",
    fix: "use the link itself, as an app link; keep intent URIs for pages that only Chrome on Android shows",
    sources: [
      "developer.chrome.com Android Intents", "GrapheneOS/Camera MainActivity.kt", "markusfisch/BinaryEye Share.kt",
    ],
    example: .init(link.replacing("https:", with: "intent:") + "#Intent;scheme=https;package=com.example.app;end"))
  public static let malformedScheme = Self(
    "OOB432", .error, "malformed scheme",
    "A scheme begins with a letter and has letters, digits, '+', '-' and '.'. With anything else in it, it is a text.",
    fix: "register another scheme for the app, and use it in the link", sources: ["RFC 3986, section 3.1"],
    example: "my_app://x-callback-url/authenticate?dispatchTokenResponse=\(payloadText)")
  public static let plusInCallback = Self(
    "OOB514", .warning, "'+' in a callback", "Android and Flutter read '+' as a space, iOS as a plus.",
    fix: "write %20 for a space, and %2B for a plus", sources: ["Nevis example apps"],
    example: .init(link.replacing("?", with: "?x-success=https%3A%2F%2Fwww.example.com%2F%3Fq%3Da+b&")))
  public static let uaePassDemoScheme = Self(
    "OOB816", .warning, "scheme of the demo app",
    "uaepassdemoapp is the scheme of UAE PASS's example. Any app that was made from it has the same, and may be opened instead.",
    fix: "register a scheme of your own, and use it in both callbacks", sources: ["Faisalkc4u/uae_pass README.md"],
    example:
      "uaepass://digitalid?successURL=uaepassdemoapp%3A%2F%2F%2Fresume_authn%3Furl%3Dhttps%253A%252F%252Fid.uaepass.ae%252Fs&failureURL=https%3A%2F%2Fid.uaepass.ae%2Ff"
  )

  static let deliveryRules = [
    encodedTwice, unencodedPayload, cutPayload, placeholder, hexadecimalPayload, recasedPayload, portInLink,
    unencodedCharacter, wrappedLink, redirectingHost,
    encodedSign, surroundedLink, missingScheme, quotedPrintableLink, semicolonInQuery, intentURI,
    malformedScheme, plusInCallback, uaePassDemoScheme,
  ]
}
