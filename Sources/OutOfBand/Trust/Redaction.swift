import TextFormats

/// How pieces of a message are shown without giving its secrets away.
enum Redaction {
  /// The most characters of a piece that are shown in full.
  static let mostQuoted = 24

  /// A piece in quotes, cut when it is long: long pieces may hold a payload.
  static func quoted(_ piece: String, limit: Int = mostQuoted) -> String {
    // Redacted first: a line break in a token would be written as other characters.
    let clean = PrintableText.of(SecretText().redacted(piece))
    return clean.count <= limit ? "'\(clean)'" : "'\(clean.prefix(8))…'"
  }

  /// A URL in quotes whose parameter values and fragment are left out. Of a long one only scheme and host are shown: a
  /// cut inside the path could leave most of a token, which would not be recognised any more.
  static func url(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let end = scalars.firstIndex { $0 == "?" || $0 == "#" } ?? scalars.endIndex
    let start = String(scalars[..<end].prefix(600))
    let head = PrintableText.of(SecretText().redacted(start))
    return "'" + (start.count <= 80 ? head : origin(PrintableText.of(start)) + "…")
      + (end < scalars.endIndex ? "\(scalars[end])…'" : "'")
  }

  /// The beginning of a URL that can be shown alone: scheme and host, or the first eight characters.
  static func origin(_ text: String) -> String {
    let url = URLText(text)
    guard let end = url.authorityRange?.upperBound, end <= 80 else { return String(text.prefix(8)) }
    return url.string(0..<end) + (end < url.bytes.count ? "/" : "")
  }
}
