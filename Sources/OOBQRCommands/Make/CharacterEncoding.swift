import HostSystem

/// Messages for kanji mode.
enum ShiftJISMessage {
  /// Converts UTF-8; other bytes are taken as Shift JIS.
  ///
  /// - Throws: A failure with exit code 1 for characters that Shift JIS does not have.
  static func bytes(of message: [UInt8]) throws -> [UInt8] {
    guard let text = String(validating: message, as: UTF8.self) else { return message }
    // Both become ASCII characters of another meaning.
    if let sign = text.first(where: { "¥‾".contains($0) }) {
      throw CommandFailure("Shift JIS has '\(sign)' only in the place of another character; leave out --mode kanji")
    }
    guard let converted = CharacterConversion.convert(message, from: "UTF-8", to: "SHIFT_JIS") else {
      throw CommandFailure("the message has characters that Shift JIS does not have; leave out --mode kanji")
    }
    return converted
  }
}

/// The character encoding that an ECI states.
enum CharacterEncoding {
  /// Compares a message with its stated encoding, as far as bytes show it.
  ///
  /// - Throws: A failure with exit code 1 for bytes that the encoding does not have.
  static func check(_ message: [UInt8], eci: Int) throws {
    guard message.contains(where: { $0 >= 0x80 }) else { return }
    let isUTF8 = String(validating: message, as: UTF8.self) != nil
    switch eci {
    case 26 where !isUTF8: throw CommandFailure("the message is not UTF-8, which --eci states; leave out --eci")
    case 27: throw CommandFailure("the message is not ASCII, which --eci states; give --eci utf-8, or leave it out")
    case 3 where isUTF8, 20 where isUTF8:
      Console.current.say(
        "warning: the message seems to be UTF-8, but --eci states another encoding; readers will show other characters")
    default: break
    }
  }
}
