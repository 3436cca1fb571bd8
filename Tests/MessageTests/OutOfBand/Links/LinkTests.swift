import OutOfBand
import Testing
import TextFormats

struct LinkTests {
  static let payload = OutOfBandPayload(
    token: "b4b07559-f934-4597-a1c5-44d89f691e8f",
    redeemURL: try! RedeemURL(parsing: "https://fido.example.com/token/redeem/authentication"))
  static let text = payload.base64URL

  private func codes(_ link: String, _ options: MessageCheck.Options = MessageCheck.Options()) -> Set<String> {
    Set(MessageCheck(Array(link.utf8), options: options).diagnostics.map(\.rule.code)).subtracting([
      "OOB415", "OOB601", "OOB416",
    ])
  }

  @Test func `what is swallowed by an un-encoded callback is recovered`() throws {
    let link = try DispatchLink(
      parsing: "https://a.com/o?x-success=https://a.com/s?x=1&y=2&x-error=b://c#f&dispatchTokenResponse=\(Self.text)")
    #expect(link.callbacks == [CallbackURL(.success, "https://a.com/s?x=1&y=2"), CallbackURL(.error, "b://c#f")])
    #expect(link.payload == Self.payload && link.target == .appLink(base: "https://a.com/o"))
    let custom = try DispatchLink(parsing: "a://x-callback-url/authenticate?dispatchTokenResponse=\(Self.text)")
    #expect(custom.target == .customURI(scheme: "a", action: "authenticate"))
    #expect(
      link.description
        == "https://a.com/o?x-success=https%3A%2F%2Fa.com%2Fs%3Fx%3D1%26y%3D2&x-error=b%3A%2F%2Fc%23f&dispatchTokenResponse=\(Self.text)"
    )
  }

  @Test func `a remedy shows the encoded value`() throws {
    let check = MessageCheck(
      Array("app://x-callback-url/authenticate?x-success=https://a.com/s&dispatchTokenResponse=\(Self.text)".utf8))
    let finding = try #require(check.diagnostics.first { $0.rule.code == "OOB502" })
    #expect(finding.remedy == "percent-encode the value of x-success: `https%3A%2F%2Fa.com%2Fs`")
    #expect(finding.place == .component("x-success", offset: 44))
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "about:blank", "blob:x", "content://x",
    "intent://x",
  ])
  func `forbidden callback schemes are errors`(callback: String) throws {
    let link = try DispatchLink(Self.payload, scheme: "app", callbacks: [CallbackURL(.success, callback)])
    #expect(codes(link.description) == ["OOB503"])
  }

  @Test func `a clean link has no findings`() throws {
    let policy = TrustPolicy(
      redeemHosts: ["*.example.com"], linkHosts: ["access.example.com"], schemes: ["app"],
      callbackTargets: ["mybusinessapp://", "https://www.example.com"])
    let callbacks = [
      CallbackURL(.success, "mybusinessapp://done"), CallbackURL(.error, "https://www.example.com/error?a=b#c"),
    ]
    for link in [
      try DispatchLink(Self.payload, base: "https://access.example.com/open", callbacks: callbacks),
      try DispatchLink(Self.payload, scheme: "app", callbacks: callbacks),
    ] {
      #expect(codes(link.description, MessageCheck.Options(policy: policy, channel: .link)) == [])
    }
  }

  @Test func `the documents' versions differ on what they recommend`() throws {
    func recommends(_ link: String, _ documents: MessageCheck.Documents) -> Bool {
      MessageCheck(Array(link.utf8), options: MessageCheck.Options(documents: documents)).diagnostics.contains {
        $0.rule.code == "OOB416"
      }
    }
    let app = try DispatchLink(Self.payload, base: "https://access.example.com/open").description
    let uri = try DispatchLink(Self.payload, scheme: "app").description
    #expect(
      recommends(app, .access24) && !recommends(app, .access28) && !recommends(uri, .access24)
        && recommends(uri, .access28))
  }

  @Test func `a symbol is judged by its version`() throws {
    let link = Array(try DispatchLink(Self.payload, base: "https://access.example.com/open").description.utf8)
    func severities(_ size: MessageCheck.SymbolSize) -> [String] {
      MessageCheck(link, options: MessageCheck.Options(channel: .qr, symbolSize: size)).diagnostics.map(
        \.rule.code
      ).filter { $0.hasPrefix("OOB60") && $0 != "OOB601" }
    }
    #expect(severities(.unknown) == [] && severities(.version(15)) == [] && severities(.version(16)) == ["OOB603"])
    #expect(severities(.version(25)) == ["OOB603"] && severities(.version(26)) == ["OOB604"])
    let check = MessageCheck(link, options: MessageCheck.Options(channel: .qr, symbolSize: .tooLarge))
    #expect(check.errors.map(\.rule.code) == ["OOB117"])
  }

  @Test(arguments: ["#f", "&x=1?y=2", "?", "?a=1", "=="])
  func `whenever an app loses the payload, something is said`(tail: String) {
    for link in [
      "https://access.example.com/open?dispatchTokenResponse=\(Self.text)\(tail)",
      "https://access.example.com/open?x=1\(tail)&dispatchTokenResponse=\(Self.text)",
    ] {
      let check = MessageCheck(Array(link.utf8))
      if check.readings.allSatisfy(\.isPayload) { continue }
      #expect((check.severity ?? .note) > .note, "\(link)")
    }
  }

  @Test(arguments: [
    "///open", "//?x=y&", "//:443/open", "/access.example.com/open", "//./open", "//a..example/open", "//.a.example",
    "//256.1.1.1/open", "//256.1/open", "//08.0.0.1/open", "//4294967296/open", "//1.2.3.4.5/open", "//access.123/open",
    "//access%zz.example/open", "//access%2fexample/open", "//-access.example/open", "//access-.example/open",
    "//*.siven.ch/open", "//acc ess.example/open", "//[::g]/open", "//[]/open", "//[1::2::3]/open",
    "//[1:2:3:4:5:6:7]/open", "//[::1.2.3.256]/open", "//[1.2.3.4::]/open",
    "//[:1:2:3:4:5:6:7:8]/open", "//[12345::]/open", "//[1:2:3:4:5:6:7::8]/open", "//[1:2:3:4:5:6:7:8:9]/open",
    "//[fe80::1%25eth0]/open",
    "//\(Array(repeating: "abcdefghi", count: 26).joined(separator: "."))/open",
    "//\(String(repeating: "a", count: 64)).example/open",
  ])
  func `a link without a sound host is an error`(rest: String) {
    let link = "https:\(rest)\(rest.hasSuffix("&") ? "" : "?")dispatchTokenResponse=\(Self.text)"
    #expect(codes(link).contains("OOB214"), "\(link)")
    for host in [
      "access.example.com.", "192.0.2.1", "192.0.2", "0300.0.2.1", "0x7f.0.0.1", "access%2dapp.example", "123.example",
      "[::1]", "[::]", "[2001:db8::192.0.2.1]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:192.0.2.1]", "[1::8]", "a_b.example",
      "bücher.example", "%61.example",
    ] {
      #expect(!codes("https://\(host)/open?dispatchTokenResponse=\(Self.text)").contains("OOB214"), "\(host)")
    }
  }

  @Test(arguments: [
    ("%D0%B0ccess.example", "OOB208"), ("%C3%A9.example", "OOB206"), ("xn%2D%2D80ak6aa92e.com", "OOB207"),
    ("a%E2%80%8Bb.example", "OOB213"), ("192.0.2%2e1", "OOB203"), ("127.0.0%2e1", "OOB204"),
  ])
  func `a host is judged by what its percent-encoding stands for`(host: String, code: String) {
    #expect(codes("https://\(host)/open?dispatchTokenResponse=\(Self.text)").contains(code))
  }

  @Test(arguments: [
    "x-callback-url/authenticate", "/x-callback-url/authenticate", "X-Callback-URL/authenticate", "authenticate",
    "//x-callback-url/authenticate",
  ])
  func `a link that is put right has one x-callback-url`(rest: String) throws {
    let link = try DispatchLink(parsing: "myaccessapp:\(rest)?dispatchTokenResponse=\(Self.text)")
    #expect(link.description == "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=\(Self.text)")
    #expect(MessageCheck(link.description).errors.isEmpty)
  }

  @Test func `a link from the source of a web page is known by its payload`() {
    let link = "https://access.example.com/open?a=b&amp;dispatchTokenResponse=\(Self.text)"
    #expect(MessageCheck(link).errors.first { $0.rule == .missingPayload }?.message == "'&amp;' is HTML for '&'")
  }

  @Test(arguments: [":abc", ":99999", "]", ":-1", ":0"])
  func `malformed hosts and ports are errors`(tail: String) {
    #expect(codes("https://access.example.com\(tail)/open?dispatchTokenResponse=\(Self.text)").contains("OOB214"))
  }

  @Test
  func `a link on the host of its page or its backend is reported, with a higher severity under the newer documents`()
    throws
  {
    func severity(_ link: String, _ documents: MessageCheck.Documents) -> Diagnostic.Severity? {
      MessageCheck(Array(link.utf8), options: MessageCheck.Options(documents: documents)).diagnostics
        .first { $0.rule.code == "OOB412" }?.severity
    }
    let done = CallbackURL(.success, "https://access.example.com/done")
    for link in [
      try DispatchLink(Self.payload, base: "https://access.example.com/open", callbacks: [done]).description,
      try DispatchLink(Self.payload, base: "https://fido.example.com/open").description,
    ] {
      #expect(severity(link, .access28) == .warning && severity(link, .access24) == .note)
    }
    #expect(
      severity(try DispatchLink(Self.payload, base: "https://access.example.com/open").description, .access28) == nil)
  }

  @Test func `a push message is encrypted and no registration`() {
    let json = String(decoding: Self.payload.json, as: UTF8.self)
    #expect(codes(json, MessageCheck.Options(channel: .push)) == ["OOB605"])
    #expect(
      codes(Diagnostic.Rule.all.first { $0.code == "OOB602" }?.example.input ?? "", MessageCheck.Options()) == [
        "OOB602"
      ])
  }

  @Test func `wildcards stand for one label`() {
    func denied(_ pattern: String) -> Bool {
      let json = String(decoding: Self.payload.json, as: UTF8.self)
      return codes(json, MessageCheck.Options(policy: TrustPolicy(redeemHosts: [pattern]))).contains("OOB211")
    }
    #expect(!denied("*.example.com") && !denied("fido.example.com"))
    #expect(denied("*.com") && denied("example.com") && denied("*.fido.example.com"))
  }

  @Test(arguments: [
    ("[]", ""), ("{\"redeemHost\":[]}", "/redeemHost"), ("{\"schemes\":\"a\"}", "/schemes"),
    ("{\"schemes\":[1]}", "/schemes/0"),
    ("{\"schemes\":[\"a\",\"\"]}", "/schemes/1"), ("{\"schemes\":[\"app://\"]}", "/schemes/0"),
    ("{\"redeem_hosts\":[\"https://a.example\"]}", "/redeem_hosts/0"),
    ("{\"redeem_hosts\":[\"*\"]}", "/redeem_hosts/0"),
    ("{\"link_hosts\":[\"a.example:443\"]}", "/link_hosts/0"),
    ("{\"callback_targets\":[\"com.mybusinessapp\"]}", "/callback_targets/0"),
    ("{\"callback_targets\":[\"https://a.example/app\"]}", "/callback_targets/0"),
    ("{\"callback_targets\":[\"https://\"]}", "/callback_targets/0"), ("{\"schemes\":[],\"schemes\":[]}", "/schemes"),
    ("{", ""), ("{\"ignore\":[1]}", "/ignore/0"), ("{\"ignore\":[\"OOB999\"]}", "/ignore/0"),
    ("{\"ignore\":[\"601\",\"\"]}", "/ignore/1"), ("{\"ignore\":\"601\"}", "/ignore"),
  ])
  func `a broken policy is reported with a pointer`(text: String, pointer: String) throws {
    let fault = try #require(throws: JSONFault.self) { try TrustPolicy(json: Array(text.utf8)) }
    #expect(fault.pointer == pointer && "\(fault)".hasPrefix("the policy"))
  }

  @Test(arguments: [
    "hello", "https://a.example/", "http://a.example/?dispatchTokenResponse=x", "//a?dispatchTokenResponse=x",
  ])
  func `what is not a link is refused`(text: String) throws {
    #expect(throws: Fault.self) { try DispatchLink(parsing: text) }
  }

  @Test func `base64 accepts both alphabets and reports which it saw`() throws {
    #expect(Base64.encodeURL([0xFB, 0xFF]) == "-_8" && Base64.encode([0xFB, 0xFF]) == "+/8=")
    let texts: [(text: String, flaw: WritableKeyPath<Base64.Flaws, Bool>?)] = [
      ("-_8", nil), ("+/8", \.usesStandardAlphabet), ("-_8=", \.hasPadding), (" -_\n8", \.hasWhitespace),
    ]
    for (text, flaw) in texts {
      var flaws = Base64.Flaws()
      if let flaw { flaws[keyPath: flaw] = true }
      let decoded = try Base64.decode(text).get()
      #expect(decoded.bytes == [0xFB, 0xFF] && decoded.flaws == flaws)
    }
    for (text, offset) in [("a", 1), ("ab!c", 2), ("ab=c", 3), ("ä", 0)] {
      #expect(try #require(throws: Base64.Fault.self) { try Base64.decode(text).get() }.offset == offset)
    }
  }

  @Test(arguments: [
    ("ey%23Jub", "ey#Jub"), ("ey%26x%3D1", "ey&x=1"), ("a+b/c==", "a+b/c=="), ("a%3Fb", "a?b"), ("%2541", "%41"),
  ])
  func `a payload that is not base64 is written so that it is read again`(written: String, payload: String) throws {
    let link = try DispatchLink(parsing: "https://access.example.com/open?dispatchTokenResponse=\(written)")
    #expect(link.payloadText == payload)
    #expect(try DispatchLink(parsing: link.description) == link)
  }
}
