/// A JSON text as the bytes it came in and as the value they mean.
///
/// ```swift
/// var text = try JSONText(parsing: Array(#"{ "op": "Auth", "extra": 1.0 }"#.utf8))
/// text["op"] = "Auth"  // nothing changes: the bytes stay
/// text["op"] = "Reg"   // compact now: {"op":"Reg","extra":1.0}
/// ```
public struct JSONText: Hashable, Sendable, CustomStringConvertible {
  public private(set) var value: JSONValue
  /// The bytes that were parsed; `nil` once the value has been changed.
  private var source: [UInt8]?

  /// Parses strictly, as ``JSONDocument/init(parsing:)``.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    value = try JSONDocument(parsing: bytes).value
    source = bytes
  }

  /// Writes a value, compactly.
  public init(_ value: JSONValue) { self.value = value }

  /// The bytes as they were parsed, or compact JSON when the value was built or changed.
  public var bytes: [UInt8] { source ?? Array(value.description.utf8) }

  /// Texts are equal that have the same bytes.
  public static func == (a: JSONText, b: JSONText) -> Bool { a.value == b.value && a.bytes == b.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The member at the end of a path of names; `nil` when there is none.
  ///
  /// Setting a value makes the objects on the way where they are missing; setting `nil` removes the member. All other
  /// members stay as they are and where they are.
  public subscript(path: String...) -> JSONValue? {
    get {
      var found: JSONValue? = value
      for name in path { found = found?[name] }
      return found
    }
    set {
      let changed = value.setting(newValue, at: path[...])
      if changed != value { (value, source) = (changed, nil) }
    }
  }
}

extension JSONValue {
  fileprivate func setting(_ new: JSONValue?, at path: ArraySlice<String>) -> JSONValue {
    guard let name = path.first else { return new ?? .null }
    var members = self.members ?? []
    let index = members.firstIndex { $0.name == name }
    let rest = path.dropFirst()
    // Nothing is made on the way to what is to be removed.
    if new == nil, index == nil || (!rest.isEmpty && index.map { members[$0].value.members == nil } ?? true) {
      return self
    }
    let value = rest.isEmpty ? new : (index.map { members[$0].value } ?? .object([])).setting(new, at: rest)
    if let index {
      if let value { members[index].value = value } else { members.remove(at: index) }
    } else if let value {
      members.append(Member(name, value))
    }
    return .object(members)
  }
}
