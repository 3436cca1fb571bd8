public import TextFormats

/// The intent filters of an AndroidManifest.xml: which URIs an Android app opens.
///
/// Sources: developer.android.com, verify-android-applinks and the reference of `<data>`; AA-2.4 for the filter of a
/// custom scheme.
public struct AndroidManifest: Hashable, Sendable {
  /// The app's package; `nil` where the build adds it.
  public let package: String?
  /// The filters that have a URI, in the order of the file.
  public let filters: [IntentFilter]
  /// What is wrong with the filters.
  public let diagnostics: [Diagnostic]

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
    /// Whether something in it is not judged here: a resource, `pathAdvancedPattern`, or a group of filters for URIs.
    package let isOpaque: Bool
    package let hasType: Bool

    /// The hosts as written.
    public var hosts: [String] { authorities.map(\.host) }
    package var isWeb: Bool { schemes.contains { $0 == "http" || $0 == "https" } }
  }

  package struct Authority: Hashable, Sendable {
    package var host: String
    package var port: String?
  }

  package enum Path: Hashable, Sendable {
    case exact(String)
    case prefix(String)
    case suffix(String)
    case glob(String)
  }

  package static let namespace = "http://schemas.android.com/apk/res/android"

  public init(_ tree: XMLTree) {
    let root = tree.root
    let declared = root.attributes.first { $0.name.hasPrefix("xmlns:") && $0.value == Self.namespace }
    let prefix = (declared.map { String($0.name.dropFirst("xmlns:".count)) } ?? "android") + ":"
    var filters: [IntentFilter] = []
    var found: [Diagnostic] = []
    for (index, element) in root.descendants.filter({ $0.name == "intent-filter" }).enumerated() {
      var reader = IntentFilterReader(element, number: index + 1, prefix: prefix)
      if let filter = reader.filter() { filters.append(filter) }
      found += reader.found
    }
    if filters.isEmpty { found.add(.manifestNoFilter, "no intent filter has a scheme", "manifest", root.offset) }
    self.filters = filters
    diagnostics = found.map { $0.redacted(by: Secrets()) }
    package = root.name == "manifest" ? root["package"] : nil
  }
}
