/// Escaping of untrusted text for a terminal.
public enum PrintableText {
  /// Escapes control characters, bidirectional controls and invisible characters as `\xNN` for each byte, so that
  /// untrusted data can neither control the terminal nor look like other data.
  public static func of(_ text: String, keepingNewlines: Bool = false) -> String {
    var shown = ""
    var isAfterEmoji = false
    for scalar in text.unicodeScalars {
      defer { isAfterEmoji = scalar.value > 0x7F && scalar.properties.isEmoji }
      switch scalar.value {
      // It asks for the picture of a character that may also be drawn as text.
      case 0xFE0F where isAfterEmoji: shown.unicodeScalars.append(scalar)
      case 0x0A where keepingNewlines, 0x09 where keepingNewlines: shown.unicodeScalars.append(scalar)
      default:
        if isHidden(scalar) {
          shown += String(scalar).utf8.map(escaped).joined()
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
    }
    return shown
  }

  /// A text in quotation marks, escaped: at most its first 300 characters.
  public static func quoted(_ text: some StringProtocol) -> String {
    let start = of(String(text.prefix(300)))
    return text.count > 300 ? "'\(start)…'" : "'\(start)'"
  }

  /// A name that may be any text, escaped: whole if it has at most 40 Unicode scalars and none that is escaped, otherwise its first
  /// eight. What is cut later may be most of a token, which no longer looks like one.
  package static func start(of name: String) -> String {
    let shown = of(name)
    if shown == name, name.unicodeScalars.count <= 40 { return name }
    let start = name.unicodeScalars.prefix(8)
    return start.endIndex == name.unicodeScalars.endIndex ? shown : of(String(start)) + "…"
  }

  /// Whether a scalar is a control character, changes the direction of text, or cannot be seen.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
      // Invisible: joiners, fillers, blanks, selectors of variations, annotations and tags.
      0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2060...0x2065, 0x206A...0x206F, 0x2800, 0x3164,
      0xFE00...0xFE0F, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// The number and the name of a scalar: `U+200B ZERO WIDTH SPACE`.
  package static func name(of scalar: Unicode.Scalar) -> String {
    let number = "U+" + HexadecimalText.padded(Int(scalar.value), to: 4, isUpperCase: true)
    let name = scalar.value == 0xFEFF ? "BYTE ORDER MARK" : scalar.properties.name ?? scalar.properties.nameAlias
    return name.map { "\(number) \($0)" } ?? number
  }

  /// Formats a byte as `\xNN`.
  public static func escaped(_ byte: UInt8) -> String { "\\x" + HexadecimalText.of([byte]) }
}
