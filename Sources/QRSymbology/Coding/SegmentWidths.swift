/// The numbers of bits in mode indicators and character counts, which grow with the version (ISO/IEC 18004:2015, tables 2
/// and 3).
package struct SegmentWidths: Hashable, Sendable {
  package let mode: Int
  package let numeric: Int, alphanumeric: Int, byte: Int, kanji: Int
  package let isMicro: Bool

  /// The widths of a version 1…40.
  package init(_ version: QRSymbol.Version) {
    (mode, isMicro) = (4, false)
    (numeric, alphanumeric, byte, kanji) =
      switch version.number {
      case ...9: (10, 9, 8, 8)
      case ...26: (12, 11, 16, 10)
      default: (14, 13, 16, 12)
      }
  }

  /// The widths of a Micro QR symbol.
  package init(micro version: MicroQRSymbol.Version) {
    let number = version.rawValue
    (mode, isMicro) = (number - 1, true)
    (numeric, alphanumeric, byte, kanji) = (number + 2, number + 1, number + 1, number)
  }

  /// The last version of each range with equal widths.
  package static let lastVersions = [9, 26, 40]

  /// Whether mode indicators can express a mode: M1 has only digits, M2 also alphanumeric characters.
  package func supports(_ mode: SymbolReading.Mode) -> Bool {
    guard isMicro else { return true }
    return switch mode {
    case .numeric: true
    case .alphanumeric: self.mode >= 1
    case .byte, .kanji: self.mode >= 2
    case .hanzi: false
    }
  }

  /// The bits of a character count.
  package func count(of mode: SymbolReading.Mode) -> Int {
    switch mode {
    case .numeric: numeric
    case .alphanumeric: alphanumeric
    case .byte: byte
    case .kanji, .hanzi: kanji
    }
  }
}

/// The 45 characters of alphanumeric mode, in the order of their values (ISO/IEC 18004:2015, table 5).
package enum AlphanumericCharacters {
  package static let all = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  /// The value of each byte, 0…44; ``none`` for a byte that has none.
  package static let values: [UInt8] = {
    var values = [UInt8](repeating: none, count: 256)
    for (value, byte) in all.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  package static let none: UInt8 = 255
}
