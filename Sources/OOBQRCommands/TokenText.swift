import OutOfBand

/// How messages are shown without giving tokens away. A token is a bearer secret: who has it can redeem it.
enum TokenText {
  /// The first eight characters, and never more than half.
  static func shortened(_ secret: String) -> String {
    let shown = min(8, secret.count / 2)
    return secret.prefix(shown) + "…"
  }

  /// A text in which the message's token and payload are shortened.
  static func scrubbed(_ text: String, of check: MessageCheck) -> String {
    let secrets = [check.payload?.token, check.link?.payloadText].compactMap { $0 }.filter { $0.count > 3 }
    return secrets.reduce(text) { $0.replacing($1, with: shortened($1)) }
  }

  /// Text with control characters, and those that turn its direction, as `\xNN` for each byte: somebody else's data
  /// must not steer the terminal it is shown on.
  static func printable(_ text: String, keepingNewlines: Bool = false) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where keepingNewlines, 0x09 where keepingNewlines: shown.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069:
        shown += String(scalar).utf8.map(escaped).joined()
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// A byte as `\xNN`.
  static func escaped(_ byte: UInt8) -> String {
    let digits = Array("0123456789abcdef")
    return "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
  }
}
