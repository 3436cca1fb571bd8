import ArgumentParser
import TextFormats

/// The encoding of a list's text.
enum ListEncoding: String, CaseIterable, ExpressibleByArgument {
  case utf8 = "utf-8"
  case latin1 = "latin-1"
  case windows1252 = "windows-1252"

  /// Returns the text in UTF-8.
  ///
  /// Latin-1 is read as Windows-1252, which has letters where Latin-1 has control characters (WHATWG, Encoding
  /// Standard, 4.2).
  func decoded(_ stream: ByteStream) -> ByteStream {
    if self == .utf8 { return stream }
    var stream = stream
    return ByteStream {
      let piece = try stream.firstPiece()
      let bytes = try stream.take(piece.count)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: bytes.map(Self.scalar))
      return Array(String(text).utf8)
    }
  }

  /// The characters 0x80 to 0x9F of Windows-1252; five of them are not used.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    0x80...0x9F ~= byte ? Unicode.Scalar(upper[Int(byte) - 0x80]) ?? "\u{FFFD}" : Unicode.Scalar(byte)
  }
}
