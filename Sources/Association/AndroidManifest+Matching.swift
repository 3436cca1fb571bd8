import OutOfBand
import TextFormats

/// Whether an intent filter takes a link (developer.android.com, the reference of `<data>`).
extension AndroidManifest.IntentFilter {
  /// Whether scheme, host and path fit on a version of Android; from 15 on, groups look at queries and fragments, too.
  func matches(_ link: URLText, onAndroid version: Int) -> Bool {
    guard schemes.contains(link.schemeRange.map { link.string($0) } ?? ""), !hasType else { return false }
    guard !authorities.isEmpty else { return true }
    let host = link.host ?? ""
    let port = link.writtenPort
    guard authorities.contains(where: { Self.matches($0.host, host) && ($0.port == nil || $0.port == port) }) else {
      return false
    }
    let paths = paths.filter { version >= 12 || !$0.isOfAndroid12 }
    let groups = version >= 15 ? groups : []
    if paths.isEmpty, groups.isEmpty { return true }
    // Android compares the decoded path. What a group excludes may still match beside it.
    let path = PercentEncoding.decode(link.path) ?? link.path
    return paths.contains { $0.matches(path) } || groups.first { $0.matches(link) }?.allows ?? false
  }

  /// A host, or `*` and the end of one: the asterisk is any number of characters.
  static func matches(_ pattern: String, _ host: String) -> Bool {
    pattern.hasPrefix("*") ? host.hasSuffix(pattern.dropFirst()) : pattern == host
  }
}

extension AndroidManifest.Group {
  /// Whether there are patterns, and all match; the reference is that of `<uri-relative-filter-group>`.
  fileprivate func matches(_ link: URLText) -> Bool {
    func decoded(_ part: String?) -> String? { part.map { PercentEncoding.decode($0) ?? $0 } }
    return !patterns.isEmpty
      && patterns.allSatisfy { pattern in
        switch pattern.part {
        case .path: pattern.path.matches(decoded(link.path) ?? "")
        case .fragment: decoded(link.fragment).map(pattern.path.matches) ?? false
        // Any one parameter; ';' divides them where there is no '&'.
        case .query: parameters(decoded(link.query) ?? "").contains { pattern.path.matches(String($0)) }
        }
      }
  }

  private func parameters(_ query: String) -> [Substring] { query.split(separator: query.contains("&") ? "&" : ";") }
}

extension AndroidManifest.Path {
  /// Whether the attribute is ignored before Android 12 (API level 31).
  fileprivate var isOfAndroid12: Bool {
    switch self {
    case .suffix, .advanced: true
    case .exact, .prefix, .glob: false
    }
  }

  func matches(_ path: String) -> Bool {
    switch self {
    case .exact(let text): path == text
    case .prefix(let text): path.hasPrefix(text)
    case .suffix(let text): path.hasSuffix(text)
    case .glob(let text): Self.matches(glob: text, path)
    case .advanced(let pattern): pattern.matches(path)
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
