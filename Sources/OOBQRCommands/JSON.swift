/// A JSON value (RFC 8259) whose members keep their order, so that output is the same on every run.
indirect enum JSON: CustomStringConvertible {
  case object([(String, JSON)])
  case array([JSON])
  case string(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case null

  var description: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .string(let text): Self.quoted(text)
    case .integer(let value): String(value)
    case .number(let value):
      Int(exactly: value).map(String.init) ?? String(value)
    case .boolean(let value): String(value)
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }
}
