import Foundation
import OutOfBand
import TestSupport
import Testing
import TextFormats

struct PayloadMakingTests {
  @TemporaryFolder var folder
  static let payload = Files.payload
  static let redeem = "https://fido.example.com/token/redeem/registration"

  private func scanned(_ run: CommandRun) -> String {
    String(decoding: CommandRun(["scan", "--raw", "-"], input: run.output).output, as: UTF8.self)
  }

  @Test func `the form follows from the other options`() throws {
    let json = try Files.bytes(Self.payload)
    let encoded = Base64.encodeURL(json)
    let raw = CommandRun(["make", "--payload", Self.payload])
    #expect(scanned(raw) == encoded)
    #expect(raw.errors.contains("note OOB420") && raw.errors.contains("which the camera opens"))
    #expect(
      scanned(CommandRun(["make", "--payload", Self.payload, "--base-url", "https://access.siven.ch/open"]))
        == "https://access.siven.ch/open?dispatchTokenResponse=\(encoded)")
    #expect(
      scanned(CommandRun(["make", "--payload", Self.payload, "--scheme", "myaccessapp"]))
        == "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=\(encoded)")
    let asJSON = CommandRun(["make", "--payload", Self.payload, "--as", "json"])
    #expect(asJSON.exitCode == 1 && asJSON.output.isEmpty && asJSON.errors.contains("error OOB304"))
    #expect(
      scanned(CommandRun(["make", "--payload", Self.payload, "--as", "json", "--force"]))
        == String(decoding: json, as: UTF8.self))
  }

  @Test func `a payload is built from a URL, a token and data`() throws {
    let run = CommandRun(
      [
        "link", "--redeem-url", Self.redeem, "--token-file", "-", "--data", "a=1=2", "--data", "b=", "--scheme", "app",
        "--action", "register",
      ],
      input: Array("0c2d1a56-6f0e-4c5e-9a44-2d86a1b0f3c7\n".utf8))
    #expect(run.exitCode == 0 && run.errors == "")
    let link = try DispatchLink(parsing: String(run.text.dropLast()))
    #expect(link.target == .customURI(scheme: "app", action: "register"))
    let json =
      #"{"nma_data":{"token":"0c2d1a56-6f0e-4c5e-9a44-2d86a1b0f3c7","redeem_url":"\#(Self.redeem)","a":"1=2","b":""},"#
    #expect(
      try #require(link.payload).json
        == Array((json + #""nma_data_content_type":"application/json","nma_data_version":"1"}"#).utf8))
  }

  @Test func `a link becomes an intent URI, in which check finds the link again`() throws {
    let payload = ["link", "--payload", Files.payload, "--force"]
    for form in [["--base-url", "https://access.siven.ch/open"], ["--scheme", "myaccessapp"]] {
      let link = CommandRun(payload + form).text.dropLast()
      let run = CommandRun(
        payload + form + [
          "--as", "intent", "--package", "ch.siven.access", "--fallback-url", "https://siven.ch/get?a=b;c",
        ])
      #expect(run.exitCode == 0, "\(run.errors)")
      let scheme = form[0] == "--scheme" ? "myaccessapp" : "https"
      #expect(run.text.hasPrefix("intent:" + link.dropFirst(scheme.count + 1) + "#Intent;scheme=\(scheme);"))
      #expect(
        run.text.hasSuffix(
          ";package=ch.siven.access;S.browser_fallback_url=https%3A%2F%2Fsiven.ch%2Fget%3Fa%3Db%3Bc;end\n"))
      let check = CommandRun(["check", String(run.text.dropLast()), "--show-token"])
      #expect(check.text.contains("OOB431") && check.text.contains(link), "\(check.text)")
    }
    let link = ["--base-url", "https://access.siven.ch/open", "--as", "intent"]
    #expect(CommandRun(payload + link + ["--package", "access"]).errors.contains("'access' is not a package"))
    #expect(
      CommandRun(payload + link + ["--fallback-url", "myapp://x"]).errors.contains("is not a URL that a browser loads"))
    #expect(CommandRun(payload + ["--as", "intent"]).exitCode == 64)
    #expect(CommandRun(payload + link.dropLast(2) + ["--package", "a.b"]).exitCode == 64)
    let made = CommandRun(["make", "--payload", Files.payload, "-o", "a.png"] + link)
    #expect(made.exitCode == 64 && made.errors.contains("no camera opens it: use oobqr link"), "\(made.errors)")
  }

  @Test func `callbacks are encoded, with a warning in a symbol but not in a link`() {
    let options = [
      "--payload", Self.payload, "--base-url", "https://access.siven.ch/open", "--x-success",
      "https://www.siven.ch/a?b=c&d",
      "--x-cancel", "mybusinessapp://x",
    ]
    let link = CommandRun(["link"] + options)
    #expect(link.exitCode == 0 && link.errors == "")
    #expect(
      link.text.contains(
        "?x-success=https%3A%2F%2Fwww.siven.ch%2Fa%3Fb%3Dc%26d&x-cancel=mybusinessapp%3A%2F%2Fx&dispatchTokenResponse=")
    )
    let symbol = CommandRun(["make"] + options)
    #expect(symbol.exitCode == 0 && symbol.errors.contains("warning OOB506"))
  }

  @Test func `errors stop the command, are listed one by one, and can be forced`() {
    let options = [
      "--payload", Self.payload, "--scheme", "app", "--action", "register", "--x-success", "javascript:alert(1)",
    ]
    let refused = CommandRun(["link"] + options)
    #expect(refused.exitCode == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("error OOB503"))
    #expect(refused.errors.hasSuffix("stopped because of these errors; use --force to ignore them\n"))
    #expect(CommandRun(["link", "--force"] + options).exitCode == 0)
  }

  @Test func `a policy that nobody named is named when it stops the command`() throws {
    try folder.write(#"{"link_hosts":["other.example"]}"#, "oobqr-policy.json")
    for command in ["make", "link"] {
      let run = Shell.run(
        "oobqr \(command) --payload '\(Self.payload)' --base-url https://access.siven.ch/open 2>&1", in: folder)
      #expect(run.contains("OOB413"))
      #expect(
        run.hasSuffix(
          "oobqr: stopped because of these errors (under the policy 'oobqr-policy.json'); use --force to ignore them\n"),
        "\(run)")
    }
  }

  @Test func `a file that holds no payload is named`() throws {
    try folder.write("", "empty.json")
    try folder.write(#"{"nma_data":{"token":"b4b07559""#, "cut.json")
    let make = { (file: String) in
      Shell.run("oobqr make --payload \(file) --base-url https://access.siven.ch/open -o a.png 2>&1", in: folder)
    }
    #expect(make("empty.json") == "oobqr: 'empty.json' is empty; it should hold the payload's JSON\n")
    #expect(make("cut.json").hasPrefix("oobqr: note: 'cut.json' is not JSON: "))
    #expect(make("cut.json --force").hasPrefix("oobqr: note: 'cut.json' is not JSON: "))
  }

  @Test func `errors about a payload show no token, and can be forced`() throws {
    let json = try Files.text(Self.payload)
    let bad = json.replacing("https://fido.siven.ch/", with: "http://fido.siven.ch/\(Files.token)/")
    for options in [["--scheme", "myaccessapp"], ["--base-url", "https://access.siven.ch/open"]] {
      for command in ["link", "make"] {
        let run = CommandRun([command, "--payload", "-"] + options, input: Array(bad.utf8))
        #expect(run.exitCode == 1 && run.output.isEmpty && run.errors.contains("error OOB202"))
        #expect(!run.errors.contains(Files.token))
        #expect(CommandRun([command, "--force", "--payload", "-"] + options, input: Array(bad.utf8)).exitCode == 0)
      }
    }
  }

  @Test func `a payload that is no JSON is refused for what it is`() throws {
    let path = folder.file("README.md")
    let link = Files.samples.file("links/app-link.txt")
    let picture = folder.file("x.png")
    try Data("# Payloads\n\nThese are payloads of tests.\n".utf8).write(to: URL(filePath: path))
    for form in [["--as", "raw"], ["--as", "json"], ["--base-url", "https://access.siven.ch/open"]] {
      let prose = CommandRun(["make", "--payload", path, "-o", picture] + form)
      #expect(prose.exitCode == 1)
      #expect(
        prose.errors == "oobqr: '\(path)' is not a message: it is neither JSON nor a link nor base64url\n",
        "\(prose.errors)")
      let linked = CommandRun(["make", "--payload", link, "-o", picture] + form)
      #expect(
        linked.errors == "oobqr: '\(link)' holds a link, not a payload; give the message itself with --file\n",
        "\(linked.errors)")
    }
    let token = CommandRun(["make", "--payload", "-", "-o", picture], input: Array(Files.token.utf8))
    #expect(token.exitCode == 1 && !token.errors.contains(Files.token))
    // What is meant as JSON is still checked.
    let broken = CommandRun(["make", "--payload", "-", "-o", picture], input: Array("{\"nma_data\":".utf8))
    #expect(broken.errors.contains("error OOB121"))
  }

  static let broken: [([String], Int32, String)] = [
    (["link"], 64, "Give --payload or --jwe-file FILE"),
    (["link", "--payload", payload, "--redeem-url", redeem], 64, "to which --data belongs"),
    (["link", "--redeem-url", redeem], 64, "both --redeem-url and --token-file"),
    (["link", "--token-file", "-"], 64, "both --redeem-url and --token-file"),
    (["link", "--payload", payload, "--base-url", "https://a", "--scheme", "b"], 64, "not both"),
    (["link", "--payload", payload, "--as", "link"], 64, "--as link needs --base-url"),
    (["link", "--payload", payload, "--as", "uri"], 64, "--as uri needs --scheme"),
    (["link", "--payload", payload, "--x-success", "a://b"], 64, "Callbacks need a link"),
    (["link", "--payload", payload, "--scheme", "a b"], 64, "is not an app's scheme"),
    (["link", "--payload", payload, "--scheme", "a:"], 64, "is not an app's scheme"),
    (["link", "--payload", payload, "--scheme", "app", "--action", "login"], 64, "'login' is invalid"),
    (["link", "--payload", "/nonexistent", "--scheme", "app"], 66, "cannot read '/nonexistent'"),
    (["link", "--payload", "-", "--scheme", "app"], 1, "standard input is empty"),
    (["link", "--payload", payload, "--scheme", "https"], 64, "not an app's scheme"),
    (["link", "--payload", payload, "--base-url", "foo"], 64, "does not have the form https://host/path"),
    (["link", "--payload", payload, "--base-url", "https://a.example/o#x"], 64, "without '#'"),
    (
      ["link", "--payload", payload, "--base-url", "https://a.example/o", "--action", "register"], 64,
      "is only for custom URIs"
    ),
    (["link", "--payload", payload, "--base-url", "https://a.example/o", "--as", "raw"], 64, "makes no link"),
    (
      ["link", "--redeem-url", "http://a.example/", "--token-file", payload, "--scheme", "app"], 1,
      "OOB202"
    ),
    (["link", "--redeem-url", redeem, "--token-file", "-", "--scheme", "app"], 1, "the token file is empty"),
    (
      ["link", "--redeem-url", redeem, "--token-file", "-", "--data", "novalue", "--scheme", "app"], 64,
      "is not key=value"
    ),
    (["link", "--payload", payload, "--base-url", "http://a.example/o"], 1, "OOB410"),
    (["make", "--base-url", "https://a.example", "text"], 64, "need a payload"),
    (["make", "--payload", payload, "text"], 64, "not both"),
    (
      ["make", "--payload", payload, "--base-url", "https://access.siven.ch/open", "-l", "H", "--symbol-version", "3"],
      1,
      "would fit"
    ),
  ]

  @Test(arguments: broken)
  func `broken input is reported and nothing is written`(arguments: [String], code: Int32, says: String) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == code && run.output.isEmpty)
    #expect(run.errors.contains(says), "\(run.errors)")
  }

  @Test func `a long invalid payload is refused for its fault, not for its length`() throws {
    let long = String(repeating: "x", count: 2500)
    let broken = #"{"nma_data":{"token":"\#(long)"},"nma_data_content_type":"application/json","nma_data_version":"1"}"#
    let run = CommandRun(
      ["make", "--payload", "-", "--as", "raw", "-o", "/dev/null", "--format", "png"], input: Array(broken.utf8))
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("redeem_url") && !run.errors.contains("do not fit"), "\(run.errors)")
  }

  @Test func `a payload with a byte order mark is checked, and forced on request`() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + (try Files.bytes(Self.payload))
    let run = CommandRun(["make", "--payload", "-", "--as", "json"], input: bytes)
    #expect(run.exitCode == 1 && run.errors.contains("OOB101"), "\(run.errors)")
    let picture = CommandRun(
      ["make", "--payload", "-"], input: try Files.bytes(Files.samples.appending(path: "logo.png")))
    #expect(picture.errors.contains("standard input is a picture, not a payload"), "\(picture.errors)")
  }
}
