public import TextFormats

/// An apple-app-site-association file: which links of a domain open which iOS app.
///
/// ```json
/// {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.access"],
///                            "components": [{"/": "/open", "?": {"dispatchTokenResponse": "?*"}}]}]}}
/// ```
/// The source is the reference of `applinks` at developer.apple.com.
public struct AppleAppSiteAssociation: Hashable, Sendable {
  /// The name under which the file is served, in `/.well-known/`, without an extension.
  public static let fileName = "apple-app-site-association"

  /// In the order of the file.
  public let details: [Detail]
  /// What is wrong with the file, in the order of its members.
  public let diagnostics: [Diagnostic]

  /// The links of one app, or of several.
  public struct Detail: Hashable, Sendable {
    /// `TEAMID1234.bundle.id`.
    public let appIDs: [String]
    /// In the order of the file: the first that matches decides. From `paths` where there are no components.
    public let components: [Component]
  }

  /// A pattern for links: all of its parts have to match.
  public struct Component: Hashable, Sendable {
    /// Its place in the file, as a JSON pointer.
    public let pointer: String
    /// Whether a link that matches does not open the app.
    public let isExcluded: Bool
    package let path: LinkPattern?
    package let query: Query?
    package let fragment: LinkPattern?
    package let isCaseSensitive: Bool
    package let isPercentEncoded: Bool
    /// Whether a parameter that is absent fails; for Apple it has an empty value.
    package var needsParameters = false
    /// The pattern of the path as written, `*` when there is none.
    package let pathText: String
    /// Whether it leaves query and fragment open.
    var isPathOnly: Bool { query == nil && fragment == nil }
  }

  /// A pattern for the whole query, or one for each of some parameters.
  package enum Query: Hashable, Sendable {
    case whole(LinkPattern)
    case items([Item])

    package struct Item: Hashable, Sendable {
      package var name: String
      package var pattern: LinkPattern
    }
  }

  /// - Parameters:
  ///   - document: The file's JSON.
  ///   - byteCount: The file's length; `nil` when it is not known.
  ///   - name: The file's name without folders; `nil` when it is not known.
  public init(_ document: JSONDocument, byteCount: Int? = nil, name: String? = nil) {
    var found = AssociationFile.duplicates(document)
    // A copy of the file may have any name but this one with an extension.
    if let name, name.hasPrefix(Self.fileName + ".") {
      found.add(.associationExtension, "the file is named \(PrintableText.quoted(name))", at: .message)
    }
    if let byteCount, byteCount > Self.sizeLimit {
      found.add(.associationSize, "the file has \(byteCount) bytes, more than \(Self.sizeLimit)", at: .message)
    }
    var reader = AppleAssociationReader()
    details = reader.details(of: document.value)
    diagnostics = (found + reader.diagnostics).map { $0.redacted(by: Secrets()) }
  }

  /// The longest file that a guide of Apple's allowed in 2016, in bytes; no current document names a limit.
  private static let sizeLimit = 128 << 10
}
