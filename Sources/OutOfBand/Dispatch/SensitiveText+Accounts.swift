/// Account numbers.
extension SensitiveText {
  /// IBANs (ISO 13616): country, two check digits, and the rest, in groups or not.
  mutating func findAccounts() {
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
}
