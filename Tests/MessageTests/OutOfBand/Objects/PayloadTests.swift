import Foundation
import OutOfBand
import Testing
import TextFormats

struct PayloadTests {
  static let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"

  private func codes(_ text: String, _ options: MessageCheck.Options = MessageCheck.Options()) -> [String] {
    MessageCheck(Array(text.utf8), options: options).diagnostics.map(\.rule.code).filter {
      !["OOB415", "OOB601"].contains($0)
    }
  }

  private func codes(redeemedAt url: String, token: String = token) -> [String] {
    codes(payload("{\"token\":\"\(token)\",\"redeem_url\":\"\(url)\"}"))
  }

  private func payload(_ data: String) -> String {
    "{\"nma_data\":\(data),\"nma_data_content_type\":\"application/json\",\"nma_data_version\":\"1\"}"
  }

  @Test(arguments: [
    ("", ["OOB102"]), ("{", ["OOB101"]), ("[]", ["OOB104"]), ("WzEsMl0", ["OOB104"]),
    ("{}", ["OOB108", "OOB106", "OOB105"]),
    ("{\"nma_data\":1}", ["OOB108", "OOB106", "OOB110"]),
    ("\u{FEFF}{}", ["OOB101"]),
  ])
  func `what is not a payload is reported completely`(text: String, expected: [String]) {
    #expect(codes(text) == expected)
  }

  @Test func `fields are judged one by one`() {
    #expect(codes(payload("{\"token\":\"\",\"redeem_url\":\"\"}")) == ["OOB111", "OOB113"])
    #expect(codes(payload("{\"token\":5,\"redeem_url\":[]}")) == ["OOB111", "OOB113"])
    #expect(codes(redeemedAt: "https://a.example/", token: Self.token.uppercased()) == ["OOB112"])
    #expect(codes(redeemedAt: "ftp://a.example/") == ["OOB202"])
    #expect(codes(redeemedAt: "https://u:p@a.example/") == ["OOB205"])
    #expect(codes(redeemedAt: "https://a b.example/") == ["OOB213", "OOB214", "OOB201"])
  }

  @Test(arguments: [
    ("203.0.113.7", "OOB203"), ("[2001:db8::1]", "OOB203"), ("10.1.2.3", "OOB204"), ("172.16.0.1", "OOB204"),
    ("172.31.255.255", "OOB204"), ("192.168.1.1", "OOB204"), ("127.0.0.1", "OOB204"), ("169.254.1.1", "OOB204"),
    ("127.1", "OOB204"), ("0x7f.1", "OOB204"), ("0177.0.0.1", "OOB204"), ("2130706433", "OOB204"),
    ("192.168.257", "OOB204"),
    ("[::ffff:127.0.0.1]", "OOB204"), ("[::ffff:a00:1]", "OOB204"), ("[::ffff:9.9.9.9]", "OOB203"),
    ("9.9.2313", "OOB203"),
    ("[::1]", "OOB204"), ("[fd00::1]", "OOB204"), ("[fe80::1]", "OOB204"), ("localhost", "OOB204"),
    ("printer.local", "OOB204"),
    ("intranet", "OOB204"), ("xn--bcher-kva.example", "OOB207"), ("bücher.example", "OOB206"),
    ("p\u{430}ypal.example", "OOB208"),
  ])
  func `suspicious hosts are reported`(host: String, code: String) {
    #expect(codes(redeemedAt: "https://\(host)/x") == [code])
  }

  @Test(arguments: ["application/json", "application/jose"])
  func `an object that was made text is called that`(type: String) throws {
    let data = JSONValue.string(#"{"token":"\#(Self.token)","redeem_url":"https://a.example/x"}"#)
    let check = MessageCheck(#"{"nma_data":\#(data),"nma_data_content_type":"\#(type)","nma_data_version":"1"}"#)
    let error = try #require(check.errors.first)
    #expect(
      check.errors.count == 1 && error.rule == .dataMismatch && error.remedy.hasPrefix("put the object itself there"))
    #expect(error.message == "nma_data is a string that holds the JSON of an object")
  }

  @Test(arguments: [
    ("127.0.0.1", "is the phone itself"), ("localhost", "is the phone itself"),
    ("app.localhost", "is the phone itself"),
    ("[::1]", "is the phone itself"), ("0x7f.1", "is the phone itself"),
    ("nevisfido.iam.svc.cluster.local", "is a name inside a Kubernetes cluster"),
    ("nevisfido.iam.svc", "is a name inside a Kubernetes cluster"),
    ("10.0.2.2", nil),
    ("host.docker.internal", "is a name inside a container"),
    ("10.0.2.3", nil), ("intranet", nil), ("printer.local", nil), ("nas.internal", nil),
  ])
  func `a host that no phone reaches is an error, unless a policy lists it`(host: String, elsewhere: String?) throws {
    let message = payload("{\"token\":\"\(Self.token)\",\"redeem_url\":\"https://\(host)/x\"}")
    let check = MessageCheck(message)
    let finding = try #require(check.diagnostics.first { $0.rule == .privateHost })
    #expect(finding.severity == (elsewhere == nil ? .warning : .error))
    #expect(finding.message.contains(elsewhere ?? "can be reached from a private network only"))
    let listed = MessageCheck(message, options: .init(policy: TrustPolicy(redeemHosts: [host, "127.0.0.1"])))
    #expect(listed.errors.isEmpty && listed.diagnostics.contains { $0.rule == .privateHost })
    #expect(
      MessageCheck(message, options: .init(policy: TrustPolicy(redeemHosts: ["a.example"]))).errors.count
        == (elsewhere == nil ? 1 : 2))
  }

  @Test(arguments: ["172.32.0.1.example.com", "a.example", "fido.siven.ch:8443", "1password.com", "192.168.example"])
  func `ordinary hosts are not`(host: String) {
    #expect(codes(redeemedAt: "https://\(host)/x") == [])
  }

  @Test func `an encrypted payload shows its header and keeps its text`() throws {
    let header = Base64.encodeURL(Array(#"{"alg":"ECDH-ES","enc":"A256GCM","kid":"k1","x":1}"#.utf8))
    let jwe = try CompactJWE(parsing: "\(header)..aXY.Y2lwaGVy.dGFn")
    #expect(jwe.header == ["alg": "ECDH-ES", "enc": "A256GCM", "kid": "k1", "x": .number(1)])
    let payload = OutOfBandPayload(jwe)
    #expect(try OutOfBandPayload(json: payload.json).content == .encrypted(jwe))
    #expect(payload.token == nil && payload.redeemURL == nil)
  }

  @Test func `what is not a compact JWE is reported`() {
    for (text, reason) in [
      ("a.b.c", "3 parts between dots"), ("e30.+.a.a.a", "part 2 of the JWE"),
      ("W10.AA.AA.AA.AA", "the header of the JWE"),
    ] {
      let fault = #expect(throws: Fault.self) { try CompactJWE(parsing: text) }
      #expect(fault?.description.hasPrefix(reason) == true)
    }
  }

  @Test func `a payload keeps what its JSON was parsed to`() throws {
    let payload = try OutOfBandPayload(json: LinkTests.payload.json)
    #expect(payload == LinkTests.payload && payload.value["nma_data"]?["token"]?.text == payload.token?.value)
  }

  @Test func `invalid payloads throw all their errors`() throws {
    let error = try #require(throws: InvalidPayload.self) { try OutOfBandPayload(json: Array("{}".utf8)) }
    #expect(error.diagnostics.map(\.rule.code) == ["OOB108", "OOB106", "OOB105"])
    #expect("\(error)".contains("OOB105"))
  }

  @Test func `redeem URLs refuse what is not absolute, not https or names a user`() {
    #expect(throws: RedeemURL.Fault.notAbsolute) { try RedeemURL(parsing: "/x") }
    #expect(throws: RedeemURL.Fault.notAbsolute) { try RedeemURL(parsing: "https://") }
    #expect(throws: RedeemURL.Fault.notHTTPS(scheme: "http")) { try RedeemURL(parsing: "http://a.example/") }
    #expect(throws: RedeemURL.Fault.userinfo) { try RedeemURL(parsing: "https://u@a.example/") }
    // With a combining character behind it, the sign is another `Character`.
    #expect(throws: RedeemURL.Fault.userinfo) { try RedeemURL(parsing: "https://a.example@\u{301}b.example/") }
    #expect(URLText("https://a.example@\u{301}b.example:1/").host == "\u{301}b.example")
    for fault in [RedeemURL.Fault.notAbsolute, .notHTTPS(scheme: "http"), .userinfo] {
      #expect("\(fault)".hasPrefix("a redeem URL"))
    }
  }

  @Test(arguments: [
    ("otpauth://totp/x", "otpauth"), ("openid4vp://x", "openid4vp"), ("haip-vp://x", "openid4vp"),
    ("openid-credential-offer://?credential_offer_uri=x", "openid-credential-offer"),
    ("wc:abc@2?x=1", "wallet-connect"),
    (
      "bankid.67df3917-fa0d-44e5-b327-edcc928297f8.0.dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8",
      "bankid-animated"
    ),
    ("bankid:///?autostarttoken=x", "bankid"), ("FIDO:/0123", "fido-hybrid"), ("WIFI:S:x;;", "wifi"),
    ("tel:123", "tel"),
    ("SMSTO:1:x", "sms"), ("mailto:a@b", "mail"), ("geo:1,2", "geo"), ("BEGIN:VCARD\nEND:VCARD", "contact"),
    ("MECARD:N:x;;", "contact"),
    ("BEGIN:VEVENT", "event"), ("market://details", "market"), ("intent://x#Intent;end", "intent"),
    ("uaepass://digitalid", "uae-pass"),
    ("https://example.com", "web"), ("https://my-custom-domain.com/open", "web"), ("https://example.com/?q=1", "web"),
    ("lightning:abc", "other-uri"), ("hello world", "text"), ("eyJ0.eyJ1.c2ln", "text"),
  ])
  func `neighbours are named`(text: String, kind: String) { #expect(OutOfBandMessage(Array(text.utf8)).kind == kind) }

  @Test func `bytes that are not UTF-8 are binary`() { #expect(OutOfBandMessage([0xFF, 0]).kind == "binary") }

  @Test func `text in UTF-16 is named, with and without a byte order mark`() throws {
    let text = #"{"nma_data":{}}"#
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let bytes = Array(try #require(text.data(using: encoding)))
      #expect(OutOfBandMessage(bytes).kind == "utf-16")
      #expect(MessageCheck(bytes).diagnostics.map(\.rule) == [.utf16])
    }
    #expect(OutOfBandMessage([0xFF, 0xFE, 0x41]).kind == "binary" && OutOfBandMessage([0, 0, 0, 0]).kind == "text")
  }

  @Test(arguments: [
    ("", "unexpected end"), ("nul", "expected a value"), ("01", "after the value"), ("1.", "expected a digit"),
    ("-", "expected a digit"),
    ("\"\\x\"", "unknown escape"), ("\"\\u12\"", "four hexadecimal"), ("\"\\ud800\"", "unpaired surrogate"),
    ("\"\\ud800\\u0041\"", "unpaired surrogate"),
    ("\"\u{1}\"", "control character"), ("\"", "unterminated"), ("{\"a\" 1}", "expected a colon"),
    ("{a:1}", "expected a member name"), ("[1 2]", "expected a comma"),
    ("{\"a\":1,}", "expected a member name"), (String(repeating: "[", count: 102), "100 levels"),
  ])
  func `faults in JSON have a place and a reason`(text: String, reason: String) throws {
    let error = try #require(throws: SyntaxError.self) { try JSONDocument(parsing: Array(text.utf8)) }
    #expect(reason.split(separator: "|").contains { error.reason.contains($0) }, "\(error)")
    #expect(0...text.utf8.count ~= error.offset)
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "unexpected byte order mark at byte 0; leave it out"),
      ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "text in UTF-16 at byte 0; write it in UTF-8"),
      ([0x7B, 0, 0x7D, 0], "text in UTF-16 at byte 0; write it in UTF-8"),
      ([0, 0x7B, 0, 0x7D], "text in UTF-16 at byte 0; write it in UTF-8"),
    ] as [([UInt8], String)])
  func `JSON in another encoding is refused with the remedy`(bytes: [UInt8], sentence: String) throws {
    let error = try #require(throws: SyntaxError.self) { try JSONDocument(parsing: bytes) }
    #expect("\(error)" == sentence)
  }

  @Test func `duplicate names are reported by their pointers`() throws {
    let document = try JSONDocument(parsing: Array(#"{"a/b":[{"x":1,"~":2,"x":3}],"a/b":1}"#.utf8))
    #expect(document.duplicates == ["/a~1b/0/x", "/a~1b"])
  }
}
