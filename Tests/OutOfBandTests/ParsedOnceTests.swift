import Foundation
import OutOfBand
import TestSupport
import Testing
import TextFormats

/// What has been parsed is handed on as a value.
struct ParsedOnceTests {
  /// The files below Sources/OutOfBand that hold a text, comments left out, and how often.
  private func places(of text: String) throws -> [String: Int] {
    let folder = Files.package.appending(path: "Sources/OutOfBand")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var places: [String: Int] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("///") }.joined(separator: "\n")
      let count = code.components(separatedBy: text).count - 1
      if count > 0 { places[file.lastPathComponent] = count }
    }
    return places
  }

  @Test func `a payload's JSON is parsed in one place; what else is parsed is other JSON`() throws {
    #expect(
      try places(of: "JSONDocument(parsing:") == [
        "PayloadJSON.swift": 1, "CompactJWE.swift": 1, "UAFRequest.swift": 1,
      ])
    // Objects of servers, and the context in one of them.
    #expect(try places(of: "JSONText(parsing:") == ["ServerObject.swift": 1, "GetUAFRequest.swift": 1])
  }

  @Test func `a link is taken apart where its text comes in, and nowhere else`() throws {
    #expect(
      try places(of: "LinkAnatomy(") == [
        "OutOfBandMessage.swift": 1, "DispatchLink.swift": 1, "LinkAnatomy+Copied.swift": 1,
      ])
  }

  @Test func `secrets are found once for each check`() throws {
    #expect(try places(of: "Secrets(of:") == ["MessageCheck.swift": 1])
  }

  @Test func `a payload keeps what its JSON was parsed to`() throws {
    let payload = try OutOfBandPayload(json: LinkTests.payload.json)
    #expect(payload == LinkTests.payload && payload.value["nma_data"]?["token"]?.text == payload.token?.value)
  }
}
