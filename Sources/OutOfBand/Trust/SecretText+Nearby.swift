/// Secrets that are known by a name somewhere before them, however the two are written.
extension SecretText {
  /// Shortens runs of letters and digits that are no words, behind the name of a secret: notations that are not known, as in
  /// `let password: String = "…"` or `**Password:** …`.
  ///
  /// Scheme and host of a URL stay, and names of files: they tell where a message leads and what was read.
  ///
  /// - Parameter isNamed: Whether there was a name that may have been shortened since: then all of the text is behind it.
  static func shorteningOpaqueRuns(in text: String, named isNamed: Bool) -> String {
    guard isNamed else { return text }
    let bytes = Array(text.utf8)
    let start = endOfName(in: bytes) ?? 0
    var shown = Array(bytes[..<start])
    var (index, authorityEnd) = (start, start)
    while index < bytes.count {
      let end = bytes[index...].firstIndex { !isRunByte($0) } ?? bytes.count
      if bytes[end...].starts(with: "://".utf8) {
        authorityEnd = bytes[(end + 3)...].firstIndex { $0 <= 0x20 || "/?#\"'<>\\".utf8.contains($0) } ?? bytes.count
      }
      let run = bytes[index..<end]
      let isHidden = end > authorityEnd && isOpaqueRun(run) && !isPart(of: bytes, index..<end)
      shown += isHidden ? Array(shortened(String(decoding: run, as: UTF8.self)).utf8) : Array(run)
      index = bytes[end...].firstIndex(where: isRunByte) ?? bytes.count
      shown += bytes[end..<index]
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Whether a text has a word in it that names a secret.
  static func namesSecrets(_ text: String) -> Bool { endOfName(in: Array(text.utf8)) != nil }

  /// Words that name secrets, in lower case.
  private static let names = [
    "token", "passw", "passphrase", "pwd", "secret", "bearer", "jwt", "apikey", "api key", "api-key", "api_key",
    "private key", "private-key", "private_key", "credential", "wifi:",
  ].map { Array($0.utf8) }

  /// Where the first name of a secret ends.
  private static func endOfName(in bytes: [UInt8]) -> Int? {
    let firsts = Set(names.map { $0[0] })
    let lower = bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    for index in lower.indices where firsts.contains(lower[index]) {
      if names.contains(where: { lower[index...].starts(with: $0) }) {
        return lower[index...].firstIndex { !isRunByte($0) } ?? lower.count
      }
    }
    return nil
  }

  /// Shorter words of letters and digits are names, as `oauth2` is.
  private static let leastOpaqueWord = 7

  /// Whether a run has a word in which letters and digits are mixed.
  private static func isOpaqueRun(_ run: ArraySlice<UInt8>) -> Bool {
    guard run.count >= leastSecret else { return false }
    return run.split(whereSeparator: { "-_".utf8.contains($0) }).contains { word in
      word.count >= leastOpaqueWord && word.contains { 0x30...0x39 ~= $0 } && word.contains { $0 > 0x39 }
        && !word.elementsEqual("base64url".utf8)
    }
  }

  /// Whether a run belongs to a path, a host or the name of a file, or is one that was shortened before.
  private static func isPart(of bytes: [UInt8], _ run: Range<Int>) -> Bool {
    let rest = bytes[run.upperBound...]
    if rest.starts(with: "…".utf8) { return true }
    if run.lowerBound > 0, "/.".utf8.contains(bytes[run.lowerBound - 1]) { return true }
    return rest.first == UInt8(ascii: ".") && rest.dropFirst().first.map(isRunByte) ?? false
  }
}
