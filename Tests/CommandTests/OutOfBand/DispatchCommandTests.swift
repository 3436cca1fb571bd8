import Foundation
import TestSupport
import Testing
import TextFormats

struct DispatchCommandTests {
  @TemporaryFolder var folder
  static let response = Files.samples.file("dispatch/response.json")
  static let link = Files.samples.file("dispatch/response-link.json")
  static let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  static let push = [
    "dispatch", "request", "--dispatcher", "firebase-cloud-messaging", "--op", "Auth", "--target",
    "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb",
  ]

  // MARK: Requests

  @Test func `a request is written with its context as a string and its transaction in base64url`() {
    let run = CommandRun(
      Self.push + [
        "--title", "Dirk Gently Bank - Confirm the payment", "--username", "jeff", "--transaction",
        "Confirm your purchase for a value of CHF200.", "--channel-linking", "visualString:AB", "--data", "id=7=8",
      ])
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(
      run.text
        == #"{"dispatchTargetId":"0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb","dispatcher":"firebase-cloud-messaging","dispatchInformation":{"notification":{"title":"Dirk Gently Bank - Confirm the payment"},"data":{"id":"7=8","channelLinking":{"mode":"visualString","content":"AB"}}},"getUafRequest":{"context":"{\"username\":\"jeff\",\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"Q29uZmlybSB5b3VyIHB1cmNoYXNlIGZvciBhIHZhbHVlIG9mIENIRjIwMC4\"}]}","op":"Auth"}}"#
        + "\n")
    #expect(CommandRun(["check", "-"], input: run.output).text == "-: a request to the dispatcher\n")
  }

  @Test(arguments: [
    (["--dispatcher", "firebase-cloud-messaging", "--op", "Auth"], "error OOB321"),
    (
      ["--dispatcher", "firebase-cloud-messaging", "--op", "Reg", "--target", "a"],
      "error OOB312 at /getUafRequest/op: "
    ),
    (push.dropFirst(2) + ["--title", "Pay CHF 200"], "error OOB322"),
    (push.dropFirst(2) + ["--body", "CH93 0076 2011 6238 5295 7"], "error OOB323"),
    (["--dispatcher", "link", "--op", "Auth", "--transaction", ""], "error OOB317"),
    (
      ["--dispatcher", "link", "--op", "Auth", "--profile", "auth-cloud", "--transaction", "<html><p>x</p></html>"],
      "error OOB308"
    ),
  ])
  func `errors stop a request, unless it is forced`(arguments: [String], error: String) {
    let path = folder.file("r.json")
    let command = ["dispatch", "request"] + arguments + ["-o", path]
    let run = CommandRun(command)
    #expect(run.exitCode == 1 && run.text == "" && run.errors.contains(error))
    #expect(run.errors.hasSuffix("oobqr: nothing was written because of these errors; use --force to ignore them\n"))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(CommandRun(command + ["--force"]).exitCode == 0)
    #expect(
      CommandRun(["check", path] + arguments.filter { $0.hasPrefix("auth-") }.flatMap { ["--profile", $0] }).exitCode
        == 1)
  }

  @Test func `a symbol without a link is noted, and curl is written instead of the request`() {
    let run = CommandRun([
      "dispatch", "request", "--dispatcher", "png-qr-code", "--op", "Reg", "--username", "o'neil", "--curl",
      "https://fido.siven.ch/dispatch?a=1&b=$(id)",
    ])
    #expect(
      run.exitCode == 0
        && run.text
          == #"curl --globoff --fail-with-body --header 'Content-Type: application/json' --header 'Accept: application/json' --data-binary '{"dispatcher":"png-qr-code","getUafRequest":{"context":"{\"username\":\"o'\''neil\"}","op":"Reg"}}' --url 'https://fido.siven.ch/dispatch?a=1&b=$(id)'"#
          + "\n"
    )
    #expect(
      run.errors
        == "oobqr: note OOB328 at /dispatcher: the symbol will hold the payload without a link; dispatch with link-png-qr-code, whose symbols the camera opens\n"
    )
  }

  @Test(arguments: [
    (["--dispatcher", "pigeon", "--op", "Auth"], "'pigeon' is invalid"),
    (["--dispatcher", "link", "--op", "auth"], "invalid"),
    (["--dispatcher", "link"], "--op"), (["--dispatcher", "link", "--op", "Auth", "--data", "x"], "is not key=value"),
    (["--dispatcher", "link", "--op", "Auth", "--channel-linking", "AB"], "visualString:AB"),
    (
      ["--dispatcher", "link", "--op", "Auth", "--target", "a"], "--target is for push messages: leave it out, or give"
    ),
    (["--dispatcher", "png-qr-code", "--op", "Auth", "--body", "a"], "give --dispatcher firebase-cloud-messaging."),
    (["--dispatcher", "link-png-qr-code", "--op", "Auth", "--title", ""], "--title is for push messages"),
    (["--dispatcher", "link", "--op", "Auth", "--curl", "file:///x"], "is not https://host/path"),
    (["--dispatcher", "link", "--op", "Auth", "--curl", "https://a/\nx"], "is not https://host/path"),
  ])
  func `misuse is refused`(arguments: [String], says: String) {
    let run = CommandRun(["dispatch", "request"] + arguments)
    #expect(run.exitCode == 64 && run.errors.contains(says) && run.errors.split(separator: "\n").count == 1)
  }

  // MARK: Responses

  @Test func `a response is read, its symbol checked, compared and simulated, and its picture written`() throws {
    let path = folder.file("login.png")
    let run = CommandRun(["dispatch", "read", Self.response, "-o", path])
    #expect(run.exitCode == 0 && run.errors == "")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(7) == [
        "\(Self.response): a response of the dispatcher", "  result    dispatched: the dispatcher took the message",
        "  by        link-png-qr-code", "  token     b4b07559…", "  session   5f9e1b0c-6a0d-4b8e-9c56-2f3f1f0f7a11",
        "  response  a PNG of 1162 bytes",
        "\(Self.response), symbol 1: an app link",
      ])
    #expect(lines.suffix(2).first == "  token: the same as in the response")
    let simulated = CommandRun(["simulate", path]).text.split(separator: "\n")[0]
    #expect(lines.last == "  phones: \(simulated)")
    #expect(!run.text.contains(Self.token))
    #expect(CommandRun(["scan", "--raw", path]).text.hasPrefix("https://access.siven.ch/open?"))
    let written = try Files.bytes(path)
    #expect(CommandRun(["dispatch", "read", Self.response, "-o", "-"]).output == written)
  }

  @Test func `a link is read like a symbol`() throws {
    let run = CommandRun(["dispatch", "read", "-"], input: try Files.bytes(Self.link))
    #expect(run.exitCode == 0 && run.text.contains("\n-, response: an app link\n"))
    #expect(
      run.text.hasSuffix(
        "  token: the same as in the response\n  phones: Reaches the app in 124 of 329 cases; unknown in 88.\n"))
    #expect(!run.text.contains(Self.token))
    let shown = CommandRun(["dispatch", "read", "--show-token", Self.link])
    #expect(shown.text.contains("token     \(Self.token)\n"))
    let written = CommandRun(["dispatch", "read", Self.link, "-o", "-"])
    #expect(written.text.hasPrefix("https://access.siven.ch/open?dispatchTokenResponse=eyJ"))
  }

  @Test func `HTTP 200 is not dispatched`() {
    let path = folder.file("x.png")
    let failed = Files.samples.file("dispatch/not-dispatched.json")
    let run = CommandRun(["dispatch", "read", failed, "-o", path])
    #expect(run.exitCode == 1 && run.errors == "oobqr: not dispatched: there is no such dispatch target\n")
    #expect(run.text.contains("error OOB329 at /dispatchResult: the result is dispatchTargetNotFound"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `another token in the symbol is found`() throws {
    let text = try Files.text(Self.response)
      .replacing(Self.token, with: "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb")
    let run = CommandRun(["dispatch", "read", "-"], input: Array(text.utf8))
    #expect(run.exitCode == 1 && run.errors == "oobqr: the token in the message is not the one in the response\n")
    #expect(run.text.contains("  token: not the one in the response\n"))
    #expect(!run.text.contains(Self.token) && !run.text.contains("0ea3abe9-c26c"))
  }

  @Test func `the JSON of a read response is one object`() throws {
    let run = CommandRun(["dispatch", "read", "--json", Self.response])
    let object = try JSONDocument(parsing: run.output).value
    #expect(object["dispatched"] == .boolean(true) && object["result"]?.text == "dispatched")
    #expect(object["token"]?.text == "b4b07559…" && object["response"]?["kind"]?.text == "png")
    #expect(object["messages"]?.elements?.map { $0["same_token"] } == [.boolean(true)])
    #expect(!run.text.contains(Self.token))
  }

  @Test func `pictures without a message, broken ones and other input fail by their codes`() throws {
    let blank = Base64.encode(try Files.bytes(Files.pictures.appending(path: "blank.png")))
    func response(_ text: String) -> [UInt8] {
      let json: JSONValue = [
        "token": "a", "sessionId": "b", "dispatchResult": "dispatched",
        "dispatcherInformation": ["name": "png-qr-code", "response": .string(text)],
      ]
      return Array(json.description.utf8)
    }
    let none = CommandRun(["dispatch", "read", "-"], input: response(blank))
    #expect(none.exitCode == 4 && none.errors.hasPrefix("oobqr: the picture of -: no symbol found; "))
    let cut = CommandRun(["dispatch", "read", "-"], input: response(String(blank.prefix(60))))
    #expect(cut.exitCode == 66 && cut.errors.hasPrefix("oobqr: the picture of -: "))
    let text = CommandRun(["dispatch", "read", "-", "-o", "x"], input: response("hello"))
    #expect(text.exitCode == 1 && text.text.contains("error OOB332"))
    for (input, says) in [("{", "not JSON"), ("{\"nma_data\":1}", "a payload or other JSON"), ("hello", "not JSON")] {
      let run = CommandRun(["dispatch", "read", "-"], input: Array(input.utf8))
      #expect(run.exitCode == 1 && run.errors.contains(says) && run.text == "")
    }
    #expect(
      CommandRun(["dispatch", "read", "missing.json"]).errors.contains("is not a file or the JSON of a response"))
    #expect(CommandRun(["dispatch", "read", "--json", "-o", "-", Self.response]).exitCode == 64)
  }

  @Test(arguments: ["response.json", "response-link.json", "status.json", "redeem.json"])
  func `check says what each object is and finds nothing wrong with the samples`(name: String) {
    let run = CommandRun(["check", "--strict", Files.samples.file("dispatch/\(name)")])
    #expect(run.exitCode == 0 && run.errors == "")
    let kinds = [
      "status.json": "a response about the status of a session",
      "redeem.json": "a response to the redemption of a token",
    ]
    #expect(run.text.split(separator: "\n")[0].hasSuffix(": \(kinds[name] ?? "a response of the dispatcher")"))
    #expect(!run.text.contains(Self.token))
  }

  @Test func `SARIF and JSON name the place in an object by its pointer, and in a text by its byte`() throws {
    let failed = Files.samples.file("dispatch/not-dispatched.json")
    let sarif = CommandRun(["check", "--format", "sarif", failed])
    #expect(sarif.exitCode == 1 && sarif.text.contains(#""ruleId":"OOB329""#))
    #expect(sarif.text.contains(#""logicalLocations":[{"fullyQualifiedName":"/dispatchResult"}]"#))
    #expect(sarif.text.contains(#""region":{"startLine":7,"startColumn":3}"#))
    // Columns count characters; a member that is not there has no region.
    let payload = #"{"é":{},  "nma_data":{"token":"x","redeem_url":"/r"},"nma_data_content_type":"application/json"}"#
    let places = CommandRun(["check", "--format", "sarif", payload]).text
    #expect(
      places.contains(
        #""region":{"startLine":1,"startColumn":23}},"logicalLocations":[{"fullyQualifiedName":"/nma_data/token""#))
    #expect(places.contains(#""uri":"text"}},"logicalLocations":[{"fullyQualifiedName":"top level""#))
    // A link within a text is where it is in the text.
    let chat = "Guten Tag,\nIhr Login: https://access.siven.ch/open?dispatchTokenRespons=eyJub25jZSI6MX0 bis morgen"
    let held = CommandRun(["check", "--format", "sarif", chat]).text
    #expect(held.contains(#""region":{"startLine":2,"startColumn":41}"#), "\(held)")
    let text = CommandRun(["transaction", "--json", "<html>é<p></html>"])
    #expect(text.text.contains(#""place":"text (byte 8)""#))
  }
}
