import OutOfBand
import TextFormats

/// Whether a component takes a link (developer.apple.com, applinks.Details.Components).
extension AppleAppSiteAssociation.Component {
  /// Whether all its parts match; a part that is not given matches everything.
  func match(_ link: URLText) -> LinkPattern.Match {
    var result = LinkPattern.Match.yes
    func take(_ match: LinkPattern.Match) {
      result = result == .no || match == .no ? .no : match == .unknown ? .unknown : result
    }
    if let path { take(path.match(shown(link.path.isEmpty ? "/" : link.path), isCaseSensitive: isCaseSensitive)) }
    if let fragment { take(fragment.match(shown(link.fragment ?? ""), isCaseSensitive: isCaseSensitive)) }
    switch query {
    case nil: break
    case .whole(let pattern): take(pattern.match(shown(link.query ?? ""), isCaseSensitive: isCaseSensitive))
    case .items(let items):
      for item in items { take(match(item, link)) }
    }
    return result
  }

  private func match(_ item: AppleAppSiteAssociation.Query.Item, _ link: URLText) -> LinkPattern.Match {
    // All parameters of the name have to match; one that is absent counts as an empty value (WWDC 2019, 717).
    let values = Self.values(of: item.name, in: link.query ?? "")
    let matches = (values.isEmpty && !needsParameters ? [""] : values).map {
      item.pattern.match(shown($0), isCaseSensitive: isCaseSensitive)
    }
    // Android's reference does not say what holds if only some match.
    if needsParameters { return !matches.contains(.yes) ? .no : matches.allSatisfy { $0 == .yes } ? .yes : .unknown }
    return matches.contains(.no) ? .no : matches.contains(.unknown) ? .unknown : .yes
  }

  /// Whether its path takes a path.
  func matchesPath(_ path: String, inAnyCase: Bool = false) -> Bool {
    self.path?.match(shown(path), isCaseSensitive: isCaseSensitive && !inAnyCase) != .no
  }

  /// Which part besides the path keeps a link from matching, as a clause.
  func unmatchedPart(of link: URLText) -> String {
    if let fragment, fragment.match(shown(link.fragment ?? ""), isCaseSensitive: isCaseSensitive) == .no {
      return "the fragment does not"
    }
    guard case .items(let items)? = query, let item = items.first(where: { match($0, link) == .no }) else {
      return "the query does not"
    }
    let name = PrintableText.quoted(item.name)
    return Self.values(of: item.name, in: link.query ?? "").isEmpty
      ? "the link has no parameter \(name)" : "the value of the parameter \(name) does not"
  }

  /// The part as the pattern is meant to see it.
  private func shown(_ part: String) -> String { isPercentEncoded ? part : PercentEncoding.decode(part) ?? part }

  private static func values(of name: String, in query: String) -> [String] {
    query.queryPairs.filter { $0.name == name || PercentEncoding.decode($0.name) == name }.map(\.value)
  }
}
