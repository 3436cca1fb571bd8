/// Secrets that are known by the name before them.
extension SecretText {
  /// Shortens the values of `token=…`, `"token":"…"`, `token: …`, `<token>…`, `Bearer …` and the like, also under names that seem to
  /// be meant so, and all texts of an array, an object or a tag with such a name.
  ///
  /// - Parameter found: Receives the values that were shortened.
  static func shorteningNamed(in text: String, found: inout Set<String>) -> String {
    var shown = ""
    var rest = Substring(text).utf8
    // Whether a name such as `value` is that of a token's value, as in `name="token" value="…"`.
    var isTokenNamed = false
    while !rest.isEmpty {
      let isTag = shown.utf8.last == UInt8(ascii: "<")
      var name = rest.prefix(while: isRunByte)
      rest = rest[name.endIndex...]
      shown += Substring(name)
      // An index, as in `token[0]=…`.
      if rest.first == UInt8(ascii: "["), let end = rest.prefix(16).firstIndex(of: UInt8(ascii: "]")),
        rest[end...].dropFirst().first.map({ !isRunByte($0) }) ?? false
      {
        shown += Substring(rest[...end])
        // A member, as in `data[token]=…`.
        let member = rest[..<end].dropFirst()
        if member.allSatisfy(isRunByte), namesSecret(Substring(member)) { name = member }
        rest = rest[rest.index(after: end)...]
      }
      // The dashes of an option belong to a name, and that of an arrow.
      name = name.drop { $0 == UInt8(ascii: "-") }
      if name.last == UInt8(ascii: "-") {
        name = name.prefix(upTo: name.lastIndex { $0 != UInt8(ascii: "-") }.map(name.index(after:)) ?? name.startIndex)
      }
      var between = rest.prefix { !isRunByte($0) }
      if rest[between.endIndex...].starts(with: characterData) {
        between = rest[..<rest.index(between.endIndex, offsetBy: characterData.count)]
      }
      // The first element of a YAML list; the others follow it below.
      var isList = false
      if let colon = between.firstIndex(of: UInt8(ascii: ":")), case let mark = yamlItem(rest[colon...].dropFirst()),
        !mark.isEmpty
      {
        between = rest[..<mark.endIndex]
        isList = true
      }
      if let sign = between.last, "|>".utf8.contains(sign), between.contains(UInt8(ascii: ":")),
        case let header = yamlHeader(rest[between.endIndex...]), !header.isEmpty
      {
        between = rest[..<header.endIndex]
        shown += Substring(between)
        rest = rest[between.endIndex...]
        between = rest[..<rest.startIndex]
        isTokenNamed = namesSecret(Substring(name))
      }
      if between.first == UInt8(ascii: "<"), namesSecret(Substring(name)),
        let start = nextElement(rest[between.startIndex...])
      {
        shown += Substring(rest[..<start])
        rest = rest[start...]
        let value = rest.prefix { $0 != UInt8(ascii: "<") }
        shown += value.count < leastSecret ? Substring(value) : Substring(hidden(value, &found))
        rest = rest[value.endIndex...]
        isTokenNamed = false
        continue
      }
      let isNamed = isTokenNamed
      func isValueNext() -> Bool {
        let next = Substring(rest[between.endIndex...].prefix(while: isRunByte)).lowercased()
        return ["value", "content"].contains(next)
      }
      isTokenNamed =
        namesSecret(Substring(name))
        && (between.filter { $0 > 0x20 }.elementsEqual("><".utf8)
          || between.allSatisfy { "\"', \n".utf8.contains($0) } && isValueNext())
      if let start = groupStart(named: Substring(name), in: between) {
        shown += Substring(rest[..<start])
        rest = rest[start...]
        let group = rest.prefix(groupLength(of: rest))
        shown += shorteningTexts(in: Array(group), found: &found)
        rest = rest[group.endIndex...]
        continue
      }
      shown += Substring(between)
      rest = rest[between.endIndex...]
      if isTag, between.allSatisfy({ $0 <= 0x20 }) {
        let isToken = namesSecret(Substring(name))
        let tag = rest.prefix { $0 != UInt8(ascii: ">") && (isToken || $0 != UInt8(ascii: "<")) }
        if isToken || hasTokenAttribute(tag) && isQuotedThroughout(tag) {
          shown += shorteningTexts(in: Array(tag), found: &found)
          rest = rest[tag.endIndex...]
          continue
        }
      }
      let signs = between.filter { $0 > 0x20 }
      if isTokenNamed { continue }
      guard var naming = Naming(isNamed ? "token" : Substring(name), Array(signs)) else { continue }
      repeat {
        let value = naming.value(in: rest)
        let isSecret =
          value.count >= leastSecret && !isShortened(value)
          && (naming.isCertain || isOpaque(value) || isLongNumber(value) || isLongWord(value))
        shown += isSecret ? Substring(hidden(value, &found)) : Substring(value)
        rest = rest[value.endIndex...]
        guard isList else { break }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        let mark = yamlItem(rest[line.endIndex...])
        if mark.isEmpty { break }
        shown += shorteningNamed(in: String(Substring(line)), found: &found) + Substring(mark)
        rest = rest[mark.endIndex...]
        naming.quote = mark.last.flatMap { isQuote($0) ? $0 : nil }
      } while true
    }
    return shown
  }

  /// Where a JSON array or object begins that is the value of a name.
  ///
  /// - Parameter between: From the end of the name to the next letter or digit.
  private static func groupStart(named name: Substring, in between: Substring.UTF8View) -> Substring.Index? {
    guard let colon = between.firstIndex(of: UInt8(ascii: ":")), between[..<colon].contains(where: isQuote),
      let start = between[colon...].firstIndex(where: { "[{".utf8.contains($0) }),
      name.lowercased().hasSuffix("token") || namesSecret(name)
    else { return nil }
    return start
  }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  /// The quote that begins a text, and whether it is escaped, as in JSON in a text of JSON.
  private typealias Opening = (quote: UInt8, isEscaped: Bool)

  /// The length of a JSON array or object.
  private static func groupLength(of rest: Substring.UTF8View) -> Int {
    var (length, depth, before) = (0, 0, UInt8(0))
    var opening: Opening?
    for byte in rest {
      length += 1
      let isAfterBackslash = before == UInt8(ascii: "\\")
      // A backslash that is escaped itself escapes nothing.
      before = isAfterBackslash && byte == before ? 0 : byte
      if let text = opening {
        if byte == text.quote, text.isEscaped || !isAfterBackslash { opening = nil }
      } else if isQuote(byte) {
        opening = (byte, isAfterBackslash)
      } else {
        if "[{".utf8.contains(byte) { depth += 1 }
        if "]}".utf8.contains(byte) { depth -= 1 }
        if depth == 0 { return length }
      }
    }
    return length
  }

  /// Shortens all texts in quotes, but those before a colon, which are names.
  private static func shorteningTexts(in bytes: [UInt8], found: inout Set<String>) -> String {
    let backslash = UInt8(ascii: "\\")
    var shown: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let quote = bytes[index]
      shown.append(quote)
      index += 1
      guard isQuote(quote) else { continue }
      let isEscaped = index > 1 && bytes[index - 2] == backslash
      let start = index
      while index < bytes.count, bytes[index] != quote { index += bytes[index] == backslash && !isEscaped ? 2 : 1 }
      index = min(index, bytes.count)
      let end = isEscaped && index > start && bytes[index - 1] == backslash ? index - 1 : index
      let text = bytes[start..<end]
      let isName = bytes[index...].dropFirst().first { $0 > 0x20 && $0 != backslash } == UInt8(ascii: ":")
      shown +=
        isName || text.count < leastSecret || isShortened(text)
        ? Array(text) : Array(hidden(text, &found).utf8)
      // The quote that ends it.
      shown += bytes[end..<min(index + 1, bytes.count)]
      index += 1
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// A value shortened, which is added to those that were found.
  private static func hidden(_ value: some Collection<UInt8>, _ found: inout Set<String>) -> String {
    let value = String(decoding: value, as: UTF8.self)
    if found.count < mostKnown { found.insert(value) }
    return shortened(value)
  }

  /// Endings of other names of secrets, and the words that introduce one in a header (RFC 7617, RFC 6750).
  private static let otherNames = [
    "bearer", "basic", "password", "passwords", "passwd", "pwd", "passphrase", "secret", "secrets", "jwt",
    "apikey", "api-key", "api_key", "secretkey", "secret-key", "secret_key", "privatekey", "private-key", "private_key",
  ]

  /// Whether a name is that of a token or of another secret.
  static func namesSecret(_ name: Substring) -> Bool {
    let word = name.lowercased()
    return Spelling.isToken(name) || otherNames.contains { word.hasSuffix($0) }
  }

  /// How a value is named.
  private struct Naming {
    /// Whether any value is a secret; otherwise a word of a sentence may follow.
    let isCertain: Bool
    /// The quote that ends the value; `nil` without one.
    var quote: UInt8?
    /// Whether the quotes are escaped: the text is JSON in a text of JSON.
    private let isEscaped: Bool

    var isQuoted: Bool { quote != nil }

    /// - Parameter signs: Between the name and the value, without spaces.
    /// - Returns: `nil` where the name is not that of a token, or nothing is assigned.
    init?(_ name: Substring, _ signs: [UInt8]) {
      let word = name.lowercased()
      // What follows in angle brackets stands for a payload in our own sentences.
      let isPayload = word.hasSuffix("dispatchtokenresponse") && signs.last != UInt8(ascii: "<")
      // A name that begins with it, as `token_id`, may also have a value that is not secret.
      let isOther = SecretText.otherNames.contains { word.hasSuffix($0) }
      let isExact = word.hasSuffix("token") || isPayload || isOther
      let isBeginning = !isExact && word.hasPrefix("token")
      var signs = signs
      let data = Array("<![".utf8) + SecretText.characterData
      if signs.suffix(data.count).elementsEqual(data) { signs.removeLast(data.count) }
      guard signs.count <= 16, isExact || isBeginning || Spelling.isToken(name), !signs.contains(UInt8(ascii: ","))
      else { return nil }
      quote = signs.last.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
      // `=`, or the quotes and the colon of JSON, where the quotes may be escaped; no quote, or one of another kind, may follow.
      let hasColon = signs.contains(UInt8(ascii: ":"))
      let isGiven =
        signs.contains(UInt8(ascii: "=")) || hasColon && signs.contains(UInt8(ascii: "\""))
        || hasColon && quote != nil && signs.count >= 3
      // A password may be a word.
      isCertain = isGiven && (!isBeginning || Spelling.isToken(name)) || isOther && hasColon
      let isAssignment = signs.allSatisfy { ":>\"'`([{\\|+-".utf8.contains($0) || $0 >= 0x80 }
      if !isGiven, !isExact && !isBeginning || !isAssignment { return nil }
      isEscaped = signs.contains(UInt8(ascii: "\\"))
    }

    /// The value at the beginning of a text; without the signs of a sentence behind it, unless it is in quotes, and without the
    /// backslash of an escaped quote.
    func value(in text: Substring.UTF8View) -> Substring.UTF8View {
      let value = text.prefix(valueLength(in: text))
      let signs = !isQuoted ? ",;:.)}]\\" : isEscaped ? "\\" : ""
      return value.prefix(value.count - value.reversed().prefix { signs.utf8.contains($0) }.count)
    }

    /// The length of the value at the beginning of a text.
    private func valueLength(in text: Substring.UTF8View) -> Int {
      var (length, isAfterBackslash) = (0, false)
      for byte in text {
        if !isAfterBackslash, ends(byte) { break }
        length += 1
        isAfterBackslash = isQuoted && !isEscaped && !isAfterBackslash && byte == UInt8(ascii: "\\")
      }
      return length
    }

    /// Whether a byte ends the value.
    private func ends(_ byte: UInt8) -> Bool {
      if let quote { return byte == quote }
      return byte <= 0x20 || "&#\"'<>".utf8.contains(byte)
    }
  }

  /// Whether a value is one that was shortened before.
  static func isShortened(_ value: some BidirectionalCollection<UInt8>) -> Bool {
    value.count <= 8 + "…".utf8.count && value.reversed().starts(with: "…".utf8.reversed())
  }

  /// Whether a value consists of digits only, and of too many for a number in a sentence.
  static func isLongNumber(_ value: Substring.UTF8View) -> Bool {
    value.count >= leastSecret && value.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// The least length of a run of letters that is not taken for a word.
  static let leastLongWord = 24

  /// Whether a value consists only of letters, and has too many for a word.
  private static func isLongWord(_ value: Substring.UTF8View) -> Bool {
    value.count >= leastLongWord && value.allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
  }

  /// Whether a value is not a word: it has letters and digits.
  static func isOpaque(_ value: Substring.UTF8View) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    return value.contains(where: isDigit) && value.contains { isRunByte($0) && !isDigit($0) }
  }
}
