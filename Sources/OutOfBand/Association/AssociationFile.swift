public import TextFormats

/// A file that associates a domain with an app, parsed and not yet judged.
public enum AssociationFile: Hashable, Sendable {
  /// An apple-app-site-association file.
  case apple(JSONDocument)
  /// An assetlinks.json file.
  case assetLinks(JSONDocument)
  /// An AndroidManifest.xml in text form, or the place where it is not XML.
  case manifest(Result<XMLTree, SyntaxError>)
  /// A property list of an iOS app, such as its entitlements, or the place where it is not XML.
  case propertyList(Result<XMLTree, SyntaxError>)

  /// A word for listings, which is the file's name.
  public var kind: String {
    switch self {
    case .apple: AppleAppSiteAssociation.fileName
    case .assetLinks: "assetlinks"
    case .manifest: "android-manifest"
    case .propertyList: "property-list"
    }
  }

  /// The kind with an article.
  public var words: String {
    switch self {
    case .apple: JSONKind.apple.rawValue
    case .assetLinks: JSONKind.assetLinks.rawValue
    case .manifest: "an Android manifest"
    case .propertyList: "a property list of an iOS app"
    }
  }

  /// A kind of file that is JSON, with its words.
  enum JSONKind: String {
    case apple = "an apple-app-site-association file"
    case assetLinks = "an assetlinks.json file"

    /// Recognises a file by its members; `nil` for other JSON.
    init?(of value: JSONValue) {
      if let first = value.elements?.first, first["relation"] != nil || first["target"]?["namespace"] != nil {
        self = .assetLinks
      } else if value["nma_data"] == nil, value["applinks"] != nil || value["webcredentials"] != nil {
        self = .apple
      } else {
        return nil
      }
    }
  }

  /// Recognises JSON by its members; `nil` for other JSON.
  init?(_ document: JSONDocument) {
    switch JSONKind(of: document.value) {
    case .apple: self = .apple(document)
    case .assetLinks: self = .assetLinks(document)
    case nil: return nil
    }
  }

  /// Recognises XML by its first element; `nil` for other text.
  init?(xml text: String) {
    switch Self.firstElement(text) {
    case "plist": self = .propertyList(Result { () throws(SyntaxError) in try XMLTree(propertyList: Array(text.utf8)) })
    case "manifest", "intent-filter":
      self = .manifest(Result { () throws(SyntaxError) in try XMLTree(parsing: Array(text.utf8)) })
    default: return nil
    }
  }

  /// The name of the first element, behind comments and declarations.
  private static func firstElement(_ text: String) -> Substring? {
    var rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    while rest.hasPrefix("<?") || rest.hasPrefix("<!") {
      guard let end = rest.firstRange(of: rest.hasPrefix("<!--") ? "-->" : ">") else { return nil }
      rest = rest[end.upperBound...].drop(while: \.isWhitespace)
    }
    guard rest.first == "<" else { return nil }
    return rest.dropFirst().prefix(40).prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
  }

  /// What is wrong with the file.
  ///
  /// - Parameters:
  ///   - byteCount: The file's length.
  ///   - name: The file's name without folders; `nil` when it is not known.
  func diagnostics(byteCount: Int, name: String?) -> [Diagnostic] {
    switch self {
    case .apple(let document):
      AppleAppSiteAssociation(document, byteCount: byteCount, name: name).diagnostics
    case .assetLinks(let document): AssetLinks(document).diagnostics
    case .manifest(.success(let tree)): AndroidManifest(tree).diagnostics
    case .manifest(.failure(let error)):
      [Diagnostic(.manifestSyntax, error.reason, at: .component("XML", offset: error.offset))]
    case .propertyList(.success(let tree)): ApplePropertyList(tree).diagnostics
    case .propertyList(.failure(let error)):
      [Diagnostic(.propertyListSyntax, error.reason, at: .component("XML", offset: error.offset))]
    }
  }

  /// Members that appear twice in one object: which one counts depends on the reader.
  static func duplicates(_ document: JSONDocument) -> [Diagnostic] {
    document.duplicates.map {
      Diagnostic(.associationDuplicateKey, "a member of this name came before in the same object", at: .pointer($0))
    }
  }
}
