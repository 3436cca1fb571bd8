/// Finds in a text what should not be where everyone can read it: amounts, account and card numbers, addresses.
struct SensitiveText {
  /// In the order of the kinds, then of the text.
  private(set) var pieces: [Piece] = []

  struct Piece: Hashable {
    var kind: Kind
    /// In bytes.
    var offset: Int
  }

  enum Kind: Hashable {
    case mail, account, card, amount, phone
    /// Digits that are none of these.
    case digits

    var words: String {
      switch self {
      case .mail: "an e-mail address"
      case .account: "an IBAN"
      case .card: "a card number"
      case .amount: "an amount of money"
      case .phone: "a telephone number"
      case .digits: "digits"
      }
    }

    var rule: Diagnostic.Rule {
      switch self {
      case .mail: .notificationMail
      case .account: .notificationAccount
      case .card: .notificationCard
      case .amount: .notificationAmount
      case .phone: .notificationPhone
      case .digits: .sensitiveTitle
      }
    }
  }

  private let scalars: [Unicode.Scalar]
  /// The value of each decimal digit; `nil` for other characters.
  private let digits: [Int?]
  /// Which characters are part of a piece.
  private var isTaken: [Bool]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    digits = scalars.map { scalar in
      scalar.isASCII
        ? (0x30...0x39 ~= scalar.value ? Int(scalar.value) - 0x30 : nil)
        : scalar.properties.numericType == .decimal ? scalar.properties.numericValue.map { Int($0) } : nil
    }
    isTaken = Array(repeating: false, count: scalars.count)
    findMail()
    findAccounts()
    findNumbers()
    if let index = scalars.indices.first(where: { Character(scalars[$0]).isNumber && !isTaken[$0] }) {
      take(.digits, index..<index + 1)
    }
    var offsets: [Int] = []
    offsets.reserveCapacity(scalars.count)
    var offset = 0
    for scalar in scalars {
      offsets.append(offset)
      offset += UTF8.width(scalar)
    }
    pieces = pieces.map { Piece(kind: $0.kind, offset: offsets[$0.offset]) }
  }

  /// Keeps a piece; its offset is an index of a character until all are found.
  private mutating func take(_ kind: Kind, _ range: Range<Int>) {
    pieces.append(Piece(kind: kind, offset: range.lowerBound))
    for index in range { isTaken[index] = true }
  }

  // MARK: Addresses

  private mutating func findMail() {
    for at in scalars.indices where scalars[at] == "@" {
      var start = at
      while start > 0, at - start < 64, isMailCharacter(start - 1) || "_+%".unicodeScalars.contains(scalars[start - 1])
      {
        start -= 1
      }
      var end = at + 1
      while end < scalars.count, end - at < 255, isMailCharacter(end) { end += 1 }
      let labels = scalars[(at + 1)..<end].split(separator: ".", omittingEmptySubsequences: true)
      if start < at, labels.count > 1, let last = labels.last, last.count > 1,
        last.allSatisfy({ $0.properties.isAlphabetic })
      {
        take(.mail, start..<end)
      }
    }
  }

  private func isMailCharacter(_ index: Int) -> Bool {
    isLetter(index) || digits[index] != nil || scalars[index] == "." || scalars[index] == "-"
  }

  private func isLetter(_ index: Int) -> Bool { scalars[index].properties.isAlphabetic }

  // MARK: Accounts

  /// IBANs (ISO 13616): country, two check digits, and the rest, in groups or not.
  private mutating func findAccounts() {
    for start in scalars.indices where start == 0 || !(isLetter(start - 1) || digits[start - 1] != nil) {
      guard start + 4 < scalars.count, digits[start + 2] != nil, digits[start + 3] != nil else { continue }
      let country = String(String.UnicodeScalarView(scalars[start..<start + 2])).uppercased()
      guard let length = Self.accountLengths[country] else { continue }
      var values: [Int] = []
      var index = start
      while index < scalars.count, values.count < length {
        if let value = Self.accountValue(scalars[index]) {
          values.append(value)
        } else if values.isEmpty || !Self.isBlank(scalars[index]) && scalars[index] != "-"
          || Self.accountValue(scalars[index - 1]) == nil
        {
          break
        }
        index += 1
      }
      let isWhole = index == scalars.count || !(isLetter(index) || digits[index] != nil)
      if values.count == length, isWhole, Self.isAccount(values), !isTaken[start] { take(.account, start..<index) }
    }
  }

  /// 0…9 and 10…35 for letters.
  private static func accountValue(_ scalar: Unicode.Scalar) -> Int? {
    scalar.isASCII ? Character(scalar).wholeNumberValue ?? letterValue(scalar) : nil
  }

  private static func letterValue(_ scalar: Unicode.Scalar) -> Int? {
    0x61...0x7A ~= scalar.value | 0x20 ? Int(scalar.value | 0x20) - 0x61 + 10 : nil
  }

  /// Whether the check digits are right: with the first four at the end, the number is 1 modulo 97 (ISO 7064).
  static func isAccount(_ values: [Int]) -> Bool {
    (values.dropFirst(4) + values.prefix(4)).reduce(0) { ($0 * ($1 > 9 ? 100 : 10) + $1) % 97 } == 1
  }

  // MARK: Numbers

  private mutating func findNumbers() {
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

  /// A number that begins with + or 0, not a date.
  private func isPhone(_ number: Range<Int>, _ values: [Int], _ separators: Set<Unicode.Scalar>) -> Bool {
    guard separators.isDisjoint(with: [",", "'", "’"]) else { return false }
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

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
  }
}
