import Foundation
import TestSupport
import Testing
import TextFormats

/// A message's token and payload are bearer secrets: no output shows more than their first eight characters. Everything else is
/// shown as it was typed.
struct SecretOutputTests {
  @TemporaryFolder var folder
  static let token = "Zx81-opaque_secret.7731kQ"
  static let payload =
    #"{"nma_data":{"token":"\#(token)","redeem_url":"https://fido.example/token/redeem/authentication","#
    + #""correlation":"0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb"},"nma_data_content_type":"application/json","#
    + #""nma_data_version":"1"}"#
  static let encoded = Base64.encodeURL(Array(payload.utf8))
  static let jwe = [
    #"{"alg":"dir","enc":"A256GCM"}"#, "", "initial vector", "the text as it was sealed", "a tag of 16 bytes",
  ]
  .map { Base64.encodeURL(Array($0.utf8)) }.joined(separator: ".")

  /// The shapes in which a message is recognised.
  static let shapes = [
    payload, encoded, "https://a.example/o?dispatchTokenResponse=\(encoded)", Base64.encodeURL(Array(encoded.utf8)),
    "app://x-callback-url/authenticate?dispatchTokenResponse=\(encoded)", jwe,
    #"{"nma_data":"\#(jwe)","nma_data_content_type":"application/jose","nma_data_version":"1"}"#,
  ]

  private static let percentToken = token.utf8.map { "%" + String($0, radix: 16) }.joined()

  /// Messages with faults, and such as have the token and the payload where they do not belong.
  static let broken = [
    "https://a.example/o?x-success=https%3A%2F%2Fb.example%2F%3Ft%3D\(percentToken)&dispatchTokenResponse=\(encoded)",
    "https://a.example/o?x-success=https://b.example/\(percentToken)&dispatchTokenResponse=\(encoded)",
    "https://a.example/\(percentToken)?dispatchTokenRespons=\(encoded)",
    #"{"token":"\#(token)","sessionId":"\#(token)","dispatchResult":"dispatched"}"#,
    encoded + "!", encoded + "+", " " + encoded, String(payload.dropLast()), payload + "x",
    payload.replacing("\"token\"", with: "\"token\":\"\(token)\",\"token\""), payload.replacing("https", with: "http"),
    payload.replacing("fido.example", with: token), payload.replacing("\"1\"", with: "\"\(token)\""),
    payload.replacing("nma_data_version", with: token), "http://a.example/o?dispatchTokenResponse=\(encoded)",
    "https://a.example/o?x-success=https://b.example/?dispatchTokenResponse=\(encoded)",
    "https://a.example/o?x-success=https://b.example/?token=\(token)&dispatchTokenResponse=\(encoded)",
    "https://a.example/o?dispatchTokenResponse=\(encoded)&dispatchTokenResponse=\(encoded)",
    "https://a.example/o?dispatchTokenResponse=\(encoded)+&x-error=\(encoded)",
    "app:x?dispatchTokenResponse=\(encoded)", "app://\(encoded)?dispatchTokenResponse=\(encoded)",
    "app://x-callback-url/\(encoded)?dispatchTokenResponse=\(encoded)",
    "https://a.example/o?dispatchTokenResponse=\(PercentEncoding.encode(payload))",
    "https://a.example/o?dispatchtokenresponse=\(encoded)#\(encoded)",
    "https://a.example/o?\(encoded)=\(encoded)&dispatchTokenResponse=x",
  ]

  private static func leaks(_ text: String) -> Bool {
    [token.prefix(12), percentToken.prefix(36), encoded.dropFirst(12).prefix(16), jwe.dropFirst(12).prefix(16)]
      .contains { text.contains($0) }
  }

  @Test(arguments: shapes + broken)
  func `no report about a message shows its secrets`(message: String) throws {
    let bytes = Array(message.utf8)
    var runs = ["text", "json", "sarif", "junit"].flatMap { format in
      [["--format", format, "-"], ["--format", format, "--list", "-"]].map {
        CommandRun(["check", "--channel", "qr"] + $0, input: bytes)
      }
    }
    runs += ["text", "json"].map {
      CommandRun(["simulate", "--afterwards", "success", "--format", $0, "-"], input: bytes)
    }
    runs.append(CommandRun(["print", "plan", "--file", "-"], input: bytes))
    let symbol = CommandRun(["make", "--file", "-"], input: bytes)
    runs.append(CommandRun(["scan", "--check", "-"], input: symbol.output))
    let texts = runs.map { $0.text + $0.errors } + [symbol.errors]
    for text in texts { #expect(!Self.leaks(text), "\(text)") }
    let report = folder.file("report.json")
    let run = CommandRun(
      ["print", "label", "--file", "-", "--stock", "50x50", "--to", "escpos", "-o", "/dev/null", "--report", report],
      input: bytes)
    #expect(!Self.leaks(run.errors + ((try? Files.text(report)) ?? "")))
  }

  /// `X` stands for a message that was typed where something else belongs.
  static let misplaced: [[String]] = [
    ["X"], ["check", "-r", "X"], ["check", "--list", "X"], ["check", "--policy", "X", "-"],
    ["check", "--ignore", "X", "-"], ["check", "x", "--ignore=X"], ["make", "x", "--level=X"],
    ["check", "--channel", "X", "-"], ["check", "--X"], ["explain", "X"], ["simulate", "--scanner", "X", "-"],
    ["scan", "X"],
    ["scan", "--engine", "X", "-"], ["link", "--payload", "X", "--scheme", "app"],
    ["link", "--jwe-file", "X", "--scheme", "app"],
    ["link", "--redeem-url", "https://a.example/", "--token-file", "X", "--scheme", "app"],
    ["make", "--file", "X"], ["make", "hello", "-o", "X"], ["make", "hello", "--format", "X"], ["make", "--list", "X"],
    ["page", "-o", "/dev/null/page", "X"], ["uaepass", "check", "X"], ["dispatch", "read", "X"],
    ["print", "label", "--list", "X", "--to", "escpos", "-o", "-"], ["print", "X"],
    ["fixtures", "make", "--payloads", "X", "-o", "y"],
  ]

  @Test(arguments: misplaced, shapes)
  func `a message in the wrong place is not repeated with its secrets`(arguments: [String], message: String) {
    let run = CommandRun(arguments.map { $0.replacing("X", with: message) }, input: Array("x".utf8))
    #expect(!Self.leaks(run.errors), "\(run.errors)")
    // A message that is an argument is an answer of these.
    if !["dispatch", "check"].contains(arguments[0]) { #expect(!Self.leaks(run.text), "\(run.text)") }
  }

  @Test func `a link in the wrong place keeps its host`() {
    let run = CommandRun(["scan", Self.shapes[2]])
    #expect(
      run.exitCode == 66 && run.errors.contains("'https://a.example/o?dispatchTokenResponse=eyJubWFf…'"),
      "\(run.errors)"
    )
  }

  @Test(arguments: [
    ["scan", "pictures/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png"],
    ["check", "Standort-ZuErich-Hauptbahnhof-Gleis-42-Eingang.json"],
    ["check", "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb"],
    ["make", "hi", "-o", "a/long/folder/of/2026/picture.sgv"],
    ["check", "--policy", "tokens=2026-spring-42-policy.json", "-"],
    [
      "print", "label", "hi", "--stock", "50x30", "--to", "zpl", "--raw", "--printer",
      "HP_LaserJet_0ea3abe9c26c4401b5d52c1f4a4fd2eb",
    ],
  ])
  func `what is not a message is shown whole`(command: [String]) throws {
    let run = CommandRun(command, input: Array("x".utf8))
    let value = try #require(command.last { $0 != "-" })
    #expect(run.exitCode != 0 && run.errors.contains("'\(value)'"), "\(run.errors)")
  }

  @Test(arguments: ["p8rnv03mkd5yw7ht", "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb"])
  func `a token in place of its file is not repeated`(token: String) {
    let run = CommandRun(["make", "--redeem-url", "https://a.example/r", "--token-file", token, "-o", "x.png"])
    #expect(
      run.exitCode == 1 && run.errors.contains("'\(token.prefix(8))…' is not a file; --token-file takes"),
      "\(run.errors)")
  }

  @Test func `a list of pictures does not repeat a link`() {
    let link = Self.shapes[2].replacing("https://", with: "")
    let answer = Shell.run("echo '\(link)' | oobqr scan --list -", in: Files.samples)
    #expect(answer.contains("\"error\"") && !Self.leaks(answer), "\(answer)")
  }

  @Test func `what else a payload says is shown whole`() {
    let run = CommandRun(["check", Self.payload])
    #expect(
      run.text.contains("0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb") && run.text.contains("token     Zx81-opa…\n"),
      "\(run.text)")
  }

  @Test func `a token is shown where it was asked for`() {
    #expect(CommandRun(["check", "--show-token", Self.payload]).text.contains(Self.token))
  }
}
