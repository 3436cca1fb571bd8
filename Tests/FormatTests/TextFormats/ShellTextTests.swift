import TestSupport
import Testing
import TextFormats

@Suite struct ShellTextTests {
  @Test(arguments: [
    "plain", "two words", "it's", "$HOME `x` \\ \"", "", "-n", "a\nb", "'\u{301}; echo x #", "a.b/c:d_e-1", "~", "é",
  ])
  func `a quoted text is one word of a command`(text: String) {
    for word in [ShellText.word(text), ShellText.wordIfNeeded(text)] {
      #expect(Shell.run("printf '%s|' \(word) end", in: Shell.products) == text + "|end|")
    }
  }

  @Test func `only what needs quotes gets them`() {
    #expect(["--url", "a.b/c:d_e-1"].map(ShellText.wordIfNeeded) == ["--url", "a.b/c:d_e-1"])
    #expect(["", "a b", "~", "it's"].map(ShellText.wordIfNeeded) == ["''", "'a b'", "'~'", #"'it'\''s'"#])
  }
}
