import TextFormats

extension XMLTree.Element {
  /// The prefix that the element declares for a namespace, with its colon; `nil` if it declares none.
  func prefix(of namespace: String) -> String? {
    let declared = attributes.first { $0.name.hasPrefix("xmlns:") && $0.value == namespace }
    return declared.map { $0.name.dropFirst("xmlns:".count) + ":" }
  }
}

/// The intent filters of a manifest with what their components say of them: exported, enabled, and removed by the merger.
///
/// Sources: developer.android.com, the reference of `<activity>` and the behaviour changes of Android 12.
struct ManifestComponents {
  /// In the order of the file.
  private(set) var filters: [Filter] = []
  private(set) var found: [Diagnostic] = []
  private(set) var installationFault: Diagnostic.Place?
  private let prefix: String
  private let toolsPrefix: String
  /// `nil` when the manifest does not say.
  private let targetSDK: Int?
  private var seen: Set<Int> = []

  /// An intent filter where it is.
  struct Filter {
    var element: XMLTree.Element
    var component: XMLTree.Element?
    var obstacle: AndroidManifest.Obstacle?
    /// Whether a value that decides is filled in elsewhere.
    var isUncertain: Bool
  }

  private static let components: Set = ["activity", "activity-alias", "service", "receiver"]
  /// Android 12, from which on a filter needs `exported`.
  private static let strictSDK = 31

  init(_ root: XMLTree.Element, prefix: String) {
    self.prefix = prefix
    toolsPrefix = root.prefix(of: "http://schemas.android.com/tools") ?? "tools:"
    targetSDK = root.children.first { $0.name == "uses-sdk" }?[prefix + "targetSdkVersion"].flatMap { Int($0) }
    collect(root, Filter(element: root, component: nil, obstacle: nil, isUncertain: false))
    checkExported()
  }

  /// Adds the filters below an element; what holds for it holds for them.
  private mutating func collect(_ element: XMLTree.Element, _ outer: Filter) {
    var here = outer
    here.element = element
    if Self.components.contains(element.name) {
      here.component = element
      let exported = element[prefix + "exported"]
      here.isUncertain = here.isUncertain || !(exported.map(Self.isPlain) ?? true)
      if exported == "false" { here.obstacle = here.obstacle ?? .notExported }
    }
    if Self.components.contains(element.name) || element.name == "application" {
      let enabled = element[prefix + "enabled"]
      here.isUncertain = here.isUncertain || !(enabled.map(Self.isPlain) ?? true)
      if enabled == "false" { here.obstacle = here.obstacle ?? .disabled }
    }
    if isRemoved(element) { here.obstacle = .removed }
    if element.name == "intent-filter" { filters.append(here) }
    for child in element.children { collect(child, here) }
  }

  private static func isPlain(_ value: String) -> Bool { ["true", "false"].contains(value) }

  /// Whether the merger leaves the element out of the app's manifest.
  private func isRemoved(_ element: XMLTree.Element) -> Bool {
    ["remove", "removeAll"].contains(element[toolsPrefix + "node"])
  }

  /// Whether the app can be installed: every component with a filter says whether it is exported.
  private mutating func checkExported() {
    for filter in filters where filter.obstacle != .removed {
      guard let component = filter.component, component[prefix + "exported"] == nil else { continue }
      guard targetSDK.map({ $0 >= Self.strictSDK }) ?? true, seen.insert(component.offset).inserted else { continue }
      let place = Diagnostic.Place.component(component.name, offset: component.offset)
      if targetSDK != nil { installationFault = installationFault ?? place }
      let target = targetSDK.map { "the target SDK is \($0)" } ?? "the target SDK is not in this file"
      found.add(
        .manifestExportedMissing, "there is an intent filter and no \(prefix)exported, and \(target)", at: place,
        severity: targetSDK == nil ? .warning : nil)
    }
  }

  /// Notes why a filter for links gets none, once for each component.
  mutating func noteObstacle(of filter: Filter) {
    guard let obstacle = filter.obstacle else { return }
    let element = obstacle == .removed ? filter.element : filter.component ?? filter.element
    guard seen.insert(element.offset).inserted else { return }
    found.add(
      obstacle.rule, "the intent filter for links gets none: \(obstacle.words)", element.name, element.offset)
  }
}
