/// A `pathAdvancedPattern`: `.` is any character, `[…]` and `[^…]` are sets, and `*`, `+`, `{n}`, `{n,}` and `{n,m}` repeat what is
/// before them (developer.android.com, the reference of `<data>`; android.os.PatternMatcher).
///
/// Each part takes as many characters as it can, and gives none back: `.*x` never matches.
package struct AdvancedPattern: Hashable, Sendable {
  private var tokens: [Token] = []

  private struct Token: Hashable, Sendable {
    /// UTF-16 code units; `nil` for any.
    var units: [ClosedRange<UInt16>]?
    var isInverse = false
    var repetitions = 1...1

    func takes(_ unit: UInt16) -> Bool { units.map { $0.contains { $0.contains(unit) } != isInverse } ?? true }
  }

  /// - Returns: `nil` for a pattern that Android does not read.
  init?(_ text: String) {
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      switch Unicode.Scalar(unit) {
      case "[":
        guard let token = Self.set(&rest) else { return nil }
        tokens.append(token)
      case "*", "+", "{":
        guard let last = tokens.indices.last, tokens[last].repetitions == 1...1,
          let repetitions = Self.repetitions(unit, &rest)
        else { return nil }
        tokens[last].repetitions = repetitions
      case "}": break
      case ".": tokens.append(Token())
      case "\\":
        guard let next = rest.popFirst() else { return nil }
        tokens.append(Token(units: [next...next]))
      default: tokens.append(Token(units: [unit...unit]))
      }
    }
  }

  /// Reads what follows `[`.
  private static func set(_ rest: inout ArraySlice<UInt16>) -> Token? {
    var token = Token(units: [])
    if rest.first == UInt16(ascii: "^") {
      token.isInverse = true
      rest.removeFirst()
    }
    while var unit = rest.popFirst() {
      if unit == UInt16(ascii: "]") { return token.units?.isEmpty == false ? token : nil }
      if unit == UInt16(ascii: "\\") {
        guard let next = rest.popFirst() else { return nil }
        unit = next
      }
      let following = Array(rest.prefix(2))
      if following.count == 2, following[0] == UInt16(ascii: "-"), following[1] != UInt16(ascii: "]") {
        guard unit <= following[1] else { return nil }
        token.units?.append(unit...following[1])
        rest.removeFirst(2)
      } else {
        token.units?.append(unit...unit)
      }
    }
    return nil
  }

  /// Reads a number of repetitions that begins with a character.
  private static func repetitions(_ unit: UInt16, _ rest: inout ArraySlice<UInt16>) -> ClosedRange<Int>? {
    if unit != UInt16(ascii: "{") { return (unit == UInt16(ascii: "*") ? 0 : 1)...Int.max }
    guard let end = rest.firstIndex(of: UInt16(ascii: "}")) else { return nil }
    let numbers = String(decoding: rest[..<end], as: UTF16.self).split(
      separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    rest = rest[(end + 1)...]
    guard let least = Int(numbers[0]), least >= 0 else { return nil }
    if numbers.count == 1 { return least...least }
    guard let most = numbers[1].isEmpty ? Int.max : Int(numbers[1]), least <= most else { return nil }
    return least...most
  }

  /// Whether a `.*` or `.+` leaves nothing for what has to follow.
  var neverMatches: Bool {
    tokens.indices.dropLast().contains { index in
      tokens[index].units == nil && tokens[index].repetitions.upperBound == Int.max
        && tokens[(index + 1)...].contains { $0.repetitions.lowerBound > 0 }
    }
  }

  package func matches(_ text: String) -> Bool {
    var rest = Array(text.utf16)[...]
    for token in tokens {
      var count = 0
      while count < token.repetitions.upperBound, let unit = rest.first, token.takes(unit) {
        rest.removeFirst()
        count += 1
      }
      if count < token.repetitions.lowerBound { return false }
    }
    return rest.isEmpty
  }
}

extension UInt16 {
  fileprivate init(ascii scalar: Unicode.Scalar) { self = UInt16(UInt8(ascii: scalar)) }
}
