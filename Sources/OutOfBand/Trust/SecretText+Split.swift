extension SecretText {
  /// The text with secrets shortened that are whole only without what breaks them: mail wraps lines, JSON escapes line breaks and
  /// hyphens, and word processors add characters that are not seen.
  ///
  /// - Parameter secrets: Those that are known. Those with a form or a name of their own are found without being listed.
  static func shorteningSplit(in text: String, knowing secrets: [String]) -> String {
    let shown = shorteningSplit(in: text, knowing: secrets, isQuotedPrintable: false)
    guard shown.contains("=2d") || shown.contains("=2D") else { return shown }
    // `=2D` may be a hyphen in quoted-printable (RFC 2045, 6.7), or `=` and a value that begins with 2D.
    return shorteningSplit(in: shown, knowing: secrets, isQuotedPrintable: true)
  }

  private static func shorteningSplit(in text: String, knowing secrets: [String], isQuotedPrintable: Bool) -> String {
    let source = Array(text.utf8)
    var joined = JoinedText(source, isQuotedPrintable: isQuotedPrintable)
    guard joined.bytes.count < source.count || joined.hasOtherSeparators else { return text }
    let secrets = secrets.map { Array($0.utf8) }
    var (shown, shownEnd, index): ([UInt8], Int, Int) = ([], 0, 0)
    while index < joined.bytes.count {
      guard let secret = joined.brokenSecret(at: index, knowing: secrets) else {
        index += 1
        continue
      }
      shown += source[shownEnd..<joined.places[index].lowerBound]
      shown += shortened(String(decoding: joined.bytes[secret], as: UTF8.self)).utf8
      index = secret.upperBound
      shownEnd = joined.places[index - 1].upperBound
    }
    return shownEnd == 0 ? text : String(decoding: shown + source[shownEnd...], as: UTF8.self)
  }
}

/// A text without spaces, line breaks, their escapes, and characters that are not seen.
private struct JoinedText {
  private(set) var bytes: [UInt8] = []
  /// Where each byte is in the text.
  private(set) var places: [Range<Int>] = []
  /// Whether there are characters with which a UUID may be written in place of its hyphens.
  private(set) var hasOtherSeparators = false
  /// Bytes before which more is left out than spaces.
  private var breaks: Set<Int> = []
  /// Where the last base64url of an object that was looked at ends.
  private var objectsEnd = 0

  /// What is left out besides spaces, as lower-case UTF-8, grouped by the first byte; a longer text precedes any text that it begins
  /// with. Line breaks and invisible characters, signs that continue a line or a string, the quote mark of mail, and places where HTML
  /// may break a line.
  private static let gaps = Dictionary(
    grouping: bytes(
      [
        "\\\r\n", "\\\n", "\n> ", "\n+", "\" + \"", "\"+\"", "' + '", "'+'", "<wbr>", "<br>", "<br/>", "<br />",
        "&shy;",
        "&zwnj;", "&#173;", "&#8203;", "\u{200E}", "\u{200F}", "\r", "\n", "\t", "=\r\n", "=\n", "\u{AD}", "\u{200B}",
        "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}",
      ],
      escaped: [
        "r", "n", "t", "x0a", "x0d", "x09", "u000a", "u000d", "u0020", "u00ad", "u200b", "u2060", "ufeff",
      ])
  ) { $0[0] }

  /// The texts, and the escapes with one and two backslashes, as in JSON and in JSON in a text of JSON.
  private static func bytes(_ texts: [String], escaped: [String]) -> [[UInt8]] {
    (texts + escaped.flatMap { [#"\"# + $0, #"\\"# + $0] }).map { Array($0.utf8) }
  }

  private static let otherSeparators = Set(":.".utf8)
  private static let hyphens = bytes(["&#45;", "&#045;", "&#x2d;", "&hyphen;"], escaped: ["u002d", "x2d"])

  init(_ source: [UInt8], isQuotedPrintable: Bool) {
    bytes.reserveCapacity(source.count)
    places.reserveCapacity(source.count)
    /// The length of one of the texts, if it is at a place.
    func length(of texts: [[UInt8]], at index: Int) -> Int? {
      texts.first { text in
        index + text.count <= source.count && zip(text, source[index...]).allSatisfy { $0 == Self.lowerCased($1) }
      }?.count
    }
    let hyphens = Self.hyphens + (isQuotedPrintable ? [Array("=2d".utf8)] : [])
    let firsts = Set(hyphens.map { $0[0] })
    var index = 0
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: " ") {
        index += 1
      } else if let gap = Self.gaps[byte].flatMap({ length(of: $0, at: index) }) {
        breaks.insert(bytes.count)
        index += gap
      } else {
        let hyphen = firsts.contains(byte) ? length(of: hyphens, at: index) : nil
        let end = index + (hyphen ?? 1)
        bytes.append(hyphen == nil ? byte : UInt8(ascii: "-"))
        if Self.otherSeparators.contains(byte) { hasOtherSeparators = true }
        places.append(index..<end)
        index = end
      }
    }
  }

  /// A secret that starts at a byte and is broken.
  mutating func brokenSecret(at start: Int, knowing secrets: [[UInt8]]) -> Range<Int>? {
    var length = max(uuidLength(at: start), objectLength(at: start), runLength(at: start))
    for secret in secrets where secret.count > length && secret.first == bytes[start] {
      if bytes[start...].starts(with: secret) { length = secret.count }
    }
    guard length > 0 else { return nil }
    let end = start + length
    if bytes[start..<end].contains(where: Self.otherSeparators.contains) { return start..<end }
    return places[end - 1].upperBound - places[start].lowerBound > length ? start..<end : nil
  }

  /// The length of the groups of a UUID (RFC 9562, 4).
  private static let uuidGroups = [8, 4, 4, 4, 12]

  /// The length of a UUID, 0 where there is none.
  private func uuidLength(at start: Int) -> Int {
    var end = start
    for group in Self.uuidGroups {
      if end > start {
        guard end < bytes.count else { return 0 }
        // Spaces may be in the place of hyphens.
        let isSeparator =
          [UInt8(ascii: "-"), UInt8(ascii: "_")].contains(bytes[end]) || Self.otherSeparators.contains(bytes[end])
        guard isSeparator || places[end].lowerBound > places[end - 1].upperBound else { return 0 }
        end += isSeparator ? 1 : 0
      }
      guard end + group <= bytes.count, bytes[end..<end + group].allSatisfy(Self.isHexDigit) else { return 0 }
      end += group
    }
    return end - start
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= lowerCased(byte)
  }

  /// A secret by its form has been divided into this many lines at most.
  private static let mostLines = 4

  /// Of three or four random lines, the longest has at least this many characters: those of a list are shorter.
  private static let leastLine = 10

  /// The length of lines that make a secret by its form only once they are joined; 0 where there are none.
  private func runLength(at start: Int) -> Int {
    guard !breaks.isEmpty, SecretText.isRunByte(bytes[start]),
      start == 0 || breaks.contains(start) || !isWithinRun(start)
    else { return 0 }
    var (line, end, lines, length) = (start, runEnd(from: start), 1, 0)
    var isNamed: Bool?
    var mayBeRandom = !SecretText.isWholeSecret(run(start..<end))
    var longest = 0
    // The second line may be the rest of a long run.
    let mayHaveRest = end - start >= SecretText.leastUnbroken
    while lines < Self.mostLines, end < bytes.count, breaks.contains(end), SecretText.isRunByte(bytes[end]) {
      if length > 0, startsWord(at: end) { mayBeRandom = false }
      longest = max(longest, end - line)
      (line, end, lines) = (end, runEnd(from: end), lines + 1)
      if SecretText.isWholeSecret(run(line..<end)) { mayBeRandom = false }
      let joined = run(start..<end)
      let isLong = lines == 2 || max(longest, end - line) >= Self.leastLine
      if SecretText.isHexSecret(joined) || mayBeRandom && isLong && SecretText.isSecret(joined: joined)
        || mayHaveRest && lines == 2 && isRest(line..<end)
      {
        length = end - start
      } else if joined.count >= SecretText.leastSecret, SecretText.isOpaque(joined), isRest(line..<end) {
        isNamed = isNamed ?? self.isNamed(start)
        if isNamed == true { length = end - start }
      }
    }
    return length
  }

  /// Names are read backwards for at most this many bytes.
  private static let longestName = 64

  /// Whether what precedes is the name of a secret and an equals sign.
  private func isNamed(_ start: Int) -> Bool {
    guard start > 1, bytes[start - 1] == UInt8(ascii: "=") else { return false }
    let name = bytes[..<(start - 1)].suffix(Self.longestName).reversed().prefix(while: SecretText.isRunByte).reversed()
    return SecretText.namesSecret(Substring(decoding: name, as: UTF8.self))
  }

  /// Whether a line may be the rest of a secret: a run that is not a word, and that a value may end with.
  private func isRest(_ line: Range<Int>) -> Bool {
    let run = bytes[line]
    let isWord =
      run.dropFirst().allSatisfy { 0x61...0x7A ~= $0 } || run.allSatisfy { 0x41...0x5A ~= $0 }
    return !isWord && !SecretText.isWholeSecret(self.run(line))
      && (line.upperBound == bytes.count || breaks.contains(line.upperBound)
        || places[line.upperBound].lowerBound > places[line.upperBound - 1].upperBound
        || Self.ends.contains(bytes[line.upperBound]))
  }

  /// What may follow a value.
  private static let ends = Set("&#\"'<>\\,;:.)]}".utf8)

  /// Whether a line begins with a word in lower case.
  private func startsWord(at start: Int) -> Bool {
    bytes[start..<runEnd(from: start)].allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  private func isWithinRun(_ index: Int) -> Bool {
    SecretText.isRunByte(bytes[index - 1]) && places[index - 1].upperBound == places[index].lowerBound
  }

  private func runEnd(from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, SecretText.isRunByte(bytes[end]), isWithinRun(end) { end += 1 }
    return end
  }

  private func run(_ range: Range<Int>) -> Substring.UTF8View {
    String(decoding: bytes[range], as: UTF8.self)[...].utf8
  }

  /// The start of base64url of `{"`.
  private static let objectStart = Array("eyJ".utf8)
  /// Pieces of broken base64url are lines, not words.
  private static let leastPiece = 16

  /// The length of base64url of a JSON object, 0 where there is none.
  private mutating func objectLength(at start: Int) -> Int {
    // What is not broken as a whole has no broken part.
    guard start >= objectsEnd, bytes[start...].starts(with: Self.objectStart) else { return 0 }
    var (end, piece) = (start, start)
    while end < bytes.count, Self.isBase64(bytes[end]) {
      if end > piece, places[end].lowerBound > places[end - 1].upperBound {
        guard end - piece >= Self.leastPiece, breaks.contains(end) || pieceLength(at: end) >= Self.leastPiece else {
          break
        }
        piece = end
      }
      end += 1
    }
    objectsEnd = end
    return end - start >= SecretText.leastUnbroken ? end - start : 0
  }

  /// How many characters of base64 follow each other without a gap, up to the least of a piece.
  private func pieceLength(at start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, end - start < Self.leastPiece, Self.isBase64(bytes[end]),
      places[end].lowerBound == places[end - 1].upperBound
    {
      end += 1
    }
    return end - start
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"),
      UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static func lowerCased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
