import Foundation
import OutOfBand
import TestSupport
import Testing
import TextFormats

/// Tokens are bearer secrets: no output shows more than their first eight characters, in whatever form they came.
struct SecretOutputTests {
  /// A UUID, which is recognised anywhere, and a token that only its name gives away.
  static let uuid = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  static let opaque = "Zx81-opaque_secret.7731kQ"

  /// Payloads that hold a token, sound or not.
  private static func payloads(_ token: String) -> [String] {
    let rest = #""redeem_url":"https://fido.example/token/redeem/authentication""#
    func payload(_ data: String) -> String {
      "{\"nma_data\":{\(data)},\"nma_data_content_type\":\"application/json\",\"nma_data_version\":\"1\"}"
    }
    let path = String(repeating: "long/", count: 13)
    return [
      payload("\"token\":\"\(token)\",\(rest)"), payload("\"tokn\":\"\(token)\",\(rest)"),
      payload("\"Token\":\"\(token)\",\(rest)"), payload("\"TOKENS\":\"\(token)\",\(rest)"),
      payload("\"toekn\":\"\(token)\",\(rest)"), payload("\"access_token\":\"\(token)\",\(rest)"),
      payload("\"token\":[\"\(token)\"],\(rest)"), payload("\"token\":{\"value\":\"\(token)\"},\(rest)"),
      payload("\"token\":\"\(token)\",\"redeem_url\":\"http://fido.example/\(path)\(token)\""),
      payload("\"token\":\"\(token)\",\"redeem_url\":\"http://fido.example/\(token)?t=\(token)\""),
      payload("\"token\":\"\(token)\",\"redeem_url\":\"https://\(token).example/\""),
      payload("\"token\":\"\(token)\",\(rest),\"note\":\"see \(token)\""),
      payload("\"token\":\"\(token)\",\(rest),\"token\":\"\(token)\""),
      #"{"token":"\#(token)","sessionId":"x","dispatchResult":"dispatched"}"#,
    ]
  }

  /// Links that hold a token in other places than their payload.
  private static func links(_ token: String) -> [String] {
    let encoded = Base64.encodeURL(Array(payloads(token)[0].utf8))
    let hidden = [
      token, token.replacing("-", with: "%2D"), token.utf8.map { "%" + String($0, radix: 16) }.joined(),
      PercentEncoding.encode(token.replacing("-", with: "%2D")),
    ]
    let path = String(repeating: "long/", count: 13)
    return hidden.flatMap { token in
      [
        "https://a.example/o?x-success=https%3A%2F%2Fb.example%2F%3Ftoken=\(token)&dispatchTokenResponse=\(encoded)",
        "https://a.example/o?x-success=https://b.example/\(path)\(token)&dispatchTokenResponse=\(encoded)",
        "https://a.example/o?x-success=https://b.example/?Token=\(token)%&dispatchTokenResponse=\(encoded)",
        "https://a.example/o?x-error=http:token=\(token)&dispatchTokenResponse=\(encoded)",
        "https://a.example/o?token=\(token)&dispatchTokenResponse=\(encoded)",
        "https://a.example/\(token)?dispatchTokenResponse=\(encoded)&dispatchTokenResponse=\(encoded)",
        "app://x-callback-url/\(token)?dispatchTokenRespons=\(encoded)#token=\(token)",
      ]
    } + payloads(token).map { "https://a.example/o?dispatchTokenResponse=\(Base64.encodeURL(Array($0.utf8)))" }
  }

  /// Whether a text shows more of a secret than it may, also percent-encoded.
  private static func leaks(_ text: String, _ secret: String) -> Bool {
    let shown = [
      text, PercentEncoding.decode(text) ?? text, text.replacing("%2D", with: "-").replacing("%2d", with: "-"),
    ]
    let hex = secret.utf8.map { "%" + String($0, radix: 16) }.joined()
    return shown.contains { $0.contains(secret.prefix(12)) } || text.contains(hex.prefix(36))
  }

  @Test(arguments: [uuid, opaque])
  func `no output of a check shows a token, whatever its name and form`(token: String) {
    for input in Self.payloads(token) + Self.links(token) {
      let bytes = Array(input.utf8)
      var runs = ["text", "json", "sarif", "junit"].map {
        CommandRun(["check", "--format", $0, "--channel", "qr", "--strict", "-"], input: bytes)
      }
      runs.append(CommandRun(["check", "--quiet", "--strict", "-"], input: bytes))
      runs.append(CommandRun(["check", "--list", "-", "--channel", "qr"], input: bytes))
      runs.append(CommandRun(["check", "--docs", "2.4", input]))
      runs += ["text", "json"].map { CommandRun(["check", "--sdk", "--format", $0, "-"], input: bytes) }
      let link = CommandRun(["link", "--payload", "-", "--base-url", "https://a.example/o"], input: bytes).errors
      let encoded = Base64.encodeURL(bytes)
      for text in runs.map({ $0.text + $0.errors }) + [link] {
        #expect(!Self.leaks(text, token), "\(input): \(text)")
        if encoded.count > 60 { #expect(!text.contains(encoded.prefix(20)), "\(input): \(text)") }
      }
    }
  }

  @Test(arguments: [uuid, opaque])
  func `no output of other commands shows a token`(token: String) {
    for input in [Self.payloads(token)[1], Self.links(token)[1]] {
      let bytes = Array(input.utf8)
      let symbol = CommandRun(["make", "--no-verify", "-"], input: bytes)
      // The symbol itself holds the token, of course.
      var texts = [symbol.errors, CommandRun(["make", "--check", "-", "--no-verify"], input: bytes).errors]
      for run in [
        CommandRun(["scan", "--check", "-"], input: symbol.output),
        CommandRun(["simulate", "--then", "success", "-"], input: bytes),
        CommandRun(["print", "plan", "-"], input: bytes),
      ] { texts.append(run.text + run.errors) }
      for text in texts { #expect(!Self.leaks(text, token), "\(input): \(text)") }
    }
  }

  /// `X` stands for a token, a link or a payload that was typed where something else belongs.
  static let commands: [[String]] = [
    ["check", "X"], ["check", "-r", "X"], ["check", "--list", "X"], ["check", "--policy", "X", "-"],
    ["check", "--ignore", "X", "-"],
    ["check", "--ignore", "token X", "-"], ["check", "--ignore", "Bearer X", "-"],
    ["page", "-o", "/dev/null/page", "X"], ["uaepass", "check", "X"], ["check", "--channel", "X", "-"],
    ["check", "--X"],
    ["X"], ["explain", "X"],
    ["simulate", "X"], ["simulate", "--scanner", "X", "-"], ["scan", "X"], ["scan", "--engine", "X", "-"],
    ["link", "--payload", "X", "--scheme", "app"], ["link", "--jwe-file", "X", "--scheme", "app"],
    ["link", "--redeem-url", "https://a.example/", "--token-file", "X", "--scheme", "app"],
    ["link", "--redeem-url", "X", "--token-file", "-", "--scheme", "app"], ["link", "--payload", "-", "--scheme", "X"],
    ["link", "--payload", "-", "--base-url", "X"], ["link", "--payload", "-", "--data", "X"],
    ["make", "--file", "X"], ["make", "hello", "-o", "X"], ["make", "hello", "--format", "X"],
    ["print", "label", "--list", "X", "--to", "escpos", "-o", "-"], ["print", "plan", "--bytes", "X"],
    ["print", "label", "--payload", "X", "--to", "escpos", "-o", "-"], ["print", "X"],
  ]

  @Test(arguments: commands)
  func `what was typed in the wrong place is not repeated with its token`(arguments: [String]) {
    for token in [Self.uuid, Self.opaque] {
      let link = Self.links(token)[0]
      let typed =
        token == Self.uuid
        ? [link, "token=\(token)", token.replacing("-", with: "%2D") + "%"]
        : [link, "{\"token\":\"\(token)\"", "x?Token=\(token.replacing("-", with: "%2D"))%"]
      for text in typed {
        let run = CommandRun(arguments.map { $0.replacing("X", with: text) }, input: Array("x".utf8))
        // A message is an answer, and says what it holds; the others are refused.
        #expect(!Self.leaks(run.errors, token), "\(arguments) \(text): \(run.errors)")
        if arguments != ["make", "X"] { #expect(!Self.leaks(run.text, token), "\(arguments) \(text): \(run.text)") }
      }
    }
  }

  @Test(arguments: [["page", "-o", "/dev/null/page"], ["uaepass", "check"], ["dispatch", "read"]])
  func `a payload in the wrong place is not repeated with its token, wherever that is in it`(arguments: [String]) {
    for payload in Self.payloads(Self.opaque) {
      let run = CommandRun(arguments + [payload])
      #expect(!Self.leaks(run.errors + run.text, Self.opaque), "\(payload): \(run.errors)")
    }
  }

  /// Tokens in what looks like a path, and with a line break.
  @Test(arguments: [
    ["scan", "a.example/redeem/X"], ["scan", "nowhere/X/a.png"], ["make", "--payload", "a.example/X"],
    ["make", "hello", "-o", "nowhere/X.png"], ["make", "--list", "nowhere/X"],
    ["print", "label", "--list", "nowhere/X"],
    ["print", "label", "hello", "--stock", "50x50", "-o", "/dev/null", "--to", "zpl", "--report", "nowhere/X"],
    ["make", "hello", "--policy", "nowhere/X", "--check"], ["fixtures", "make", "--payloads", "nowhere/X", "-o", "y"],
    ["link", "--payload", "-", "--base-url", "https://a.example/o", "--x-success", "N"],
    ["scan", "a.example/redeem/N"],
    ["link", "--redeem-url", "https://a.example/N", "--token-file", "-", "--base-url", "https://a.example/o"],
  ])
  func `a path or a line break does not hide a token`(arguments: [String]) {
    let broken = Self.uuid.prefix(18) + "\n" + Self.uuid.dropFirst(18)
    let typed = arguments.map { $0.replacing("X", with: Self.uuid).replacing("N", with: broken) }
    let run = CommandRun(typed, input: Array(Self.payloads("a-b-c-d")[0].utf8))
    #expect(run.exitCode != 0 && !run.errors.contains(Self.uuid.prefix(12)), "\(arguments): \(run.errors)")
  }

  @Test func `a list of pictures does not repeat a link`() {
    let line = "access.example/open?dispatchTokenResponse=\(Base64.encodeURL(Array(Self.payloads(Self.uuid)[0].utf8)))"
    let answer = Shell.run("echo '\(line)' | oobqr scan --list -", in: Files.samples)
    #expect(answer.contains("\"error\"") && !answer.contains(line.suffix(20)), "\(answer)")
  }

  /// Notations that the redaction does not know.
  @Test(arguments: [
    #"b4b07559-f934-4\00062 4b\00030-97-a1c5-44d89f691e8f"#, "b4b07559-f934-<b>4597-a1c5-44d</b>89f691e8f",
    "b4b07559&f934&4597&a1c5&44d89f691e8f",
  ])
  func `an argument with signs that are rare in names is cut`(value: String) {
    for command in [
      ["scan", value], ["check", value], ["explain", value], ["make", "hi", "-o", "x.svg", "--mask", value],
    ] {
      let run = CommandRun(command)
      #expect(run.exitCode != 0 && run.errors.contains("…"), "\(run.errors)")
      #expect(!run.errors.contains(value.prefix(9)) && !run.errors.contains(value.suffix(9)), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ["scan", "pictures/2026-11-27/IMG_20261127_101500.png"], ["scan", "pictures/2026-11-27/IMG_2026*.png"],
    ["make", "hi", "-o", "a/long/folder/of/2026/picture.sgv"],
    ["make", "hi", "-o", "x.svg", "--dark", "rgba(255, 255, 255, 0.5) none"],
  ])
  func `an ordinary argument is shown whole, however long`(command: [String]) throws {
    let run = CommandRun(command)
    let value = try #require(command.last)
    #expect(run.exitCode != 0 && run.errors.contains("'\(value)'"), "\(run.errors)")
  }

  @Test(arguments: ["p8rnv03mkd5yw7ht", "8305917246", "ABCD-EFGH-JKLM-NPQR"])
  func `a token in place of its file is not repeated`(token: String) {
    let run = CommandRun(["make", "--redeem-url", "https://a.example/r", "--token-file", token, "-o", "x.png"])
    #expect(run.exitCode == 1 && run.errors.contains("…' is not a file; --token-file takes"), "\(run.errors)")
    #expect(!run.errors.contains(token.prefix(9)), "\(run.errors)")
  }

  @Test func `a link that is one argument too many keeps its host in the error`() {
    let run = CommandRun([
      "explain", "402", Self.links(Self.uuid)[0].replacing("https://", with: "https://access2024."),
    ])
    #expect(run.exitCode == 64 && run.errors.contains("'https://access2024."), "\(run.errors)")
  }

  @Test func `a link in place of a queue is not given to other programs`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let answer = Shell.run(
        """
        printf '#!/bin/sh\necho "$@" >>arguments; echo office' >lpstat; cp lpstat lp; chmod +x lp lpstat
        PATH=$PWD:$PATH; oobqr print label hello --stock 50x30 --printer '\(Self.links(Self.uuid)[0])'; echo $?
        """, in: folder)
      #expect(answer.contains("office") && answer.hasSuffix("\n1\n") && !Self.leaks(answer, Self.uuid), "\(answer)")
      #expect(try Files.bytes(folder.appending(path: "arguments")) == Array("-e\n".utf8))
    }
  }

  @Test func `a token is shown where it was asked for`() {
    let payload = Self.payloads(Self.opaque)[0]
    #expect(CommandRun(["check", "--show-token", payload]).text.contains(Self.opaque))
    #expect(CommandRun(["check", payload]).text.contains("token     Zx81-opa…\n"))
  }
}
