/// For objects that are written: values that may be missing, and objects of several parts.
extension JSONValue {
  /// A text; `null` without one.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A number; `null` without one.
  package static func optional(_ number: Int?) -> JSONValue { number.map { .number($0) } ?? .null }

  /// An answer; `null` without one.
  package static func optional(_ answer: Bool?) -> JSONValue { answer.map { .boolean($0) } ?? .null }

  /// A value; `null` without one.
  package static func optional(_ value: JSONValue?) -> JSONValue { value ?? .null }

  /// An array of texts.
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The object without its members that are `null`.
  package var withoutNulls: JSONValue { .object((members ?? []).filter { $0.value != .null }) }

  /// An object with the members of several, one after the other.
  package static func joining(_ objects: JSONValue...) -> JSONValue { .object(objects.flatMap { $0.members ?? [] }) }
}
