/// A value is encoded as the JSON that it is. A number keeps its value but not its spelling, and the members of a decoded
/// object are sorted by name, because decoders do not keep their order.
extension JSONValue: Codable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      let names = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(try names.map { Member($0.stringValue, try object.decode(JSONValue.self, forKey: $0)) })
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Int64.self) { return .number(String(value)) }
    if let value = try? container.decode(UInt64.self) { return .number(String(value)) }
    if let value = try? container.decode(Double.self), value.isFinite { return .number(value) }
    return .string(try container.decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var object = encoder.container(keyedBy: Name.self)
      for member in members { try object.encode(member.value, forKey: Name(member.name)) }
    case .array(let elements): try elements.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .number(let text): try Self.encode(number: text, to: encoder)
    case .boolean(let flag): try flag.encode(to: encoder)
    case .null:
      var value = encoder.singleValueContainer()
      try value.encodeNil()
    }
  }

  private static func encode(number text: String, to encoder: any Encoder) throws {
    if let whole = Int64(text) {
      try whole.encode(to: encoder)
    } else if let whole = UInt64(text) {
      try whole.encode(to: encoder)
    } else if let number = Double(text), number.isFinite {
      try number.encode(to: encoder)
    } else {
      throw EncodingError.invalidValue(
        text, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "a number beyond Double"))
    }
  }
}
