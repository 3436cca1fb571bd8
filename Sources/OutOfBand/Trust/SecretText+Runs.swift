/// Secrets that are known by their form.
extension SecretText {
  /// Whether a byte is a character of base64url, or of a UUID.
  static func isRunByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a run has 32 hexadecimal digits in it: a UUID written without hyphens.
  private static func holdsBareUUID(_ run: Substring.UTF8View) -> Bool {
    guard run.count >= 32 else { return false }
    var digits = 0
    for byte in run {
      digits = 0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte ? digits + 1 : 0
      if digits == 32 { return true }
    }
    return false
  }

  /// Whether a run has the form of a UUID in it; what precedes and follows may be letters that belong to it by accident.
  private static func holdsUUID(_ run: Substring.UTF8View) -> Bool {
    guard run.count >= 36 else { return false }
    let counts: [Int] = run.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    .map(\.count)
    guard counts.count >= 5 else { return false }
    for first in 0...counts.count - 5 where counts[first] >= 8 && counts[first + 4] >= 12 {
      if Array(counts[first + 1...first + 3]) == [4, 4, 4] { return true }
    }
    return false
  }

  /// Whether a run has nothing but hyphens, underscores and as many hexadecimal digits as a UUID, or nearly, wherever the hyphens
  /// are. Dates and numbers are left out: they have too few letters.
  private static func isScatteredUUID(_ run: Substring.UTF8View) -> Bool {
    guard run.count >= leastScattered else { return false }
    let (digits, letters) = hexadecimal(in: run)
    let separators = run.count { "-_".utf8.contains($0) }
    return digits + letters >= leastScattered && min(digits, letters) >= leastScattered / 8
      && digits + letters + separators == run.count
  }

  /// The hexadecimal digits of a UUID, less two.
  private static let leastScattered = 30

  /// How many of the hexadecimal digits are digits and letters.
  private static func hexadecimal(in run: Substring.UTF8View) -> (digits: Int, letters: Int) {
    (run.count { 0x30...0x39 ~= $0 }, run.count { 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 })
  }

  /// Whether lines have the form of a secret once they are joined.
  static func isSecret(joined run: Substring.UTF8View) -> Bool { looksRandom(run) || holdsBareUUID(run) }

  /// Whether a run has the digits of 16, 20, 24, 32 or 64 bytes in base 16, and nothing else.
  static func isHexSecret(_ run: Substring.UTF8View) -> Bool {
    guard [32, 40, 48, 64, 128].contains(run.count) else { return false }
    let (digits, letters) = hexadecimal(in: run)
    return digits > 0 && letters > 0 && digits + letters == run.count
  }

  /// Unbroken runs of base64url of at least this length are secrets, unless they consist of words.
  static let leastUnbroken = 40

  /// Whether a run consists of at least three words and numbers joined by hyphens or underscores, and mostly of letters. In random
  /// base64url, the groups between such characters mix capitals, small letters and digits.
  private static func isWords(_ run: Substring.UTF8View) -> Bool {
    let words: [Substring.UTF8View] = run.split { "-_".utf8.contains($0) }
    return words.count >= 3 && 2 * run.count(where: isLetter) >= run.count
      && words.allSatisfy { $0.count < leastLongWord && (isWord($0) || $0.allSatisfy { 0x30...0x39 ~= $0 }) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  /// Whether bytes are letters that make a word: small ones after the first, or capitals.
  static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.allSatisfy { 0x41...0x5A ~= $0 }
      || bytes.prefix(1).allSatisfy(isLetter) && bytes.dropFirst().allSatisfy { 0x61...0x7A ~= $0 }
  }

  /// Whether a run is a secret by its form and not part of a longer one.
  static func isWholeSecret(_ run: Substring.UTF8View) -> Bool {
    run.count >= leastUnbroken && !isWords(run) || holdsUUID(run) || holdsBareUUID(run) || isScatteredUUID(run)
  }

  /// Shortens unbroken runs of 40 and more characters of base64 (RFC 4648, 4) with a `+` or padding, and with few enough slashes to
  /// be no path.
  private static func shorteningBase64(in text: String) -> String {
    guard text.contains("+") || text.contains("=") else { return text }
    func isBase64(_ byte: UInt8) -> Bool {
      isRunByte(byte) && byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") || "+/".utf8.contains(byte)
    }
    func isSecret(_ run: Substring.UTF8View, padding: Int) -> Bool {
      guard run.count + padding >= leastUnbroken, padding > 0 || run.contains(UInt8(ascii: "+")),
        run.first != UInt8(ascii: "/"),
        // Random base64 has one in 64.
        run.count(where: { $0 == UInt8(ascii: "/") }) <= 1 + run.count / 20
      else { return false }
      let kinds: [ClosedRange<UInt8>] = [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
      return kinds.allSatisfy { kind in run.contains { kind ~= $0 } }
    }
    var shown = ""
    var rest = Substring(text).utf8
    while !rest.isEmpty {
      let run = rest.prefix(while: isBase64)
      let padding = rest[run.endIndex...].prefix { $0 == UInt8(ascii: "=") }.prefix(2)
      // The folders of a path may precede it.
      let starts = [run.startIndex] + run.indices.filter { run[$0] == UInt8(ascii: "/") }.map { run.index(after: $0) }
      if let start = starts.prefix(64).first(where: { isSecret(run[$0...], padding: padding.count) }) {
        shown += Substring(run[..<start]) + shortened(String(Substring(run[start...])))
        rest = rest[padding.endIndex...]
      } else {
        shown += Substring(run)
        rest = rest[run.endIndex...]
      }
      let between = rest.prefix { !isBase64($0) }
      shown += Substring(between)
      rest = rest[between.endIndex...]
    }
    return shown
  }

  /// Shortens unbroken runs of base64url characters: of 40 and more, or with the form of a UUID in them.
  static func shorteningRuns(in text: String) -> String {
    shorteningRuns(in: shorteningBase64(in: shorteningCompact(in: text)), where: isWholeSecret)
  }

  /// Shortens signed and encrypted tokens (RFC 7515, 7.1; RFC 7516, 7.1) as a whole: some of their parts are short.
  private static func shorteningCompact(in text: String) -> String {
    let dot = UInt8(ascii: ".")
    guard text.contains("eyJ") else { return text }
    var shown = ""
    var rest = Substring(text).utf8
    while !rest.isEmpty {
      var run = rest.prefix(while: isRunByte)
      if run.starts(with: "eyJ".utf8) {
        let whole = rest.prefix { isRunByte($0) || $0 == dot }
        // A sentence may end behind it.
        let token = whole.prefix(whole.count - whole.reversed().prefix { $0 == dot }.count)
        let isLong = token.count >= leastUnbroken && token.count(where: { $0 == dot }) >= 2
        if isLong || Substring(token).contains(".eyJ") { run = token }
      }
      let isToken = run.contains(dot)
      shown += isToken ? Substring(shortened(String(Substring(run)))) : Substring(run)
      rest = rest[run.endIndex...]
      let between = rest.prefix { !isRunByte($0) }
      shown += Substring(between)
      rest = rest[between.endIndex...]
    }
    return shown
  }

  /// Shortens unbroken runs of base64url characters that look random.
  static func shorteningRandomRuns(in text: String) -> String { shorteningRuns(in: text, where: looksRandom) }

  /// The runs that look random, also in what is percent-encoded, and in that again: in lower case, as hosts are shown, they look so
  /// no longer.
  static func randomRuns(in text: String) -> Set<String> {
    var found: Set<String> = []
    var (text, depth) = (text, 0)
    while true {
      for run in text.utf8.split(whereSeparator: { !isRunByte($0) }) where looksRandom(run) {
        found.insert(String(Substring(run)))
        if found.count == mostKnown { return found }
      }
      let decoded = decodingWhatCanBe(text)
      if decoded == text || depth == greatestDepth { return found }
      (text, depth) = (decoded, depth + 1)
    }
  }

  private static func shorteningRuns(in text: String, where isSecret: (Substring.UTF8View) -> Bool) -> String {
    var shown = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      let run = rest.utf8.prefix(while: isRunByte)
      shown += isSecret(run) ? Substring(shortened(String(Substring(run)))) : Substring(run)
      rest = rest[run.endIndex...]
      let between = rest.utf8.prefix { !isRunByte($0) }
      shown += Substring(between)
      rest = rest[between.endIndex...]
    }
    return shown
  }
}
