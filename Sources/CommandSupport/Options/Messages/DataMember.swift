import ArgumentParser
package import TextFormats

/// The members that `--data key=value` adds to an object.
package enum DataMember {
  /// - Parameter others: Keys that other options write.
  /// - Throws: `ValidationError` for a text without a key before its first `=`, and for a key that is given twice, as two members of
  ///   an object cannot have one name.
  package static func list(_ options: [String], besides others: [String] = []) throws -> [JSONValue.Member] {
    var keys = others
    return try options.map { text in
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, !sides[0].isEmpty else { throw ValidationError("--data '\(text)' is not key=value.") }
      if keys.contains(sides[0]) {
        throw ValidationError("--data '\(sides[0])' is given more than once; each key is written once.")
      }
      keys.append(sides[0])
      return JSONValue.Member(sides[0], .string(sides[1]))
    }
  }
}
