/// Linear bar codes, as their elements from left to right; `true` is dark.
enum Barcodes {
  /// EAN-13 (ISO/IEC 15420): twelve digits and their check digit, 95 modules.
  static func ean13(_ digits: [Int]) -> [Bool] {
    precondition(digits.count == 12, "EAN-13 has twelve digits and a check digit")
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    let all = digits + [(10 - sum % 10) % 10]
    var modules = bits(0b101, 3)
    for (index, digit) in all[1...6].enumerated() {
      let right = rightHalf[digit]
      // Number set A is the complement of C, and B its mirror image.
      let isB = numberSets[all[0]] >> (5 - index) & 1 == 1
      modules += isB ? bits(right, 7).reversed() : bits(right, 7).map { !$0 }
    }
    modules += bits(0b01010, 5)
    for digit in all[7...12] { modules += bits(rightHalf[digit], 7) }
    return modules + bits(0b101, 3)
  }

  /// Number set C.
  private static let rightHalf = [
    0b1110010, 0b1100110, 0b1101100, 0b1000010, 0b1011100, 0b1001110, 0b1010000, 0b1000100, 0b1001000, 0b1110100,
  ]
  /// For the first digit, which of the next six are in number set B, the first of them in the highest bit.
  private static let numberSets = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]

  /// Interleaved 2 of 5 (ISO/IEC 16390) with wide elements of three modules.
  static func interleaved(_ digits: [Int]) -> [Bool] {
    precondition(digits.count % 2 == 0, "digits are interleaved in pairs")
    var modules = [true, false, true, false]
    for pair in stride(from: 0, to: digits.count, by: 2) {
      for element in (0..<5).reversed() {
        for (digit, isDark) in [(digits[pair], true), (digits[pair + 1], false)] {
          modules += Array(repeating: isDark, count: wide[digit] >> element & 1 == 1 ? 3 : 1)
        }
      }
    }
    return modules + [true, true, true, false, true]
  }

  /// Which of five elements of a digit are wide, the first in the highest bit.
  private static let wide = [
    0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010,
  ]

  private static func bits(_ value: Int, _ count: Int) -> [Bool] {
    (0..<count).reversed().map { value >> $0 & 1 == 1 }
  }
}

/// Letters and digits of 5 × 7 dots.
enum Glyphs {
  static let count = 36

  /// The five columns of a glyph, the top dot in the lowest bit.
  static func columns(_ index: Int) -> [UInt8] { Array(dots[index * 5..<index * 5 + 5]) }

  private static let dots: [UInt8] = [
    0x3E, 0x51, 0x49, 0x45, 0x3E, 0x00, 0x42, 0x7F, 0x40, 0x00, 0x42, 0x61, 0x51, 0x49, 0x46,
    0x21, 0x41, 0x45, 0x4B, 0x31, 0x18, 0x14, 0x12, 0x7F, 0x10, 0x27, 0x45, 0x45, 0x45, 0x39,
    0x3C, 0x4A, 0x49, 0x49, 0x30, 0x01, 0x71, 0x09, 0x05, 0x03, 0x36, 0x49, 0x49, 0x49, 0x36,
    0x06, 0x49, 0x49, 0x29, 0x1E, 0x7E, 0x11, 0x11, 0x11, 0x7E, 0x7F, 0x49, 0x49, 0x49, 0x36,
    0x3E, 0x41, 0x41, 0x41, 0x22, 0x7F, 0x41, 0x41, 0x22, 0x1C, 0x7F, 0x49, 0x49, 0x49, 0x41,
    0x7F, 0x09, 0x09, 0x09, 0x01, 0x3E, 0x41, 0x49, 0x49, 0x7A, 0x7F, 0x08, 0x08, 0x08, 0x7F,
    0x00, 0x41, 0x7F, 0x41, 0x00, 0x20, 0x40, 0x41, 0x3F, 0x01, 0x7F, 0x08, 0x14, 0x22, 0x41,
    0x7F, 0x40, 0x40, 0x40, 0x40, 0x7F, 0x02, 0x0C, 0x02, 0x7F, 0x7F, 0x04, 0x08, 0x10, 0x7F,
    0x3E, 0x41, 0x41, 0x41, 0x3E, 0x7F, 0x09, 0x09, 0x09, 0x06, 0x3E, 0x41, 0x51, 0x21, 0x5E,
    0x7F, 0x09, 0x19, 0x29, 0x46, 0x46, 0x49, 0x49, 0x49, 0x31, 0x01, 0x01, 0x7F, 0x01, 0x01,
    0x3F, 0x40, 0x40, 0x40, 0x3F, 0x1F, 0x20, 0x40, 0x20, 0x1F, 0x3F, 0x40, 0x38, 0x40, 0x3F,
    0x63, 0x14, 0x08, 0x14, 0x63, 0x07, 0x08, 0x70, 0x08, 0x07, 0x61, 0x51, 0x49, 0x45, 0x43,
  ]
}
