/// A URL split into parts without validation (RFC 3986, appendix B): each part is a range of the text's bytes.
public struct URLText: Hashable, Sendable {
  public let text: String
  /// The text's UTF-8, which the ranges index.
  package let bytes: [UInt8]
  package let schemeRange: Range<Int>?
  package let authorityRange: Range<Int>?
  package let pathRange: Range<Int>
  package let queryRange: Range<Int>?
  package let fragmentRange: Range<Int>?

  /// Splits any text; without a scheme it consists of path, query and fragment.
  public init(_ text: String) {
    self.text = text
    let bytes = Array(text.utf8)
    self.bytes = bytes
    var start = 0
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, Self.isScheme(bytes[..<colon]) {
      schemeRange = 0..<colon
      start = colon + 1
    } else {
      schemeRange = nil
    }
    let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#"))
    fragmentRange = hash.map { $0 + 1..<bytes.count }
    let beforeFragment = hash ?? bytes.count
    let question = bytes[start..<beforeFragment].firstIndex(of: UInt8(ascii: "?"))
    queryRange = question.map { $0 + 1..<beforeFragment }
    let beforeQuery = question ?? beforeFragment
    if bytes[start..<beforeQuery].starts(with: "//".utf8) {
      let end = bytes[(start + 2)..<beforeQuery].firstIndex(of: UInt8(ascii: "/")) ?? beforeQuery
      authorityRange = start + 2..<end
      pathRange = end..<beforeQuery
    } else {
      authorityRange = nil
      pathRange = start..<beforeQuery
    }
  }

  /// Whether a text is a scheme, without its `:` (RFC 3986, section 3.1).
  public static func isScheme(_ text: some StringProtocol) -> Bool { isScheme(Array(text.utf8)[...]) }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first?.isLetter == true && bytes.allSatisfy { $0.isLetterOrDigit(or: "+-.") }
  }

  /// Schemes that the system or the browser uses itself, so that no app may have them.
  package static let systemSchemes = ["javascript", "data", "file", "about", "blob", "content", "intent"]

  package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The scheme in lower case; `nil` without one.
  public var scheme: String? { schemeRange.map { string($0).lowercased() } }
  package var isWeb: Bool { scheme == "https" || scheme == "http" }
  public var authority: String? { authorityRange.map(string) }
  public var path: String { string(pathRange) }
  /// The text after the first `?`, up to a `#`.
  public var query: String? { queryRange.map(string) }
  public var fragment: String? { fragmentRange.map(string) }

  /// The text before the last `@` of the authority.
  public var userinfo: String? {
    guard let authority, let at = authority.unicodeScalars.lastIndex(of: "@") else { return nil }
    return String(authority[..<at])
  }

  /// The host in lower case, without userinfo and port; an IPv6 address keeps its brackets.
  public var host: String? {
    writtenHost?.lowercased()
  }

  /// The host as it is written. Signs are found among code points: with a combining character behind it, an `@` is a
  /// different `Character`, but still ends the userinfo.
  package var writtenHost: String? {
    guard let scalars = authority?.unicodeScalars else { return nil }
    let rest = scalars.lastIndex(of: "@").map { scalars[scalars.index(after: $0)...] } ?? scalars[...]
    if rest.first == "[", let end = rest.firstIndex(of: "]") { return String(rest[...end]) }
    return String(rest.lastIndex(of: ":").map { rest[..<$0] } ?? rest)
  }

  /// Where the first space, control character or invisible character is, in bytes: no part of a URL may contain one (RFC 3986,
  /// section 2). Other characters above ASCII are not allowed either, but can be seen.
  package var firstControl: Int? {
    if bytes.allSatisfy({ 0x21...0x7E ~= $0 }) { return nil }
    let start = text.unicodeScalars.firstIndex { scalar in
      // A selector may ask for the picture of a character that can be seen.
      PrintableText.isHidden(scalar) && scalar.value != 0xFE0F || scalar.properties.generalCategory == .spaceSeparator
    }
    return start.map { text.utf8.distance(from: text.startIndex, to: $0) }
  }

  /// Whether a path without a leading slash follows the scheme, as in `wc:1234?x=y`: Android calls such a URI opaque.
  public var isOpaque: Bool { scheme != nil && authority == nil && path.utf8.first != UInt8(ascii: "/") }
}
