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

  let scalars: [Unicode.Scalar]
  /// The value of each decimal digit; `nil` for other characters.
  let digits: [Int?]
  /// Which characters are part of a piece.
  private(set) var isTaken: [Bool]

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
  mutating func take(_ kind: Kind, _ range: Range<Int>) {
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

  func isLetter(_ index: Int) -> Bool { scalars[index].properties.isAlphabetic }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
  }
}
