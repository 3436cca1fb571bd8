import OutOfBand
import QREncoding
import QRSymbology
import TextFormats

/// A message for fixtures, with a name for files.
public struct FixtureMessage: Hashable, Sendable {
  /// Letters, digits and hyphens; never a part of the message, which may be secret.
  public let name: String
  /// 1…2953 bytes.
  public let bytes: [UInt8]
  /// What pictures depend on in place of the name: usually the name itself. For a message that has no name in its list, which
  /// is named after its line, it is empty, and a number for a message that came before.
  let seedName: String

  public init(name: String, bytes: [UInt8]) { self.init(name: name, bytes: bytes, seedName: name) }

  init(name: String, bytes: [UInt8], seedName: String) {
    precondition(!bytes.isEmpty, "a symbol holds at least one byte")
    (self.name, self.bytes, self.seedName) = (name, bytes, seedName)
  }

  /// Returns the same message with a longer name.
  func named(adding suffix: String) -> FixtureMessage {
    FixtureMessage(name: name + suffix, bytes: bytes, seedName: seedName + suffix)
  }

  /// What is added to the names of a suite's messages at a level other than M.
  static func suffix(at level: QRSymbol.ErrorCorrectionLevel) -> String {
    level == .medium ? "" : "-level-\(level.letter.lowercased())"
  }

  /// Encodes the message in byte mode.
  ///
  /// - Parameter version: `nil` for the smallest.
  func encoded(level: QRSymbol.ErrorCorrectionLevel, version: QRSymbol.Version?) throws(FixtureFault) -> QRSymbol {
    do { return try QREncoder(level: level, version: version, segmentation: .byte).encode(bytes) } catch {
      throw FixtureFault("message '\(name)': \(error)")
    }
  }

  /// The kind of message in a check: `payload`, `link`, `uri`, `otpauth`, ….
  public var kind: String { OutOfBandMessage(bytes).kind }

  /// Returns the codes of the diagnostics of `oobqr scan --json` without a policy, sorted, each once.
  ///
  /// - Parameter version: The symbol's version, 1…40.
  public func expectedDiagnostics(symbolVersion version: Int) -> [String] {
    let check = MessageCheck(bytes, options: MessageCheck.Options(channel: .qr, symbolSize: .version(version)))
    return Set(check.diagnostics.map(\.rule.code)).sorted()
  }
}

extension FixtureMessage {
  /// All built-in messages: links and payloads, neighbours, and deliberately wrong ones.
  public static var builtIn: [FixtureMessage] { carriers + forms + neighbours + wrong }

  private init(_ name: String, _ text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  // The token is from the vendor's documentation and opens nothing.
  private static let payload = OutOfBandPayload.json(
    token: "b4b07559-f934-4597-a1c5-44d89f691e8f",
    redeemURL: "https://fido.siven.ch/nevisfido/token/redeem/authentication")
  private static let base64 = Base64.encodeURL(payload)
  private static let encrypted = Base64.encodeURL(
    JSONValue.object([
      .init(
        "nma_data",
        .string(
          "eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSIsImtpZCI6InNhbXBsZSJ9.."
            + "c2FtcGxlLWl2.c2FtcGxlLWNpcGhlcnRleHQ.c2FtcGxlLXRhZw")),
      .init("nma_data_content_type", "application/jose"), .init("nma_data_version", "1"),
    ]).description.utf8.map { $0 })

  /// The messages for damaged pictures: small, medium and large.
  public static let carriers: [FixtureMessage] = [
    FixtureMessage("web-address", "https://example.com/login"),
    FixtureMessage("otpauth", "otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP&issuer=Example"),
    FixtureMessage(name: "json", bytes: payload),
    FixtureMessage("raw", base64),
    FixtureMessage("app-link", "https://access.siven.ch/open?dispatchTokenResponse=\(base64)"),
    FixtureMessage("custom-uri", "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=\(base64)"),
    FixtureMessage(
      "app-link-callbacks",
      "https://access.siven.ch/open?x-success=https%3A%2F%2Fwww.siven.ch%2Fdone&x-error="
        + "https%3A%2F%2Fwww.siven.ch%2Ferror&x-cancel=https%3A%2F%2Fwww.siven.ch%2Fcancelled"
        + "&dispatchTokenResponse=\(base64)"),
    FixtureMessage("fido-hybrid", "FIDO:/1234567890123456789012345678901234567890"),
  ]

  /// Other forms of the same payload.
  static let forms: [FixtureMessage] = [
    FixtureMessage(
      "custom-uri-callbacks",
      "myaccessapp://x-callback-url/authenticate?x-success=mybusinessapp%3A%2F%2Fx-callback-url%2Fsuccess&x-error="
        + "mybusinessapp%3A%2F%2Fx-callback-url%2Ferror&dispatchTokenResponse=\(base64)"),
    FixtureMessage("app-link-encrypted", "https://access.siven.ch/open?dispatchTokenResponse=\(encrypted)"),
    FixtureMessage("raw-encrypted", encrypted),
    FixtureMessage(name: "all-byte-values", bytes: (0...255).map { UInt8($0) }),
    FixtureMessage("numeric", "0123456789012345678901234567890123456789"),
    FixtureMessage("unicode", "Zürich · 東京 · القاهرة"),
  ]

  /// Other messages that scanners meet.
  static let neighbours: [FixtureMessage] = [
    FixtureMessage("openid4vp", "openid4vp://?client_id=example&request_uri=https%3A%2F%2Fexample.com%2Frequest"),
    FixtureMessage(
      "openid-credential-offer",
      "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fexample.com%2Foffer"),
    FixtureMessage(
      "wallet-connect", "wc:7f6e504bfad60b485450578e05678ed3@2?relay-protocol=irn&symKey=587d5484ce2a2a6e"),
    FixtureMessage(
      "bankid-animated",
      "bankid.67df3917-fa0d-44e5-b327-edcc928297f8.0.dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8"),
    FixtureMessage("bankid", "bankid:///?autostarttoken=67df3917-fa0d-44e5-b327-edcc928297f8"),
    FixtureMessage(
      "uae-pass", "uaepass://digitalid-users-ids/authenticate?successurl=myapp%3A%2F%2Fok&failureurl=myapp%3A%2F%2Fno"),
    FixtureMessage("wifi", "WIFI:T:WPA;S:guests;P:not-a-secret;;"),
    FixtureMessage("tel", "tel:+41441234567"),
    FixtureMessage("sms", "SMSTO:+41441234567:hello"),
    FixtureMessage("mail", "mailto:help@example.com?subject=login"),
    FixtureMessage("geo", "geo:47.37,8.54"),
    FixtureMessage("contact", "BEGIN:VCARD\nVERSION:3.0\nFN:Alice Example\nEND:VCARD"),
    FixtureMessage("event", "BEGIN:VEVENT\nSUMMARY:Demo\nDTSTART:20300101T090000Z\nEND:VEVENT"),
    FixtureMessage("market", "market://details?id=com.example.app"),
    FixtureMessage("intent", "intent://open#Intent;scheme=https;package=com.example.app;end"),
  ]

  /// An example of each diagnostic of a symbol's message without a policy.
  static let wrong: [FixtureMessage] = Diagnostic.Rule.all.compactMap { rule in
    let bytes = Array(rule.example.input.utf8)
    guard 1...2331 ~= bytes.count else { return nil }
    let message = FixtureMessage(name: "wrong-\(rule.code.lowercased())", bytes: bytes)
    let version = QRSymbol.Version.smallest(holding: bytes.count, at: .medium)?.number ?? 40
    return message.expectedDiagnostics(symbolVersion: version).contains(rule.code) ? message : nil
  }
}
