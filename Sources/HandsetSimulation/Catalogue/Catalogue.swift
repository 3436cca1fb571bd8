/// Scanners, browsers, rules and versions of systems: what is known of phones, as data.
///
/// ```json
/// {"rules": [{"id": "…", "order": 30, "when": {"entry": ["scan"], "scanner": ["android-camera"], "message": ["uri"],
///   "versions": {"min": 13}}, "verdict": "not-forwarded",
///   "steps": ["…", {"text": "…", "source": ["…"], "confidence": "inferred"}], "source": ["AA-2.8"], "confidence": "vendor"}]}
/// ```
/// A step without a source or confidence of its own has the rule's. A rule applies when every condition of its `when`
/// holds. Rules of a lower order come first; two of the same order never apply to one case, which is checked.
public struct Catalogue: Sendable {
  public private(set) var scanners: [Program]
  public private(set) var browsers: [Program]
  public private(set) var rules: [Rule]
  /// What happens after an operation.
  public private(set) var afterwards: [Rule]
  /// What may make a message reach the app, in the order in which it is tried.
  private(set) var remedies: [Remedy]
  /// The versions of the systems that the catalogue is about.
  private(set) var versions: [Handset.OperatingSystem: ClosedRange<Int>]

  /// A scanner or a browser.
  public struct Program: Hashable, Sendable {
    public let id: String
    public let name: String
    /// `nil` for one that runs on every system.
    public let system: Handset.OperatingSystem?
    public let sources: [String]

    init(id: String, name: String, system: Handset.OperatingSystem?, sources: [String]) {
      (self.id, self.name, self.system, self.sources) = (id, name, system, sources)
    }

    public func runs(on handset: Handset) -> Bool { system == nil || system == handset.system }
  }

  /// The catalogue that is built in.
  public static let builtIn: Catalogue = {
    do {
      return try Catalogue(json: builtInJSON)
    } catch {
      preconditionFailure("the built-in catalogue is sound: \(error)")
    }
  }()

  /// The JSON of the built-in catalogue.
  public static var builtInJSON: [UInt8] { PackageResources.catalogue_json }

  /// Reads a catalogue.
  ///
  /// - Throws: ``CatalogueFault`` with a JSON pointer.
  public init(json: [UInt8]) throws(CatalogueFault) {
    let reader = try CatalogueReader(json)
    (scanners, browsers) = (reader.scanners, reader.browsers)
    (rules, afterwards, remedies) = (reader.rules, reader.afterwards, reader.remedies)
    versions = reader.versions
    try check()
  }

  /// Adds the entries of another catalogue, which replace those of the same id.
  ///
  /// - Throws: ``CatalogueFault``, also when a rule conflicts with one of this catalogue.
  public func overridden(by json: [UInt8]) throws(CatalogueFault) -> Catalogue {
    let reader = try CatalogueReader(json)
    func merged<Entry>(_ old: [Entry], _ new: [Entry], _ id: (Entry) -> String) -> [Entry] {
      let replaced = Set(new.map(id))
      return old.filter { !replaced.contains(id($0)) } + new
    }
    var catalogue = self
    catalogue.scanners = merged(scanners, reader.scanners) { $0.id }
    catalogue.browsers = merged(browsers, reader.browsers) { $0.id }
    catalogue.rules = merged(rules, reader.rules) { $0.id }.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    catalogue.afterwards = merged(afterwards, reader.afterwards) { $0.id }.sorted {
      ($0.order, $0.id) < ($1.order, $1.id)
    }
    catalogue.remedies = merged(remedies, reader.remedies) { $0.id }
    catalogue.versions.merge(reader.versions) { _, new in new }
    try catalogue.check()
    return catalogue
  }

  /// Names must exist, rules must be about known versions, and rules of the same order must exclude each other.
  private func check() throws(CatalogueFault) {
    for rule in rules + afterwards {
      let systems = Handset.OperatingSystem.allCases.filter { rule.conditions["os"]?.contains($0.rawValue) ?? true }
      let newest = systems.compactMap { versions[$0]?.upperBound }
      // Later phones are simulated as the newest known: such a rule would never apply.
      if newest.count == systems.count, let most = newest.max(), rule.versions.lowerBound > most {
        throw CatalogueFault(
          pointer: rules.contains { $0.id == rule.id } ? "/rules" : "/afterwards",
          reason: "rule '\(rule.id)' begins at version \(rule.versions.lowerBound), and the newest version of "
            + "'systems' is \(most)")
      }
    }
    let known = ["scanner": Set(scanners.map(\.id)), "browser": Set(browsers.map(\.id))]
    for rule in rules {
      for (attribute, names) in known {
        if let unknown = rule.conditions[attribute]?.subtracting(names).min() {
          throw CatalogueFault(
            pointer: "/rules", reason: "rule '\(rule.id)' names the \(attribute) '\(unknown)', which is not listed")
        }
      }
    }
    for (name, list) in [("rules", rules), ("afterwards", afterwards)] {
      for (index, rule) in list.enumerated() {
        // Lists are sorted by order: only what follows at once can have the same.
        for other in list[(index + 1)...].prefix(while: { $0.order == rule.order }) where !rule.excludes(other) {
          throw CatalogueFault(
            pointer: "/\(name)",
            reason: "'\(rule.id)' and '\(other.id)' can both apply and have the same order \(rule.order)")
        }
      }
    }
  }
}
