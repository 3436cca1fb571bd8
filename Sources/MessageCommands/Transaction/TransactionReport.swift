import CommandSupport
import OutOfBand
import TextFormats

/// How `oobqr transaction` prints a text.
struct TransactionReport {
  var text: TransactionText
  var diagnostics: [Diagnostic]
  var isRefused: Bool
  /// Whether styles are shown by those of a terminal.
  var usesStyles = false

  /// The content, and below it what the app shows, indented.
  var description: String { text.content + "\n" + shown + "\n" }

  /// What the app shows; characters that would steer a terminal are escaped.
  private var shown: String {
    let styled = text.runs.map { run in
      let lines = PrintableText.of(run.text, keepingNewlines: true)
      guard usesStyles, let codes = Self.codes(run.style) else { return lines }
      // A style that spans lines would also cover the indentation.
      return lines.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "\u{1B}[\(codes)m\($0)\u{1B}[0m" }.joined(separator: "\n")
    }
    return styled.joined().split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
  }

  /// The parameters of SGR (ECMA-48, 8.3.117); `nil` for plain text.
  private static func codes(_ style: TransactionText.Style) -> String? {
    let codes = [(TransactionText.Style.bold, "1"), (.italic, "3"), (.underline, "4")].filter { style.contains($0.0) }
    return codes.isEmpty ? nil : codes.map(\.1).joined(separator: ";")
  }

  var json: JSONValue {
    [
      "content": .string(text.content), "text": .string(text.text), "shown": .string(text.shown),
      "sanitised": .string(text.sanitised),
      "runs": .array(
        text.runs.map { ["text": .string($0.text), "styles": .strings($0.style.names)] }),
      "refused": .boolean(isRefused), "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}
