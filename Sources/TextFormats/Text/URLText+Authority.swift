/// Whether clients can go where a URL points.
extension URLText {
  /// Whether host and port are plausible: an IPv6 address in brackets (RFC 4291, 2.2), or a name; and a port from 1 to 65535.
  package var hasSoundAuthority: Bool {
    guard let authority, let host = writtenHost else { return true }
    let scalars = authority.unicodeScalars
    let hostAndPort = scalars.lastIndex(of: "@").map { scalars[$0...].dropFirst() } ?? scalars[...]
    guard host.isEmpty || Self.isSound(host) else { return false }
    let port = String(hostAndPort.dropFirst(host.unicodeScalars.count))
    let digits = port.utf8.dropFirst()
    return port.isEmpty || port == ":"
      || (port.utf8.first == UInt8(ascii: ":") && digits.allSatisfy { 0x30...0x39 ~= $0 }
        && (Int(String(decoding: digits, as: UTF8.self)).map { 1...65535 ~= $0 } ?? false))
  }

  /// Whether a host is an IPv6 address in brackets, or a name of at most 253 characters whose labels have 1 to 63 letters, digits and
  /// inner hyphens (RFC 1035, 2.3.4; RFC 1123, 2.1), that is not a broken IPv4 address (WHATWG URL, host parsing).
  ///
  /// Percent-encoded characters count as what they stand for, as in browsers. Underscores are in names that resolve, and
  /// characters above ASCII stand for an internationalised name.
  private static func isSound(_ host: String) -> Bool {
    if host.utf8.first == UInt8(ascii: "[") {
      return host.utf8.last == UInt8(ascii: "]") && isIPv6Address(host.dropFirst().dropLast())
    }
    guard let name = PercentEncoding.decode(host) else { return false }
    // The empty label after the last dot is that of the root (RFC 1034, 3.1).
    let labels = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    let names = labels.dropLast(labels.count > 1 && labels.last?.isEmpty == true ? 1 : 0)
    func isSound(_ label: Substring.UnicodeScalarView) -> Bool {
      1...63 ~= label.count && label.first != "-" && label.last != "-"
        && label.allSatisfy {
          !$0.isASCII || "-_".unicodeScalars.contains($0) || Character($0).isLetter || Character($0).isNumber
        }
    }
    return name.unicodeScalars.count - labels.count + names.count <= 253 && names.allSatisfy(isSound)
      && !isBrokenAddress(names.map(String.init))
  }

  /// Whether a text is an IPv6 address: eight groups of hexadecimal digits, the last two perhaps as an IPv4 address, of which `::` may
  /// stand for any number (RFC 4291, 2.2). Browsers refuse zones, as in `fe80::1%25eth0`.
  private static func isIPv6Address(_ text: Substring) -> Bool {
    func count(_ part: Substring, endsAddress: Bool) -> Int? {
      if part.isEmpty { return 0 }
      var groups = part.split(separator: ":", omittingEmptySubsequences: false)
      var count = 0
      if endsAddress, let last = groups.last, last.contains(".") {
        let numbers = last.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 4, numbers.allSatisfy({ UInt8($0).map { number in "\(number)" } == String($0) }) else {
          return nil
        }
        groups.removeLast()
        count = 2
      }
      guard groups.allSatisfy({ 1...4 ~= $0.count && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }) else {
        return nil
      }
      return count + groups.count
    }
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    let counts = halves.indices.compactMap { count(halves[$0], endsAddress: $0 == halves.count - 1) }
    guard counts.count == halves.count, 1...2 ~= halves.count else { return false }
    return halves.count == 1 ? counts[0] == 8 : counts[0] + counts[1] < 8
  }

  /// Whether a name ends in a number but is not an IPv4 address.
  private static func isBrokenAddress(_ labels: [String]) -> Bool {
    labels.last.map { isDecimal($0) || number($0) != nil } ?? false && address(labels) == nil
  }

  /// The four bytes of an IPv4 address in any spelling that clients accept, such as `127.1`, `0x7f.1` or `2130706433`; `nil` if the
  /// host is not one.
  package static func addressBytes(of host: String) -> [UInt8]? {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return address(labels.count > 1 && labels.last == "" ? labels.dropLast() : labels)
  }

  private static func isDecimal(_ label: String) -> Bool {
    !label.isEmpty && label.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// An IPv4 address: up to four numbers, octal with a leading `0`, hexadecimal with `0x`; the last one stands for all bytes that are
  /// left (WHATWG URL, IPv4 parser).
  private static func address(_ labels: [String]) -> [UInt8]? {
    let numbers = labels.compactMap(number)
    guard 1...4 ~= labels.count, numbers.count == labels.count, let rest = numbers.last,
      numbers.dropLast().allSatisfy({ $0 <= 255 }), rest < 1 << (8 * (5 - labels.count))
    else { return nil }
    let places = (0..<5 - labels.count).reversed()
    return numbers.dropLast().map(UInt8.init) + places.map { UInt8(truncatingIfNeeded: rest >> (8 * $0)) }
  }

  private static func number(_ label: String) -> Int? {
    if label.lowercased().hasPrefix("0x") {
      let digits = label.dropFirst(2)
      guard digits.allSatisfy(\.isHexDigit) else { return nil }
      return digits.isEmpty ? 0 : Int(digits, radix: 16) ?? .max
    }
    guard isDecimal(label) else { return nil }
    return label.hasPrefix("0") && label.contains { "89".contains($0) }
      ? nil : Int(label, radix: label.hasPrefix("0") ? 8 : 10) ?? .max
  }
}

extension URLText {
  /// The port's digits; `nil` for a URL without a port.
  package var writtenPort: String? {
    guard let authority, let colon = authority.lastIndex(of: ":") else { return nil }
    let port = authority[authority.index(after: colon)...]
    return !port.isEmpty && port.utf8.allSatisfy(\.isDigit) ? String(port) : nil
  }
}
