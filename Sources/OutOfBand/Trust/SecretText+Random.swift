/// Runs of letters and digits that are too irregular to be a name.
extension SecretText {
  /// Shorter runs are not taken for random ones; 16 bytes have 22 characters in base64url.
  private static let leastRandom = 20

  /// From how many changes and oddities on a run looks random. In random base64, about 60 % of adjacent characters differ in kind; in
  /// CamelCase, about 40 %.
  private struct Threshold {
    /// In per cent of the characters.
    let changes: Int
    let oddities: Int

    /// Many changes do without oddities.
    static let many = Threshold(changes: 45, oddities: 0)
    static let withDigits = Threshold(changes: 30, oddities: 2)
    static let withoutDigits = Threshold(changes: 40, oddities: 3)
  }

  /// Whether small letters, capitals and digits alternate in a run as in random base64; in names, with their words, numbers and dates,
  /// they alternate less.
  ///
  /// Fewer than 6 % of random 16-byte values in base64url are missed, and fewer than 1.5 % of 24-byte values, as a test counts.
  static func looksRandom(_ run: Substring.UTF8View) -> Bool {
    guard run.count >= leastRandom else { return false }
    let kinds = run.map(Kind.init)
    guard kinds.contains(.capital), kinds.contains(.small) else { return false }
    // Separators, which also occur between the words of names, do not count.
    let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 && $0 != .separator && $1 != .separator }
    func reaches(_ threshold: Threshold) -> Bool {
      100 * changes >= threshold.changes * run.count
        && (threshold.oddities == 0 || oddities(in: kinds) >= threshold.oddities)
    }
    return kinds.contains(.digit) ? reaches(.many) || reaches(.withDigits) : reaches(.withoutDigits)
  }

  /// What a byte of a run is.
  private enum Kind {
    case digit, capital, small, separator

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      default: self = .separator
      }
    }
  }

  /// Counts what is rare in names: a small letter between capitals or digits, as in `AbC`, and digits inside a word, as in `ab1c` or
  /// `AB1c`, but not between two words, as in `ab1C`.
  private static func oddities(in kinds: [Kind]) -> Int {
    var (count, index) = (0, 1)
    while index < kinds.count {
      let end = kinds[index...].firstIndex { $0 != kinds[index] } ?? kinds.count
      defer { index = end }
      guard end < kinds.count else { break }
      switch (kinds[index - 1], kinds[index], kinds[end]) {
      case (.capital, .small, .capital), (.capital, .small, .digit), (.digit, .small, .capital),
        (.digit, .small, .digit):
        count += end - index == 1 ? 1 : 0
      case (.capital, .digit, .capital), (.capital, .digit, .small), (.small, .digit, .small):
        count += end - index <= 3 ? 1 : 0
      default: break
      }
    }
    return count
  }
}
