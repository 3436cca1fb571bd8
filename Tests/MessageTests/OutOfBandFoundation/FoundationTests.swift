import Foundation
import OutOfBand
import OutOfBandFoundation
import TestSupport
import Testing
import TextFormats

struct FoundationTests {
  static let link = "https://access.siven.ch/open?x-success=https%3A%2F%2Fwww.siven.ch%2Fdone&dispatchTokenResponse="

  private func payload() throws -> OutOfBandPayload {
    try OutOfBandPayload(json: Data(contentsOf: Files.samples.appending(path: "payload.json")))
  }

  @Test func `a URL and its text are checked alike`() throws {
    let text = Self.link + (try payload().base64URL)
    let url = try #require(URL(string: text))
    #expect(MessageCheck(url).report() == MessageCheck(text).report())
    #expect(OutOfBandMessage(url) == OutOfBandMessage(text) && OutOfBandMessage(url).kind == "link")
    let link = try DispatchLink(parsing: url)
    #expect(try link == DispatchLink(parsing: text) && link.url == url)
    #expect(MessageCheck(link).report() == MessageCheck(text).report())
    #expect(throws: Fault.self) { try DispatchLink(parsing: URL(string: "https://a.example")!) }
  }

  @Test func `Data and other bytes are taken as they are`() throws {
    let json = try Data(contentsOf: Files.samples.appending(path: "payload.json"))
    let payload = try OutOfBandPayload(json: json)
    let again = try OutOfBandPayload(json: String(decoding: json, as: UTF8.self))
    #expect(payload.jsonData == json && payload == again)
    #expect(MessageCheck(json).payload == payload && OutOfBandMessage(json).kind == "payload")
    #expect(MessageCheck(Array(json)[...]).payload == payload)
    let text = Self.link + payload.base64URL
    #expect(try DispatchLink(parsing: Data(text.utf8)) == DispatchLink(parsing: text))
    #expect(throws: Fault.self) { try DispatchLink(parsing: Data([0xFF])) }
  }

  @Test func `redeem URLs and policies come from URLs and files`() throws {
    let redeem = try RedeemURL(try #require(URL(string: "https://fido.siven.ch/token/redeem/registration")))
    #expect(redeem.operation == .registration && redeem.url?.host() == "fido.siven.ch")
    #expect(throws: RedeemURL.Fault.notHTTPS(scheme: "ftp")) { try RedeemURL(URL(string: "ftp://a.example/")!) }
    let policy = try TrustPolicy(contentsOf: Files.samples.appending(path: "oobqr-policy.json"))
    #expect(policy.linkHosts == ["access.siven.ch"])
    #expect(throws: JSONFault.self) { try TrustPolicy(json: Data("[]".utf8)) }
  }

  // MARK: Codable

  /// The example of every rule, as an encoder and as the command write it.
  @Test(arguments: Diagnostic.Rule.all.map(\.code))
  func `an encoded report is what the command prints`(code: String) throws {
    let rule = try #require(Diagnostic.Rule(code: code))
    let options = rule.example.options
    // The command has no circumstances of its own here, and says once that there is no policy.
    let isPlain = options == MessageCheck.Options() && rule.example.input.utf8.count < 100_000 && rule != .noPolicy
    let check = MessageCheck(rule.example.input, options: options).ignoring([.noPolicy])
    let report = check.report(path: "-")
    let encoded = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(MessageCheck.Report.self, from: encoded).diagnostics == report.diagnostics)
    #expect(try MessageCheck.Report(json: report.json) == report)
    guard isPlain else { return }
    let printed = CommandRun(["check", "--json", "-"], input: Array(rule.example.input.utf8) + [0x0A])
    // The command adds what phones do.
    #expect(printed.text.hasPrefix("{\"format\":\"oobqr-check-1\",\("\(report.json)".dropFirst().dropLast())"))
    let objects = try [encoded, Data(printed.output)].map {
      try JSONSerialization.jsonObject(with: $0) as? [String: NSObject]
    }
    #expect(
      objects[0] != nil
        && objects[0] == objects[1]?.filter { !["format", "answer", "causes", "phones"].contains($0.key) })
  }

  @Test func `what is not a finding or a report is not decoded`() {
    for json in [#"{}"#, #"{"code":"OOB999"}"#, #"{"code":"OOB101","severity":"bad"}"#, "[]"] {
      #expect(throws: Fault.self) { try JSONDecoder().decode(Diagnostic.self, from: Data(json.utf8)) }
      #expect(throws: Fault.self) { try JSONDecoder().decode(MessageCheck.Report.self, from: Data(json.utf8)) }
    }
  }

  @Test(arguments: ["payload.json", "payloads/channel-linking.json", "payloads/encrypted.json"])
  func `an encoded payload is its JSON`(name: String) throws {
    let path = Files.samples.appending(path: name)
    let payload = try OutOfBandPayload(json: Data(contentsOf: path))
    let encoded = try JSONEncoder().encode(payload)
    let printed = CommandRun(["link", "--payload", path.path, "--as", "json"])
    let objects = try [encoded, Data(printed.output)].map {
      try JSONSerialization.jsonObject(with: $0) as? NSDictionary
    }
    #expect(objects[0] != nil && objects[0] == objects[1])
    let decoded = try JSONDecoder().decode(OutOfBandPayload.self, from: Data(contentsOf: path))
    #expect(decoded.token == payload.token && decoded.redeemURL == payload.redeemURL)
    #expect(MessageCheck(decoded.json).errors.isEmpty)
  }

  @Test func `a payload that is not sound is not decoded, and its token is not in the error`() {
    let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
    let json = #"{"nma_data":{"token":"\#(token)"},"nma_data_content_type":"application/json","nma_data_version":"1"}"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(OutOfBandPayload.self, from: Data(json.utf8))
    }
    #expect("\(String(describing: error))".contains("OOB113") && !"\(String(describing: error))".contains(token))
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-1", "1.5", "9223372036854775807", "18446744073709551615", "\"\"", "\"a\\u0000b\"",
    "[]", "{}", "[1,[true,null],{\"a\":{\"b\":[]}}]",
  ])
  func `JSON values are encoded as themselves`(text: String) throws {
    let value = try JSONDocument(parsing: Array(text.utf8)).value
    let encoded = try JSONEncoder().encode(value)
    #expect(try JSONDocument(parsing: Array(encoded)).value == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
  }

  @Test func `a number that no encoder can hold is refused`() throws {
    let value = try JSONDocument(parsing: Array("1e999".utf8)).value
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
  }
}
