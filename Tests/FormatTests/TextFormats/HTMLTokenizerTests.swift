import Foundation
import TestSupport
import Testing
import TextFormats

struct HTMLTokenizerTests {
  private func kinds(_ text: String) -> [HTMLToken.Kind] { HTMLTokenizer(text).map(\.kind) }

  private func firstTag(_ text: String) -> HTMLToken.Tag? {
    for token in HTMLTokenizer(text) { if case .startTag(let tag) = token.kind { return tag } }
    return nil
  }

  /// The tokens as Tests/markup/hostile.py writes those of html5lib, without what is in comments.
  private static func json(_ text: String) -> JSONValue {
    var tokens: [JSONValue] = []
    var joined = ""
    func endText() {
      if !joined.isEmpty { tokens.append(["text", .string(joined)]) }
      joined = ""
    }
    for token in HTMLTokenizer(text) {
      if case .text(let text) = token.kind {
        joined += text
        continue
      }
      endText()
      switch token.kind {
      case .text: break
      case .startTag(let tag):
        let attributes = tag.attributes.map { [.string($0.name), .string($0.value)] as JSONValue }
        tokens.append(["start", .string(tag.name), .array(attributes)])
      case .endTag(let tag): tokens.append(["end", .string(tag.name)])
      case .comment: tokens.append(["comment"])
      case .doctype: tokens.append(["doctype"])
      }
    }
    endText()
    return .array(tokens)
  }

  @Test func `300 hostile texts have the tokens that html5lib finds in them`() throws {
    let lines = try Files.bytes(Files.package.appending(path: "Tests/markup/tokens.jsonl")).split(separator: 0x0A)
    #expect(lines.count == 300)
    for line in lines {
      let expected = try JSONDocument(parsing: Array(line)).value
      let input = try #require(expected["input"]?.text)
      let tokens = expected["tokens"]?.elements?.map { token -> JSONValue in
        guard let kind = token.elements?.first, kind == "comment" || kind == "doctype" else { return token }
        return [kind]
      }
      #expect(Self.json(input).elements == tokens, "\(input)")
    }
  }

  @Test func `tokens come in order, do not overlap, and their bytes are the source`() throws {
    let lines = try Files.bytes(Files.package.appending(path: "Tests/markup/tokens.jsonl")).split(separator: 0x0A)
    for line in lines {
      let input = try #require(try JSONDocument(parsing: Array(line)).value["input"]?.text)
      var end = 0
      for token in HTMLTokenizer(input) {
        #expect(token.range.lowerBound >= end && !token.range.isEmpty)
        end = token.range.upperBound
      }
      #expect(end <= input.utf8.count)
    }
    let source = "Pay <b>now</b><!-- x -->"
    let pieces = HTMLTokenizer(source).map { String(decoding: Array(source.utf8)[$0.range], as: UTF8.self) }
    #expect(pieces == ["Pay ", "<b>", "now", "</b>", "<!-- x -->"])
  }

  @Test func `attributes have names in lower case, decoded values and places`() throws {
    let source = "é<A HREF='/x?a=1&amp;b=2&copy=3' target=_blank Download href=second data-x=\"\">"
    let tag = try #require(firstTag(source))
    #expect(tag.name == "a" && tag.attributes.map(\.name) == ["href", "target", "download", "data-x"])
    #expect(tag["href"] == "/x?a=1&b=2&copy=3" && tag["download"] == "" && tag["none"] == nil)
    func bytes(_ range: Range<Int>) -> String { String(decoding: Array(source.utf8)[range], as: UTF8.self) }
    #expect(tag.attributes.map { bytes($0.valueRange) } == ["/x?a=1&amp;b=2&copy=3", "_blank", "", ""])
  }

  @Test(arguments: [
    ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&#60;&#x3C;&#X3c", "<<<"),
    ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&#128;&#x9f;", "€\u{178}"), ("&ampx &notit; &notin;", "&x ¬it; ∉"),
    ("&unknown; & &; &#; &#x;", "&unknown; & &; &#; &#x;"),
    ("&colon;&sol;&NewLine;&Tab;&lpar;", ":/\n\t("), ("a\r\nb\rc", "a\nb\nc"), ("1 < 2 </", "1 < 2 </"),
  ])
  func `references and line ends are decoded in text`(source: String, text: String) {
    #expect(kinds(source) == [.text(text)])
  }

  @Test(arguments: ["title", "textarea", "style", "script", "xmp", "iframe", "noembed", "noframes"])
  func `tags are text in elements that hold text alone`(name: String) {
    let names = HTMLTokenizer("<\(name)><b></\(name)x></\(name) ><i>").compactMap { token -> String? in
      switch token.kind {
      case .startTag(let tag): "<\(tag.name)>"
      case .endTag(let tag): "</\(tag.name)>"
      case .text(let text): text
      case .comment, .doctype: nil
      }
    }
    #expect(names == ["<\(name)>", "<b></\(name)x>", "</\(name)>", "<i>"])
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    #expect(HTMLTokenizer([0x3C, 0x62, 0x3E, 0xFF, 0x61]).map(\.kind).last == .text("\u{FFFD}a"))
  }

  /// Each of these would take hours with a step that looks at all that went before.
  @Test(arguments: [
    "<", "<b ", "<b x='", "</", "<!--", "<!", "&", "&#", "&am", "<script><!--", "<title>", "</title", "-", "<b a", "a=",
    "\"", "<a b=c",
  ])
  func `a megabyte of anything is split in time`(unit: String) {
    for beginning in ["", "<script>", "<title>", "<b ", "<!--"] {
      let text = beginning + String(repeating: unit, count: (1 << 14) / unit.utf8.count)
      #expect(HTMLTokenizer(text).reduce(0) { sum, _ in sum + 1 } >= 0)
    }
    let whole = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
    var end = 0
    for token in HTMLTokenizer(whole) { end = token.range.upperBound }
    #expect(end <= whole.utf8.count)
  }
}
