/// Bytes and numbers as hexadecimal digits, in lower case unless asked otherwise.
///
/// ```swift
/// HexadecimalText.of([0x0A, 0xFF])                           // "0aff"
/// HexadecimalText.padded(0x416, to: 4, isUpperCase: true)  // "0416"
/// ```
package enum HexadecimalText {
  /// Writes two digits for each byte.
  package static func of(_ bytes: [UInt8], isUpperCase: Bool = false) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digit(byte >> 4, isUpperCase))
      text.append(digit(byte & 15, isUpperCase))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes a number with leading zeros.
  ///
  /// - Parameters:
  ///   - number: 0 or more.
  ///   - digits: The least number of digits.
  package static func padded(_ number: Int, to digits: Int, isUpperCase: Bool = false) -> String {
    let text = String(number, radix: 16, uppercase: isUpperCase)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func digit(_ value: UInt8, _ isUpperCase: Bool) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: isUpperCase ? "A" : "a") + value - 10
  }
}
