import Testing
import TextFormats

struct XMLTreeTests {
  @Test func `elements, attributes and references are read, the rest is skipped`() throws {
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <!-- a - comment -->
      <a:root one = '1 &amp; &#60;&#x62;&quot;' two="'\t'"><?pi x?>text &lt; <leaf/><![CDATA[<no>]]><b><c/></b></a:root>
      <!-- after -->
      """
    let root = try XMLTree(parsing: Array(text.utf8)).root
    #expect(root.name == "a:root" && root["one"] == "1 & <b\"" && root["two"] == "' '" && root["three"] == nil)
    #expect(
      root.children.map(\.name) == ["leaf", "b"] && root.descendants.map(\.name) == ["a:root", "leaf", "b", "c"])
    #expect(text.utf8.dropFirst(root.offset).starts(with: "<a:root".utf8))
    #expect(text.utf8.dropFirst(root.attributes[1].offset).starts(with: "two".utf8))
  }

  @Test(arguments: [
    ("", "expected an element"), ("text", "text outside the root"), ("<a/><b/>", "a second root"),
    ("<a>", "not closed"),
    ("<a></b>", "closes nothing"), ("</a>", "closes nothing"), ("<a b='1' b='2'/>", "appears twice"),
    ("<a b=1/>", "a quote"),
    ("<a b='1'c='2'/>", "a blank"), ("<a b='<'/>", "'<'"), ("<a b='&lol;'/>", "unknown reference"),
    ("<a b='&#0;'/>", "unknown reference"), ("<a b='&#xD800;'/>", "unknown reference"),
    ("<a b='&amp'/>", "no reference"),
    ("<a b='1", "closing quote"), ("<a><!-- -- --></a>", "inside a comment"), ("<!-- ", "does not end"),
    ("<a><![CDATA[</a>", "does not end"), ("<1/>", "expected a name"), ("<a b/>", "expected '='"),
    ("< a/>", "expected a name"),
    ("<?xml version='1.0' encoding='utf-16'?><a/>", "encoding"), ("<a>&#x;</a>", "unknown reference"),
    ("<!DOCTYPE a><a/>", "document type"), ("<a b='\u{1}'/>", "control character"),
  ])
  func `faults have a place and a reason`(text: String, reason: String) throws {
    let error = try #require(throws: SyntaxError.self) { try XMLTree(parsing: Array(text.utf8)) }
    #expect(error.reason.contains(reason), "\(error)")
    #expect(0...text.utf8.count ~= error.offset)
  }

  @Test func `a billion laughs are refused at the declaration`() throws {
    let text = #"<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><l>&b;</l>"#
    let error = try #require(throws: SyntaxError.self) { try XMLTree(parsing: Array(text.utf8)) }
    #expect("\(error)" == "a document type declaration is not accepted at byte 0")
  }

  @Test func `a hundred levels are read and one more is refused`() throws {
    func nested(_ count: Int) -> [UInt8] {
      Array((String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)).utf8)
    }
    #expect(try XMLTree(parsing: nested(100)).root.descendants.count == 100)
    #expect(throws: SyntaxError.self) { try XMLTree(parsing: nested(101)) }
  }

  @Test(arguments: ["<a/>", "<a>", "<", "&", "&amp;", "<!--", "-", "a='1' ", "]", "<![CDATA["])
  func `a megabyte of anything is answered`(unit: String) {
    for (beginning, end) in [("<r>", "</r>"), ("<r ", "/>")] {
      let filler = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
      _ = try? XMLTree(parsing: Array((beginning + filler + end).utf8))
    }
  }

  @Test func `indented JSON is the same value`() throws {
    let value = try JSONDocument(parsing: Array(#"{"a":[],"b":{},"c":["x"],"d":[1,{"e":null}],"f/\"":"ä"}"#.utf8)).value
    #expect(try JSONDocument(parsing: Array(value.indented.utf8)).value == value)
    #expect(value.indented.hasPrefix("{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\"x\"],\n  \"d\": [\n    1,\n"))
  }
}
