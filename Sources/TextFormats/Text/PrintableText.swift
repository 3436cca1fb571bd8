/// Escaping of untrusted text for a terminal.
public enum PrintableText {
  /// Escapes control characters, bidirectional controls and invisible characters as `\xNN` for each byte, so that
  /// untrusted data can neither control the terminal nor look like other data.
  public static func of(_ text: String, keepingNewlines: Bool = false) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where keepingNewlines, 0x09 where keepingNewlines: shown.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
        // Invisible: joiners, fillers, annotations and tags.
        0xAD, 0x180E, 0x2060...0x2065, 0x206A...0x206F, 0x115F, 0x1160, 0x3164, 0xFFA0, 0xFFF9...0xFFFB,
        0xE0000...0xE0FFF:
        shown += String(scalar).utf8.map(escaped).joined()
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// Formats a byte as `\xNN`.
  public static func escaped(_ byte: UInt8) -> String { "\\x" + HexadecimalText.of([byte]) }
}
