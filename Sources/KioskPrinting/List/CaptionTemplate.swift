import TextFormats

/// A caption with placeholders for the columns of a list: `{name} · {room}`.
///
/// ```swift
/// let template = try CaptionTemplate(parsing: "{name}, room {room}")
/// template.columns                                   // ["name", "room"]
/// template.filled { ["name": "Ada", "room": "3"][$0] }  // "Ada, room 3"
/// ```
/// `{{` and `}}` are braces, and `\n` begins a new line.
public struct CaptionTemplate: Hashable, Sendable {
  private enum Part: Hashable { case character(Character), column(String) }
  private var parts: [Part] = []

  /// - Throws: ``PrintFault``.
  public init(parsing text: String) throws(PrintFault) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        parts.append(.character(character))
      case "{":
        let name = rest.prefix { $0 != "}" }.trimmingWhitespace
        guard let end = rest.firstIndex(of: "}"), !name.isEmpty, !name.contains("{") else {
          throw PrintFault("in '\(text)' a '{' does not begin a {column}; write '{{' for a brace")
        }
        parts.append(.column(name))
        rest = rest[rest.index(after: end)...]
      case "}": throw PrintFault("in '\(text)' a '}' does not end a {column}; write '}}' for a brace")
      case "\\" where rest.first == "n":
        rest.removeFirst()
        parts.append(.character("\n"))
      default: parts.append(.character(character))
      }
    }
  }

  /// The columns that the template uses, each once.
  public var columns: [String] {
    var seen: Set<String> = []
    return parts.compactMap { if case .column(let name) = $0, seen.insert(name).inserted { name } else { nil } }
  }

  /// Replaces the names of columns.
  mutating func renameColumns(_ name: (String) -> String) {
    parts = parts.map { if case .column(let old) = $0 { .column(name(old)) } else { $0 } }
  }

  /// Fills in the values of a row; a column that the row lacks is left empty.
  public func filled(_ value: (_ column: String) -> String?) -> String {
    parts.map { part in
      switch part {
      case .character(let character): String(character)
      case .column(let name): value(name) ?? ""
      }
    }.joined()
  }
}
