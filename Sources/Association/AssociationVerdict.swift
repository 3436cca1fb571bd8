public import OutOfBand
public import TextFormats

/// Whether a link opens an app, and which line of which file decides.
public struct AssociationVerdict: Hashable, Sendable {
  /// The link, split into its components.
  public let link: URLText
  /// `nil` when no apple-app-site-association file was given.
  public let iOS: Answer?
  /// `nil` when neither assetlinks.json nor a manifest was given.
  public let android: Answer?

  /// The answer for one system.
  public struct Answer: Hashable, Sendable {
    public let outcome: Outcome
    /// The app that opens: an app ID or a package.
    public let app: String?
    /// The file that decides.
    public let file: String?
    /// Where in the file.
    public let place: Diagnostic.Place?
    /// Why, in one sentence.
    public let reason: String
    public let sources: [String]

    init(
      _ outcome: Outcome, app: String? = nil, in file: String? = nil, at place: Diagnostic.Place? = nil,
      _ reason: String, _ sources: [String] = []
    ) {
      (self.outcome, self.app, self.file, self.place) = (outcome, app, file, place)
      (self.reason, self.sources) = (reason, sources)
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
