extension UInt8 {
  /// Whether it is a letter in ASCII.
  package var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }

  /// Whether it is a digit in ASCII.
  package var isDigit: Bool { 0x30...0x39 ~= self }

  /// Whether it is a letter or a digit in ASCII, or one of some other characters.
  package func isLetterOrDigit(or others: String = "") -> Bool { isLetter || isDigit || others.utf8.contains(self) }
}
