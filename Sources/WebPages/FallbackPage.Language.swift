import TextFormats

extension FallbackPage {
  /// A language of the page, as in `lang` (BCP 47).
  public enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case arabic = "ar"

    /// Whether it is written from right to left.
    public var isRightToLeft: Bool { self == .arabic }

    /// The page's texts.
    var texts: Texts {
      switch self {
      case .english: Texts(PackageResources.en_json)
      case .german: Texts(PackageResources.de_json)
      case .french: Texts(PackageResources.fr_json)
      case .arabic: Texts(PackageResources.ar_json)
      }
    }
  }

  /// The texts of a language by their names.
  struct Texts {
    private let json: JSONValue

    init(_ bytes: [UInt8]) {
      guard let json = try? JSONDocument(parsing: bytes).value else { preconditionFailure("the texts are JSON") }
      self.json = json
    }

    subscript(name: String) -> String {
      guard let text = json[name]?.text else { preconditionFailure("there is a text '\(name)'") }
      return text
    }
  }
}
