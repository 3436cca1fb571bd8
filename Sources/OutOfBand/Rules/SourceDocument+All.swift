/// The documents by key. An address is here only when it is public and leads to the document itself.
extension SourceDocument {
  private static let vendor = "docs.nevis.net"
  private static let example = "https://github.com/nevissecurity"

  /// All documents, the vendor's first.
  public static let all: [SourceDocument] = [
    .init(
      "AA-2.4", "Nevis Access App: Out-of-Band Operations Using Push, QR Code, or Links", version: "2.4.x.x",
      site: vendor),
    .init("AA-2.8", "Nevis Access App: Link", version: "2.8.x.x", site: vendor),
    .init("AA-3.x", "Nevis Access App: Transaction Confirmation", version: "3.x.x", site: vendor),
    .init("SDK-3.1", "Nevis Mobile Authentication SDK: Authentication", version: "3.1.x.x", site: vendor),
    .init("UAEP", "UAE PASS: Mobile Integration Guidelines", site: "docs.uaepass.ae"),
    .init("SDK API reference", "Nevis Mobile Authentication SDK: API reference"),
    .init("Access App order guide", "Nevis Access App: Order Guide"),
    .init(
      "nevisFIDO reference guide", "nevisFIDO Reference Guide", version: "8.2511",
      url: "https://docs.nevis.net/nevisfido/reference-guide"),
    .init(
      "docs.nevis.net security considerations", "Nevis Mobile Authentication SDK: Security Considerations",
      url: "https://docs.nevis.net/mobilesdk/concept/security-considerations"),
    .init(
      "Nevis example apps", "Nevis Mobile Authentication SDK: example apps for iOS, Android, Flutter and React Native",
      url: example),
    .init(
      "nevissecurity/nevis-access-app-localizations", "Nevis Access App: texts",
      url: "\(example)/nevis-access-app-localizations"),
    .init("x-callback-url 1.0", "x-callback-url specification", version: "1.0 draft R3"),
    .init(
      "RFC 2045", "Multipurpose Internet Mail Extensions (MIME): Format of Internet Message Bodies", url: rfc(2045)),
    .init("RFC 3986", "Uniform Resource Identifier (URI): Generic Syntax", url: rfc(3986)),
    .init("RFC 4648", "The Base16, Base32, and Base64 Data Encodings", url: rfc(4648)),
    .init("RFC 7515", "JSON Web Signature (JWS)", url: rfc(7515)),
    .init("RFC 7516", "JSON Web Encryption (JWE)", url: rfc(7516)),
    .init("RFC 8259", "The JavaScript Object Notation (JSON) Data Interchange Format", url: rfc(8259)),
    .init(
      "draft-ietf-oauth-cross-device-security", "Cross-Device Flows: Security Best Current Practice",
      url: "https://datatracker.ietf.org/doc/draft-ietf-oauth-cross-device-security/"),
    .init("OWASP Unvalidated Redirects", "OWASP Unvalidated Redirects and Forwards Cheat Sheet"),
    .init(
      "ISO/IEC 18004", "Automatic identification and data capture techniques: QR Code bar code symbology specification",
      version: "2015"),
    .init("zxing URIResultParser", "ZXing: URIResultParser.java", url: "https://github.com/zxing/zxing"),
    .init("zxing DecodeHintType", "ZXing: DecodeHintType.java", url: "https://github.com/zxing/zxing"),
    .init(
      "developer.android.com verify-android-applinks", "Android Developers: Verify Android App Links",
      site: "developer.android.com"),
    .init("developer.apple.com applinks", "Apple Developer: applinks", site: "developer.apple.com"),
    .init(
      "developer.apple.com Supporting associated domains", "Apple Developer: Supporting associated domains",
      site: "developer.apple.com"),
    .init(
      "developer.apple.com App Search Programming Guide", "Apple Developer: App Search Programming Guide",
      version: "2016", site: "developer.apple.com"),
    .init(
      "developer.apple.com Smart App Banners", "Apple Developer: Promoting apps with Smart App Banners",
      site: "developer.apple.com"),
    .init(
      "developer.android.com data element", "Android Developers: the data element of the manifest",
      site: "developer.android.com"),
    .init(
      "developer.chrome.com Android Intents", "Chrome for Developers: Android Intents with Chrome",
      url: "https://developer.chrome.com/docs/android/intents"),
    .init(
      "developer.android.com activity element", "Android Developers: the activity element of the manifest",
      site: "developer.android.com"),
    .init(
      "developer.android.com Android 12 behavior changes",
      "Android Developers: Behavior changes, apps targeting Android 12",
      site: "developer.android.com"),
    .init(
      "developer.android.com manifest merge", "Android Developers: Merge multiple manifest files",
      site: "developer.android.com"),
    .init(
      "developer.android.com uri-relative-filter-group", "Android Developers: the uri-relative-filter-group element",
      url: "https://developer.android.com/guide/topics/manifest/uri-relative-filter-group-element"),
    .init(
      "developer.android.com configure-assetlinks",
      "Android Developers: Configure website associations and dynamic rules",
      url: "https://developer.android.com/training/app-links/configure-assetlinks"),
    .init(
      "developer.apple.com associated domains", "Apple Developer: Associated Domains Entitlement",
      site: "developer.apple.com"),
    .init("Digital Asset Links statements", "Google: Digital Asset Links, statements", site: "developers.google.com"),
    .init(
      "chromium external_intents README", "Chromium: components/external_intents/README.md",
      url: "https://github.com/chromium/chromium"),
    .init(
      "FIDO UAF HTTP API", "FIDO UAF Application API and Transport Binding Specification", site: "fidoalliance.org"),
    .init("RFC 6750", "The OAuth 2.0 Authorization Framework: Bearer Token Usage", url: rfc(6750)),
    .init("W3C Referrer Policy", "Referrer Policy", url: "https://www.w3.org/TR/referrer-policy/"),
    .init("OWASP Third Party JavaScript Management", "OWASP Third Party JavaScript Management Cheat Sheet"),
    .init("Unicode UAX #9", "Unicode Bidirectional Algorithm", url: "https://www.unicode.org/reports/tr9/"),
    .init("Unicode UTS #39", "Unicode Security Mechanisms", url: "https://www.unicode.org/reports/tr39/"),
    .init("XML 1.0", "Extensible Markup Language (XML) 1.0", url: "https://www.w3.org/TR/xml/"),
    .init("ISO 4217", "Codes for the representation of currencies"),
    .init("ISO 7064", "Check character systems"),
    .init("ISO 13616", "International bank account number (IBAN)"),
    .init("ISO/IEC 7812-1", "Identification cards: identification of issuers"),
  ]

  private static func rfc(_ number: Int) -> String { "https://www.rfc-editor.org/rfc/rfc\(number)" }
}
