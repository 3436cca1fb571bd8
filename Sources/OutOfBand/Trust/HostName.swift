import TextFormats

/// What a host's name alone says about it.
struct HostName {
  /// In lower case; an IPv6 address in brackets.
  let text: String

  init(_ text: String) { self.text = text }

  var isIPAddress: Bool { text.hasPrefix("[") || octets != nil }

  /// The bytes of an IPv4 address, in any spelling, or of one in an IPv6 address (RFC 4291, 2.5.5.2).
  private var octets: [UInt8]? {
    guard text.hasPrefix(Self.mapped) else { return URLText.addressBytes(of: text) }
    let rest = String(text.dropFirst(Self.mapped.count).dropLast())
    if rest.contains(".") { return URLText.addressBytes(of: rest) }
    let groups = rest.split(separator: ":").compactMap { UInt16($0, radix: 16) }
    return groups.count == 2 ? groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } : nil
  }

  private static let mapped = "[::ffff:"

  /// Whether only this machine or a private network can reach it (RFC 1918, RFC 4193, RFC 6761, RFC 6762).
  var isPrivate: Bool {
    if let octets {
      return [0, 10, 127].contains(octets[0]) || (octets[0] == 172 && 16...31 ~= octets[1])
        || (octets[0] == 192 && octets[1] == 168) || (octets[0] == 169 && octets[1] == 254)
    }
    if text.hasPrefix("[") {
      return ["[::1]", "[::]"].contains(text)
        || ["[fc", "[fd", "[fe8", "[fe9", "[fea", "[feb"].contains { text.hasPrefix($0) }
    }
    return text == "localhost" || [".localhost", ".local", ".internal", ".home.arpa"].contains { text.hasSuffix($0) }
      || !text.contains(".")
  }

  /// What a name means that no phone can reach, as a clause: RFC 6761, section 6.3, for the machine itself; kubernetes.io, DNS
  /// for Services and Pods.
  var elsewhere: String? {
    if octets?.first == 127 || octets == [0, 0, 0, 0] || text == "localhost" || text.hasSuffix(".localhost")
      || ["[::1]", "[::]"].contains(text)
    {
      return "is the phone itself"
    }
    if [".svc", ".cluster.local"].contains(where: { text.hasSuffix($0) }) {
      return "is a name inside a Kubernetes cluster"
    }
    return text.hasSuffix(".docker.internal") ? "is a name inside a container" : nil
  }

  var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether a label is an internationalised name in its ASCII form (RFC 5890).
  var hasPunycode: Bool { labels.contains { $0.hasPrefix("xn--") } }

  /// Whether a label mixes letters that look alike from several scripts (Unicode UTS 39).
  var hasMixedScripts: Bool {
    labels.contains { label in Set(label.unicodeScalars.compactMap(Script.init)).count > 1 }
  }

  /// The last two labels, which mostly belong to one owner. An estimate: public suffixes such as `co.uk` are longer.
  var family: String { labels.suffix(2).joined(separator: ".") }

  private var labels: [Substring] { text.split(separator: ".") }

  private enum Script {
    case latin, greek, cyrillic, armenian, hebrew, arabic

    init?(_ scalar: Unicode.Scalar) {
      guard scalar.properties.isAlphabetic else { return nil }
      switch scalar.value {
      case 0x41...0x24F, 0x1E00...0x1EFF: self = .latin
      case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
      case 0x400...0x52F, 0x1C80...0x1C8F: self = .cyrillic
      case 0x530...0x58F: self = .armenian
      case 0x590...0x5FF: self = .hebrew
      case 0x600...0x6FF: self = .arabic
      default: return nil
      }
    }
  }
}
