import Testing
import TextFormats

struct JSONTextTests {
  private static let source = #"{ "op" : "Auth", "extra": 1.0, "a": {"b": [ ]} }"#

  @Test func `bytes survive until a value changes`() throws {
    var text = try JSONText(parsing: Array(Self.source.utf8))
    #expect(text.description == Self.source)
    text["op"] = "Auth"
    text["missing"] = nil
    text["op", "x"] = nil
    #expect(text.description == Self.source)
    text["op"] = "Reg"
    #expect(text.description == #"{"op":"Reg","extra":1.0,"a":{"b":[]}}"#)
  }

  @Test func `members are set, made and removed at a path`() throws {
    var text = JSONText([:])
    text["a", "b", "c"] = "x"
    text["d"] = .number(1)
    #expect(text.description == #"{"a":{"b":{"c":"x"}},"d":1}"# && text["a", "b", "c"] == "x")
    text["a", "b", "c"] = nil
    text["d", "e"] = nil
    #expect(text.description == #"{"a":{"b":{}},"d":1}"# && text["a", "b", "c"] == nil)
    text["d", "e"] = .null
    #expect(text.description == #"{"a":{"b":{}},"d":{"e":null}}"#)
  }

  @Test func `what is not JSON is refused with its place`() {
    #expect(throws: JSONSyntaxError.self) { try JSONText(parsing: Array("{".utf8)) }
  }
}
