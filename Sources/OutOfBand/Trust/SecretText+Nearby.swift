/// Secrets that are known by a name somewhere before them, however the two are written.
extension SecretText {
  /// Shortens runs that mix letters and digits, after the name of a secret: notations that are not known, as in
  /// `let password: String = "…"` or `**Password:** …`.
  ///
  /// The scheme and host of a URL and file names are kept: they show where a message leads and what was read.
  ///
  /// - Parameter original: The text before anything was shortened: if that was done before the first name in it, or to the name,
  ///   all of the text is looked at.
  static func shorteningOpaqueRuns(in text: String, namedIn original: String) -> String {
    guard let end = endOfName(in: Array(original.utf8)) else { return text }
    let bytes = Array(text.utf8)
    let start = endOfName(in: bytes) == end ? end : 0
    var shown = Array(bytes[..<start])
    // Parts of a run that was not base64 as a whole are not checked again.
    var (index, authorityEnd, base64End) = (start, start, start)
    while index < bytes.count {
      let end = bytes[index...].firstIndex { !isRunByte($0) } ?? bytes.count
      if bytes[end...].starts(with: "://".utf8) {
        authorityEnd = bytes[(end + 3)...].firstIndex { $0 <= 0x20 || "/?#\"'<>\\".utf8.contains($0) } ?? bytes.count
      }
      // Digits of percent-encoding.
      let digits = bytes[index..<end].prefix(2)
      if index > 0, bytes[index - 1] == UInt8(ascii: "%"), digits.count == 2,
        digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      {
        shown += digits
        index = digits.endIndex
      }
      var run = bytes[index..<end]
      if index >= base64End {
        let whole = base64(from: index, in: bytes)
        base64End = whole.endIndex
        if isOpaqueBase64(whole) { run = whole }
      }
      let isOpaque = run.endIndex > end || isOpaqueRun(run)
      let isHidden = end > authorityEnd && isOpaque && !isPart(of: bytes, index..<run.endIndex)
      shown += isHidden ? Array(shortened(String(decoding: run, as: UTF8.self)).utf8) : Array(run)
      index = bytes[run.endIndex...].firstIndex(where: isRunByte) ?? bytes.count
      shown += bytes[run.endIndex..<index]
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Words that name secrets, in lower case.
  private static let names = [
    "token", "passw", "passphrase", "pwd", "secret", "bearer", "jwt", "apikey", "api key", "api-key", "api_key",
    "private key", "private-key", "private_key", "credential", "wifi:",
  ].map { Array($0.utf8) }

  /// Whether a text contains the name of a secret, as `tokenValue` contains `token`.
  static func mentionsSecret(_ text: String) -> Bool { endOfName(in: Array(text.utf8)) != nil }

  /// Where the first name of a secret ends; 0 if it is the value of a member called `name`, as in `{"value":"…","name":"token"}`: the
  /// secret may precede it.
  private static func endOfName(in bytes: [UInt8]) -> Int? {
    let firsts = Set(names.map { $0[0] })
    let lower = bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    for index in lower.indices where firsts.contains(lower[index]) {
      if names.contains(where: { lower[index...].starts(with: $0) }) {
        let before = lower[..<index].reversed().drop { $0 <= 0x20 || "\"':=\\".utf8.contains($0) }
        if before.starts(with: "eman".utf8), before.count < index { return 0 }
        return lower[index...].firstIndex { !isRunByte($0) } ?? lower.count
      }
    }
    return nil
  }

  /// Shorter words of letters and digits are names, as `oauth2` is.
  private static let leastOpaqueWord = 7

  /// The least number of characters in a code in groups, such as `K7QX-2MPZ-9DRT`; shorter ones are names, such as `ISO-8859-1`.
  private static let leastGrouped = 14

  /// Whether a run has a word in which letters and digits are mixed, or is a code in groups of letters and digits.
  private static func isOpaqueRun(_ run: ArraySlice<UInt8>) -> Bool {
    guard run.count >= leastSecret else { return false }
    let words = run.split { "-_".utf8.contains($0) }
    let mixed = words.filter { word in word.contains { 0x30...0x39 ~= $0 } && word.contains { $0 > 0x39 } }
    return mixed.contains { $0.count >= leastOpaqueWord && !$0.elementsEqual("base64url".utf8) }
      || words.count >= 3 && mixed.count >= 2 && run.count >= leastGrouped
  }

  /// The characters of base64 (RFC 4648, 4) that begin at an index, with the padding after them.
  private static func base64(from start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let characters = bytes[start...].prefix { isRunByte($0) || "+/".utf8.contains($0) }
    let padding = bytes[characters.endIndex...].prefix { $0 == UInt8(ascii: "=") }
    let isAtEnd = bytes[padding.endIndex...].first.map { !isRunByte($0) && !"\"'".utf8.contains($0) } ?? true
    return padding.count <= 2 && isAtEnd ? bytes[start..<padding.endIndex] : characters
  }

  /// The least length of base64 that is recognised by `+` or padding.
  private static let leastBase64 = 12

  /// Whether base64 contains `+` or padding, and also digits and letters of both cases. Without `+` or padding it is handled as a
  /// run.
  private static func isOpaqueBase64(_ text: ArraySlice<UInt8>) -> Bool {
    let kinds: [ClosedRange<UInt8>] = [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
    return text.count >= leastBase64 && (text.contains(UInt8(ascii: "+")) || text.last == UInt8(ascii: "="))
      && kinds.allSatisfy { kind in text.contains { kind ~= $0 } }
  }

  /// Whether a run belongs to a path, a host or the name of a file, or is one that was shortened before.
  private static func isPart(of bytes: [UInt8], _ run: Range<Int>) -> Bool {
    let rest = bytes[run.upperBound...]
    if rest.starts(with: "…".utf8), run.count <= 8 { return true }
    if run.lowerBound > 0, "/.".utf8.contains(bytes[run.lowerBound - 1]) { return true }
    return rest.first == UInt8(ascii: ".") && rest.dropFirst().first.map(isRunByte) ?? false
  }
}
