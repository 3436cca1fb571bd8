package import TextFormats

/// What is wrong with a JSON file that people write, such as a policy, and where.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the file is, as in `policy`.
  public let subject: String
  /// A JSON pointer (RFC 6901), without control characters.
  public let pointer: String
  /// A clause that follows the pointer.
  public let reason: String

  package init(subject: String, pointer: String, reason: String) {
    (self.subject, self.pointer, self.reason) = (subject, pointer, reason)
  }

  public var description: String { "the \(subject)\(pointer.isEmpty ? "" : "'s \(pointer)") \(reason)" }
}

/// An object of such a file, read strictly: a member that is misspelled, or written twice, would be left out without a word.
package struct JSONFileObject {
  package let value: JSONValue
  private let subject: String
  private let pointer: String

  /// - Parameters:
  ///   - bytes: The file.
  ///   - subject: What the file is, as in `policy`.
  ///   - known: The names that the object's members may have.
  package init(parsing bytes: [UInt8], as subject: String, members known: [String]) throws(JSONFault) {
    func fault(_ pointer: String, _ reason: String) -> JSONFault {
      JSONFault(subject: subject, pointer: pointer, reason: reason)
    }
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch { throw fault("", "is not JSON: \(error)") }
    if let twice = document.duplicates.first { throw fault(PrintableText.of(twice), "appears twice") }
    try self.init(document.value, of: subject, at: "", known)
  }

  private init(_ value: JSONValue, of subject: String, at pointer: String, _ known: [String]) throws(JSONFault) {
    (self.value, self.subject, self.pointer) = (value, subject, pointer)
    guard let members = value.members else { throw fault(nil, "is not an object") }
    guard let name = members.first(where: { !known.contains($0.name) })?.name else { return }
    let meant = Spelling.nearest(to: name, among: known, least: 6).map { "did you mean \($0)?" }
    throw JSONFault(
      subject: subject, pointer: JSONDocument.pointer(pointer, to: name),
      reason: "is unknown; \(meant ?? "the members are \(known.joined(separator: ", "))")")
  }

  /// Says what is wrong with a member, or with the object itself.
  package func fault(_ name: String?, _ reason: String) -> JSONFault {
    JSONFault(subject: subject, pointer: pointer + (name.map { "/" + $0 } ?? ""), reason: reason)
  }

  /// The object in a member; `nil` when there is no such member.
  package func object(_ name: String, members known: [String]) throws(JSONFault) -> JSONFileObject? {
    guard let member = value[name] else { return nil }
    return try object(member, at: name, members: known)
  }

  /// Takes a value somewhere in the object for an object.
  package func object(
    _ value: JSONValue, at place: String, members known: [String]
  ) throws(JSONFault) -> JSONFileObject {
    try JSONFileObject(value, of: subject, at: "\(pointer)/\(place)", known)
  }

  /// The objects of an array; none when there is no such member.
  package func objects(_ name: String, members known: [String]) throws(JSONFault) -> [JSONFileObject] {
    guard let member = value[name] else { return [] }
    guard let elements = member.elements else { throw fault(name, "is not an array") }
    var objects: [JSONFileObject] = []
    for (index, element) in elements.enumerated() {
      objects.append(try object(element, at: "\(name)/\(index)", members: known))
    }
    return objects
  }

  /// - Parameter wrong: Says what is wrong with a text; `nil` when nothing is.
  package func text(_ name: String, _ wrong: (String) -> String? = { _ in nil }) throws(JSONFault) -> String {
    guard let text = try optionalText(name, wrong) else { throw fault(name, "is missing") }
    return text
  }

  package func optionalText(
    _ name: String, _ wrong: (String) -> String? = { _ in nil }
  ) throws(JSONFault) -> String? {
    guard let member = value[name] else { return nil }
    return try text(member, at: name, wrong)
  }

  /// The strings of an array; none when there is no such member and none is required.
  package func texts(
    _ name: String, isRequired: Bool = false, _ wrong: (String) -> String? = { _ in nil }
  ) throws(JSONFault) -> [String] {
    guard let member = value[name] else {
      if isRequired { throw fault(name, "is missing") }
      return []
    }
    guard let elements = member.elements else { throw fault(name, "is not an array of strings") }
    if isRequired && elements.isEmpty { throw fault(name, "is empty") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() { texts.append(try text(element, at: "\(name)/\(index)", wrong)) }
    return texts
  }

  /// Takes a value somewhere in the object for a text. Texts go to terminals as they are.
  package func text(
    _ value: JSONValue, at place: String, _ wrong: (String) -> String? = { _ in nil }
  ) throws(JSONFault) -> String {
    guard let text = value.text else { throw fault(place, "is not a string") }
    if let wrong = wrong(text) { throw fault(place, wrong) }
    if text.isEmpty { throw fault(place, "is empty") }
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }) {
      throw fault(place, "has a control character")
    }
    return text
  }

  package func number(_ name: String, in range: ClosedRange<Int> = .min ... .max) throws(JSONFault) -> Int {
    guard let number = value[name]?.integer, range.contains(number) else {
      throw fault(name, range == .min ... .max ? "is not a whole number" : "is not a whole number in \(range.text())")
    }
    return number
  }
}
