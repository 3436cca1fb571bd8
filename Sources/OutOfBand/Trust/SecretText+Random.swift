/// Runs of letters and digits that are too irregular for a name.
extension SecretText {
  /// Shorter runs are not taken for random ones; 16 bytes have 22 characters in base64url.
  private static let leastRandom = 20

  /// Whether a run has small and capital letters that change as in random base64: in the words, numbers and dates of a name they
  /// change less.
  ///
  /// Of random base64url of 16 bytes some 4 % do not look so, of 24 bytes some 0.7 %.
  static func looksRandom(_ run: Substring.UTF8View) -> Bool {
    guard run.count >= leastRandom else { return false }
    let kinds = run.map(Kind.init)
    guard kinds.contains(.capital), kinds.contains(.small) else { return false }
    // Of the neighbours in random base64, some 60 % are of two kinds; in CamelCase, some 40 %. Separators, which names have between
    // their words, do not count.
    let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 && $0 != .separator && $1 != .separator }
    if kinds.contains(.digit) {
      return 100 * changes >= 45 * run.count || 100 * changes >= 30 * run.count && oddities(in: kinds) >= 2
    }
    return 100 * changes >= 40 * run.count && oddities(in: kinds) >= 3
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

  /// How often something occurs that is rare in a name: a small letter between capitals or digits, as in `AbC`, and digits inside a
  /// word, as in `ab1c` or `AB1c`, but not at its end, as in `ab1C`.
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
