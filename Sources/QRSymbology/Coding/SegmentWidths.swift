/// The numbers of bits in mode indicators and character counts, which grow with the version (ISO/IEC 18004:2015, tables 2
/// and 3), and in rMQR symbols with the size.
package struct SegmentWidths: Hashable, Sendable {
  package let mode: Int
  package let numeric: Int, alphanumeric: Int, byte: Int, kanji: Int
  private let version: SymbolVersion

  package init(_ version: QRSymbol.Version) { self.init(.qr(version)) }

  package init(_ version: SymbolVersion) {
    self.version = version
    switch version {
    case .qr(let version):
      mode = 4
      (numeric, alphanumeric, byte, kanji) =
        switch version.number {
        case ...9: (10, 9, 8, 8)
        case ...26: (12, 11, 16, 10)
        default: (14, 13, 16, 12)
        }
    case .micro(let version):
      let number = version.rawValue
      mode = number - 1
      (numeric, alphanumeric, byte, kanji) = (number + 2, number + 1, number + 1, number)
    case .rectangular(let version):
      mode = 3
      let widths = RectangularMicroQRSymbol.Version.countWidths.map { $0[version.number] }
      (numeric, alphanumeric, byte, kanji) = (widths[0], widths[1], widths[2], widths[3])
    }
  }

  package var isMicro: Bool { if case .micro = version { true } else { false } }

  /// Translates a mode indicator to that of a QR symbol. Micro QR symbols number their four modes from 0; those of rMQR
  /// are the terminator, the same four, FNC1 in first and second position, and ECI.
  func fullIndicator(_ indicator: Int) -> Int {
    switch version {
    case .qr: indicator
    case .micro: 1 << indicator
    case .rectangular: [0, 1, 2, 4, 8, 5, 9, 7][indicator]
    }
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
