/// Finds in a text what should not be where everyone can read it: amounts, account and card numbers, addresses.
struct SensitiveText {
  /// In the order of the kinds, then of the text.
  private(set) var pieces: [Piece] = []
  /// What is left to search: bytes of pieces are replaced.
  private var rest: String

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

  init(_ text: String) {
    // Four times what a push message may have, https://firebase.google.com/docs/cloud-messaging: nobody is shown more.
    rest = String(text.unicodeScalars.prefix(1 << 14))
    let mail = #/[\p{L}\d._+%-]{1,64}@[\p{L}\d-][\p{L}\d.-]*\.\p{L}{2,}(?![\p{L}\d-])/#
    take(rest.matches(of: mail).map { (.mail, $0.range) })
    take(accounts().map { (.account, $0) })
    // Digits with a separator between them, or two if one is a parenthesis.
    let number = #/\d(?:(?:[()][\t\p{Zs}.,'’/()-]?|[\t\p{Zs}.,'’/-][()]?)?\d)*/#
    take(rest.matches(of: number).compactMap { match in kind(of: match.range).map { ($0, match.range) } })
    if let index = rest.firstIndex(where: \.isNumber) { take([(.digits, index..<rest.index(after: index))]) }
  }

  /// Keeps pieces, and replaces each of their bytes.
  private mutating func take(_ found: [(kind: Kind, range: Range<String.Index>)]) {
    var bytes = Array(rest.utf8)
    for (kind, range) in found {
      let offset = rest[..<range.lowerBound].utf8.count
      pieces.append(Piece(kind: kind, offset: offset))
      for index in offset..<offset + rest[range].utf8.count { bytes[index] = 1 }
    }
    rest = String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Account numbers

  /// IBANs (ISO 13616): country, two check digits, and the rest, in groups or not.
  private func accounts() -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var start = rest.startIndex
    while let match = rest[start...].firstMatch(of: #/[A-Za-z]{2}[0-9]{2}(?:[\t\p{Zs}-]?[A-Za-z0-9]){1,30}/#) {
      start = rest.index(match.startIndex, offsetBy: 4)
      if let before = rest[..<match.startIndex].last, before.isLetter || before.isNumber { continue }
      let length = Self.accountLengths[match.output.prefix(2).uppercased()] ?? 0
      let places = match.output.indices.filter { rest[$0].isLetter || rest[$0].isNumber }.prefix(length)
      guard let last = places.last, places.count == length, case let end = rest.index(after: last),
        end == rest.endIndex || !(rest[end].isLetter || rest[end].isNumber),
        Self.isAccount(places.compactMap { rest[$0].hexOrBeyond })
      else { continue }
      found.append(match.startIndex..<end)
      start = end
    }
    return found
  }

  /// Whether the check digits are right: with the first four at the end, the number is 1 modulo 97 (ISO 7064).
  private static func isAccount(_ values: [Int]) -> Bool {
    (values.dropFirst(4) + values.prefix(4)).reduce(0) { ($0 * ($1 > 9 ? 100 : 10) + $1) % 97 } == 1
  }

  // MARK: Card numbers, amounts and telephone numbers

  private func kind(of number: Range<String.Index>) -> Kind? {
    let values = rest[number].compactMap(\.wholeNumberValue)
    let signs = Set(rest[number].filter { $0.wholeNumberValue == nil })
    if signs.allSatisfy({ $0.isWhitespace || $0 == "-" }), Self.isCard(values) { return .card }
    let (before, after) = (rest[..<number.lowerBound], rest[number.upperBound...])
    let currencyBefore = before.suffix(12).firstMatch(of: #/(?:\p{Sc}|(\p{L}+)\.?)[\t\p{Zs}]?$/#)
    // As in 200.– CHF.
    let currencyAfter = after.prefixMatch(of: #/\.?[\t\p{Zs}–—-]{0,3}(?:\p{Sc}|(\p{L}+))/#)
    for match in [currencyBefore, currencyAfter].compactMap({ $0 }) {
      guard let word = match.1 else { return .amount }
      if Self.currencyCodes.contains(String(word)) || Self.currencyWords.contains(word.lowercased()) { return .amount }
    }
    let isPartOfWord = before.last?.isLetter == true || after.first?.isLetter == true
    return !isPartOfWord && Self.isPhone(rest[number], values, signs, isInternational: before.last == "+")
      ? .phone : nil
  }

  /// Whether the check digit of a card number is right (ISO/IEC 7812-1, Luhn), and the first digit that of a payment card.
  private static func isCard(_ values: [Int]) -> Bool {
    guard 13...19 ~= values.count, 2...6 ~= values[0] else { return false }
    let sum = values.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.offset % 2 == 1 ? digit.element * 2 : digit.element
      return sum + (value > 9 ? value - 9 : value)
    }
    return sum % 10 == 0
  }

  /// Whether a number begins with + or 0, and is not a date.
  private static func isPhone(
    _ text: Substring, _ values: [Int], _ signs: Set<Character>, isInternational: Bool
  ) -> Bool {
    let isDate = text.split { $0.wholeNumberValue == nil }.contains { group in
      group.count == 4 && ["19", "20"].contains(group.prefix(2))
    }
    if isDate || !signs.isDisjoint(with: [",", "'", "’"]) { return false }
    if isInternational { return 8...15 ~= values.count }
    return values.first == 0 && (values.starts(with: [0, 0]) ? 10...17 : 9...11) ~= values.count
  }
}

extension Character {
  /// 0…9, and 10…35 for letters.
  fileprivate var hexOrBeyond: Int? { Int(String(self), radix: 36) }
}
