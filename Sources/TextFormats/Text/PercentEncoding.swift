/// A codec for percent-encoding (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// Encodes every byte that is not unreserved (RFC 3986, section 2.3), which is correct in any component.
  public static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += "%\(HexadecimalText.of([byte], isUpperCase: true))".utf8
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Whether a byte means the same in every component of a URL without being encoded (RFC 3986, section 2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool { byte.isLetterOrDigit(or: "-._~") }

  /// Finds the offset of the first `%` without two hexadecimal digits; `nil` if there is none.
  package static func firstFault(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { index in
      guard bytes[index] == UInt8(ascii: "%") else { return false }
      let digits = bytes[(index + 1)...].prefix(2)
      return digits.count < 2 || !digits.allSatisfy { hexValue($0) != nil }
    }
  }

  /// The text with `%25` for each `%` without two hexadecimal digits.
  package static func encodingStrayPercents(_ text: String) -> String {
    let pieces = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(Substring(pieces[0]))) { encoded, piece in
      let isEscape = piece.count >= 2 && piece.prefix(2).allSatisfy { hexValue($0) != nil }
      encoded += (isEscape ? "%" : "%25") + Substring(piece)
    }
  }

  /// Decodes once.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - plusIsSpace: Whether `+` is a space, as in HTML forms, Android and Dart.
  /// - Returns: `nil` if a `%` is not followed by two hexadecimal digits, or the result is not UTF-8.
  public static func decode(_ text: String, plusIsSpace: Bool = false) -> String? {
    bytes(of: text, plusIsSpace: plusIsSpace).flatMap { String(utf8: $0) }
  }

  /// Decodes once to a text in Windows-1252, the superset of Latin-1; as it is if a `%` is not followed by two hexadecimal digits.
  package static func decodingWindows1252(_ text: String) -> String {
    bytes(of: text, plusIsSpace: false).map { String(decoding: Windows1252.utf8($0), as: UTF8.self) } ?? text
  }

  private static func bytes(of text: String, plusIsSpace: Bool) -> [UInt8]? {
    var decoded: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard bytes.count >= 2, let high = hexValue(bytes.removeFirst()), let low = hexValue(bytes.removeFirst()) else {
          return nil
        }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return decoded
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) : nil
  }
}
