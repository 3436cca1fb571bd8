/// A codec for Base64 (RFC 4648) with both alphabets.
public enum Base64 {
  /// The deviations of a text from base64url without padding.
  public struct Flaws: Hashable, Sendable {
    /// `+` or `/` of the standard alphabet (RFC 4648, section 4).
    public var usesStandardAlphabet = false
    public var hasPadding = false
    /// More or fewer `=` than complete the last group of four.
    public var hasWrongPadding = false
    public var hasWhitespace = false

    public init() {}
  }

  /// Encodes with the standard alphabet and padding (RFC 4648, section 4).
  public static func encode(_ bytes: [UInt8]) -> String {
    let text = digits(bytes, alphabet: standardAlphabet)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// Encodes with the URL alphabet and without padding, as JOSE does (RFC 4648, section 5; RFC 7515, section 2).
  public static func encodeURL(_ bytes: [UInt8]) -> String { digits(bytes, alphabet: urlAlphabet) }

  /// Decodes either alphabet, with or without padding and whitespace.
  ///
  /// - Returns: The bytes and the deviations, or the offset in bytes of the first character outside both alphabets. A
  ///   text of an impossible length fails at its end.
  public static func decode(_ text: String) -> Result<(bytes: [UInt8], flaws: Flaws), Fault> {
    var bytes: [UInt8] = []
    var flaws = Flaws()
    var bits = 0
    var count = 0
    var padding = 0
    for (offset, character) in text.utf8.enumerated() {
      switch character {
      case 0x20, 0x09, 0x0A, 0x0D: flaws.hasWhitespace = true
      case UInt8(ascii: "="):
        flaws.hasPadding = true
        padding += 1
      default:
        guard !flaws.hasPadding, let value = values[Int(character)] else { return .failure(Fault(offset: offset)) }
        if character == UInt8(ascii: "+") || character == UInt8(ascii: "/") { flaws.usesStandardAlphabet = true }
        bits = (bits << 6 | Int(value)) & 0xFFFFFF
        count += 1
        if count % 4 != 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> [0, 0, 4, 2][count % 4])) }
      }
    }
    if count % 4 == 1 { return .failure(Fault(offset: text.utf8.count)) }
    flaws.hasWrongPadding = padding > 0 && (count + padding) % 4 != 0
    return .success((bytes, flaws))
  }

  /// The bytes of a text, whatever is unusual about it; `nil` if it is not base64.
  package static func bytes(_ text: String) -> [UInt8]? { try? decode(text).get().bytes }

  /// The first character that is not base64.
  public struct Fault: Error, Hashable, Sendable {
    public var offset: Int
  }

  private static let urlAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let standardAlphabet = Array(urlAlphabet.dropLast(2)) + Array("+/".utf8)

  /// The value of each character; `nil` outside both alphabets.
  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    for alphabet in [urlAlphabet, standardAlphabet] {
      for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    }
    return values
  }()

  private static func digits(_ bytes: [UInt8], alphabet: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...group.count { text.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
