public import OutOfBand
public import TextFormats

/// Whether a link opens an app, and which line of which file decides.
public struct AssociationVerdict: Hashable, Sendable {
  /// The link, split into its components.
  public let link: URLText
  /// `nil` when no file of iOS was given.
  public let iOS: Answer?
  /// By phones, in the order of ``AndroidPhones``; empty when neither assetlinks.json nor a manifest was given.
  private let androids: [Answer]

  init(link: URLText, iOS: Answer?, android: [Answer]) {
    (self.link, self.iOS, androids) = (link, iOS, android)
  }

  /// What Android 15 and later do with Google services; `nil` when neither assetlinks.json nor a manifest was given.
  public var android: Answer? { androids.last }

  /// What some phones with Android do.
  public func android(on phones: AndroidPhones) -> Answer? { androids.isEmpty ? nil : androids[phones.rawValue] }

  /// The phones with Android by what they do: the newest first, and all together where they do the same.
  public var androidGroups: [(phones: [AndroidPhones], answer: Answer)] {
    zip(AndroidPhones.allCases, androids).reversed().grouped { $0.1.outcome == $1.1.outcome }.map { group in
      (group.map(\.0).reversed(), group[0].1)
    }
  }

  /// The answer for one system.
  public struct Answer: Hashable, Sendable {
    public let outcome: Outcome
    /// The app that opens: an app ID or a package.
    public let app: String?
    /// The file that decides.
    public internal(set) var file: String?
    /// Where in the file.
    public let place: Diagnostic.Place?
    /// Whether the app asks for the link at all, so that a list of apps may offer it although the link does not open it.
    public let isOffered: Bool
    /// Why, in one sentence.
    public let reason: String
    /// What to do; `nil` for a link that opens the app, and where the files do not decide.
    public let remedy: String?
    public let sources: [String]

    init(
      _ outcome: Outcome, app: String? = nil, in file: String? = nil, at place: Diagnostic.Place? = nil,
      _ reason: String, fix remedy: String? = nil, _ sources: [String] = [], isOffered: Bool = true
    ) {
      (self.outcome, self.app, self.file, self.place) = (outcome, app, file, place)
      (self.reason, self.remedy, self.sources, self.isOffered) = (reason, remedy, sources, isOffered)
    }
  }

  /// Whether the app opens.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case opens
    case doesNotOpen = "does-not-open"
    /// The files do not say, or hold something that is not judged.
    case unknown
  }
}
