/// JSON for people to read and edit.
extension JSONValue {
  /// The value on several lines, indented by two spaces for each level, with a line end at the end.
  ///
  /// Empty objects and arrays, and arrays of one string, stay on one line.
  public var indented: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      text += "{\n"
      for (index, member) in members.enumerated() {
        text += inner + JSONValue.string(member.name).description + ": "
        member.value.write(to: &text, indent: inner)
        text += index + 1 < members.count ? ",\n" : "\n"
      }
      text += indent + "}"
    case .array(let elements) where elements.count > 1 || elements.contains { $0.text == nil }:
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += inner
        element.write(to: &text, indent: inner)
        text += index + 1 < elements.count ? ",\n" : "\n"
      }
      text += indent + "]"
    default: text += description
    }
  }
}
