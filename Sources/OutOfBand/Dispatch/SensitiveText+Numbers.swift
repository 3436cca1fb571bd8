/// Card numbers, amounts and telephone numbers.
extension SensitiveText {
  mutating func findNumbers() {
    var index = 0
    while index < scalars.count {
      guard digits[index] != nil, !isTaken[index] else {
        index += 1
        continue
      }
      let number = number(from: index)
      index = number.upperBound
      if let kind = kind(of: number) { take(kind, number) }
    }
  }

  /// Digits with a separator between them, or two if one is a parenthesis.
  private func number(from start: Int) -> Range<Int> {
    var end = start + 1
    var index = end
    while index < scalars.count, !isTaken[index] {
      if digits[index] != nil {
        end = index + 1
      } else {
        let between = scalars[end...index]
        let isSeparator = Self.isBlank(scalars[index]) || "-.,'’/()".unicodeScalars.contains(scalars[index])
        let hasParenthesis = between.contains("(") || between.contains(")")
        if !isSeparator || between.count > (hasParenthesis ? 2 : 1) { break }
      }
      index += 1
    }
    return start..<end
  }

  private func kind(of number: Range<Int>) -> Kind? {
    let values = number.compactMap { digits[$0] }
    let separators = Set(
      scalars[number].enumerated().filter { digits[number.lowerBound + $0.offset] == nil }.map(\.element))
    let hasBlanksAlone = separators.allSatisfy { Self.isBlank($0) || $0 == "-" }
    if hasBlanksAlone, Self.isCard(values) { return .card }
    if isCurrency(before: number.lowerBound) || isCurrency(after: number.upperBound) { return .amount }
    return isPhone(number, values, separators) ? .phone : nil
  }

  /// Whether the check digit of a card number is right (ISO/IEC 7812-1, Luhn), and the first digit that of a payment card.
  static func isCard(_ values: [Int]) -> Bool {
    guard 13...19 ~= values.count, let first = values.first, 2...6 ~= first else { return false }
    let sum = values.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.offset % 2 == 1 ? digit.element * 2 : digit.element
      return sum + (value > 9 ? value - 9 : value)
    }
    return sum % 10 == 0
  }

  /// A number that begins with + or 0, not a date or a part of a word.
  private func isPhone(_ number: Range<Int>, _ values: [Int], _ separators: Set<Unicode.Scalar>) -> Bool {
    guard separators.isDisjoint(with: [",", "'", "’"]),
      ![number.lowerBound - 1, number.upperBound].contains(where: { scalars.indices.contains($0) && isLetter($0) })
    else { return false }
    let groups = number.split { digits[$0] == nil }.map { $0.compactMap { digits[$0] } }
    if groups.contains(where: { $0.count == 4 && ($0.starts(with: [2, 0]) || $0.starts(with: [1, 9])) }) {
      return false
    }
    if number.lowerBound > 0, scalars[number.lowerBound - 1] == "+" { return 8...15 ~= values.count }
    if values.starts(with: [0, 0]) { return 10...17 ~= values.count }
    return values.first == 0 && 9...11 ~= values.count
  }

  private func isCurrency(before end: Int) -> Bool {
    var index = end - 1
    if index >= 0, Self.isBlank(scalars[index]) { index -= 1 }
    if index >= 0, scalars[index].properties.generalCategory == .currencySymbol { return true }
    if index >= 0, scalars[index] == "." { index -= 1 }
    let last = index
    while index >= 0, last - index < 10, isLetter(index) { index -= 1 }
    return index < last && Self.isCurrency(scalars[(index + 1)...last])
  }

  private func isCurrency(after start: Int) -> Bool {
    var index = start
    if index < scalars.count, scalars[index] == "." { index += 1 }
    // As in 200.–
    while index < scalars.count, index - start < 3,
      Self.isBlank(scalars[index]) || "-–—".unicodeScalars.contains(scalars[index])
    {
      index += 1
    }
    if index < scalars.count, scalars[index].properties.generalCategory == .currencySymbol { return true }
    let first = index
    while index < scalars.count, index - first < 10, isLetter(index) { index += 1 }
    return index > first && Self.isCurrency(scalars[first..<index])
  }

  private static func isCurrency(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
    let word = String(String.UnicodeScalarView(letters))
    return currencyCodes.contains(word) || currencyWords.contains(word.lowercased())
  }
}
