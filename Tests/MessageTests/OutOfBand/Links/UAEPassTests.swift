import OutOfBand
import PictureDamage
import TestSupport
import Testing
import TextFormats
import UAEPass

/// URIs for the UAE PASS app (UAEP).
struct UAEPassTests {
  static let success = "https://id.uaepass.ae/commonauth?sessionDataKey=6f1c&result=ok"
  static let failure = "https://id.uaepass.ae/commonauth?sessionDataKey=6f1c&result=error"
  static func uri(
    _ success: String = PercentEncoding.encode(success), _ failure: String = PercentEncoding.encode(failure),
    scheme: String = "uaepass", names: (String, String) = ("successURL", "failureURL"), rest: String = ""
  ) -> String {
    "\(scheme)://digitalid?\(names.0)=\(success)&\(names.1)=\(failure)\(rest)"
  }

  private func codes(
    _ text: String, _ expectation: UAEPassCheck.Expectation = UAEPassCheck.Expectation()
  ) throws -> [String] {
    UAEPassCheck.diagnostics(try #require(UAEPassURI(text)), expecting: expectation).map(\.rule.code)
  }

  // MARK: Rewriting

  @Test func `UAEP, step 5: both callbacks lead to the app, with the original in the parameter url`() throws {
    let rewritten = try #require(UAEPassURI(Self.uri())).rewritten(app: "yourapp")
    let parts = rewritten.split(separator: "?", maxSplits: 1)
    #expect(parts[0] == "uaepass://digitalid")
    let values = parts[1].split(separator: "&").map {
      PercentEncoding.decode(String($0.drop { $0 != "=" }.dropFirst()))
    }
    #expect(
      values == [
        "yourapp:///resume_authn?url=" + PercentEncoding.encode(Self.success),
        "yourapp:///resume_authn?url=" + PercentEncoding.encode(Self.failure),
      ])
  }

  @Test(arguments: [
    (UAEPassURI.Environment.production, "uaepass"), (.staging, "uaepassstg"), (.quality, "uaepassqa"),
    (.development, "uaepassdev"),
  ])
  func `the scheme becomes that of the environment, which the callbacks' host gives`(
    environment: UAEPassURI.Environment, scheme: String
  ) throws {
    let server = PercentEncoding.encode("https://\(environment.identityHost)/s")
    let uri = try #require(UAEPassURI(Self.uri(server, server)))
    #expect(try uri.rewritten(app: "yourapp").hasPrefix(scheme + "://digitalid?"))
    #expect(try uri.rewritten(app: "yourapp", environment: .quality).hasPrefix("uaepassqa://"))
    #expect(uri.serverEnvironment == environment)
  }

  @Test func `names keep their case, and other parameters and the fragment stay`() throws {
    let text = Self.uri(names: ("successurl", "FailureURL"), rest: "&closeondone=true&x=%41+#end")
    let rewritten = try #require(UAEPassURI(text)).rewritten(app: "yourapp")
    #expect(rewritten.contains("?successurl=yourapp%3A%2F%2F%2Fresume_authn"))
    #expect(rewritten.contains("&FailureURL=yourapp%3A"))
    #expect(rewritten.hasSuffix("&closeondone=true&x=%41+#end"))
  }

  @Test(arguments: [
    ("uaepass://digitalid?successURL=https%3A%2F%2Fid.uaepass.ae", "there is no failureURL"),
    ("uaepass://digitalid?failureURL=https%3A%2F%2Fid.uaepass.ae&successURL=", "there is no successURL"),
    (uri(names: ("successurl", "successURL")), "successURL appears more than once"),
    (uri("yourapp%3A%2F%2F%2Fresume_authn%3Furl%3Dx"), "successURL is yourapp://, not https"),
    (uri("http%3A%2F%2Fid.uaepass.ae"), "successURL is http://, not https"),
    (uri("hello"), "successURL is not a URL, not https"),
  ])
  func `what cannot be rewritten is refused with the reason`(text: String, reason: String) throws {
    let uri = try #require(UAEPassURI(text))
    let fault = #expect(throws: Fault.self) { try uri.rewritten(app: "yourapp") }
    #expect("\(try #require(fault))".hasPrefix(reason))
  }

  @Test(arguments: ["https", "http", "uaepass", "uaepassstg", "javascript", "your app", "1app", "app:", "", "intent"])
  func `the scheme has to be that of an app`(app: String) throws {
    let uri = try #require(UAEPassURI(Self.uri()))
    #expect(throws: Fault.self) { try uri.rewritten(app: app) }
  }

  // MARK: Resuming

  @Test(arguments: [
    (
      "yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%2Fs%3Fx%3D1%26y%3D2%23f",
      "https://id.uaepass.ae/s?x=1&y=2#f"
    ),
    ("YOURAPP:///resume_authn?url=https%3A%2F%2Fstg-id.uaepass.ae%2F", "https://stg-id.uaepass.ae/"),
    ("yourapp:///resume_authn?url=https://id.uaepass.ae/s?x=1&y=2#f", "https://id.uaepass.ae/s?x=1&y=2#f"),
    ("yourapp:///resume_authn?url=https%253A%252F%252Fid.uaepass.ae%252F", "https://id.uaepass.ae/"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%2F&status=1", "https://id.uaepass.ae/"),
  ])
  func `UAEP, step 9: the original is given back`(text: String, original: String) {
    #expect(UAEPassResumption(text, app: "yourapp").original == original)
  }

  @Test(arguments: [
    ("other:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae", "OOB815"),
    ("yourapp://host/resume_authn?url=https%3A%2F%2Fid.uaepass.ae", "OOB815"),
    ("yourapp:/resume_authn?url=https%3A%2F%2Fid.uaepass.ae", "OOB815"),
    ("yourapp:///resume?url=https%3A%2F%2Fid.uaepass.ae", "OOB815"),
    ("yourapp:///resume_authn", "OOB815"), ("yourapp:///resume_authn?uri=x", "OOB815"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae&url=https%3A%2F%2Fevil.example", "OOB815"),
    ("yourapp:///resume_authn?url=http%3A%2F%2Fid.uaepass.ae", "OOB811"),
    ("yourapp:///resume_authn?url=javascript%3A%2F%2Fid.uaepass.ae%2F%250Aalert(1)", "OOB811"),
    ("yourapp:///resume_authn?url=", "OOB811"), ("yourapp:///resume_authn?url=%zz", "OOB417"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fevil.example%2Fid.uaepass.ae", "OOB810"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae.evil.example", "OOB810"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%40evil.example", "OOB512"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%5C%40evil.example", "OOB512"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fevil.example%5C.uaepass.ae", "OOB214"),
    ("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%0D%0AX%3A1", "OOB213"),
    ("yourapp:///resume_authn?url=https%3A%2F%2F127.0.0.1%2F", "OOB810"),
    ("", "OOB815"),
  ])
  func `anything else is refused with the reason`(text: String, code: String) {
    let resumption = UAEPassResumption(text, app: "yourapp")
    #expect(resumption.original == nil)
    #expect(
      resumption.diagnostics.contains { $0.rule.code == code && $0.severity == .error }, "\(resumption.diagnostics)")
  }

  @Test func `only hosts that are allowed may be opened`() {
    let text = "yourapp:///resume_authn?url=https%3A%2F%2Flogin.id.example%2Fs"
    #expect(UAEPassResumption(text, app: "yourapp").original == nil)
    #expect(UAEPassResumption(text, app: "yourapp", hosts: ["*.id.example"]).original != nil)
    #expect(UAEPassResumption(text, app: "yourapp", hosts: ["*.example"]).original == nil)
  }

  // MARK: Checking

  @Test(arguments: [
    (uri(), []), (uri(names: ("successurl", "failureurl")), ["OOB801", "OOB801"]),
    (uri(scheme: "uaepassstg"), ["OOB808"]), (uri(scheme: "mobileid"), ["OOB813"]),
    ("uaepass:digitalid?successURL=x", ["OOB411", "OOB803", "OOB811"]),
    (uri(success, failure), ["OOB804", "OOB804"]),
    (uri("https://id.uaepass.ae/s", "https://id.uaepass.ae/f"), ["OOB805", "OOB805"]),
    (uri("https://id.uaepass.ae/s?x=%41&y=1"), ["OOB807", "OOB804"]),
    (uri("myapp%3A%2F%2Fsuccess", "myapp%3A%2F%2Ffailure"), ["OOB812", "OOB812"]),
    (uri("yourapp%3A%2F%2F%2Fresume_authn%3Furl%3Dhttp%253A%252F%252Fid.uaepass.ae"), ["OOB811"]),
  ])
  func `each finding has its code`(text: String, expected: [String]) throws {
    #expect(try codes(text) == expected)
  }

  @Test func `the platform fixes the host, and the environment the scheme`() throws {
    #expect(try codes(Self.uri(), UAEPassCheck.Expectation(platform: .android)) == [])
    #expect(try codes(Self.uri(), UAEPassCheck.Expectation(platform: .iOS)) == ["OOB809"])
    #expect(try codes(Self.uri(), UAEPassCheck.Expectation(environment: .staging)) == ["OOB808"])
  }

  @Test func `a rewritten URI has no findings, and so have the forms of the document but that they are not encoded`()
    throws
  {
    let rewritten = try #require(UAEPassURI(Self.uri())).rewritten(app: "yourapp")
    #expect(try codes(rewritten).isEmpty)
    let shown =
      "uaepass://digitalid?successURL=yourapp:///resume_authn?url=https://id.uaepass.ae/s"
      + "&failureURL=yourapp:///resume_authn?url=https://id.uaepass.ae/f"
    #expect(try codes(shown) == ["OOB805", "OOB805"])
  }

  @Test(arguments: ["mobileid://x", "uaepassx://digitalid", "https://id.uaepass.ae", "uaepass", ""])
  func `other texts are no URIs for the UAE PASS app`(text: String) { #expect(UAEPassURI(text) == nil) }

  // MARK: Generated

  /// A URL of the identity server with whatever may be in one.
  static func original(_ random: inout SplitMix64, isPlain: Bool) -> String {
    let pieces = [
      "a", "Z", "7", "-", ".", "_", "~", "/", "+", "=", "%2F", "%20", "%C3%A9", "%e2%82%ac", "%25", ":", "@", "!", "*",
      "'", "(", ",", ";", "ä", "日", "🔐", "\u{301}",
    ]
    func text(_ lengths: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
      (0..<Int.random(in: lengths, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    var url = "https://\(UAEPassURI.identityHosts.randomElement(using: &random) ?? "")/" + text(0...8, &random)
    if Bool.random(using: &random) {
      let names = isPlain ? ["x", "state", "sessionDataKey"] : ["x", "successURL", "url", "failureurl", "closeondone"]
      url +=
        "?"
        + (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let nested = Int.random(in: 0...3, using: &random) == 0
          let value =
            nested ? PercentEncoding.encode("https://a.example/?b=" + text(0...4, &random)) : text(0...6, &random)
          return (names.randomElement(using: &random) ?? "") + "=" + value
        }.joined(separator: "&")
    }
    if Int.random(in: 0...3, using: &random) == 0 { url += "#" + text(0...5, &random) }
    return url
  }

  @Test func `ten thousand encoded originals come back byte for byte`() throws {
    var random = SplitMix64(seed: 11)
    for round in 0..<10_000 {
      let originals = [Self.original(&random, isPlain: false), Self.original(&random, isPlain: false)]
      var encoded = originals.map { PercentEncoding.encode($0) }
      // Both letter cases of hexadecimal digits.
      if round % 2 == 0 { encoded = encoded.map { $0.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() } } }
      let names = [("successURL", "failureURL"), ("successurl", "failureurl")][round % 3 == 0 ? 1 : 0]
      let uri = try #require(UAEPassURI(Self.uri(encoded[0], encoded[1], names: names)))
      let rewritten = try #require(UAEPassURI(try uri.rewritten(app: "yourapp")))
      let back = rewritten.callbacks.map { UAEPassResumption($0.url.text, app: "yourapp").original }
      #expect(back == originals, "\(uri.url.text)")
    }
  }

  @Test func `ten thousand un-encoded originals come back, or a finding explains why not`() throws {
    var random = SplitMix64(seed: 12)
    var explained = 0
    for round in 0..<10_000 {
      let originals = [
        Self.original(&random, isPlain: round % 2 == 0), Self.original(&random, isPlain: round % 2 == 0),
      ]
      let uri = try #require(UAEPassURI(Self.uri(originals[0], originals[1])))
      let rewritten = try? uri.rewritten(app: "yourapp")
      let back = rewritten.flatMap(UAEPassURI.init)?.callbacks.map {
        UAEPassResumption($0.url.text, app: "yourapp").original
      }
      if back == originals { continue }
      explained += 1
      // What broke out is a second callback, another parameter, or a '%' that may have been an encoding.
      let codes = Set(UAEPassCheck.diagnostics(uri).map(\.rule.code))
      #expect(!codes.isDisjoint(with: ["OOB802", "OOB804", "OOB807"]), "\(originals) \(back ?? []) \(codes)")
      #expect(round % 2 == 1 || codes.contains("OOB807"), "\(uri.url.text)")
    }
    // The rest is recovered.
    #expect(1..<6000 ~= explained, "\(explained)")
  }

  @Test func `UAEP's un-encoded callback on the way back comes out whole`() throws {
    var random = SplitMix64(seed: 13)
    for _ in 0..<10_000 {
      let original = Self.original(&random, isPlain: false)
      let resumption = UAEPassResumption("yourapp:///resume_authn?url=" + original, app: "yourapp")
      let isUnclear = resumption.diagnostics.contains { $0.rule == .uaePassUnclearEncoding }
      #expect(resumption.original == original || isUnclear, "\(original)")
    }
  }

  @Test func `ten thousand mutations crash nothing, and no finding about a whole URI shows a session key`() throws {
    var random = SplitMix64(seed: 14)
    let secret = "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
    let success = "https://id.uaepass.ae/s?sessionDataKey=\(secret)"
    let seeds = [
      Self.uri(PercentEncoding.encode(success)), Self.uri(success), "yourapp:///resume_authn?url=" + success,
      Self.uri(PercentEncoding.encode("yourapp:///resume_authn?url=" + PercentEncoding.encode(success))),
    ]
    for index in 0..<10_000 {
      var bytes = Array((index < seeds.count ? seeds[index] : seeds.randomElement(using: &random) ?? "").utf8)
      if index >= seeds.count { bytes.mutate(1...5, inserting: "?&=#%:/+ ", startsOf: [], using: &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      let findings =
        MessageCheck(bytes).diagnostics + UAEPassResumption(text, app: "yourapp").diagnostics
      for finding in findings {
        if index < seeds.count { #expect(!"\(finding) \(finding.remedy)".contains(secret.prefix(20)), "\(finding)") }
        #expect(finding.message.utf8.count < 600)
      }
      if let uri = UAEPassURI(text) {
        for ending in UAEPassSequence.Ending.allCases {
          let steps = UAEPassSequence(uri, app: "yourapp", ending: ending, in: .webView).steps
          #expect(!steps.isEmpty && !steps.contains { $0.text.contains(secret.prefix(20)) })
        }
      }
    }
  }

  @Test(arguments: ["&", "?", "%25", "#", "a=b&", "successurl=https://a?b&", "successurl=a&", "%"])
  func `a megabyte of anything is answered`(unit: String) {
    let filler = String(repeating: unit, count: (MessageCheck.sizeLimit - 100) / unit.utf8.count)
    let beginning = unit.utf8.count % 2 == 0 ? "uaepass://digitalid?" : "uaepass://digitalid?successurl=https://a?b"
    #expect(!MessageCheck(Array((beginning + filler).utf8)).diagnostics.isEmpty)
    #expect(UAEPassResumption("yourapp:///resume_authn?" + filler, app: "yourapp").original == nil)
  }

  // MARK: Sequence

  @Test func `the sequence of UAEP comes in its order, and ends with the code`() throws {
    let uri = try #require(UAEPassURI(Self.uri()))
    let sequence = UAEPassSequence(uri, app: "yourapp", ending: .success, in: .webView)
    let words = [
      "start URL", "sees it", "rewrites both", "open uaepass://", "verify by face", "open successURL",
      "verifies the syntax", "host is allowed (id.uaepass.ae)", "opens the original", "grants", "takes the code",
    ]
    #expect(sequence.steps.count == words.count)
    for (step, word) in zip(sequence.steps, words) { #expect(step.text.contains(word) && !step.sources.isEmpty) }
    #expect(!sequence.differences.isEmpty && sequence.differences.allSatisfy { !$0.sources.isEmpty })
  }

  @Test(arguments: UAEPassSequence.Ending.allCases, UAEPassSequence.Container.allCases)
  func `only success opens successURL, and a missing app opens neither`(
    ending: UAEPassSequence.Ending, container: UAEPassSequence.Container
  ) throws {
    let uri = try #require(UAEPassURI(Self.uri()))
    let sequence = UAEPassSequence(uri, app: "yourapp", ending: ending, in: container)
    func opens(_ name: String) -> Bool { sequence.steps.contains { $0.text.contains("system to open \(name)") } }
    #expect(opens("successURL") == (ending == .success))
    #expect(opens("failureURL") == (ending == .failure || ending == .declined))
    // What no document says is marked: who declines, a phone without the app, and a browser.
    #expect(
      sequence.steps.contains { $0.sources.isEmpty }
        == (container == .browser || [.declined, .appMissing].contains(ending)))
    #expect(sequence.steps.contains { $0.text.contains("resume_authn") } == (container == .webView))
  }
}
