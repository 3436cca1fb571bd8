import Testing
import TextFormats

struct PrintableTextTests {
  @Test(
    arguments: [
      0x0, 0x1B, 0x7F, 0x9B, 0xAD, 0x34F, 0x61C, 0x115F, 0x17B4, 0x180E, 0x200B, 0x202E, 0x2060, 0x2066, 0x2800, 0x3164,
      0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xE0041, 0xE0100,
    ] as [UInt32])
  func `what is not seen, or steers a terminal, is escaped byte by byte`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let shown = PrintableText.of("a\(String(scalar))b")
    #expect(shown == "a" + String(scalar).utf8.map(PrintableText.escaped).joined() + "b")
  }

  @Test func `letters of any script and pictures are shown as they are`() {
    for text in ["é e\u{301} Ж 漢字 العربية ≠", "\u{2764}\u{FE0F} 👍🏽", "a\u{A0}b"] {
      #expect(PrintableText.of(text) == text)
    }
    #expect(PrintableText.of("1\u{FE0F}") == "1\\xef\\xb8\\x8f")
    #expect(PrintableText.of("a\n\tb", keepingNewlines: true) == "a\n\tb" && PrintableText.of("\n") == "\\x0a")
  }

  @Test func `of a long name only the start is shown`() {
    let forty = String(repeating: "a", count: 40)
    #expect(PrintableText.start(of: forty) == forty && PrintableText.start(of: forty + "a") == "aaaaaaaa…")
    for name in ["", "\u{2764}\u{FE0F}"] { #expect(PrintableText.start(of: name) == name) }
    #expect(PrintableText.start(of: "a\n") == "a\\x0a")
    #expect(PrintableText.start(of: "redeemHosts") == "redeemHosts")
    #expect(PrintableText.start(of: "my-session b4b07559-f934-4597-a1c5-44d89f691e8f") == "my-sessi…")
    #expect(PrintableText.start(of: "b4b07559-f934-4597\n-a1c5-44d89f691e8f") == "b4b07559…")
  }
}
