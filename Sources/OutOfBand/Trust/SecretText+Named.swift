/// Secrets that are known by the name before them.
extension SecretText {
  /// Shortens the values of `token=…`, `"token":"…"`, `token: …`, `<token>…`, `Bearer …` and the like, also under names that seem to
  /// be meant so.
  static func shorteningNamed(in text: String) -> String {
    var shown = ""
    var rest = Substring(text).utf8
    while !rest.isEmpty {
      var name = rest.prefix(while: isRunByte)
      rest = rest[name.endIndex...]
      shown += Substring(name)
      // An index, as in `token[0]=…`.
      if rest.first == UInt8(ascii: "["), let end = rest.prefix(16).firstIndex(of: UInt8(ascii: "]")),
        rest[end...].dropFirst().first.map({ !isRunByte($0) }) ?? false
      {
        shown += Substring(rest[...end])
        rest = rest[rest.index(after: end)...]
      }
      // The dashes of an option belong to a name.
      name = name.drop { $0 == UInt8(ascii: "-") }
      let between = rest.prefix { !isRunByte($0) }
      shown += Substring(between)
      rest = rest[between.endIndex...]
      guard let naming = Naming(Substring(name), between.filter { $0 != 0x20 }) else { continue }
      var value = rest.prefix { !naming.ends($0) }
      if !naming.isQuoted {
        value = value.prefix(value.count - value.reversed().prefix { ",;:.".utf8.contains($0) }.count)
      }
      let isSecret = value.count >= leastSecret && (naming.isCertain || isOpaque(value))
      shown += isSecret ? Substring(shortened(String(Substring(value)))) : Substring(value)
      rest = rest[value.endIndex...]
    }
    return shown
  }

  /// How a value is named.
  private struct Naming {
    /// Whether any value is a secret; otherwise a word of a sentence may follow.
    let isCertain: Bool
    /// The quote that ends the value; `nil` without one.
    private let quote: UInt8?

    var isQuoted: Bool { quote != nil }

    /// - Parameter signs: Between the name and the value, without spaces.
    /// - Returns: `nil` where the name is not that of a token, or nothing is assigned.
    init?(_ name: Substring, _ signs: [UInt8]) {
      let word = name.lowercased()
      let isExact = word.hasSuffix("token") || word == "bearer"
      guard signs.count <= 16, isExact || Spelling.isToken(name), !signs.contains(UInt8(ascii: ",")) else { return nil }
      quote = signs.last.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
      // `=`, or the quotes and the colon of JSON, where the quotes may be escaped; no quote, or one of another kind, may follow.
      let hasColon = signs.contains(UInt8(ascii: ":"))
      isCertain =
        signs.contains(UInt8(ascii: "=")) || hasColon && signs.contains(UInt8(ascii: "\""))
        || hasColon && quote != nil && signs.count >= 3
      let isAssignment = signs.allSatisfy { ":>\"'`([{\\".utf8.contains($0) || $0 >= 0x80 }
      if !isCertain, !isExact || !isAssignment { return nil }
    }

    /// Whether a byte ends the value.
    func ends(_ byte: UInt8) -> Bool {
      if let quote { return byte == quote }
      return byte <= 0x20 || "&#\"')}]<>".utf8.contains(byte)
    }
  }

  /// Whether a value is no word: it has letters and digits, and was not shortened before.
  private static func isOpaque(_ value: Substring.UTF8View) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    return value.contains(where: isDigit) && value.contains { isRunByte($0) && !isDigit($0) }
      && !value.reversed().starts(with: "…".utf8.reversed())
  }
}
