import Foundation
import OutOfBand
import PictureDamage
import TestSupport
import Testing
import TextFormats

/// Requests and responses as values: read, written, changed, and judged by their own rules.
struct DispatchObjectTests {
  /// As AA-3.x prints them.
  static let requestOfDocument = """
    {
    "dispatchTargetId" : "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb",
    "dispatcher" : "firebase-cloud-messaging",
    "dispatchInformation" : {
    "notification" : {
    "title" : "Dirk Gently Bank - Confirm the payment"
    },
    "data" : {
    "channelLinking" : {
    "mode" : "visualString",
    "content" : "AB"
    }
    }
    },
    "getUafRequest" : {
    "context" : "{\\"username\\":\\"jeff\\"}",
    "op" : "Auth"
    }
    }
    """
  static let bodyOfDocument = #"""
    {
    "context" : "{\"username\":\"jeff\",\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"Q29uZmlybSB5b3VyIHB1cmNoYXNlIGZvciBhIHZhbHVlIG9mIENIRjIwMC4\"}]}",
    "op" : "Auth"
    }
    """#

  static func sample(_ name: String) throws -> [UInt8] {
    try Files.bytes(Files.samples.appending(path: "dispatch/\(name)"))
  }

  private func findings(_ text: String) -> [Diagnostic] { MessageCheck(Array(text.utf8)).diagnostics }

  // MARK: Requests

  @Test func `the request of AA-3_x is read, kept byte for byte, and built again with the same members`() throws {
    let request = try DispatchRequest(json: Array(Self.requestOfDocument.utf8))
    #expect(request.json.description == Self.requestOfDocument)
    #expect(request.dispatcher == .push && request.targetID == "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb")
    #expect(request.title == "Dirk Gently Bank - Confirm the payment" && request.body == nil)
    #expect(request.uafRequest?.operation == .authentication && request.uafRequest?.username == "jeff")
    let built = DispatchRequest(
      .push, GetUAFRequest(.authentication, username: "jeff"), targetID: request.targetID, title: request.title,
      data: [.init("channelLinking", ["mode": "visualString", "content": "AB"])])
    #expect(built.json.value == request.json.value && built.data == request.data)
    #expect(findings(Self.requestOfDocument) == [])
  }

  @Test func `the getUafRequest body of AA-3_x stands alone, byte for byte, with its transaction`() throws {
    let body = try GetUAFRequest(json: Array(Self.bodyOfDocument.utf8))
    #expect(body.json.description == Self.bodyOfDocument)
    #expect(body.transactions.map(\.text) == ["Confirm your purchase for a value of CHF200."])
    let built = GetUAFRequest(.authentication, username: "jeff", transactions: body.transactions)
    #expect(built.json.value == body.json.value && built.context == body.context)
    #expect(findings(Self.bodyOfDocument) == [])
  }

  @Test func `a request without a user name leaves the choice of the account to the user`() {
    let request = GetUAFRequest(.authentication)
    #expect(request.json.description == #"{"context":"{}","op":"Auth"}"# && request.username == nil)
    #expect(findings(request.json.description) == [])
  }

  @Test func `a command for curl is safe whatever is in the request`() throws {
    let nasty = "o'neil $(touch x) `id` \\ \" ; & | \n !"
    let request = DispatchRequest(.link, GetUAFRequest(.authentication, username: nasty))
    let command = request.curlCommand(url: "https://a.example/x?y=$(id)&z=';'")
    #expect(
      command.hasPrefix(
        "curl --globoff --fail-with-body --header 'Content-Type: application/json' --header 'Accept: application/json' "
          + "--data-binary '{"))
    // The shell hands curl the same words.
    let printed = try Shell.run("curl() { for word; do printf '%s\\n' \"$word\"; done; }; \(command); ls")
    let lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.dropFirst(7).prefix(3) == [request.json.description, "--url", "https://a.example/x?y=$(id)&z=';'"])
    #expect(lines.dropFirst(10) == [""])
  }

  @Test func `bytes of another kind are refused by name`() throws {
    #expect(throws: Fault("a response of the dispatcher instead of a request to the dispatcher")) {
      try DispatchRequest(json: try Self.sample("response.json"))
    }
    #expect(throws: Fault("a payload or other JSON instead of the getUafRequest of a request to the dispatcher")) {
      try GetUAFRequest(json: Array("[]".utf8))
    }
    #expect(
      throws: Fault("an apple-app-site-association file instead of a response about the status of a session")
    ) {
      try StatusResponse(json: Array(#"{"applinks":{}}"#.utf8))
    }
    let fault = #expect(throws: Fault.self) { try StatusResponse(json: Array("{".utf8)) }
    #expect(fault?.description.hasPrefix("not JSON: ") ?? false)
    let other = #expect(throws: Fault.self) { try RedeemResponse(json: try Self.sample("status.json")) }
    #expect(
      other?.description
        == "a response about the status of a session instead of a response to the redemption of a token")
  }

  // MARK: Responses

  @Test func `responses keep their bytes and name the outcome`() throws {
    let source = try Self.sample("response.json")
    let response = try DispatchResponse(json: source)
    #expect(response.json.bytes == source)
    #expect(response.result == .dispatched && response.dispatcherName == "link-png-qr-code")
    let link = try DispatchResponse(json: try Self.sample("response-link.json"))
    guard case .png(let picture) = response.carried, case .link(let text) = link.carried else {
      Issue.record("neither a picture nor a link")
      return
    }
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let payload = try #require(MessageCheck(Array(text.utf8)).payload)
    #expect(link.hasToken(of: payload) == true && link.diagnostics(comparing: payload) == [])
    #expect(link.hasToken(of: nil) == nil)
    let status = try StatusResponse(json: try Self.sample("status.json"))
    #expect(status.status == .succeeded && status.tokenResult == .tokenRedeemed && status.uafStatusCode == 1200)
    let redeem = try RedeemResponse(json: try Self.sample("redeem.json"))
    #expect(redeem.statusCode == 1200 && redeem.operation == .authentication && redeem.lifetimeMillis == 120_000)
  }

  @Test func `a picture in base64 is the same bare, in a data URI and in either alphabet`() throws {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFB, 0xFF]
    let base64 = Base64.encode(picture)
    for text in [
      base64, Base64.encodeURL(picture), "data:image/png;base64,\(base64)", "DATA:image/png;BASE64,\(base64)",
      "data:image/png;base64,\(PercentEncoding.encode(base64))", "\(base64.prefix(8))\n\(base64.dropFirst(8))",
    ] {
      let json: JSONValue = ["dispatchResult": "dispatched", "dispatcherInformation": ["response": .string(text)]]
      let response = try DispatchResponse(json: Array(json.description.utf8))
      #expect(response.carried == .png(picture), "\(text)")
    }
    for text in ["data:image/png,abc", "data:image/png;base64,AAAA", "iVBORw0K", "hello"] {
      let json: JSONValue = ["dispatchResult": "dispatched", "dispatcherInformation": ["response": .string(text)]]
      #expect(try DispatchResponse(json: Array(json.description.utf8)).carried == .text(text))
    }
  }

  @Test(arguments: DispatchResponse.Result.allCases)
  func `every result but dispatched is an error with a meaning and a remedy`(result: DispatchResponse.Result) {
    let found = findings(
      #"{"token":"a","sessionId":"b","dispatcherInformation":{"name":"firebase-cloud-messaging"},"dispatchResult":"\#(result.rawValue)"}"#
    )
    guard result != .dispatched else {
      #expect(found == [])
      return
    }
    #expect(found.map(\.rule) == [.notDispatched] && found[0].severity == .error)
    #expect(found[0].message.contains(result.meaning) && found[0].message.contains("HTTP 200 does not mean dispatched"))
    #expect(found[0].remedy == result.remedy)
  }

  @Test func `the server's own words are in the finding, without the token`() throws {
    let found = findings(
      #"{"token":"b4b07559-f934-4597-a1c5-44d89f691e8f","sessionId":"b","dispatcherInformation":{"name":"link","response":"FCM: not registered"},"dispatchResult":"dispatchError","reason":"no device"}"#
    )
    #expect(found.count == 1 && found[0].message.hasSuffix("; the server says: 'no device; FCM: not registered'"))
    for (text, words) in [
      (
        #"{"status":400,"error":"Bad Request","message":"op is missing"}"#,
        "an error of the server instead of a response of the dispatcher: 'Bad Request: op is missing'"
      ),
      ("<html><title>502</title></html>", "a web page instead of a response of the dispatcher"),
      (#"{"a":1}"#, "a payload or other JSON instead of a response of the dispatcher"),
    ] {
      #expect(throws: Fault(words)) { try DispatchResponse(json: Array(text.utf8)) }
    }
  }

  private static func dispatched(_ information: String) -> String {
    #"{"dispatchResult":"dispatched","token":"a","sessionId":"b","dispatcherInformation":\#(information)}"#
  }

  @Test(arguments: [
    (#"{"dispatchResult":"ok"}"#, [Diagnostic.Rule.unknownDispatchResult]),
    (#"{"dispatchResult":1}"#, [.unknownDispatchResult]),
    (#"{"dispatcherInformation":{},"sessionId":"a"}"#, [.unknownDispatchResult]),
    (#"{"dispatchResult":"dispatched"}"#, [.incompleteDispatch, .incompleteDispatch]),
    (dispatched(#"{"name":"link","response":"x"}"#), [.unreadableDispatch]),
    (dispatched(#"{"name":"link","response":"https://a.example/"}"#), [.unreadableDispatch]),
    (dispatched(#"{"name":"png-qr-code"}"#), [.unreadableDispatch]),
    (#"{"status":"done","uafStatusCode":1}"#, [.unknownStatus, .unknownUAFStatus]),
    (#"{"status":"failed","uafStatusCode":1404}"#, [.operationFailed]),
    (#"{"status":"unknown"}"#, [.operationFailed]),
    (#"{"status":"tokenCreated","tokenInformation":{"tokenResult":"tokenTimedOut"}}"#, [.operationFailed]),
    (#"{"status":"tokenCreated","tokenInformation":{"tokenResult":"x"}}"#, [.unknownStatus]),
    (#"{"statusCode":1498}"#, [.notRedeemed]),
    (#"{"uafRequest":"[]"}"#, [.unknownUAFStatus, .incompleteRedemption]),
    (
      #"{"statusCode":1200,"uafRequest":[],"op":"x","lifetimeMillis":0}"#,
      Array(repeating: .incompleteRedemption, count: 3)
    ),
  ])
  func `what is wrong with a response is found`(text: String, rules: [Diagnostic.Rule]) {
    #expect(findings(text).map(\.rule) == rules)
  }

  @Test func `a link with another token belongs to another response`() throws {
    let text = String(decoding: try Self.sample("response-link.json"), as: UTF8.self)
      .replacing("b4b07559-f934-4597-a1c5-44d89f691e8f", with: "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb")
    let found = findings(text)
    #expect(found.map(\.rule) == [.tokenDiffers] && found[0].place == .pointer("/dispatcherInformation/response"))
  }

  // MARK: Hostile input

  static let objects = [
    "response.json", "response-link.json", "not-dispatched.json", "status.json", "redeem.json", "request", "body",
    "content",
  ]

  static func object(_ name: String) throws -> [UInt8] {
    switch name {
    case "request": try Files.bytes(Files.samples.appending(path: "payloads/dispatch-request.json"))
    case "body": Array(bodyOfDocument.utf8)
    case "content": Array(TransactionText(TransactionTests.formatted).content.utf8)
    default: try sample(name)
    }
  }

  @Test(arguments: objects)
  func `mutations of each object, sixteen thousand in all, crash nothing and give no token away`(name: String) throws {
    let source = try Self.object(name)
    var random = SplitMix64(seed: 20)
    for _ in 0..<2000 {
      var bytes = source
      bytes.mutate(1...4, inserting: "{}[]\",:\\/<>&#;=%\u{0}", startsOf: [source], using: &random)
      let check = MessageCheck(bytes)
      for finding in check.diagnostics {
        #expect(!finding.message.contains("f934-4597") && !finding.message.contains("44d89f691e8f"), "\(finding)")
        #expect(!finding.message.isEmpty && finding.message.utf8.count < 600)
      }
      // What can be read is kept byte for byte.
      switch check.message.kind {
      case "dispatch-response": #expect(try DispatchResponse(json: bytes).json.bytes == bytes)
      case "dispatch-request" where bytes.first == UInt8(ascii: "{"):
        #expect(try DispatchRequest(json: bytes).json.bytes == bytes)
      default: break
      }
    }
  }

  @Test(arguments: [
    #"{"dispatcher":"link","dispatchInformation":{"notification":{"title":"FILL"}},"getUafRequest":{"op":"Auth","context":"{}"}}"#,
    #"{"dispatchResult":"dispatched","token":"a","sessionId":"b","dispatcherInformation":{"name":"link","response":"https://a.example/?FILL"}}"#,
    #"{"dispatchResult":"dispatched","token":"a","sessionId":"FILL","dispatcherInformation":{"name":"png-qr-code","response":"FILL"}}"#,
    #"{"context":"{\"transaction\":[{\"content\":\"FILL\"}]}","op":"Auth"}"#, #"{"status":"FILL","uafStatusCode":1}"#,
    #"{"statusCode":1200,"uafRequest":"FILL","op":"FILL"}"#,
  ])
  func `long texts in each object are answered in time`(text: String) {
    for unit in ["A", "1 ", "@a", "&dispatchTokenResponse=", "PGI-"] {
      let filler = String(repeating: unit, count: (1 << 17) / unit.utf8.count)
      #expect(!MessageCheck(Array(text.replacing("FILL", with: filler).utf8)).message.kind.isEmpty)
    }
  }
}
