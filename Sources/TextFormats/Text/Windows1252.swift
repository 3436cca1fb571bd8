/// Windows-1252, the superset of Latin-1 that spreadsheets write (WHATWG, Encoding Standard, 4.2).
package enum Windows1252 {
  /// The text of bytes in UTF-8. Latin-1 is read in the same way: where it has control characters, Windows-1252 has letters.
  ///
  /// - Returns: Text for any bytes; the five that have no character are control characters.
  package static func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: bytes.map(scalar(of:)))
    return Array(String(text).utf8)
  }

  /// The same, but bytes that have no character stay as they are: such text is of another encoding.
  static func definedUTF8(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in
      [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) ? [byte] : Array(String(scalar(of: byte)).utf8)
    }
  }

  /// The characters 0x80 to 0x9F.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  /// The character of a byte.
  static func scalar(of byte: UInt8) -> Unicode.Scalar {
    0x80...0x9F ~= byte ? Unicode.Scalar(upper[Int(byte) - 0x80]) ?? "\u{FFFD}" : Unicode.Scalar(byte)
  }
}
