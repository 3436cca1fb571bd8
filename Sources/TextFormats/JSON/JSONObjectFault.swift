/// Why a JSON text is not an object with the members it may have, and where.
package struct JSONObjectFault: Error, Hashable, Sendable {
  /// A JSON pointer (RFC 6901), without control characters.
  package let pointer: String
  /// What is wrong there.
  package let kind: Kind

  /// The four things that can be wrong.
  package enum Kind: Hashable, Sendable {
    /// The text is not JSON.
    case notJSON(JSONSyntaxError)
    /// The value is not an object.
    case notAnObject
    /// An earlier member of the same object has the same name.
    case duplicateMember
    /// A name that is not among the known ones.
    case unknownMember(String, known: [String])
  }

  /// A clause that follows the pointer.
  package var reason: String {
    switch kind {
    case .notJSON(let error): "is not JSON: \(error)"
    case .notAnObject: "is not an object"
    case .duplicateMember: "appears twice"
    case .unknownMember(_, let known): "is unknown; the members are \(known.joined(separator: ", "))"
    }
  }

  /// Where the text is not JSON; `nil` for other faults.
  package var underlying: JSONSyntaxError? { if case .notJSON(let error) = kind { error } else { nil } }
}

/// Strict reading: a member that is misspelled, or written twice, would be left out without a word.
extension JSONDocument {
  /// Parses a text that is one object, in which no object at any depth has two members of the same name.
  ///
  /// - Throws: ``JSONObjectFault``.
  package static func object(parsing bytes: [UInt8]) throws(JSONObjectFault) -> JSONValue {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch {
      throw JSONObjectFault(pointer: "", kind: .notJSON(error))
    }
    if let duplicate = document.duplicates.first {
      throw JSONObjectFault(pointer: PrintableText.of(duplicate), kind: .duplicateMember)
    }
    _ = try document.value.members(at: "")
    return document.value
  }

  /// The pointer to a member of the object at another pointer, safe to print: the name may be any text.
  package static func pointer(_ object: String, to name: String) -> String {
    object + pointer([PrintableText.start(of: name)])
  }
}

extension JSONValue {
  /// Returns the members of an object.
  ///
  /// - Parameters:
  ///   - pointer: Where the object is.
  ///   - known: The names that its members may have; `nil` for any.
  /// - Throws: ``JSONObjectFault``.
  package func members(at pointer: String, known: [String]? = nil) throws(JSONObjectFault) -> [Member] {
    guard let members else { throw JSONObjectFault(pointer: pointer, kind: .notAnObject) }
    if let known, let unknown = members.first(where: { !known.contains($0.name) }) {
      throw JSONObjectFault(
        pointer: JSONDocument.pointer(pointer, to: unknown.name), kind: .unknownMember(unknown.name, known: known))
    }
    return members
  }
}
