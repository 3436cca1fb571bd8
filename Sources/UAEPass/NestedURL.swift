import TextFormats

/// A URL that is the value of a parameter, whichever way it was encoded.
///
/// The documents show nested URLs un-encoded, URIs require them percent-encoded once, and some plugins encode twice.
/// Where the scheme's `://` is written as such, the value is un-encoded; where it is `%3A%2F%2F`, it is encoded.
public struct NestedURL: Hashable, Sendable {
  /// The URL itself.
  public let text: String
  public let encoding: Encoding
  /// Whether the value could as well have been meant another way: it has `://` and a `%`, which may belong to the URL
  /// or to the encoding.
  public let isUnclear: Bool

  /// How a value was encoded.
  public enum Encoding: Hashable, Sendable {
    /// Not at all.
    case none
    /// Once, as RFC 3986 has it.
    case once
    /// This many times.
    case times(Int)
    /// A `%` without two hexadecimal digits, or bytes that are not UTF-8: the value is as written.
    case malformed
  }

  /// - Parameter raw: The value as written.
  public init(_ raw: String) {
    if Self.isURL(raw) {
      let bytes = Array(raw.utf8)
      let hasPercent = bytes.contains(UInt8(ascii: "%"))
      // An encoder that spares ':' and '/' encodes the '?'; a path hardly ever has an encoded one.
      if hasPercent, !bytes.contains(where: { "?&#".utf8.contains($0) }), raw.lowercased().contains("%3f"),
        let decoded = PercentEncoding.decode(raw)
      {
        (text, encoding, isUnclear) = (decoded, .once, true)
      } else {
        (text, encoding, isUnclear) = (raw, .none, hasPercent)
      }
      return
    }
    guard var decoded = PercentEncoding.decode(raw) else {
      (text, encoding, isUnclear) = (raw, .malformed, false)
      return
    }
    let once = decoded
    var times = 1
    // Four rounds are more than has been seen in the field.
    while !Self.isURL(decoded), times < 4, decoded.contains("%"), let more = PercentEncoding.decode(decoded) {
      decoded = more
      times += 1
    }
    if times > 1, Self.isURL(decoded) {
      (text, encoding, isUnclear) = (decoded, .times(times), false)
    } else {
      (text, encoding, isUnclear) = (once, .once, false)
    }
  }

  /// Whether a text begins with a scheme and `://`.
  private static func isURL(_ text: String) -> Bool {
    let start = text.utf8.prefix(80)
    guard let colon = start.firstIndex(of: UInt8(ascii: ":")), text.utf8[colon...].starts(with: "://".utf8) else {
      return false
    }
    return URLText.isScheme(text[..<colon])
  }
}
