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
    guard let first = bytes.first, Character(Unicode.Scalar(first)).isLetter, first < 0x80 else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The scheme in lower case; `nil` without one.
  public var scheme: String? { schemeRange.map { string($0).lowercased() } }
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

  /// Whether host and port are plausible: an address in brackets, or a name without `\`, without empty labels or labels of more than
  /// 63 characters (RFC 1035, 2.3.4), with two hexadecimal digits after each `%`, that is not a broken IPv4 address (WHATWG URL, host
  /// parsing); and a port from 1 to 65535.
  package var hasSoundAuthority: Bool {
    guard let authority, let host = writtenHost?.unicodeScalars else { return true }
    let rest = authority.unicodeScalars.drop { $0 != "@" }.dropFirst()
    let hostAndPort = rest.isEmpty ? authority.unicodeScalars[...] : rest
    if host.contains(where: { "\\<>\"^`{|}[]".unicodeScalars.contains($0) }) && !(host.first == "[" && host.last == "]")
    {
      return false
    }
    // The empty label after the last dot is that of the root (RFC 1034, 3.1).
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let names = labels.dropLast(labels.count > 1 && labels.last?.isEmpty == true ? 1 : 0)
    if !host.isEmpty,
      !names.allSatisfy({ 1...63 ~= $0.count || $0.contains("%") }) || Self.isBrokenAddress(names.map(String.init))
    {
      return false
    }
    let escapes = host.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
    if !escapes.allSatisfy({ $0.prefix(2).count(where: \.properties.isASCIIHexDigit) == 2 }) { return false }
    let port = String(hostAndPort.dropFirst(host.count))
    let digits = port.utf8.dropFirst()
    return port.isEmpty || port == ":"
      || (port.utf8.first == UInt8(ascii: ":") && digits.allSatisfy { 0x30...0x39 ~= $0 }
        && (Int(String(decoding: digits, as: UTF8.self)).map { 1...65535 ~= $0 } ?? false))
  }

  /// Whether a name ends in a number but is not an IPv4 address (WHATWG URL, IPv4 parser): up to four numbers, octal with a
  /// leading `0`, hexadecimal with `0x`; the last one stands for all bytes that are left.
  private static func isBrokenAddress(_ labels: [String]) -> Bool {
    func isDecimal(_ label: String) -> Bool { !label.isEmpty && label.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    func number(_ label: String) -> Int? {
      if label.lowercased().hasPrefix("0x") {
        let digits = label.dropFirst(2)
        guard digits.allSatisfy(\.isHexDigit) else { return nil }
        return digits.isEmpty ? 0 : Int(digits, radix: 16) ?? .max
      }
      guard isDecimal(label) else { return nil }
      return label.hasPrefix("0") && label.contains { "89".contains($0) }
        ? nil : Int(label, radix: label.hasPrefix("0") ? 8 : 10) ?? .max
    }
    guard let last = labels.last, isDecimal(last) || number(last) != nil else { return false }
    let numbers = labels.compactMap(number)
    guard labels.count <= 4, numbers.count == labels.count, let rest = numbers.last else { return true }
    return numbers.dropLast().contains { $0 > 255 } || rest >= 1 << (8 * (5 - labels.count))
  }

  /// Where the first space or control character is, in bytes: no part of a URL may contain one (RFC 3986, section 2).
  package var firstControl: Int? { bytes.firstIndex { $0 <= 0x20 || $0 == 0x7F } }

  /// Whether a path without a leading slash follows the scheme, as in `wc:1234?x=y`: Android calls such a URI opaque.
  public var isOpaque: Bool { scheme != nil && authority == nil && path.utf8.first != UInt8(ascii: "/") }
}
