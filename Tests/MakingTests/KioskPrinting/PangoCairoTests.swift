import Testing
import Typesetting

struct PangoCairoTests {
  @Test(arguments: [
    ("libno-such-library.so.0", "libno-such-library.so.0: "), ("libc.so.6", "undefined symbol: cairo_"),
  ])
  func `a library that is missing, or lacks a function, is named with the package to install`(
    name: String, says: String
  ) throws {
    let failure = try #require(throws: TypesettingFailure.self) { try PangoCairo.check(name) }
    #expect("\(failure)".contains(says) && "\(failure)".hasSuffix("(Debian: libpangocairo-1.0-0)"), "\(failure)")
  }

  @Test func `words of a frame are as large as fit, and otherwise refused`() throws {
    let words = try FrameWords("Scan me \u{E000}", width: 300, height: 40)
    #expect(words.coverage.count == 12000 && words.coverage.contains(255) && words.unknownCharacters == 1)
    for (text, says) in [
      ("many words", "do not fit below the symbol"), (String(repeating: "x", count: 501), "at most 500"),
    ] {
      let failure = try #require(throws: TypesettingFailure.self) { try FrameWords(text, width: 20, height: 20) }
      #expect("\(failure)".contains(says), "\(failure)")
    }
  }
}
