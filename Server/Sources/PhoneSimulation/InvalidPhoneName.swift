/// The reason why a text is not a phone.
public enum InvalidPhoneName: Error, Hashable, Sendable, CustomStringConvertible {
  /// A text of another form, or a version that the simulation does not know.
  case form(String)
  /// No scanner or browser has this name; the names that there are.
  case way(String, known: [String])

  public var description: String {
    switch self {
    case .form(let text):
      "'\(text)' is not a phone; write android-8:camera or later, ios-11:camera or later, or access-app"
    case .way(let way, let known):
      "there is no scanner or browser '\(way)'; there are \(known.joined(separator: ", "))"
    }
  }
}
