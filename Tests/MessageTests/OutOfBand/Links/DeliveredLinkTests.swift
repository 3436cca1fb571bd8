import OutOfBand
import Testing
import TextFormats

/// What becomes of links and payloads on their way, each with its cause and the link that was meant.
struct DeliveredLinkTests {
  /// An input, and what a check says of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var input: String
    var code: String
    /// Part of the message.
    var words: String
    /// Of the finding, in bytes; `nil` for the message as a whole.
    var offset: Int?
    /// The link that was meant; `nil` when there is none.
    var meant: String? = DeliveredLinkTests.link
    /// Codes of the other errors and warnings.
    var others: [String] = []

    init(
      _ input: String, _ code: String, _ words: String, at offset: Int? = 0, meant: String? = DeliveredLinkTests.link,
      others: [String] = []
    ) {
      (self.input, self.code, self.words, self.offset) = (input, code, words, offset)
      (self.meant, self.others) = (meant, others)
    }

    var testDescription: String { "\(code) \(PrintableText.of(String(input.prefix(48))))" }
  }

  static let text = LinkTests.text
  static let json = String(decoding: LinkTests.payload.json, as: UTF8.self)
  static let start = "https://access.example.com/open?dispatchTokenResponse="
  static let link = start + text
  static let encoded = PercentEncoding.encode(link)
  static let rest = String(link.dropFirst("https://".count))
  static let custom = "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=\(text)"
  /// The bytes before the payload.
  static let value = start.utf8.count

  static let wrapped: [Case] = [
    Case(
      "https://eur03.safelinks.protection.outlook.com/?url=\(encoded)&data=05&reserved=0", "OOB424",
      "Outlook Safe Links wraps the link: phones match the host 'eur03.safelinks.protection.outlook.com', which has the link in its member 'url'",
      at: 8),
    Case("https://outlook.office.com/mail/safelink.html?url=\(encoded)&corid=1", "OOB424", "Outlook Safe Links", at: 8),
    Case("https://urldefense.proofpoint.com/v1/url?u=\(encoded)&k=a%3D", "OOB424", "Proofpoint", at: 8),
    Case(
      "https://urldefense.proofpoint.com/v2/url?u="
        + link.map {
          $0 == "/" ? "_" : $0.isLetter || $0.isNumber || $0 == "." ? String($0) : PercentEncoding.dashed($0)
        }
        .joined() + "&d=DwMFAg&c=x", "OOB424", "'u'", at: 8),
    Case("https://urldefense.com/v3/__\(link)__;!!abc!def$", "OOB424", "in its path", at: 8),
    Case(
      "https://urldefense.com/v3/__https:/access.example.com/open*dispatchTokenResponse=\(text)__;Pw!!abc!def$",
      "OOB424", "Proofpoint URL Defense", at: 8),
    Case(
      "https://urldefense.us/v3/__https://access.example.com/open**DdispatchTokenResponse=\(text)__;P2E9MSY!!a!b$",
      "OOB424", "Proofpoint URL Defense", at: 8,
      meant: "https://access.example.com/open?a=1&dispatchTokenResponse=\(text)"),
    Case("https://linkprotect.cudasvc.com/url?a=\(encoded)&c=E,1", "OOB424", "Barracuda", at: 8),
    Case("https://protect.fireeye.com/v1/url?k=1&q=1&url=\(encoded)", "OOB424", "FireEye", at: 8),
    Case("https://l.facebook.com/l.php?u=\(encoded)&h=AT1", "OOB424", "Facebook", at: 8),
    Case("https://lm.facebook.com/l.php?u=\(link)", "OOB424", "Facebook", at: 8),
    Case("https://www.google.com/url?q=\(encoded)&sa=D", "OOB424", "Google wraps", at: 8),
    Case("https://siven.app.link/x?%24deeplink_path=\(encoded)&~campaign=a", "OOB424", "'$deeplink_path'", at: 8),
    Case("https://access.page.link/?link=\(encoded)&apn=a.b", "OOB424", "shut down on 25 August 2025", at: 8),
    Case("https://click.example/t?target=\(encoded)", "OOB424", "phones match the host 'click.example'", at: 8),
    Case("https://click.example/t?a=1&u=\(PercentEncoding.encode(encoded))", "OOB424", "its member 'u'", at: 8),
    Case("https://proxy.example/x/\(encoded)", "OOB424", "its path", at: 8),
    Case("https://click.example/?url=\(PercentEncoding.encode(custom))", "OOB424", "'url'", at: 8, meant: custom),
    Case("https://access.example.com/open%3FdispatchTokenResponse=\(text)", "OOB426", "'%3F'", at: 31),
    Case(encoded, "OOB426", "'%3A' is in the place of ':'", at: 5),
    Case("https://access.example.com/open%3fdispatchTokenResponse%3D\(text)", "OOB426", "'%3F'", at: 31),
    Case(
      "https://access.example.com/open%3Flang=de&dispatchTokenResponse=\(text)", "OOB426", "'%3F'", at: 31,
      meant: "https://access.example.com/open?lang=de&dispatchTokenResponse=\(text)"),
    Case(
      "myaccessapp://x-callback-url/authenticate%3FdispatchTokenResponse=\(text)", "OOB426", "'%3F'", at: 41,
      meant: custom),
  ]

  static let redirecting: [Case] = [
    Case(
      "https://protect-eu.mimecast.com/s/abc?domain=access.example.com", "OOB425", "it leads to 'access.example.com'",
      at: 8, meant: nil),
    Case("https://url.us.m.mimecastprotect.com/s/abc", "OOB425", "a link of Mimecast", at: 8, meant: nil),
    Case("https://u1.ct.sendgrid.net/ls/click?upn=abc", "OOB425", "a click tracker of SendGrid", at: 8, meant: nil),
    Case("https://x.us1.list-manage.com/track/click?u=a&id=b", "OOB425", "Mailchimp", at: 8, meant: nil),
    Case("https://bit.ly/3abc", "OOB425", "a shortener: the link is not in it", at: 8, meant: nil),
    Case("http://tinyurl.com/abc", "OOB425", "a shortener", at: 7, meant: nil),
    Case("https://t.co/abc", "OOB425", "a shortener", at: 8, meant: nil),
  ]

  static let around: [Case] = [
    Case("\u{FEFF}\(link)", "OOB213", "U+FEFF BYTE ORDER MARK"),
    Case("\u{FEFF}\(custom)", "OOB213", "U+FEFF", meant: custom),
    Case(" \(link)", "OOB213", "U+0020 SPACE"),
    Case("\(link)\u{A0}", "OOB213", "U+00A0 NO-BREAK SPACE", at: link.count),
    Case("\t\(link)", "OOB213", "U+0009"),
    Case("\(start)\u{200B}\(text)", "OOB213", "the link contains U+200B ZERO WIDTH SPACE", at: value),
    Case("https://access.\u{AD}example.com\(link.dropFirst(26))", "OOB213", "U+00AD SOFT HYPHEN", at: 15),
    Case("\u{2066}\(link)\u{2069}", "OOB213", "U+2066 LEFT-TO-RIGHT ISOLATE, the first of 2 such characters"),
    Case("\"\(link)\"", "OOB427", "before the link is U+0022 QUOTATION MARK, and behind the link is U+0022"),
    Case("'\(link)'", "OOB427", "U+0027 APOSTROPHE"), Case("“\(link)”", "OOB427", "U+201C LEFT DOUBLE QUOTATION MARK"),
    Case("<\(link)>", "OOB427", "U+003C LESS-THAN SIGN"), Case("(\(link))", "OOB427", "U+0028 LEFT PARENTHESIS"),
    Case("\(link)\"", "OOB427", "behind the link is U+0022", at: link.count),
    Case("\(link).", "OOB427", "U+002E FULL STOP", at: link.count),
    Case("[Log in](\(link))", "OOB427", "before the link is '[Log in](', which begins with U+005B LEFT SQUARE BRACKET"),
    Case("Link: \(link)", "OOB214", "'Link: ' precedes a whole link"),
    Case("\"\(link)\",", "OOB427", "'\",', which begins with"),
    Case("\"\(custom)\"", "OOB427", "U+0022", meant: custom),
    Case("URL:\(link)", "OOB214", "'URL:' precedes a whole link"),
    Case(rest, "OOB428", "there is no scheme"), Case("//\(rest)", "OOB428", "there is no scheme"),
    Case(
      "www.example.com/?x=1&dispatchTokenResponse=\(text)", "OOB428", "no scheme",
      meant: "https://www.example.com/?x=1&dispatchTokenResponse=\(text)"),
    Case(link.replacing("=", with: "=3D"), "OOB429", "as in the source of a mail", at: value - 1),
    Case("\(link.prefix(76))=\r\n\(link.dropFirst(76))", "OOB429", "as in the source of a mail", at: 76),
    Case(
      "\(link.replacing("=", with: "=3D").prefix(90))=\n\(link.replacing("=", with: "=3D").dropFirst(90))", "OOB429",
      "as in the source", at: value - 1),
    Case(
      "my_access_app://x-callback-url/authenticate?dispatchTokenResponse=\(text)", "OOB432",
      "the scheme 'my_access_app' has U+005F LOW LINE", meant: nil),
    Case("2fa://x-callback-url/authenticate?dispatchTokenResponse=\(text)", "OOB432", "U+0032 DIGIT TWO", meant: nil),
    Case("zugang-für://x-callback-url/authenticate?dispatchTokenResponse=\(text)", "OOB432", "U+00FC", meant: nil),
    Case("\u{FEFF}\"\(link)\"", "OOB427", "U+0022", at: nil, others: ["OOB213"]),
    Case(
      "<https://eur03.safelinks.protection.outlook.com/?url=\(encoded)>", "OOB424", "Outlook", at: nil,
      others: ["OOB427"]),
  ]

  static let payloads: [Case] = [
    Case(start + Base64.encodeURL(Array(text.utf8)), "OOB119", "is base64url of base64url of the JSON", at: value),
    Case(
      start + text.replacing("e", with: "%2565"), "OOB119", "is percent-encoding of base64url of the JSON", at: value),
    Case(
      start + Base64.encodeURL(Array(Base64.encode(Array(text.utf8)).utf8)), "OOB119",
      "base64url of base64url of base64url", at: value),
    Case(
      start + Base64.encodeURL(Array("\(JSONValue.string(json))".utf8)), "OOB119", "is base64url of a JSON string",
      at: value),
    Case(
      start + PercentEncoding.encode("\(JSONValue.string(json))"), "OOB119", "is a JSON string of the JSON",
      at: value),
    Case(start + PercentEncoding.encode(PercentEncoding.encode(json)), "OOB120", "is the JSON itself", at: value),
    Case(start + Base64.encodeURL(Array(PercentEncoding.encode(text + "%").utf8)), "OOB306", "", at: value, meant: nil),
    Case(start + PercentEncoding.encode(json), "OOB120", "is the JSON itself", at: value),
    Case(start + json, "OOB120", "is the JSON itself", at: value),
    Case(start + HexadecimalText.of(Array(json.utf8)), "OOB123", "is hexadecimal of the JSON", at: value),
    Case(start + "0x" + HexadecimalText.of(Array(json.utf8), isUpperCase: true), "OOB123", "hexadecimal", at: value),
    Case(start + text.dropLast(20), "OOB121", "15 bytes are missing, if it ends as payloads do", at: value, meant: nil),
    Case(
      start + text.dropLast(1), "OOB121", "cut off after \(json.utf8.count - 1) bytes of JSON; 1 byte is missing",
      at: value, meant: nil),
    Case(start + text.prefix(60), "OOB121", "at least 69 bytes are missing", at: value, meant: nil),
    Case(start + text.prefix(61), "OOB121", "cut off after 45 bytes", at: value, meant: nil),
    Case(
      start + Base64.encodeURL(Array(#"{"nma_data_version":"1","nma_data":{"token""#.utf8)), "OOB121",
      "is cut off after 43 bytes of JSON", at: value, meant: nil),
    Case(start + text.prefix(8) + "…", "OOB121", "shortened to be shown", at: value, meant: nil),
    Case(start, "OOB122", "dispatchTokenResponse is empty", at: value, meant: nil),
    Case(
      "https://a.example/open?lang=de;dispatchTokenResponse=\(text)", "OOB430", "';'", at: 30,
      meant: "https://a.example/open?lang=de&dispatchTokenResponse=\(text)"),
    Case(
      "https://a.example/open?x-success=https%3A%2F%2Fb.example%2F;dispatchTokenResponse=\(text)", "OOB430", "';'",
      at: 59, meant: "https://a.example/open?x-success=https%3A%2F%2Fb.example%2F&dispatchTokenResponse=\(text)"),
    Case(
      "app://x-callback-url/authenticate?x-error=app%3A%2F%2Fe;x-cancel=app%3A%2F%2Fc;dispatchTokenResponse=\(text)",
      "OOB430", "';'", at: 55,
      meant:
        "app://x-callback-url/authenticate?x-error=app%3A%2F%2Fe&x-cancel=app%3A%2F%2Fc&dispatchTokenResponse=\(text)"),
  ]

  static let placeholders = [
    "<base64url_payload>", "{{payload}}", "${payload}", "%s", "%@", "undefined", "null", "None",
    "{payload}", "%7B%7Bpayload%7D%7D", "$payload", "%PAYLOAD%", "YOUR_PAYLOAD", "xxxx",
  ].map { Case(start + $0, "OOB122", "which was not replaced", at: value, meant: nil) }

  static let intents: [Case] = [
    Case(
      "intent://\(rest)#Intent;scheme=https;package=ch.siven.access;S.browser_fallback_url=https%3A%2F%2Fa.example;end",
      "OOB431", "scheme 'https' of the app 'ch.siven.access'; Chrome and others open it from a page"),
    Case("intent:\(custom.dropFirst(14))#Intent;scheme=myaccessapp;end", "OOB431", "'myaccessapp'", meant: custom),
    Case("INTENT://\(rest)#Intent;package=a.b;end", "OOB431", "'https'"),
    Case("intent:\(link)#Intent;action=android.intent.action.VIEW;end", "OOB431", "'https'"),
  ]

  @Test(arguments: wrapped + redirecting + around + payloads + placeholders + intents)
  func `the cause is named with its place, and the link that was meant is shown`(one: Case) throws {
    let check = MessageCheck(one.input)
    let found = check.diagnostics.filter { $0.severity != .note }
    #expect(found.map(\.rule.code).sorted() == ([one.code] + one.others).sorted(), "\(found)")
    let finding = try #require(found.first { $0.rule.code == one.code }, "\(found)")
    #expect(finding.message.contains(one.words))
    if case .component(_, let offset) = finding.place {
      #expect(offset == one.offset)
    } else {
      #expect(one.offset == nil)
    }
    guard let meant = one.meant else { return }
    #expect(check.link?.description == meant)
    #expect(check.payload == LinkTests.payload && MessageCheck(meant).errors.isEmpty)
    #expect(try MessageCheck.isBetter(#require(check.link), than: Array(one.input.utf8)))
    for shown in found.flatMap({ [$0.message, $0.remedy] }) { #expect(!shown.contains(Self.text)) }
  }

  @Test func `a blank in the place of a plus is put back`() throws {
    let payload = OutOfBandPayload(
      token: "b4b07559-f934-4597-a1c5-44d89f691e8f",
      redeemURL: try RedeemURL(parsing: "https://fido.example.com/token/redeem/authentication"),
      data: [.init("note", .string("ÿþ>>>???~~~ÿÿ"))])
    let standard = Base64.encode(payload.json)
    #expect(standard.contains("+"))
    for blank in [" ", "%20"] {
      let check = MessageCheck(Self.start + standard.replacing("+", with: blank))
      let finding = try #require(check.diagnostics.first { $0.rule == .whitespaceInBase64 })
      #expect(finding.message.hasSuffix("where the payload had '+'"))
      #expect(check.link?.payload?.json == payload.json)
    }
  }

  @Test func `the end of a link whose payload is broken stays`() {
    let broken = Self.text.prefix(60) + "%0A" + Self.text.dropFirst(60)
    let check = MessageCheck("\(Self.start)\(broken)&x-success=https://shop.example/done!")
    #expect(check.errors.map(\.rule) == [.whitespaceInBase64], "\(check.diagnostics)")
  }

  @Test(arguments: [
    ("+", "a+b", true), ("a+b+c", "https%3A%2F%2Fb.example%2F%3Fq%3Da+b", true),
    ("%2B", "https%3A%2F%2Fb.example%2F%3Fq%3Da%2Bb", false),
    ("%20", "https%3A%2F%2Fb.example%2F%3Fq%3Da%2520b", false),
  ])
  func `a plus in a callback is a space to some`(name: String, callback: String, isFound: Bool) {
    let check = MessageCheck(
      "app://x-callback-url/authenticate?x-success=\(callback)&dispatchTokenResponse=\(Self.text)")
    #expect(check.diagnostics.contains { $0.rule.code == "OOB514" && $0.severity == .warning } == isFound)
  }

  @Test(arguments: [("uaepassdemoapp", true), ("uaepassdemoappDS", true), ("myapp", false), ("uaepassapp", false)])
  func `the scheme of the demo app is a warning`(scheme: String, isFound: Bool) {
    let resume = PercentEncoding.encode("\(scheme):///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%2Fs")
    let check = MessageCheck("uaepass://digitalid?successURL=\(resume)&failureURL=\(resume)")
    #expect(check.diagnostics.filter { $0.rule.code == "OOB816" }.count == (isFound ? 2 : 0))
  }

  @Test func `an intent URI in a page is a warning`() {
    let check = MessageCheck(Self.intents[0].input, options: .init(channel: .link))
    #expect(check.diagnostics.first { $0.rule == .intentURI }?.severity == .warning)
  }

  @Test(arguments: [
    link, custom,
    "https://access.example.com/open?lang=de&x-success=https%3A%2F%2Fb.example%2F(a)&dispatchTokenResponse=\(text)",
    "https://access.example.com/open?url=https%3A%2F%2Fb.example%2F&dispatchTokenResponse=\(text)",
    "https://access.example.com/open?next=\(encoded)&dispatchTokenResponse=\(text)",
    "https://access.example.com/a;b/open?x=a;b&dispatchTokenResponse=\(text)",
  ])
  func `a good link has no cause`(good: String) {
    let check = MessageCheck(good)
    #expect(check.diagnostics.filter { $0.severity != .note }.isEmpty)
    #expect(check.link?.payload == LinkTests.payload && check.readings.allSatisfy(\.isPayload))
  }

  @Test(arguments: [
    "https://www.google.com/url?q=https%3A%2F%2Fa.example%2F", "see https://a.example/?a=b", "a.example/?a=b",
    "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example", "dispatchTokenResponse=", "a=\n=3Db",
    "intent://a.example/open?a=b#Intent;scheme=https;end",
  ])
  func `what holds no payload is what it was`(text: String) {
    let check = MessageCheck(text)
    #expect(check.link == nil && check.payload == nil)
    #expect(check.diagnostics.allSatisfy { [.noMessage, .foreignMessage].contains($0.rule) })
  }

  @Test func `the findings about the link in another are listed as such`() throws {
    let http = PercentEncoding.encode(Self.link.replacing("https://access", with: "http://access"))
    let check = MessageCheck("https://click.example/?url=\(http)")
    let finding = try #require(check.diagnostics.first { $0.rule == .insecureLink })
    #expect(finding.place == .component("as meant, scheme", offset: 0))
    #expect(check.readings.isEmpty && check.message.kind == "web")
  }

  static let places: [(start: String, words: String)] = [
    ("?payload=", "the payload is in the parameter 'payload'"),
    ("?lang=de&token=", "the payload is in the parameter 'token'"), ("/", "the payload is in the path"),
  ]

  /// The right payload where no app looks for it.
  @Test(arguments: places)
  func `a payload under another name is found, and the link that is meant is sound`(
    place: (start: String, words: String)
  ) throws {
    let (start, words) = place
    let check = MessageCheck("https://access.example.com/open" + start + StatementTests.payload.base64URL)
    let finding = try #require(check.errors.first)
    #expect(finding.rule == .missingPayload && finding.message.contains(words), "\(finding)")
    #expect(check.payload != nil && check.isRecovered)
    #expect(
      check.linkAsMeant(showsTokens: true)
        == "https://access.example.com/open?dispatchTokenResponse=" + StatementTests.payload.base64URL)
    // Other texts in base64 are none of ours.
    let other = MessageCheck(
      "https://access.example.com/open" + start + Base64.encodeURL(Array("{\"a\":\"\(words)\"}".utf8)))
    #expect(!other.errors.contains { $0.rule == .missingPayload })
  }

  @Test func `what Python prints around bytes, and a route behind '#', are named`() throws {
    let bytes = MessageCheck(
      "https://access.example.com/open?dispatchTokenResponse=b'\(StatementTests.payload.base64URL)'")
    #expect(bytes.errors.map(\.remedy).contains { $0.contains("which Python prints around bytes") }, "\(bytes.errors)")
    let route = MessageCheck(
      "https://access.example.com/#/open?dispatchTokenResponse=\(StatementTests.payload.base64URL)")
    let finding = try #require(route.errors.first)
    #expect(finding.rule == .payloadInFragment && finding.message.hasPrefix("'#/open' is a route of a page's script"))
    #expect(finding.remedy == "write the path '/open' without '#'")
    #expect(
      route.linkAsMeant(showsTokens: true)
        == "https://access.example.com/open?dispatchTokenResponse=" + StatementTests.payload.base64URL)
  }

  @Test func `quotation marks around a payload are named`() throws {
    for mark in ["\"", "'", "“"] {
      let check = MessageCheck(
        "https://access.example.com/open?dispatchTokenResponse=\(mark)\(StatementTests.payload.base64URL)\(mark)")
      #expect(
        check.errors.contains {
          $0.remedy == "remove the quotation marks around it" && $0.message == "'\(mark)' is not a base64url character"
        }, "\(mark) \(check.errors)")
    }
  }
}

extension PercentEncoding {
  /// A character as the second version of Proofpoint's gateway writes it.
  fileprivate static func dashed(_ character: Character) -> String {
    let hex = HexadecimalText.of(Array(String(character).utf8), isUpperCase: true)
    return "-" + hex
  }
}
