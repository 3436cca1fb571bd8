/// Text in XML and HTML.
public enum MarkupText {
  /// Writes the characters as references that markup takes for its own: `&`, `<`, `>` and `"`.
  ///
  /// The result is for the content of elements and for values of attributes in double quotes (XML 1.0, section 2.4).
  public static func escaped(_ text: String) -> String {
    replacing(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }

  /// Writes the characters as references that the content of an element needs: `&`, `<`, `>`, and a carriage return, which
  /// would be read as a line end (XML 1.0, section 2.11).
  package static func content(_ text: String) -> String {
    replacing(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"])
  }

  /// Parsers of markup see code points: one that a combining mark follows is also replaced.
  private static func replacing(_ text: String, _ references: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let reference = references[scalar] { result += reference } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
