public import TextFormats

/// The intent filters of an AndroidManifest.xml: which URIs an Android app opens.
///
/// Sources: developer.android.com, verify-android-applinks and the reference of `<data>`; AA-2.4 for the filter of a
/// custom scheme.
public struct AndroidManifest: Hashable, Sendable {
  /// What the file is called in an app's project.
  public static let fileName = "AndroidManifest.xml"
  /// The app's package; `nil` where the build adds it.
  public let package: String?
  /// The filters that have a URI, in the order of the file.
  public let filters: [IntentFilter]
  /// What is wrong with the filters.
  public let diagnostics: [Diagnostic]
  /// The component for which Android 12 and later do not install the app; `nil` without one, or when the target is not known.
  package let installationFault: Diagnostic.Place?

  /// Which URIs an activity opens. All `data` elements of a filter count together: any scheme with any host and any path.
  public struct IntentFilter: Hashable, Sendable {
    /// Its number among all filters of the file, from 1.
    public let number: Int
    /// The number of bytes before it.
    public let offset: Int
    public let isVerified: Bool
    public let schemes: [String]
    package let authorities: [Authority]
    package let paths: [Path]
    /// Whether the action is VIEW and the categories are DEFAULT and BROWSABLE.
    package let isForLinks: Bool
    /// Whether something in it is not known here: a value from elsewhere, or a pattern that Android does not read.
    package let isOpaque: Bool
    package let hasType: Bool
    /// In the order of the file; for Android 15 and later.
    package let groups: [Group]
    /// Why no link arrives, whatever it is.
    package let obstacle: Obstacle?

    /// The hosts as written.
    public var hosts: [String] { authorities.map(\.host) }
    package var isWeb: Bool { schemes.contains { $0 == "http" || $0 == "https" } }
  }

  package struct Authority: Hashable, Sendable {
    package var host: String
    package var port: String?
  }

  /// Why an intent filter gets no link.
  package enum Obstacle: Hashable, Sendable {
    case notExported
    /// The component or the whole application.
    case disabled
    /// By the merger, as `tools:node` asks.
    case removed

    package var words: String {
      switch self {
      case .notExported: "its activity is not exported"
      case .disabled: "its activity is not enabled"
      case .removed: "tools:node removes it"
      }
    }

    package var rule: Diagnostic.Rule {
      switch self {
      case .notExported: .manifestNotExported
      case .disabled: .manifestDisabled
      case .removed: .manifestRemoved
      }
    }
  }

  /// A pattern for a path, a parameter or a fragment.
  package enum Path: Hashable, Sendable {
    case exact(String)
    case prefix(String)
    case suffix(String)
    case glob(String)
    case advanced(AdvancedPattern)
  }

  /// An element `uri-relative-filter-group`: the first whose patterns all match decides.
  package struct Group: Hashable, Sendable {
    package var allows: Bool
    package var patterns: [Pattern]

    package struct Pattern: Hashable, Sendable {
      package var part: Part
      package var path: Path
    }

    package enum Part: String, Hashable, Sendable, CaseIterable { case path, query, fragment }
  }

  package static let namespace = "http://schemas.android.com/apk/res/android"

  public init(_ tree: XMLTree) {
    let root = tree.root
    let prefix = root.prefix(of: Self.namespace) ?? "android:"
    var filters: [IntentFilter] = []
    var found: [Diagnostic] = []
    var components = ManifestComponents(root, prefix: prefix)
    for (index, one) in components.filters.enumerated() {
      var reader = IntentFilterReader(one.element, number: index + 1, prefix: prefix)
      if let filter = reader.filter(one.obstacle, isUncertain: one.isUncertain) {
        filters.append(filter)
        if filter.isForLinks { components.noteObstacle(of: one) }
      }
      found += reader.found
    }
    found += components.found
    installationFault = components.installationFault
    if filters.isEmpty { found.add(.manifestNoFilter, "no intent filter has a scheme", "manifest", root.offset) }
    self.filters = filters
    diagnostics = found.map { $0.redacted(by: Secrets()) }
    package = root.name == "manifest" ? root["package"] : nil
  }
}
