import OutOfBand
import PictureDamage
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// build → parse → build over thousands of seeded values.
struct GeneratedTests {
  static let alphabet: [String] =
    (0x20..<0x7F).map { String(Unicode.Scalar(UInt8($0))) } + [
      "ä", "é", "日", "🔐", "\u{301}", "\u{202E}", "ß", "\n", "\t", "\u{0}",
    ]

  static func text(_ random: inout SplitMix64, _ lengths: ClosedRange<Int>) -> String {
    (0..<Int.random(in: lengths, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
  }

  static func json(_ random: inout SplitMix64, depth: Int = 3) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
    case 0: .string(text(&random, 0...12))
    case 1: .number(["0", "-1", "1.50", "1e9", "-0.0E-3", "12345678901234567890"].randomElement(using: &random) ?? "0")
    case 2: .boolean(Bool.random(using: &random))
    case 3: .null
    case 4: .string("")
    case 5: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in json(&random, depth: depth - 1) })
    default: .object(members(&random, depth: depth - 1))
    }
  }

  static func members(_ random: inout SplitMix64, depth: Int) -> [JSONValue.Member] {
    (0..<Int.random(in: 0...4, using: &random)).map {
      JSONValue.Member("k\($0)" + text(&random, 0...5), json(&random, depth: depth))
    }
  }

  static func payload(_ random: inout SplitMix64) throws -> OutOfBandPayload {
    let token = Secret(text(&random, 1...40))
    let url = "https://h\(UInt16.random(in: 0...999, using: &random)).example.com/nevisfido/token/redeem/registration"
    return OutOfBandPayload(token: token, redeemURL: try RedeemURL(parsing: url), data: members(&random, depth: 3))
  }

  /// A URL that carries another one, encoded, up to three deep.
  static func callback(_ random: inout SplitMix64, depth: Int = 3) -> String {
    let path = PercentEncoding.encode(text(&random, 0...8))
    let base = Bool.random(using: &random) ? "https://b.example/\(path)" : "mybusinessapp://x-callback-url/\(path)"
    guard depth > 0, Bool.random(using: &random) else { return base }
    return base
      + "?x-success=\(PercentEncoding.encode(callback(&random, depth: depth - 1)))&dispatchTokenResponse=abc#f?&="
  }

  @Test func `JSON values survive writing and parsing`() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let value = Self.json(&random)
      #expect(try JSONDocument(parsing: Array("\(value)".utf8)).value == value)
    }
  }

  @Test func `payloads survive, with unknown members in their order and byte for byte`() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<2000 {
      let payload = try Self.payload(&random)
      let parsed = try OutOfBandPayload(json: payload.json)
      #expect(parsed == payload && parsed.json == payload.json)
      guard case .plain(let redemption) = parsed.content else { continue }
      #expect(
        OutOfBandPayload(token: redemption.token, redeemURL: redemption.redeemURL, data: redemption.data).json
          == payload.json)
    }
  }

  @Test func `links survive, and every app reads the same payload from them`() throws {
    var random = SplitMix64(seed: 3)
    for round in 0..<2000 {
      let payload = try Self.payload(&random)
      let kinds = CallbackURL.Kind.allCases.filter { _ in Bool.random(using: &random) }
      let callbacks = kinds.map { CallbackURL($0, Self.callback(&random)) }
      let link =
        round % 2 == 0
        ? try DispatchLink(payload, base: "https://access.example.com/open?lang=de&q=%26", callbacks: callbacks)
        : try DispatchLink(payload, scheme: "myaccessapp", action: .register, callbacks: callbacks)
      let parsed = try DispatchLink(parsing: link.description)
      #expect(parsed == link)
      #expect(parsed.description == link.description)
      #expect(parsed.payload == payload && parsed.callbacks == callbacks)
      for reader in LinkReader.allCases { #expect(reader.read(link.description) == .text(payload.base64URL)) }
    }
  }

  @Test func `ten thousand mutated inputs crash nothing and are answered with diagnostics`() throws {
    var random = SplitMix64(seed: 4)
    let seeds: [[UInt8]] = Diagnostic.Rule.all.map { Array($0.example.input.utf8.prefix(2000)) }
    for _ in 0..<10_000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      bytes.mutate(1...6, inserting: "?&=#%+{}[]\",:\\/@ ", startsOf: seeds, using: &random)
      let channels: [MessageCheck.Channel?] = [nil, .qr, .link, .push]
      let options = MessageCheck.Options(
        policy: Bool.random(using: &random) ? TrustPolicy(redeemHosts: ["*.example.com"], callbackTargets: []) : nil,
        channel: channels.randomElement(using: &random) ?? nil)
      let check = MessageCheck(bytes, options: options)
      // Either it is sound, or something is said about it.
      let isOther =
        switch check.message {
        case .server, .association, .uaePass, .page: true
        default: false
        }
      #expect(check.payload != nil || !check.diagnostics.isEmpty || isOther)
      for finding in check.diagnostics { #expect(!finding.message.isEmpty && finding.message.utf8.count < 600) }
    }
  }

  /// Each of these would take hours with a step that looks at all that went before.
  @Test(arguments: [
    "&", "?", "#", "%", "x-success=a://b?&", "[", "{\"a\":", "\"", "eyJ", "&dispatchTokenResponse=", "=", "\\", ".",
  ])
  func `a megabyte of anything is answered`(unit: String) {
    let filler = String(repeating: unit, count: (MessageCheck.sizeLimit - 200) / unit.utf8.count)
    let beginnings = [
      "", "https://a.example/?dispatchTokenResponse=", "{\"nma_data\":\"", "a://x-callback-url/b?x-success=c://d?",
    ]
    // Every beginning with some unit; the test is about growth, and the debug build is slow.
    let beginning = beginnings[unit.utf8.count % 2 == 0 ? 1 : unit == "&" ? 3 : unit == "\\" ? 2 : 0]
    #expect(!MessageCheck(Array((beginning + filler).utf8)).diagnostics.isEmpty)
  }

  @Test func `a message above the limit is refused by name of the limit`() {
    let check = MessageCheck(Array(repeating: 0x61, count: MessageCheck.sizeLimit + 1))
    #expect(check.diagnostics.map(\.rule.code) == ["OOB117"])
    #expect(check.diagnostics[0].message == "1048577 bytes are more than the 1048576 that are checked")
  }
}
