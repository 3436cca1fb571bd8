import Testing
import TextFormats

@Suite struct MarkupTextTests {
  @Test func `what markup takes for its own is written as references`() {
    #expect(MarkupText.escaped("a<b> & \"c\"\r\n") == "a&lt;b&gt; &amp; &quot;c&quot;\r\n")
    #expect(MarkupText.content("a<b> & \"c\"\r\n") == "a&lt;b&gt; &amp; \"c\"&#13;\n")
  }

  @Test func `a combining mark does not keep a character from being replaced`() {
    #expect(MarkupText.escaped("\"\u{301} <\u{338} &\u{301}") == "&quot;\u{301} &lt;\u{338} &amp;\u{301}")
  }
}
