import CommandSupport
import OutOfBand
import TextFormats

/// A notification as a locked phone shows it, in a box of text.
struct LockScreenReport {
  var screen: LockScreen
  var diagnostics: [Diagnostic]

  /// The columns of text in the box. How much of a text a phone shows differs; here it is shown whole.
  private static let width = 40

  var description: String {
    var lines = ["┌" + String(repeating: "─", count: Self.width + 2) + "┐"]
    for part in [screen.title, screen.body].compactMap({ $0 }) {
      for line in Self.wrapped(PrintableText.of(part, keepingNewlines: true).replacing("\t", with: " ")) {
        lines.append("│ " + line + String(repeating: " ", count: Self.width - Self.columns(line)) + " │")
      }
    }
    lines.append("└" + String(repeating: "─", count: Self.width + 2) + "┘")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lines of at most ``width`` columns, broken at blanks where there are any.
  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
      var lines = [""]
      var used = 0
      func add(_ piece: String, _ columns: Int) {
        lines[lines.count - 1] += piece
        used += columns
      }
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let columns = columns(String(word))
        if used > 0, used + 1 + columns > width {
          lines.append("")
          used = 0
        } else if used > 0 {
          add(" ", 1)
        }
        for character in word {
          let own = Self.columns(String(character))
          if used + own > width {
            lines.append("")
            used = 0
          }
          add(String(character), own)
        }
      }
      return lines
    }
  }

  /// How many columns a text takes on a terminal: two for a character of East Asian width or an emoji (Unicode UAX 11).
  private static func columns(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      let isWide = character.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
          0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
          true
        default: false
        }
      }
      return sum + (isWide ? 2 : 1)
    }
  }

  var json: JSONValue {
    [
      "title": .optional(screen.title), "body": .optional(screen.body), "encrypted": .boolean(false),
      "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}
