import Foundation
import OutOfBand
import TestSupport
import Testing
import TextFormats

/// A compact JWE is not yet a payload: `check` says so, and `--jwe-file` makes one of it.
struct BareJWETests {
  private static let header = Base64.encodeURL(Array(#"{"alg":"ECDH-ES","enc":"A256GCM"}"#.utf8))
  static let jwe = "\(header)..aXY.Y2lwaGVy.dGFn"

  /// Texts that are a JWE, or nearly.
  static let texts = [
    jwe, "\(header).a2V5.aXY.Y2lwaGVy.dGFn",
    "\(Base64.encodeURL(Array("{ \"alg\" : \"dir\" }".utf8)))..aXY.Y2lwaGVy.dGFn",
    "\(header)..aXY.Y2lwaGVy", "\(header)..aXY.Y2lwaGVy.dGFn.x", "\(header)..a!Y.Y2lwaGVy.dGFn",
    "W10..aXY.Y2lwaGVy.dGFn",
    "eyJ..aXY.Y2lwaGVy.dGFn", "\(header)..aXY.Y2lwaGVy.dGFn=", "hello", header,
  ]

  @Test(arguments: texts)
  func `check and make agree about what a JWE is`(text: String) throws {
    let bytes = Array(text.utf8)
    let isJWE = MessageCheck(text).errors.map(\.rule) == [.bareJWE]
    #expect(isJWE == (CommandRun(["check", "-"], input: bytes).text.contains("error OOB116 ")))
    #expect(isJWE == (OutOfBandMessage(text).kind == "jwe"))
    for options in [["--as", "raw"], ["--base-url", "https://a.example/o"], ["--scheme", "app"]] {
      let made = CommandRun(["link", "--jwe-file", "-"] + options, input: bytes + [0x0A])
      #expect(made.exitCode == (isJWE ? 0 : 1) && made.output.isEmpty == !isJWE, "\(made.errors)")
      guard isJWE else {
        #expect(made.errors.hasPrefix("oobqr: standard input is not a compact JWE: "))
        continue
      }
      let checked = MessageCheck(made.text.dropLast().utf8)
      let payload = OutOfBandPayload(try CompactJWE(parsing: text))
      #expect(checked.errors.isEmpty && checked.payload == payload)
      let symbol = CommandRun(["make", "--jwe-file", "-"] + options, input: bytes)
      #expect(CommandRun(["scan", "--raw", "-"], input: symbol.output).text + "\n" == made.text)
    }
    let warned = CommandRun(["make", text])
    #expect(warned.errors.contains("error OOB116: ") == isJWE && warned.exitCode == 0)
    #expect(CommandRun(["make", "--check", text]).output.isEmpty)
  }

  @Test func `a JWE is an encrypted payload in version 1`() throws {
    let made = CommandRun(["link", "--jwe-file", "-", "--as", "json"], input: Array(Self.jwe.utf8))
    #expect(
      made.text
        == #"{"nma_data":"\#(Self.jwe)","nma_data_content_type":"application/jose","nma_data_version":"1"}"# + "\n")
  }

  @Test func `check names it, shows its header and says how to wrap it`() {
    let rule = Diagnostic.Rule.bareJWE
    #expect(
      CommandRun(["check", Self.jwe]).text == """
        text: a compact JWE
          JWE       header {"alg":"ECDH-ES","enc":"A256GCM"}
          error OOB116 at message: this is a compact JWE alone, not a payload
            fix: \(rule.fix)
            source: SDK-3.1; SDK API reference ContentType

        """)
    let inLink = MessageCheck("https://a.example/o?dispatchTokenResponse=\(Self.jwe)")
    #expect(inLink.errors.map(\.rule) == [.bareJWE])
    let broken = MessageCheck("https://a.example/o?dispatchTokenResponse=\(Self.texts[5])")
    #expect(broken.errors.map(\.rule) == [.malformedJWE] && broken.errors[0].message.contains("part 3 of the JWE"))
  }

  static let misplaced: [([String], String)] = [
    (
      ["link", "--redeem-url", "https://a.example/", "--token-file", "-", "--scheme", "app"],
      "the token file holds a compact JWE, which is a whole encrypted payload; give it with --jwe-file"
    ),
    (["link", "--payload", "-", "--scheme", "app"], "standard input holds a compact JWE, not a payload; give it with"),
  ]

  @Test(arguments: misplaced)
  func `a JWE in place of a token or a payload is refused with the remedy`(arguments: [String], says: String) {
    let run = CommandRun(arguments, input: Array(Self.jwe.utf8))
    #expect(run.exitCode == 1 && run.output.isEmpty && run.errors.hasPrefix("oobqr: " + says), "\(run.errors)")
  }

  @Test func `a payload in place of a JWE is refused with the remedy`() {
    let run = CommandRun(["link", "--jwe-file", Files.payload, "--scheme", "app"])
    #expect(run.errors.hasSuffix("payload.json' holds a payload, not a JWE; give it with --payload\n"))
    #expect(CommandRun(["link", "--jwe-file", "a", "--payload", "b"]).exitCode == 64)
    #expect(CommandRun(["link", "--jwe-file", "a", "--data", "b=c"]).exitCode == 64)
  }

  // MARK: Texts that are links

  private static let broken = "https://a.example/o?x-success=https://b.example/d?dispatchTokenResponse=eyJh"

  @Test func `a broken link becomes a symbol with a warning, or none with --check`() {
    let warned = CommandRun(["make", Self.broken])
    #expect(warned.exitCode == 0 && !warned.output.isEmpty)
    let findings = MessageCheck(Self.broken, options: MessageCheck.Options(channel: .qr)).diagnostics
    let lines = findings.filter { $0.severity > .note }.map {
      "oobqr: \($0.severity) \($0.rule.code): \($0.message); \($0.remedy)\n"
    }
    #expect(lines.count > 2 && warned.errors == lines.joined())
    let refused = CommandRun(["make", "--check", Self.broken])
    #expect(refused.exitCode == 1 && refused.output.isEmpty)
    #expect(
      refused.errors
        == lines.joined() + "oobqr: stopped because of these errors; leave out --check to ignore them\n")
    #expect(CommandRun(["make", "hello"]).errors == "" && CommandRun(["make", "https://example.com"]).errors == "")
    #expect(CommandRun(["make", "--check", "hello"]).errors.contains("error OOB702"))
    #expect(CommandRun(["make", "--check", "--force", "x"]).exitCode == 64)
  }
}
