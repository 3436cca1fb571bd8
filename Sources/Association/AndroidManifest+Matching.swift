import OutOfBand
import TextFormats

/// Whether an intent filter takes a link (developer.android.com, the reference of `<data>`).
extension AndroidManifest.IntentFilter {
  /// Whether scheme, host and path fit; queries and fragments do not count.
  func matches(_ link: URLText) -> Bool {
    guard schemes.contains(link.schemeRange.map { link.string($0) } ?? ""), !hasType else { return false }
    guard !authorities.isEmpty else { return true }
    let host = link.host ?? ""
    let port = Self.port(link)
    guard authorities.contains(where: { Self.matches($0.host, host) && ($0.port == nil || $0.port == port) }) else {
      return false
    }
    guard !paths.isEmpty else { return true }
    // Android compares the decoded path.
    let path = PercentEncoding.decode(link.path) ?? link.path
    return paths.contains { $0.matches(path) }
  }

  /// A host, or `*` and the end of one: the asterisk is any number of characters.
  static func matches(_ pattern: String, _ host: String) -> Bool {
    pattern.hasPrefix("*") ? host.hasSuffix(pattern.dropFirst()) : pattern == host
  }

  private static func port(_ link: URLText) -> String? {
    guard let authority = link.authority, let colon = authority.lastIndex(of: ":") else { return nil }
    let port = authority[authority.index(after: colon)...]
    return !port.isEmpty && port.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? String(port) : nil
  }
}

extension AndroidManifest.Path {
  func matches(_ path: String) -> Bool {
    switch self {
    case .exact(let text): path == text
    case .prefix(let text): path.hasPrefix(text)
    case .suffix(let text): path.hasSuffix(text)
    case .glob(let text): Self.matches(glob: text, path)
    }
  }

  /// `.` is any character, `*` repeats the one before it, `\` makes the next one ordinary.
  private static func matches(glob: String, _ path: String) -> Bool {
    var tokens: [(character: Character?, isRepeated: Bool)] = []
    var rest = glob[...]
    while let character = rest.popFirst() {
      if character == "*", !tokens.isEmpty {
        tokens[tokens.count - 1].isRepeated = true
      } else if character == "\\", let next = rest.popFirst() {
        tokens.append((next, false))
      } else {
        tokens.append((character == "." ? nil : character, false))
      }
    }
    let text = Array(path)
    var places = [Bool](repeating: false, count: text.count + 1)
    places[0] = true
    for token in tokens {
      var next = [Bool](repeating: false, count: places.count)
      for index in places.indices {
        if token.isRepeated, places[index] { next[index] = true }
        guard index < text.count, token.character.map({ $0 == text[index] }) ?? true else { continue }
        if places[index] || (token.isRepeated && next[index]) { next[index + 1] = true }
      }
      places = next
    }
    return places[text.count]
  }
}
