/// Text in XML and HTML.
public enum MarkupText {
  /// Writes the characters as references that markup takes for its own: `&`, `<`, `>` and `"`.
  ///
  /// The result is for the content of elements and for values of attributes in double quotes (XML 1.0, section 2.4).
  public static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
