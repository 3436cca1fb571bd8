/// The documents by key. An address is here only when it is public and leads to the document itself.
extension SourceDocument {
  private static let vendor = "docs.nevis.net"
  private static let example = "https://github.com/nevissecurity"

  /// All documents, the vendor's first.
  public static let all: [SourceDocument] = [
    SourceDocument(
      "AA-2.4", "Nevis Access App: Out-of-Band Operations Using Push, QR Code, or Links", version: "2.4.x.x",
      site: vendor),
    SourceDocument("AA-2.8", "Nevis Access App: Link", version: "2.8.x.x", site: vendor),
    SourceDocument("AA-3.x", "Nevis Access App: Transaction Confirmation", version: "3.x.x", site: vendor),
    SourceDocument("SDK-3.1", "Nevis Mobile Authentication SDK: Authentication", version: "3.1.x.x", site: vendor),
    SourceDocument("UAEP", "UAE PASS: Mobile Integration Guidelines", site: "docs.uaepass.ae"),
    SourceDocument("SDK API reference", "Nevis Mobile Authentication SDK: API reference"),
    SourceDocument("Access App order guide", "Nevis Access App: Order Guide"),
    SourceDocument(
      "nevisFIDO reference guide", "nevisFIDO Reference Guide", version: "8.2511",
      url: "https://docs.nevis.net/nevisfido/reference-guide"),
    SourceDocument(
      "docs.nevis.net security considerations", "Nevis Mobile Authentication SDK: Security Considerations",
      url: "https://docs.nevis.net/mobilesdk/concept/security-considerations"),
    SourceDocument(
      "Nevis example apps", "Nevis Mobile Authentication SDK: example apps for iOS, Android, Flutter and React Native",
      url: example),
    SourceDocument(
      "nevissecurity/nevis-access-app-localizations", "Nevis Access App: texts",
      url: "\(example)/nevis-access-app-localizations"),
    SourceDocument(
      "x-callback-url 1.0", "x-callback-url specification", version: "1.0 draft R3"),
    SourceDocument("RFC 3986", "Uniform Resource Identifier (URI): Generic Syntax", url: rfc(3986)),
    SourceDocument("RFC 4648", "The Base16, Base32, and Base64 Data Encodings", url: rfc(4648)),
    SourceDocument("RFC 7515", "JSON Web Signature (JWS)", url: rfc(7515)),
    SourceDocument("RFC 7516", "JSON Web Encryption (JWE)", url: rfc(7516)),
    SourceDocument("RFC 8259", "The JavaScript Object Notation (JSON) Data Interchange Format", url: rfc(8259)),
    SourceDocument(
      "draft-ietf-oauth-cross-device-security", "Cross-Device Flows: Security Best Current Practice",
      url: "https://datatracker.ietf.org/doc/draft-ietf-oauth-cross-device-security/"),
    SourceDocument("OWASP Unvalidated Redirects", "OWASP Unvalidated Redirects and Forwards Cheat Sheet"),
    SourceDocument(
      "ISO/IEC 18004", "Automatic identification and data capture techniques: QR Code bar code symbology specification",
      version: "2015"),
    SourceDocument(
      "zxing URIResultParser", "ZXing: URIResultParser.java", url: "https://github.com/zxing/zxing"),
    SourceDocument(
      "developer.android.com verify-android-applinks", "Android Developers: Verify Android App Links",
      site: "developer.android.com"),
    SourceDocument(
      "developer.apple.com applinks", "Apple Developer: applinks", site: "developer.apple.com"),
  ]

  private static func rfc(_ number: Int) -> String { "https://www.rfc-editor.org/rfc/rfc\(number)" }
}
