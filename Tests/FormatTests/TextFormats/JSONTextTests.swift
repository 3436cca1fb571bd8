import Testing
import TextFormats

struct JSONTextTests {
  private static let source = #"{ "op" : "Auth", "extra": 1.0, "a": {"b": [ ]} }"#

  @Test func `bytes survive, and a value that was built is compact`() throws {
    let text = try JSONText(parsing: Array(Self.source.utf8))
    #expect(text.description == Self.source)
    #expect(JSONText(text.value).description == #"{"op":"Auth","extra":1.0,"a":{"b":[]}}"#)
  }

  @Test func `members are found at a path`() throws {
    let text = try JSONText(parsing: Array(Self.source.utf8))
    #expect(text["op"] == "Auth" && text["a", "b"] == [] && text["a", "c"] == nil && text["op", "x"] == nil)
  }

  @Test func `what is not JSON is refused with its place`() {
    #expect(throws: SyntaxError.self) { try JSONText(parsing: Array("{".utf8)) }
  }
}
