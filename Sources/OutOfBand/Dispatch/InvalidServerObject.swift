public import TextFormats

/// The reason why bytes are not what servers exchange.
public enum InvalidServerObject: Error, Hashable, Sendable, CustomStringConvertible {
  /// Bytes that are not JSON.
  case notJSON(JSONSyntaxError)
  /// JSON of another kind; `found` names that kind with an article and is `nil` when it is of none that is known.
  case otherKind(expected: ServerObject.Kind, found: String?)

  public var description: String {
    switch self {
    case .notJSON(let error): "not JSON: \(error)"
    case .otherKind(let expected, let found):
      "\(found ?? "a payload or other JSON") instead of \(expected.words)"
    }
  }
}

extension JSONText {
  /// Parses an object of one kind.
  static func reading(_ bytes: [UInt8], as kind: ServerObject.Kind) throws(InvalidServerObject) -> JSONText {
    let json: JSONText
    do throws(JSONSyntaxError) { json = try JSONText(parsing: bytes) } catch { throw .notJSON(error) }
    guard ServerObject.kind(of: json.value) == kind else {
      throw .otherKind(expected: kind, found: ServerObject.words(for: json.value))
    }
    return json
  }
}
