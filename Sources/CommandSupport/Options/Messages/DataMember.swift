import ArgumentParser
import OutOfBand
package import TextFormats

/// A member that an option adds to an object: `key=value`.
package struct DataMember {
  package var key: String
  package var value: String

  /// - Throws: `ValidationError` for a text without a key before its first `=`.
  package init(option text: String) throws {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[0].isEmpty else {
      throw ValidationError("--data '\(text)' is not key=value.")
    }
    (key, value) = (String(sides[0]), String(sides[1]))
  }

  package var json: JSONValue.Member { JSONValue.Member(key, .string(value)) }

  /// Parses options, and refuses a key that is given twice, as two members of an object cannot have one name.
  ///
  /// - Parameter others: Keys that other options write.
  package static func list(_ options: [String], besides others: [String] = []) throws -> [DataMember] {
    let members = try options.map(DataMember.init(option:))
    var keys = others
    for member in members {
      if keys.contains(member.key) {
        throw ValidationError(
          "--data '\(member.key)' is given more than once; each key is written once.")
      }
      keys.append(member.key)
    }
    return members
  }
}
