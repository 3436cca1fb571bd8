/// A caption with placeholders for the columns of a list: `{name} · {room}`.
///
/// ```swift
/// let template = try CaptionTemplate(parsing: "{name}, room {room}")
/// template.columns                                   // ["name", "room"]
/// template.filled { ["name": "Ada", "room": "3"][$0] }  // "Ada, room 3"
/// ```
/// `{{` and `}}` are braces, and `\n` begins a new line.
public struct CaptionTemplate: Hashable, Sendable {
  private enum Part: Hashable { case text(String), column(String) }
  private let parts: [Part]

  /// - Throws: ``CaptionTemplateError``.
  public init(parsing text: String) throws(CaptionTemplateError) {
    var parts: [Part] = []
    var literal = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(character)
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw .unclosedBrace(text) }
        let name = String(rest[..<end]).trimmingSpaces()
        guard !name.isEmpty, !name.contains("{") else { throw .unclosedBrace(text) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(.column(name))
        rest = rest[rest.index(after: end)...]
      case "}": throw .unopenedBrace(text)
      case "\\" where rest.first == "n":
        rest.removeFirst()
        literal.append("\n")
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
  }

  /// The columns that the template uses, each once.
  public var columns: [String] {
    var seen: Set<String> = []
    return parts.compactMap { if case .column(let name) = $0, seen.insert(name).inserted { name } else { nil } }
  }

  /// Fills in the values of a row; a column that the row lacks is left empty.
  public func filled(_ value: (_ column: String) -> String?) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .column(let name): value(name) ?? ""
      }
    }.joined()
  }
}

/// The reason why a text is not a template.
public enum CaptionTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A `{` does not begin a `{column}` in this text.
  case unclosedBrace(String)
  /// A `}` does not end a `{column}` in this text.
  case unopenedBrace(String)

  public var description: String {
    switch self {
    case .unclosedBrace(let text): "in '\(text)' a '{' does not begin a {column}; write '{{' for a brace"
    case .unopenedBrace(let text): "in '\(text)' a '}' does not end a {column}; write '}}' for a brace"
    }
  }
}
