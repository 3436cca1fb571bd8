import TextFormats

/// A document, standard or repository that findings and verdicts cite by its key.
///
/// ```swift
/// SourceDocument(citation: "RFC 7516, section 7.1")?.title  // "JSON Web Encryption (JWE)"
/// SourceDocument(citation: "indico/indico#5052")?.url       // "https://github.com/indico/indico/issues/5052"
/// ```
public struct SourceDocument: Hashable, Sendable {
  /// What citations begin with, as in `AA-2.8`.
  public let key: String
  public let title: String
  /// As the document names it; `nil` when it is not versioned.
  public let version: String?
  /// The host that publishes it, when the document's own address is not known.
  public let site: String?
  /// The document's own address; `nil` when none is known.
  public let url: String?

  init(_ key: String, _ title: String, version: String? = nil, site: String? = nil, url: String? = nil) {
    (self.key, self.title, self.version, self.site, self.url) = (key, title, version, site, url)
  }

  /// Finds the document of a key, whatever its case; `nil` when there is none.
  public init?(key: String) {
    guard let document = Self.all.first(where: { $0.key.lowercased() == key.lowercased() }) else { return nil }
    self = document
  }

  /// Finds the document of a citation: a key, which may be followed by a clause, or `owner/repository` on GitHub with
  /// an issue's number or a file; `nil` when it cites none.
  public init?(citation: String) {
    let matches = Self.all.filter { $0.isCited(by: citation) }
    guard let document = matches.max(by: { $0.key.count < $1.key.count }) ?? Self.repository(citation) else {
      return nil
    }
    self = document
  }

  /// Whether a citation begins with the key as a whole word.
  public func isCited(by citation: String) -> Bool {
    guard citation.hasPrefix(key) else { return false }
    return citation.dropFirst(key.count).first.map { " ,:(".contains($0) } ?? true
  }

  /// A repository on GitHub, or one of its issues: `owner/name`, `owner/name#7`, each with words behind it.
  private static func repository(_ citation: String) -> SourceDocument? {
    let word = citation.prefix { $0 != " " }
    let parts = word.split(separator: "#", omittingEmptySubsequences: false)
    let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    let isName = names.allSatisfy { name in
      !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit(or: "-._") }
    }
    guard names.count == 2, names[0] != "ISO", isName, parts.count <= 2 else { return nil }
    let url = "https://github.com/\(parts[0])"
    guard parts.count == 2 else { return SourceDocument(String(word), "the repository \(parts[0])", url: url) }
    guard Int(parts[1]) != nil else { return nil }
    return SourceDocument(String(word), "issue \(parts[1]) of \(parts[0])", url: "\(url)/issues/\(parts[1])")
  }
}
